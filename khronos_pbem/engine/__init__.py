"""The common parts of all games: contract, orders as text, hidden cards, events, data and digests."""
