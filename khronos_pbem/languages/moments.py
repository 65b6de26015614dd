"""Dates and times as text, in the reader's time zone and in the style of their language.

Files store UTC.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, tzinfo

_DAYS = {"en": "%Y-%m-%d", "de": "%d.%m.%Y", "fr": "%d/%m/%Y"}
_MOMENTS = {"en": "%Y-%m-%d %H:%M", "de": "%d.%m.%Y, %H:%M Uhr", "fr": "%d/%m/%Y à %H:%M"}


def format_moment(moment: str, language: str, zone: tzinfo | None) -> str:
    """Return a time (ISO 8601) or a day as text in a language.

    If `zone` is None, the time zone of this machine is used. If the zone is UTC, the text names it, because
    it may be read anywhere. A text that is not a time is returned unchanged.
    """
    try:
        if len(moment) == len("2026-12-24"):
            return date.fromisoformat(moment).strftime(_DAYS[language])
        there = datetime.fromisoformat(moment).astimezone(zone)
    except (ValueError, OverflowError, OSError):
        return moment
    shown = there.strftime(_MOMENTS[language])
    return f"{shown} UTC" if zone is UTC else shown
