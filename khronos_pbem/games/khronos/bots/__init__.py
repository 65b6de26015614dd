"""Players of the program, one file a strength."""
