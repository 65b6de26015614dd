"""What an order changes: buildings, ripples, domains, revenue, rounds."""
