# SPDX-License-Identifier: Apache-2.0
"""The states of the family ``counter``: read, made, merged and written."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cassandra_stats.columns import Column, Doubles, Integers, State
from cassandra_stats.exact import exact_sum
from cassandra_stats.frames import Family, opened, sealed
from cassandra_stats.ordered import Ordered, added, are_values, merged, series, shared

_FAMILY = Family("counter", 136, 120, 120)
# The preamble of a counter; a gauge has the parameter 1.
_PREAMBLE = np.uint64(0x0102880000000000)
# What is written for a sum that overflowed.
_NAN = np.uint64(0x7FF8000000000000)

# The points of a state.
FIRST, SECOND, LAST_BUT_ONE, LAST = range(4)

Words = NDArray[np.uint64]


@dataclass
class Counter(Ordered):
    """Some states: of each its kind, the counts, the lost sum and its rest, and four points."""

    resets: Integers
    changes: Integers
    lost: Doubles
    rest: Doubles
    is_gauge: NDArray[np.bool_]


def _check(words: Words) -> Counter:
    """The fields of words 0 to 13 of states, if some values have them; else InvalidState."""
    whole, numbers = words.view(np.int64), words.view(np.float64)
    fields = Counter(
        whole[:, 1],
        whole[:, 6::2],
        numbers[:, 7::2],
        whole[:, 2],
        whole[:, 3],
        numbers[:, 4],
        numbers[:, 5],
        words[:, 0] == _PREAMBLE + np.uint64(1),
    )
    with np.errstate(all="ignore"):
        is_sum = np.isfinite(fields.lost + fields.rest) | (words[:, 4:6] == _NAN).all(axis=1)
    _FAMILY.refuse(
        ((words[:, 0] != _PREAMBLE) & ~fields.is_gauge)
        | ~are_values(words[:, 7::2].copy())
        | ~is_sum,
        "no flags, the parameter 0 or 1, finite values, and a sum that is finite or twice one NaN",
        fields.lost,
    )
    _FAMILY.refuse(
        ~_are_ordered(fields, words),
        "a count from 1 to 2^63-1, and times that rise",
        fields.count,
    )
    _FAMILY.refuse(
        ~_are_counted(fields, words),
        "resets and changes that its values can have, nothing lost without a reset, and no reset of"
        " a gauge",
        fields.resets,
    )
    return fields


def _are_ordered(fields: Counter, words: Words) -> NDArray[np.bool_]:
    """Whether points are in order, and the same where there are few."""
    first, second, last_but_one, last = (words[:, at : at + 2] for at in (6, 8, 10, 12))

    def same(left: Words, right: Words) -> NDArray[np.bool_]:
        return np.asarray((left == right).all(axis=1))

    one = same(first, last) & ~(second.any(axis=1) | last_but_one.any(axis=1))
    two = same(second, last) & same(last_but_one, first)
    three = same(second, last_but_one)
    # There are no more values than milliseconds.
    span = last[:, 0] - first[:, 0]
    more = fields.time(FIRST) < fields.time(SECOND)
    more &= fields.time(LAST_BUT_ONE) < fields.time(LAST)
    more &= span >= fields.count.view(np.uint64) - np.uint64(1)
    count = fields.count
    rises = fields.time(SECOND) < fields.time(LAST_BUT_ONE)
    return np.select(
        [count < 1, count == 1, count == 2, count == 3],
        [
            np.zeros(len(count), np.bool_),
            one,
            two & (fields.time(FIRST) < fields.time(LAST)),
            more & three,
        ],
        more & rises,
    )


def _are_counted(fields: Counter, words: Words) -> NDArray[np.bool_]:
    """Whether the values that are kept, and as many others, can have the resets and changes."""
    count = fields.count
    first, second, last_but_one, last = (fields.value(point) for point in range(4))
    falls = (count > 1) & (second < first) & ~fields.is_gauge
    resets = fields.resets - falls - ((count > 2) & (last < last_but_one) & ~fields.is_gauge)
    changes = (
        fields.changes - ((count > 1) & (second != first)) - ((count > 2) & (last != last_but_one))
    )
    possible = (fields.resets >= 0) & (fields.changes >= 0)
    possible &= (resets >= 0) & (resets <= changes) & (changes <= np.maximum(0, count - 3))
    possible &= (count <= 3) | (resets > 0) | (second <= last_but_one) | fields.is_gauge
    possible &= (count <= 3) | (changes > 0) | (second == last_but_one)
    possible &= (fields.resets == 0) | ~fields.is_gauge
    possible &= (fields.resets > 0) | ~words[:, 4:6].any(axis=1)
    return np.asarray(possible)


def read(states: Sequence[bytes]) -> Counter:
    """The fields of states. Raises InvalidState where one is none."""
    return _check(opened(_FAMILY, states).words.reshape(-1, 15)[:, :14].copy())


def _written(fields: Counter) -> list[bytes]:
    words = np.zeros((len(fields.count), 14), np.uint64)
    words[:, 0] = _PREAMBLE + fields.is_gauge.astype(np.uint64)
    for at, counts in enumerate((fields.count, fields.resets, fields.changes), 1):
        words[:, at] = counts.view(np.uint64)
    for at, sums in enumerate((fields.lost, fields.rest), 4):
        words[:, at] = np.where(np.isnan(sums), _NAN, sums.view(np.uint64))
    words[:, 6::2], words[:, 7::2] = fields.times.view(np.uint64), fields.values.view(np.uint64)
    return sealed(list(words))


def of(times: Any, values: Any) -> bytes:
    """The state of the values of a counter; of none the empty blob.

    Times are milliseconds since 1970, datetime64 or datetime, ascending or descending. Null, NaN
    and infinities are left out; a point that comes again counts once. Raises ValueError where times
    neither rise nor fall, where two values have one time, or where there are other times than
    values, TypeError for what is no time or no number.
    """
    return _of(times, values, False)


def gauge(times: Any, values: Any) -> bytes:
    """The state of the values of a gauge, which goes up and down; likewise."""
    return _of(times, values, True)


def _of(times: Any, values: Any, is_gauge: bool) -> bytes:
    at, numbers = series("counter", times, values)
    return _of_points(at, numbers, is_gauge) if len(at) > 0 else b""


def _of_points(at: Integers, numbers: Doubles, is_gauge: bool) -> bytes:
    resets = (numbers[1:] < numbers[:-1]) & (not is_gauge)
    with np.errstate(all="ignore"):
        lost, rest = exact_sum(numbers[:-1][resets])
    if not np.isfinite(lost + rest):
        lost = rest = np.nan
    is_one = len(at) == 1
    points = [0, 0, 0, 0] if is_one else [0, 1, -2, -1]
    times, values = at[points][None, :].copy(), numbers[points][None, :].copy()
    if is_one:
        times[:, [SECOND, LAST_BUT_ONE]] = 0
        values[:, [SECOND, LAST_BUT_ONE]] = 0
    fields = Counter(
        np.array([len(at)]),
        times,
        values,
        np.array([resets.sum()]),
        np.array([(numbers[1:] != numbers[:-1]).sum()]),
        np.array([lost]),
        np.array([rest]),
        np.array([is_gauge]),
    )
    return _written(fields)[0]


def _both(early: Counter, late: Counter) -> Counter:
    """The values of each early state with those of the late one behind it."""
    require_one_kind([early, late])
    both = shared("counter", early, late)
    before, after = early.value(LAST), late.value(FIRST)
    is_reset = (after < before) & ~both & ~early.is_gauge
    lost, rest = added(early.lost, early.rest + late.rest, late.lost)
    lost, rest = added(lost, rest, np.where(is_reset, before, 0.0))
    times, values = (
        _ends(left, right, early.count == 1, late.count == 1, both)
        for left, right in ((early.times, late.times), (early.values, late.values))
    )
    return Counter(
        early.count - both + late.count,
        times,
        values,
        early.resets + late.resets + is_reset,
        early.changes + late.changes + (before != after),
        lost,
        rest,
        early.is_gauge,
    )


def require_one_kind(states: Sequence[Counter]) -> None:
    """Raises ValueError for a counter and a gauge together."""
    if any((states[0].is_gauge != state.is_gauge).any() for state in states[1:]):
        raise ValueError("counter: expected states of one kind, found a counter and a gauge")


def _ends(left: Any, right: Any, early_one: Any, late_one: Any, both: Any) -> Any:
    """The points at both ends, of which a state of one value has no neighbours."""
    second = np.where(both, right[:, SECOND], right[:, FIRST])
    last_but_one = np.where(both, left[:, LAST_BUT_ONE], left[:, LAST])
    return np.stack(
        (
            left[:, FIRST],
            np.where(early_one, second, left[:, SECOND]),
            np.where(late_one, last_but_one, right[:, LAST_BUT_ONE]),
            right[:, LAST],
        ),
        axis=1,
    )


def merge(states: Column) -> bytes | None:
    """The state of the values of all states of a column; None where all are None or empty.

    The states may come in any order. Raises InvalidState for an invalid state, ValueError where
    a counter meets a gauge, ranges of time overlap, or a count would exceed 2^63-1.
    """
    fields = merged(states, read, _both)
    return None if fields is None else _written(fields)[0]


def union(left: State, right: State) -> bytes | None:
    """The state of the values of two states; None if either is None."""
    if left is None or right is None:
        return None
    return merge([left, right]) or b""
