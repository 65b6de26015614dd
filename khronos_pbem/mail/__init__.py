"""Games by mail: text armor, letters, incoming and outgoing mail."""
