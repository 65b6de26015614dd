"""The log that the rules write while an order is applied: events for people, requests to the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from khronos_pbem.engine.contract import Event, Request

P = ParamSpec("P")


class EventLog:
    """The events and requests of one order, in the order in which they occurred."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.requests: list[Request] = []

    def tell(self, make: Callable[P, Event], *args: P.args, **kwargs: P.kwargs) -> None:
        """Add the event that `make` returns for these arguments."""
        self.events.append(make(*args, **kwargs))


class NullEventLog(EventLog):
    """A log for searching that records no events, so that no sentences are built; requests are kept."""

    def tell(self, make: Callable[P, Event], *args: P.args, **kwargs: P.kwargs) -> None:
        """Do nothing; `make` is not called."""
