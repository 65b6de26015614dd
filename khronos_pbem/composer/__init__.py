"""The screen on which turns are composed: states, pictures, plans and the Textual application."""
