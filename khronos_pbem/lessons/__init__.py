"""The lessons of games, shared by the screen and the command line.

`course` has the lessons, `lesson_run` a learner's run of one, `lesson_progress` the stored progress, and
`lesson_text` the texts.
"""
