"""Commands that study and publish games."""
