"""Players made of code, one file a strength."""
