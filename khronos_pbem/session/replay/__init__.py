"""Replaying a save to a table, and writing to it: replay, drafts of blocks, rolls, snapshots."""
