"""The command line: parses, calls a use case, prints."""
