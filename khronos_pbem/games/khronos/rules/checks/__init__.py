"""What an order needs: sites, costs, cards, and why it is refused."""
