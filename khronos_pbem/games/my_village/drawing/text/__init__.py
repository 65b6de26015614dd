"""The boards as text for terminals, letters and screen readers."""
