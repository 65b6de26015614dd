"""What all tests share: no chance in examples, and games that are played once for a run."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
settings.register_profile("chance", deadline=None)
settings.load_profile("fixed")
"""The same examples in every run; `pytest --hypothesis-profile=chance` looks for others."""
