"""The words of orders in three languages, nouns and their genders, common mistakes."""
