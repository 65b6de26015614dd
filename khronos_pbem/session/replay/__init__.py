"""From a save to a table and back: replay, drafts of blocks, rolls, snapshots."""
