"""The strong bot of Khronos as it was before."""
