"""Commands that send, receive and list games."""
