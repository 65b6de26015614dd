"""Commands to learn and practise."""
