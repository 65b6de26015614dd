"""Orders as text: grammar and suggestions."""
