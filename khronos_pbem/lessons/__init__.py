"""Lessons: what a game's data say (`course`), where a learner is in one (`sitting`), what is remembered of it
(`progress`), and how it is told (`telling`). The screen and the command line share it."""
