# SPDX-License-Identifier: Apache-2.0
"""States of points in the order of time, of which only those merge that do not overlap."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from cassandra_stats import columns, inputs
from cassandra_stats.columns import Column, Doubles, Integers, State
from cassandra_stats.exact import sum_rest

_LARGEST_COUNT = 2**63 - 1


@dataclass
class Ordered:
    """Some states: of each how many points it has, and those of them that are kept, in order."""

    count: Integers
    times: Integers
    values: Doubles

    def some(self, which: Any) -> Self:
        """The states of an index, a slice or flags."""
        return type(self)(*(part[which] for part in vars(self).values()))

    def time(self, point: int) -> Integers:
        """The time of a point of each state."""
        return self.times[:, point]

    def value(self, point: int) -> Doubles:
        """The value of a point of each state."""
        return self.values[:, point]


S = TypeVar("S", bound=Ordered)


def series(family: str, times: Any, values: Any) -> tuple[Integers, Doubles]:
    """Times that rise, and their values.

    Times are milliseconds since 1970, datetime64 or datetime, ascending or descending. Null, NaN
    and infinities are left out; a point that comes again counts once. Raises ValueError where times
    neither rise nor fall, where two values have one time, or where there are other times than
    values, TypeError for what is no time or no number.
    """
    (at, timeless), (numbers, _) = inputs.times(times), inputs.doubles(values)
    if len(at) != len(numbers):
        raise ValueError(f"expected as many times as values, found {len(at)} and {len(numbers)}")
    kept = np.isfinite(numbers) & ~timeless
    at, numbers = at[kept], numbers[kept] + 0.0
    if len(at) > 1 and at[0] > at[-1]:
        at, numbers = at[::-1], numbers[::-1]
    again = (at[1:] == at[:-1]) & (numbers[1:] == numbers[:-1])
    different = np.concatenate((np.ones(min(1, len(at)), np.bool_), ~again))
    at, numbers = at[different], numbers[different]
    if (at[1:] <= at[:-1]).any():
        raise ValueError(f"{family}: expected one series in the order of time")
    return at, numbers


def are_values(words: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Whether all words of each row are values of points: finite, and not -0.0."""
    finite = np.isfinite(words.view(np.float64)) & (words != np.uint64(1 << 63))
    return np.asarray(finite.all(axis=1))


def shared(family: str, early: S, late: S) -> NDArray[np.bool_]:
    """Whether each early state ends with the point that begins the late one behind it.

    Raises ValueError where they overlap otherwise, or where a count would exceed 2^63-1.
    """
    end, begin = early.time(-1), late.time(0)
    both = (end == begin) & (early.value(-1) == late.value(0))
    overlapping = (end >= begin) & ~both
    if overlapping.any():
        index = int(overlapping.argmax())
        ranges = [f"{state.time(0)[index]} to {state.time(-1)[index]}" for state in (early, late)]
        raise ValueError(
            f"{family}: expected ranges of time that do not overlap, found {' and '.join(ranges)}"
        )
    if (early.count - both > _LARGEST_COUNT - late.count).any():
        raise ValueError(f"{family}: the count would exceed 2^63-1")
    return np.asarray(both)


def added(total: Doubles, rest: Doubles, more: Doubles) -> tuple[Doubles, Doubles]:
    """A sum in two doubles; what overflows is NaN twice."""
    with np.errstate(all="ignore"):
        both = total + more
        both_rest = rest + sum_rest(total, more, both)
        finite = np.isfinite(both + both_rest)
    return np.where(finite, both, np.nan), np.where(finite, both_rest, np.nan)


def merged(
    states: Column, read: Callable[[Sequence[bytes]], S], join: Callable[[S, S], S]
) -> S | None:
    """One state of all states of a column, which may come in any order; None without any.

    ``join`` makes one state of each of some states and the next one behind it.
    """
    column = columns.blobs(states)
    indexes = [index for index, state in enumerate(column) if state]
    if not indexes:
        return None
    fields = columns.read_at(read, column, indexes)
    fields = fields.some(np.lexsort((fields.time(-1), fields.time(0))))
    while len(fields.count) > 1:
        half = len(fields.count) // 2
        paired = join(fields.some(slice(0, 2 * half, 2)), fields.some(slice(1, 2 * half, 2)))
        odd = fields.some(slice(2 * half, None))
        fields = type(fields)(
            *(
                np.concatenate(parts)
                for parts in zip(vars(paired).values(), vars(odd).values(), strict=True)
            )
        )
    return fields


def bucket(
    family: str,
    read: Callable[[Sequence[bytes]], S],
    states: tuple[State, State, State],
    start: int,
    stop: int,
) -> list[S | None]:
    """The states before, in and behind a bucket of time, None where there is none.

    Raises InvalidState for an invalid state, ValueError where the points of the states are not
    before, in and behind the bucket.
    """
    earlier, own, later = (
        read([columns.blob(one)]) if columns.blob(one) else None for one in states
    )
    if (
        start >= stop
        or (earlier is not None and earlier.time(-1)[0] >= start)
        or (own is not None and (own.time(0)[0] < start or own.time(-1)[0] >= stop))
        or (later is not None and later.time(0)[0] < stop)
    ):
        raise ValueError(
            f"{family}: expected values before, from and until behind a bucket from {start} to"
            f" {stop}, found others"
        )
    return [earlier, own, later]


class Span(Protocol):
    """A state of rows from one time to another."""

    @property
    def first(self) -> int:
        """The first time."""

    @property
    def last(self) -> int:
        """The last time."""


R = TypeVar("R", bound=Span)


def before_and_in(
    family: str,
    read: Callable[[Sequence[bytes]], list[R]],
    states: tuple[State, State],
    start: int,
    stop: int,
) -> tuple[R | None, R | None]:
    """The states of the rows before a bucket and in it; None of null and of the empty blob.

    Raises InvalidState for an invalid state, ValueError where the rows are not before and in the
    bucket.
    """
    earlier, own = (read([columns.blob(one)])[0] if columns.blob(one) else None for one in states)
    if (
        start >= stop
        or (earlier is not None and earlier.last >= start)
        or (own is not None and (own.first < start or own.last >= stop))
    ):
        raise ValueError(
            f"{family}: expected values before and in a bucket from {start} to {stop}, found others"
        )
    return earlier, own
