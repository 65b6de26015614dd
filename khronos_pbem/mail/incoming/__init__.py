"""Letters that arrive: mailboxes read, saves and orders found in them, addresses learned."""
