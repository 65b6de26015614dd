"""The words of orders in three languages, nouns with their genders, and common mistakes."""
