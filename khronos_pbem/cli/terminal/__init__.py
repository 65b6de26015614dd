"""The terminal: printing, pages, pictures, questions and progress."""
