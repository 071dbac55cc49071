# SPDX-License-Identifier: Apache-2.0
"""Functions that take no state: time_bucket, width_bucket, sparkline."""

from collections.abc import Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from cassandra_stats.buckets import in_utc, in_zone, width_of
from cassandra_stats.columns import Integers
from cassandra_stats.text import bars

__all__ = ["sparkline", "time_bucket", "width_bucket"]

_PER_SECOND = {"s": 1, "ms": 1000, "us": 1_000_000, "ns": 1_000_000_000}
_FIRST, _LAST = -(2**63), 2**63 - 1


@overload
def time_bucket(
    width: str, at: int, *, unit: str = "ms", zone: str | None = None, origin: int | None = None
) -> int: ...


@overload
def time_bucket(
    width: str,
    at: "NDArray[np.datetime64]",
    *,
    unit: str = "ms",
    zone: str | None = None,
    origin: int | None = None,
) -> "NDArray[np.datetime64]": ...


@overload
def time_bucket(
    width: str,
    at: Sequence[int] | Integers,
    *,
    unit: str = "ms",
    zone: str | None = None,
    origin: int | None = None,
) -> Integers: ...


def time_bucket(
    width: str, at: Any, *, unit: str = "ms", zone: str | None = None, origin: int | None = None
) -> Any:
    """Beginning of the bucket of a time, or of each time of an array.

    ``width`` is a number and s, m, h, d, w, mo or y, such as 15m. Times are whole numbers of a
    ``unit`` (s, ms, us, ns) since 1970, or datetime64, whose buckets are datetime64 of the same
    unit. Days are those of UTC, or of a ``zone`` such as Europe/Berlin or +02:00; with an
    ``origin`` buckets of at most weeks are counted from that time. Raises ValueError for another
    width, unit or zone, and where a bucket begins before the first time. The zones are those of
    Python, of the years 1 to 9999.
    """
    array = np.asarray(at)
    if array.dtype.kind == "M":
        unit = np.datetime_data(array.dtype)[0]
    if unit == "D":
        days = array.astype(np.int64)
        seconds = _buckets(width, days * 86400, 1, zone, origin, days=True)
        return (seconds // 86400).astype("datetime64[D]")
    if unit not in _PER_SECOND:
        raise ValueError(f"time_bucket: expected the unit s, ms, us or ns, found {unit!r}")
    found = _buckets(width, array.astype(np.int64), _PER_SECOND[unit], zone, origin)
    if array.dtype.kind == "M":
        return found.astype(f"datetime64[{unit}]")
    return int(found) if array.ndim == 0 else found


def _buckets(
    width: str,
    at: Integers,
    per_second: int,
    zone: str | None,
    origin: int | None,
    days: bool = False,
) -> Integers:
    size = width_of(width)
    if days and size > 0 and size % 86400:
        raise ValueError(
            f"time_bucket: expected a width in d, w, mo or y for dates, found {width!r}"
        )
    if origin is not None:
        if size < 0:
            raise ValueError(f"time_bucket: expected a width up to weeks, found {width!r}")
        whole = size * per_second
        start = at - np.mod(np.mod(at, whole) - origin % whole, whole)
        if np.any(start > at):
            raise ValueError("time_bucket: expected a time whose bucket begins at one too")
        return np.asarray(start)
    second = np.floor_divide(at, per_second)
    if zone is None:
        found = in_utc(width, second)
    else:
        found = np.array([in_zone(width, int(one), zone) for one in second.reshape(-1)], np.int64)
        found = found.reshape(second.shape)
    if np.any(found < -(2**63 // per_second)):
        raise ValueError("time_bucket: expected a time whose bucket begins at one too")
    return np.asarray(found * per_second)


@overload
def width_bucket(value: float | None, lo: float, hi: float, bins: int) -> int | None: ...


@overload
def width_bucket(value: NDArray[Any], lo: float, hi: float, bins: int) -> Integers: ...


def width_bucket(value: Any, lo: float, hi: float, bins: int) -> Any:
    """Number of the bucket of equal width that a value, or each value of an array, falls into.

    1 to bins, 0 below lo, bins + 1 from hi on; with lo above hi they run downwards. None for None
    and NaN, in an array -1. Raises ValueError for bounds that are equal or not finite, and for bins
    that are not 1 to 2147483646.
    """
    if not (np.isfinite(lo) and np.isfinite(hi)) or lo == hi:
        raise ValueError(f"width_bucket: expected two different finite bounds, found {lo} and {hi}")
    if not 1 <= bins < 2**31 - 1:
        raise ValueError(f"width_bucket: expected 1 to 2147483646 bins, found {bins}")
    array = np.asarray(np.nan if value is None else value, np.float64)
    low, high, number = (-lo, -hi, -array) if lo > hi else (lo, hi, array)
    with np.errstate(all="ignore"):
        span = np.float64(high) - low
        halves = (number / 2 - low / 2) / (high / 2 - low / 2)
        share = (number - low) / span if np.isfinite(span) else halves
        inside = np.where(np.isfinite(share), bins * share, 0.0)
        bucket = 1 + np.clip(inside, 0, bins - 1).astype(np.int64)
    bucket = np.where(number < low, 0, np.where(number >= high, bins + 1, bucket))
    bucket = np.where(np.isnan(number), -1, bucket)
    if array.ndim > 0:
        return bucket
    return None if np.isnan(array) else int(bucket)


def sparkline(counts: Sequence[int] | Integers) -> str:
    """One bar for each count, its height in proportion to the largest; the lowest for zero.

    Raises ValueError for more than 4096 counts, and for negative ones.
    """
    numbers = [int(count) for count in counts]
    if len(numbers) > 4096 or min(numbers, default=0) < 0:
        raise ValueError("sparkline: expected at most 4096 counts, none of them negative")
    return bars(numbers)
