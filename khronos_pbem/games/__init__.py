"""The games that are played at this table: the registry, and a folder for each."""
