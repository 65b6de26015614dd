"""Optional features of Khronos: options, statistics, warnings, the turn screen, what-if."""
