"""Optional features of Khronos: options, statistics, warnings, the turn screen, and what-if."""
