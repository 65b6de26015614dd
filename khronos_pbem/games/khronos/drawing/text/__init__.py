"""The boards as text."""
