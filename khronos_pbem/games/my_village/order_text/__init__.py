"""The grammar that reads orders as text, and the words suggested for commands."""
