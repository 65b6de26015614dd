"""Commands that run computer players, and the helpers of these commands."""
