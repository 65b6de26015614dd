"""What every game needs: its contract, orders as text, hidden cards, events, data and digests."""
