"""Games by e-mail: text armor, letters, and incoming and outgoing mail."""
