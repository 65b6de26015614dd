"""The screen for composing turns: states, pictures, plans and the Textual application."""
