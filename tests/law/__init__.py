"""The law that ships with the program."""
