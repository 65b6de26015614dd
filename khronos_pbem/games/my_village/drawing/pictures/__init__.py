"""The boards as pictures and pages."""
