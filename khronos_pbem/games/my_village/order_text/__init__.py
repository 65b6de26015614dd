"""Orders as text: the grammar, and the words that commands suggest."""
