"""Games by mail and by folder: text armor, letters, what comes in and what goes out."""
