# SPDX-License-Identifier: Apache-2.0
"""Where buckets of time begin: in seconds since 1970, which is when any width begins."""

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import numpy as np

from cassandra_stats.columns import Integers

_DAY = 86400
# Seconds of a unit; of months and years the number of months, negative.
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": _DAY, "w": 7 * _DAY, "mo": -1, "y": -12}


def width_of(width: str) -> int:
    """Seconds of a width, or its months, negative. Raises ValueError for what is no width."""
    match = re.fullmatch(r"([0-9]{1,9})(s|m|h|d|w|mo|y)", width)
    if not match or int(match[1]) == 0:
        raise ValueError(f"time_bucket: expected a width such as 15m, 1h, 1d, 3mo, found {width!r}")
    return int(match[1]) * _UNITS[match[2]]


def _first_day(width: str) -> int:
    """The day from which buckets are counted: weeks begin on Mondays."""
    return 4 if width.endswith("w") else 0


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


def in_utc(width: str, second: Integers) -> Integers:
    """The second at which the bucket of a second begins, by days of UTC."""
    size = width_of(width)
    if size < 0:
        return _DAY * _first_of_months(second // _DAY, -size)
    return np.asarray(second - (second - _DAY * _first_day(width)) % size)


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
        raise ValueError(f"time_bucket: expected a time zone, found {name!r}") from None


def _midnight(day: int, zone: tzinfo) -> int:
    """The first second of a day, which is later than midnight where clocks go forward then."""
    naive = datetime(1970, 1, 1) + timedelta(days=day)
    second = int(naive.replace(tzinfo=zone).timestamp())
    if datetime.fromtimestamp(second, zone).replace(tzinfo=None) == naive:
        return second
    # Clocks skip midnight: the day begins at the jump, which is found by halves.
    low, high = second - 2 * _DAY, second + _DAY
    while high - low > 1:
        middle = (low + high) // 2
        before = datetime.fromtimestamp(middle, zone).replace(tzinfo=None) < naive
        low, high = (middle, high) if before else (low, middle)
    return high


def in_zone(width: str, second: int, name: str) -> int:
    """The second at which the bucket of a second begins, by days of a time zone."""
    size, zone = width_of(width), _zone(name)
    if size > 0 and size % _DAY and _DAY % size:
        raise ValueError(f"time_bucket: expected a width that divides a day, found {width!r}")
    try:
        local = datetime.fromtimestamp(second, zone).replace(tzinfo=None)
        day = (local - datetime(1970, 1, 1)) // timedelta(days=1)
        # Clocks that go back over midnight come to a day again whose successor has begun.
        if _midnight(day + 1, zone) <= second:
            day += 1
        if size < 0:
            day = int(_first_of_months(np.int64(day), -size))  # type: ignore[arg-type]
        elif size >= _DAY:
            day -= (day - _first_day(width)) % (size // _DAY)
        start = _midnight(day, zone)
    except (OverflowError, ValueError, OSError) as beyond:
        raise ValueError(
            f"time_bucket: expected a time of the years 1 to 9999, found {second}"
        ) from beyond
    return start + (second - start) // size * size if 0 < size < _DAY else start
