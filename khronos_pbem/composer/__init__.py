"""The screen on which turns are composed: pure states and pictures of them, plans, and the program around."""
