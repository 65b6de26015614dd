"""The player's answers by mail: their authenticity, their requests, and the results."""
