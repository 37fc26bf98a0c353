"""Times of publication as front matter and sample files write them."""

from __future__ import annotations

from datetime import UTC, date, datetime

from whichpr_kb.records import Precision

_DATE = len("2026-08-10")


def read_published(value: object, stated: object) -> tuple[datetime | None, Precision | None]:
    """The time in UTC and how precise it is; a value without a zone is UTC, nothing stated is (None, None).

    Raises ValueError for what is no date.
    """
    if value is None or value == "":
        return None, None
    if isinstance(value, str):
        try:
            value = date.fromisoformat(value) if len(value) == _DATE else datetime.fromisoformat(value)
        except ValueError as error:
            raise ValueError(f"{value!r} is no date") from error
    if isinstance(value, datetime):
        when = value if value.tzinfo else value.replace(tzinfo=UTC)
        return when.astimezone(UTC), _precision(stated)
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day, tzinfo=UTC), "date"
    raise ValueError(f"{value!r} is no date")


def _precision(stated: object) -> Precision:
    if stated == "minute":
        return "minute"
    return "date" if stated == "date" else "second"
