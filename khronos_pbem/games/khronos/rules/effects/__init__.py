"""The effects of orders: buildings, ripples, hierarchy, revenue and rounds."""
