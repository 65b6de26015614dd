"""The computer players of Khronos: one file for each strength, and what they share."""
