"""The languages of output and orders."""
