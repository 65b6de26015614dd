"""Games that are kept, shown and studied."""
