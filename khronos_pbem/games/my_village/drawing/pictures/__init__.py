"""The boards as vector pictures and as tables for letters."""
