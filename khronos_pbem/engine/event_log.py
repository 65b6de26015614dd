"""What an order does, told once: events for people and requests to the table, collected by one value."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from khronos_pbem.engine.contract import Event, Request

P = ParamSpec("P")


class EventLog:
    """The events and requests of one order, in the order in which they came."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.requests: list[Request] = []

    def tell(self, make: Callable[P, Event], *args: P.args, **kwargs: P.kwargs) -> None:
        """Add the event that `make` makes of these arguments; a silent story never makes it."""
        self.events.append(make(*args, **kwargs))


class NullEventLog(EventLog):
    """A story that nobody reads, for search: no sentence of the rules is made for it."""

    def tell(self, make: Callable[P, Event], *args: P.args, **kwargs: P.kwargs) -> None:
        """Nothing is said."""
