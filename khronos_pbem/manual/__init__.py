"""The pages that `khronos help` and `khronos rules` print."""
