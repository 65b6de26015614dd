"""The player's answers by mail: whose word they are, what they ask for, and what came of them."""
