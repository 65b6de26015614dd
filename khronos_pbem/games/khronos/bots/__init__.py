"""The computer players of Khronos: one file for each strength, and their common code."""
