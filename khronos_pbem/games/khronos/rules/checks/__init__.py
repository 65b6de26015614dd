"""What an order needs: sites, costs and cards; and the refusals if something is missing."""
