"""Commands and helpers of computer players."""
