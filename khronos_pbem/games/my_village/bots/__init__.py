"""Computer players of My Village, one module for each strength."""
