"""The letters to a player's own telephone: their text, their boards, and the suggested answers."""
