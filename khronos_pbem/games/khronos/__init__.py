"""The game Khronos: pure rules (RULES), its order language, its views and drawings."""
