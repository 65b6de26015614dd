"""What any game at this table needs: its contract, handles of hidden cards, events, digests."""
