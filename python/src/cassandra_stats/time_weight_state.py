# SPDX-License-Identifier: Apache-2.0
"""The states of the family ``time_weight``: read, made, merged and written."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cassandra_stats.columns import Column, Doubles, Integers, State
from cassandra_stats.exact import exact_sum, product_rest, sum_rest
from cassandra_stats.frames import Family, opened, sealed
from cassandra_stats.ordered import Ordered, added, are_values, merged, series, shared

_FAMILY = Family("time_weight", 137, 72, 72)
_PREAMBLE = np.uint64(0x0102890000000000)
# What is written for an integral that overflowed.
_NAN = np.uint64(0x7FF8000000000000)

# What holds between two values: the earlier one, or a line.
LOCF, LINEAR = range(2)

# The points of a state.
FIRST, LAST = range(2)

Words = NDArray[np.uint64]


@dataclass
class TimeWeight(Ordered):
    """The fields of some states: of each the method, the integral by milliseconds, its rest."""

    method: Integers
    integral: Doubles
    rest: Doubles


def read(states: Sequence[bytes]) -> TimeWeight:
    """The fields of states. Raises InvalidState where one is none."""
    words = opened(_FAMILY, states).words.reshape(-1, 9)[:, :8].copy()
    whole, numbers = words.view(np.int64), words.view(np.float64)
    fields = TimeWeight(
        whole[:, 1],
        whole[:, 4::2],
        numbers[:, 5::2],
        (words[:, 0] - _PREAMBLE).view(np.int64),
        numbers[:, 2],
        numbers[:, 3],
    )
    with np.errstate(all="ignore"):
        is_sum = np.isfinite(fields.integral + fields.rest) | (words[:, 2:4] == _NAN).all(axis=1)
    _FAMILY.refuse(
        ~np.isin(fields.method, (LOCF, LINEAR)) | ~are_values(words[:, 5::2].copy()) | ~is_sum,
        "no flags, the parameter 0 or 1, finite values, and an integral that is finite or twice"
        " one NaN",
        fields.integral,
    )
    first, last = words[:, 4:6], words[:, 6:8]
    one = (first == last).all(axis=1) & ~words[:, 2:4].any(axis=1)
    # There are no more values than milliseconds.
    more = last[:, 0] - first[:, 0] >= fields.count.view(np.uint64) - np.uint64(1)
    more &= (fields.count > 1) & (fields.time(FIRST) < fields.time(LAST))
    _FAMILY.refuse(
        ~np.where(fields.count == 1, one, more),
        "a count from 1 to 2^63-1, times that rise, and no integral of one value",
        fields.count,
    )
    return fields


def _written(fields: TimeWeight) -> bytes:
    words = np.zeros((1, 8), np.uint64)
    words[:, 0] = _PREAMBLE + fields.method.view(np.uint64)
    words[:, 1] = fields.count.view(np.uint64)
    for at, sums in enumerate((fields.integral, fields.rest), 2):
        words[:, at] = np.where(np.isnan(sums), _NAN, sums.view(np.uint64))
    words[:, 4::2], words[:, 5::2] = fields.times.view(np.uint64), fields.values.view(np.uint64)
    return sealed(list(words))[0]


def locf(times: Any, values: Any) -> bytes:
    """The state of values that hold until the next one; of none the empty blob.

    Times are milliseconds since 1970, datetime64 or datetime, ascending or descending. Null, NaN
    and infinities are left out; a point that comes again counts once. Raises ValueError where times
    neither rise nor fall, where two values have one time, or where there are other times than
    values, TypeError for what is no time or no number.
    """
    return _of(times, values, LOCF)


def linear(times: Any, values: Any) -> bytes:
    """The state of values that change evenly to the next one; likewise."""
    return _of(times, values, LINEAR)


def _of(times: Any, values: Any, method: int) -> bytes:
    at, numbers = series("time_weight", times, values)
    if len(at) == 0:
        return b""
    areas, rests = _gaps(at[:-1], at[1:], numbers[:-1], numbers[1:], np.int64(method))
    with np.errstate(all="ignore"):
        integral, rest = exact_sum(areas)
        rest += float(rests.sum())
    if not np.isfinite(integral + rest):
        integral = rest = np.nan
    ends = [0, -1]
    return _written(
        TimeWeight(
            np.array([len(at)]),
            at[ends][None, :].copy(),
            numbers[ends][None, :].copy(),
            np.array([method]),
            np.array([integral]),
            np.array([rest]),
        )
    )


def _gaps(
    times: Integers, following: Integers, before: Doubles, after: Doubles, method: Any
) -> tuple[Doubles, Doubles]:
    """The integrals between neighbouring points, and what rounding cut off them."""
    gaps = following.astype(np.float64) - times.astype(np.float64)
    left = np.where(method == LINEAR, before / 2, before)
    right = np.where(method == LINEAR, after / 2, 0.0)
    with np.errstate(all="ignore"):
        heights = left + right
        areas = heights * gaps
        rests = sum_rest(left, right, heights) * gaps + product_rest(heights, gaps, areas)
    return areas, rests


def _join(early: TimeWeight, late: TimeWeight) -> TimeWeight:
    """The values of each early state with those of the late one behind it."""
    if (early.method != late.method).any():
        raise ValueError("time_weight: expected states of one method, found locf and linear")
    both = shared("time_weight", early, late)
    integral, rest = added(early.integral, early.rest + late.rest, late.integral)
    area, area_rest = _gaps(
        early.time(LAST), late.time(FIRST), early.value(LAST), late.value(FIRST), early.method
    )
    integral, rest = added(integral, rest + area_rest, area)
    times = np.stack((early.time(FIRST), late.time(LAST)), axis=1)
    values = np.stack((early.value(FIRST), late.value(LAST)), axis=1)
    return TimeWeight(early.count - both + late.count, times, values, early.method, integral, rest)


def merge(states: Column) -> bytes | None:
    """The state of the values of all states of a column; None where all are None or empty.

    The states may come in any order. Raises InvalidState for an invalid state, ValueError where
    methods differ, ranges of time overlap or a count would exceed 2^63-1.
    """
    fields = merged(states, read, _join)
    return None if fields is None else _written(fields)


def union(left: State, right: State) -> bytes | None:
    """The state of the values of two states; None if either is None."""
    if left is None or right is None:
        return None
    return merge([left, right]) or b""
