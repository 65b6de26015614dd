"""Lessons: a game's data (`course`), the learner's place in a lesson (`lesson_run`), what is remembered of it
(`progress`), and how it is told (`telling`). The screen and the command line share it."""
