"""Commands that explain: `help`, `orders` and `rules`, and the manual page."""
