"""What may be done in My Village and what happens, one file a subject (VILLAGE 2 to 13)."""
