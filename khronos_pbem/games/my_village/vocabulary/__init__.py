"""The words of orders in three languages, the genders of nouns, and the parts of orders."""
