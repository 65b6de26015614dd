"""The strong bot of My Village as it was before."""
