"""The rules of banners, one module for each kind."""
