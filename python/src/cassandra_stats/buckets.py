# SPDX-License-Identifier: Apache-2.0
"""Where buckets of time begin: in milliseconds since 1970."""

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

import numpy as np

from cassandra_stats.columns import Integers

_DAY = 86_400_000
# Milliseconds of a unit; of months and years the number of months, negative.
_UNITS = {
    "ms": 1,
    "s": 1000,
    "m": 60_000,
    "h": 3_600_000,
    "d": _DAY,
    "w": 7 * _DAY,
    "mo": -1,
    "y": -12,
}
_SECONDS_OF_DAY = 86400


def width_of(width: str) -> int:
    """Milliseconds of a width, or its months, negative. Raises ValueError for what is no width."""
    match = re.fullmatch(r"([0-9]{1,9})(ms|s|m|h|d|w|mo|y)", width)
    if not match or int(match[1]) == 0:
        raise ValueError(f"time_bucket: expected a width such as 15m, 1h, 1d, 3mo, found {width!r}")
    return int(match[1]) * _UNITS[match[2]]


def _first_day(width: str, weekday: int = 0) -> int:
    """The day from which buckets are counted: weeks begin so many days after Mondays."""
    return 4 + weekday if width.endswith("w") else 0


def _first_of_months(day: Integers, months: int) -> Integers:
    """The day on which the bucket of a day begins, of months that are counted from the year 0."""
    era_day = day + 719468
    era, of_era = era_day // 146097, era_day % 146097
    year_of_era = (of_era - of_era // 1460 + of_era // 36524 - of_era // 146096) // 365
    of_year = of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted = (5 * of_year + 2) // 153
    month = np.where(shifted < 10, shifted + 3, shifted - 9)
    year = year_of_era + era * 400 + (month <= 2)
    start = 12 * year + month - 1
    start = start - start % months
    year, month = start // 12, start % 12 + 1
    year = year - (month <= 2)
    era, year_of_era = year // 400, year % 400
    of_year = (153 * np.where(month > 2, month - 3, month + 9) + 2) // 5
    return np.asarray(
        era * 146097 + year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + of_year - 719468
    )


def in_utc(width: str, at: Integers) -> Integers:
    """The millisecond at which the bucket of a millisecond begins, by days of UTC.

    Raises ValueError where 64 bits do not hold it.
    """
    size = width_of(width)
    if size < 0:
        day = _first_of_months(at // _DAY, -size)
        if np.any(day < -(2**63 // _DAY)):
            raise _before_the_first()
        return np.asarray(_DAY * day)
    return from_origin(_DAY * _first_day(width), size, at)


def from_origin(origin: int, size: int, at: Integers) -> Integers:
    """The beginning of the bucket of a time, of equal ones that are counted from an origin."""
    start = at - np.mod(np.mod(at, size) - origin % size, size)
    if np.any(start > at):
        raise _before_the_first()
    return np.asarray(start)


def _before_the_first() -> ValueError:
    return ValueError("time_bucket: expected a time whose bucket begins at one too")


def _zone(name: str) -> tzinfo:
    if name in ("UTC", "Z", "GMT"):
        return UTC
    match = re.fullmatch(r"(?:UTC|GMT)?([+-])([0-9]{1,2})(?::?([0-9]{2}))?", name)
    if match and int(match[3] or 0) < 60:
        offset = timedelta(hours=int(match[2]), minutes=int(match[3] or 0))
        if offset > timedelta(hours=18):
            raise ValueError(f"time_bucket: expected an offset up to 18:00, found {name!r}")
        return timezone(offset if match[1] == "+" else -offset)
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        for known in available_timezones():
            if known.lower() == name.lower():
                return ZoneInfo(known)
        raise ValueError(f"time_bucket: expected a time zone, found {name!r}") from None


_WEEKDAYS = ("", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def _origin(behind: str) -> tuple[int, int]:
    """Where weeks begin, in days from Monday, and days, in seconds: of "Sunday 06:00"."""
    match = re.fullmatch(r"\s*([a-zA-Z]*)\s*(?:([01]\d|2[0-3]):([0-5]\d))?", behind)
    if not match or match[1].lower() not in _WEEKDAYS:
        raise ValueError(
            f"time_bucket: expected a day of the week or a time behind the zone, found {behind!r}"
        )
    weekday = max(0, _WEEKDAYS.index(match[1].lower()) - 1)
    return weekday, 3600 * int(match[2] or 0) + 60 * int(match[3] or 0)


def _day_begin(day: int, begin: int, zone: tzinfo) -> int:
    """The second at which a day begins; where clocks skip midnight, the first one after."""
    naive = datetime(1970, 1, 1) + timedelta(days=day, seconds=begin)
    second = int(naive.replace(tzinfo=zone).timestamp())
    if begin or datetime.fromtimestamp(second, zone).replace(tzinfo=None) == naive:
        return second
    # Clocks skip midnight: the day begins at the jump, which is found by halves.
    low, high = second - 2 * _SECONDS_OF_DAY, second + _SECONDS_OF_DAY
    while high - low > 1:
        middle = (low + high) // 2
        before = datetime.fromtimestamp(middle, zone).replace(tzinfo=None) < naive
        low, high = (middle, high) if before else (low, middle)
    return high


def in_zone(width: str, at: int, name: str) -> int:
    """The millisecond at which the bucket of a millisecond begins, by days of a time zone."""
    area, _, behind = name.partition(" ")
    size, zone, second = width_of(width), _zone(area), at // 1000
    weekday, begin = _origin(behind)
    if size > 0 and size % _DAY and _DAY % size:
        raise ValueError(f"time_bucket: expected a width that divides a day, found {width!r}")
    try:
        local = datetime.fromtimestamp(second, zone).replace(tzinfo=None)
        day = (local - datetime(1970, 1, 1) - timedelta(seconds=begin)) // timedelta(days=1)
        # Clocks that go back over where days begin come to a day again whose successor has begun.
        if _day_begin(day + 1, begin, zone) <= second:
            day += 1
        # Where they go forward over it, a day begins later.
        if _day_begin(day, begin, zone) > second:
            day -= 1
        if size < 0:
            day = int(_first_of_months(np.int64(day), -size))  # type: ignore[arg-type]
        elif size >= _DAY:
            day -= (day - _first_day(width, weekday)) % (size // _DAY)
        start = 1000 * _day_begin(day, begin, zone)
    except (OverflowError, ValueError, OSError) as beyond:
        raise ValueError(
            f"time_bucket: expected a time of the years 1 to 9999, found {at}"
        ) from beyond
    return start + (at - start) // size * size if 0 < size < _DAY else start
