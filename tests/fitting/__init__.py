"""The fitting of what the strong bots assume, one module for each game (`python -m tests.fit_weights`)."""
