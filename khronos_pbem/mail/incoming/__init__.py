"""Incoming mail: read mailboxes, find saves and orders in letters, learn addresses."""
