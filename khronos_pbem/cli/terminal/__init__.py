"""The terminal: printing, pages, pictures, questions, progress."""
