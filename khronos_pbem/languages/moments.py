"""Moments as people read them: in their time zone, in the form of their language; files keep UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime, tzinfo

_DAYS = {"en": "%Y-%m-%d", "de": "%d.%m.%Y", "fr": "%d/%m/%Y"}
_MOMENTS = {"en": "%Y-%m-%d %H:%M", "de": "%d.%m.%Y, %H:%M Uhr", "fr": "%d/%m/%Y à %H:%M"}


def in_words(moment: str, language: str, zone: tzinfo | None) -> str:
    """A moment (ISO 8601) or a day in a language; `zone` None is that of this machine.

    A moment in UTC names it, because it may be read anywhere. What is no moment stays as it is.
    """
    try:
        if len(moment) == len("2026-12-24"):
            return date.fromisoformat(moment).strftime(_DAYS[language])
        there = datetime.fromisoformat(moment).astimezone(zone)
    except (ValueError, OverflowError, OSError):
        return moment
    shown = there.strftime(_MOMENTS[language])
    return f"{shown} UTC" if zone is UTC else shown
