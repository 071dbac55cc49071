# SPDX-License-Identifier: Apache-2.0
"""Functions that take no state: time_bucket, width_bucket, sparkline."""

import operator
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from cassandra_stats import inputs
from cassandra_stats.buckets import from_origin, in_utc, in_zone, width_of
from cassandra_stats.columns import Integers
from cassandra_stats.text import bars

__all__ = ["sparkline", "time_bucket", "width_bucket"]

_PER_SECOND = {"s": 1, "ms": 1000, "us": 1_000_000, "ns": 1_000_000_000}
# Units of datetime64 that become shorter ones.
_COARSE = {"Y": "D", "M": "D", "W": "D", "h": "s", "m": "s", "generic": "s"}
# Seconds from 1970 whose milliseconds 64 bits hold.
_FURTHEST = (2**63 - 1) // 1000


@overload
def time_bucket(
    width: str, at: None, *, unit: str = "ms", zone: str | None = None, origin: int | None = None
) -> None: ...


@overload
def time_bucket(
    width: str, at: int, *, unit: str = "ms", zone: str | None = None, origin: int | None = None
) -> int: ...


@overload
def time_bucket(
    width: str,
    at: date | np.datetime64,
    *,
    unit: str = "ms",
    zone: str | None = None,
    origin: int | None = None,
) -> np.datetime64: ...


@overload
def time_bucket(
    width: str,
    at: Sequence[int] | Integers,
    *,
    unit: str = "ms",
    zone: str | None = None,
    origin: int | None = None,
) -> Integers: ...


@overload
def time_bucket(
    width: str,
    at: Iterable[Any],
    *,
    unit: str = "ms",
    zone: str | None = None,
    origin: int | None = None,
) -> NDArray[Any]: ...


def time_bucket(
    width: str, at: Any, *, unit: str = "ms", zone: str | None = None, origin: int | None = None
) -> Any:
    """Beginning of the bucket of a time, or of each time of an array.

    ``width`` is a number and ms, s, m, h, d, w, mo or y, such as 15m. Times are whole numbers of a
    ``unit`` (s, ms, us, ns) since 1970, or datetime64, whose buckets are datetime64 of the same
    unit, of seconds for minutes and hours, of days for longer ones; datetime is datetime64 in UTC.
    Null gives null: None, or NaT. Days are those of UTC, or of a ``zone`` such as Europe/Berlin or
    +02:00, and begin where it says behind it, as in Europe/Berlin Sunday 06:00; with an ``origin``
    buckets of at most weeks are counted from that time. Days have neither. Raises TypeError for
    what is no time, ValueError for another width, unit or zone, for seconds whose milliseconds 64
    bits do not hold, and where a bucket begins before the first time. The zones are those of
    Python, of the years 1 to 9999.
    """
    if at is None:
        return None
    single = np.ndim(at) == 0
    if single:  # datetime64 keeps its unit in an array.
        at = np.array([at]) if isinstance(at, np.datetime64) else [at]
    array, null = inputs.present(at)
    is_time = array.dtype.kind == "M"
    if is_time:
        unit = np.datetime_data(array.dtype)[0]
        unit = _COARSE.get(unit, unit)
    if unit not in _PER_SECOND and not (is_time and unit == "D"):
        raise ValueError(f"time_bucket: expected the unit s, ms, us or ns, found {unit!r}")
    numbers = inputs.whole(array, unit) if is_time else inputs.integers(array)
    found: NDArray[Any]
    if unit == "D":
        found = _days(width, numbers, zone, origin)
    else:
        found = _buckets(width, numbers, _PER_SECOND[unit], zone, origin)
    if is_time:
        found = inputs.spread(found.astype(f"datetime64[{unit}]"), null, np.datetime64("NaT"))
    elif null.any():
        found = inputs.spread(found.astype(object), null, None)
    if single:
        return found[0] if is_time or null[0] else int(found[0])
    return found


def _days(width: str, days: Integers, zone: str | None, origin: int | None) -> Integers:
    size = width_of(width)
    if zone is not None or origin is not None or (size > 0 and size % 86_400_000):
        raise ValueError(
            f"time_bucket: expected a width in d, w, mo or y for dates, without zone and origin,"
            f" found {width!r}"
        )
    _require_near(days, _FURTHEST // 86400)
    return _buckets(width, days * 86400, 1, None, None) // 86400


def _require_near(numbers: Integers, furthest: int) -> None:
    if (numbers > furthest).any() or (numbers < -furthest).any():
        raise ValueError(f"time_bucket: expected a time at most {furthest} from 1970")


def _buckets(
    width: str, at: Integers, per_second: int, zone: str | None, origin: int | None
) -> Integers:
    size = width_of(width)
    if per_second == 1:
        _require_near(at, _FURTHEST)
        if size > 0 and size % 1000:
            raise ValueError(f"time_bucket: expected a width of whole seconds, found {width!r}")
    if origin is not None:
        if size < 0:
            raise ValueError(f"time_bucket: expected a width up to weeks, found {width!r}")
        if zone is not None:
            raise ValueError("time_bucket: expected a zone or an origin, found both")
        return from_origin(operator.index(origin), size * per_second // 1000, at)
    millis = at * 1000 if per_second == 1 else np.floor_divide(at, per_second // 1000)
    if zone is None:
        found = in_utc(width, millis)
    else:
        found = np.array([in_zone(width, int(one), zone) for one in millis.reshape(-1)], np.int64)
        found = found.reshape(millis.shape)
    if per_second == 1:
        return np.asarray(found // 1000)
    if np.any(found < -(2**63 * 1000 // per_second)):
        raise ValueError("time_bucket: expected a time whose bucket begins at one too")
    return np.asarray(found * (per_second // 1000))


@overload
def width_bucket(
    value: float | np.number[Any] | None, lo: float, hi: float, bins: int
) -> int | None: ...


@overload
def width_bucket(value: Iterable[Any], lo: float, hi: float, bins: int) -> Integers: ...


def width_bucket(value: Any, lo: float, hi: float, bins: int) -> Any:
    """Number of the bucket of equal width that a value, or each value of an array, falls into.

    1 to bins, 0 below lo, bins + 1 from hi on; with lo above hi they run downwards. None for None
    and NaN, in an array -1. Raises ValueError for bounds that are equal or not finite, and for bins
    that are not 1 to 2147483646.
    """
    if not (np.isfinite(lo) and np.isfinite(hi)) or lo == hi:
        raise ValueError(f"width_bucket: expected two different finite bounds, found {lo} and {hi}")
    bins = operator.index(bins)
    if not 1 <= bins < 2**31 - 1:
        raise ValueError(f"width_bucket: expected 1 to 2147483646 bins, found {bins}")
    single = np.ndim(value) == 0
    array, _ = inputs.doubles([value] if single else value)
    low, high, number = (-lo, -hi, -array) if lo > hi else (lo, hi, array)
    with np.errstate(all="ignore"):
        span = np.float64(high) - low
        halves = (number / 2 - low / 2) / (high / 2 - low / 2)
        share = (number - low) / span if np.isfinite(span) else halves
        inside = np.where(np.isfinite(share), bins * share, 0.0)
        bucket = 1 + np.clip(inside, 0, bins - 1).astype(np.int64)
    bucket = np.where(number < low, 0, np.where(number >= high, bins + 1, bucket))
    bucket = np.where(np.isnan(number), -1, bucket)
    if not single:
        return bucket
    return None if np.isnan(array[0]) else int(bucket[0])


def sparkline(counts: Sequence[int] | Integers) -> str:
    """One bar for each count, its height in proportion to the largest; the lowest for zero.

    Raises ValueError for more than 4096 counts, and for negative ones.
    """
    numbers = [operator.index(count) for count in counts]
    if len(numbers) > 4096 or min(numbers, default=0) < 0:
        raise ValueError("sparkline: expected at most 4096 counts, none of them negative")
    return bars(numbers)
