"""The command line: it parses arguments, calls a use case and prints the result."""
