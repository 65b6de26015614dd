"""Incoming mail: read mailboxes, find saves and orders in letters, and learn addresses."""
