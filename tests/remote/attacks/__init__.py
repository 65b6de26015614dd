"""Attacks on the robot: forged and repeated letters, injections, lost files, kills, several robots."""
