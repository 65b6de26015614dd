"""Replay a save to obtain its table, and write to the save: replay, drafts of blocks, rolls, snapshots."""
