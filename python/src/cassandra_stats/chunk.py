# SPDX-License-Identifier: Apache-2.0
"""The family ``chunk``: up to 8192 points of one series, each a time and a value, lossless."""

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from cassandra_stats import columns, histogram_state, inputs, questions, tdigest_state
from cassandra_stats.chunk_digest import MOST_K, carrying
from cassandra_stats.chunk_encode import encoded
from cassandra_stats.chunk_lttb import kept
from cassandra_stats.chunk_state import (
    ENCODINGS,
    Chunks,
    exact_of,
    integers_of,
    read,
    times_of,
    values_of,
)
from cassandra_stats.columns import Column, Doubles, Integers, State
from cassandra_stats.frames import sealed
from cassandra_stats.text import number

__all__ = [
    "bigints", "count", "first_time", "histogram", "is_valid", "last_time", "lttb", "merge",
    "moments", "of", "points", "slice", "tdigest", "text", "times", "union", "values",
    "with_digest",
]  # fmt: skip


def of(times: Any, values: Any) -> bytes:
    """The chunk of points, in the order of their times; of none the empty blob.

    Times are integers, or datetime64 and datetime, which become milliseconds since 1970; points of
    one time stay in their order. NaN, with its bits, and infinities are kept; a point of which
    something is null is none. Integers stay exact: ``bigints`` gives them back. Raises ValueError
    for more than 8192 points, other times than values, or an integer beyond 64 bits, TypeError for
    what is no time or no number.
    """
    (at, timeless), (numbers, null) = inputs.times(times), inputs.exact(values)
    if len(at) != len(numbers):
        raise ValueError(
            f"chunk: expected as many times as values, found {len(at)}, {len(numbers)}"
        )
    kept = ~(timeless | null)
    at, numbers = at[kept], numbers[kept]
    order = np.argsort(at, kind="stable")
    at, doubles = at[order], numbers[order].astype(np.float64)
    integers = numbers[order].astype(np.int64) if numbers.dtype == np.int64 else None
    return encoded(at, doubles, integers)


def points(chunks: State | Column) -> tuple[Integers, Doubles]:
    """Times and values of all points of a chunk, or of all chunks of a column, as they come."""
    times, values, _ = _points(chunks)
    return times, values


def _points(chunks: State | Column) -> tuple[Integers, Doubles, Integers]:
    """Also the integers to which values are nearest, where they are no doubles."""
    column = columns.blobs(chunks) if columns.is_column(chunks) else [columns.blob(chunks)]  # type: ignore[arg-type]
    times: list[Integers] = [np.zeros(0, np.int64)]
    values: list[Doubles] = [np.zeros(0)]
    integers: list[Integers] = [np.zeros(0, np.int64)]
    for indexes in columns.portions(column, read):
        table = columns.read_at(read, column, indexes)
        times += times_of(table)
        for some, exact in exact_of(table):
            values.append(some)
            integers.append(np.zeros(len(some), np.int64) if exact is None else exact)
    return np.concatenate(times), np.concatenate(values), np.concatenate(integers)


def merge(chunks: Column) -> bytes | None:
    """The chunk of the points of all chunks of a column, 8192 at most; None without any.

    Raises InvalidState for an invalid chunk, ValueError for more points.
    """
    return _merged(chunks, has_fronts=True) or None


def _merged(chunks: Column, has_fronts: bool) -> bytes:
    column = columns.blobs(chunks)
    total = 0
    for indexes in columns.portions(column, read):
        total += int(columns.read_at(read, column, indexes).count.sum())
        if total > 8192:
            raise ValueError(f"chunk: expected at most 8192 points, found {total} or more")
    at, numbers, integers = _points(column)
    order = np.argsort(at, kind="stable")
    return encoded(at[order], numbers[order], integers[order], has_fronts)


def union(left: State, right: State) -> bytes | None:
    """The points of two chunks, those of the left one first among equal times.

    As in Cassandra, fronts of values are not tried: ``merge`` may give fewer bytes.
    """
    if left is None or right is None:
        return None
    return _merged([left, right], has_fronts=False)


@questions.integers(read)
def count(chunks: Chunks) -> Integers:
    """Number of points, those included whose values are NaN or infinite."""
    return chunks.count


@questions.integers(read)
def first_time(chunks: Chunks) -> Integers:
    """Time of the first point; a timestamp is its milliseconds since 1970."""
    return chunks.first


@questions.integers(read)
def last_time(chunks: Chunks) -> Integers:
    """Time of the last point; a timestamp is its milliseconds since 1970."""
    return chunks.last


@questions.objects(read)
def times(chunks: Chunks) -> Sequence[Integers]:
    """Times of all points, in order: an array."""
    return times_of(chunks)


@questions.objects(read)
def values(chunks: Chunks) -> Sequence[Doubles]:
    """Values of all points, in the order of their times, bit for bit: an array."""
    return values_of(chunks)


@questions.objects(read)
def bigints(chunks: Chunks) -> Sequence[Integers]:
    """Values of all points as integers, exact beyond 2^53, too: an array.

    Raises ValueError where a value is no integer of 64 bits.
    """
    return integers_of(chunks)


@questions.states(read)
def moments(chunks: Chunks, /) -> Sequence[bytes]:
    """The moments state of the values, from the header alone; the empty blob of the empty chunk."""
    at = chunks.frames.starts[:, None] + 1 + np.arange(11)
    return sealed(list(chunks.frames.words[at]))


@questions.states(read)
def tdigest(chunks: Chunks, k: int, /) -> Sequence[bytes]:
    """The digest of the finite values, with k from 10 to 32767; the empty blob without any.

    A digest that a chunk carries is taken instead, if its k is not smaller.
    """
    is_carried = chunks.k >= k
    values = [] if is_carried.all() else values_of(chunks)
    return [
        tdigest_state.of(values[index], k)
        if carried is None or not is_carried[index]
        else tdigest_state.of_centroids(*carried, int(chunks.k[index]), k)
        for index, carried in enumerate(chunks.digests)
    ]


@questions.states(read)
def with_digest(chunks: Chunks, k: int, /) -> Sequence[bytes]:
    """The chunk with a digest of its values, with k from 10 to 200, for ``tdigest`` to take.

    One that it carries is replaced. A chunk of at most 2k + 10 finite values (2k + 30 for k below
    30) gets none.
    """
    if not 10 <= operator.index(k) <= MOST_K:
        raise ValueError(f"chunk_with_digest: expected k from 10 to 200, found {k}")
    return [
        carrying(chunks.frames.bytes_of(index), int(chunks.digest_words[index]), numbers, k)
        for index, numbers in enumerate(values_of(chunks))
    ]


@questions.states(read)
def histogram(chunks: Chunks, lo: float, hi: float, bins: int, /) -> Sequence[bytes]:
    """The histogram state of the finite values; the empty blob without any."""
    return [histogram_state.of(numbers, lo, hi, bins) for numbers in values_of(chunks)]


@questions.states(read)
def slice(chunks: Chunks, since: int, until: int, /) -> Sequence[bytes]:
    """The chunk of the points from a time until before another; the empty blob without any."""
    cut = []
    for at, (numbers, integers) in zip(times_of(chunks), exact_of(chunks), strict=True):
        some = (at >= since) & (at < until)
        cut.append(_encoded(at, numbers, integers, some))
    return cut


@questions.states(read)
def lttb(chunks: Chunks, points: int, /) -> Sequence[bytes]:
    """The chunk of at most so many points, 2 to 8192, that draw nearly the same line.

    Points that are not finite are left out; the empty blob where none is finite.
    """
    if not 2 <= operator.index(points) <= 8192:
        raise ValueError(f"chunk_lttb: expected 2 to 8192 points, found {points}")
    drawn = []
    for at, (numbers, integers) in zip(times_of(chunks), exact_of(chunks), strict=True):
        drawn.append(_encoded(at, numbers, integers, kept(at, numbers, points)))
    return drawn


def _encoded(at: Integers, numbers: Doubles, integers: Integers | None, some: Any) -> bytes:
    exact = None if integers is None else integers[some]
    return encoded(at[some], numbers[some], exact, has_fronts=False)


def _text(chunks: Chunks, index: int) -> str:
    fields = chunks.moments
    extremes = [float(fields.minimum[index]), float(fields.maximum[index])]
    low, high = map(number, extremes) if fields.count[index] > 0 else ("none", "none")
    digest = f" digest={chunks.k[index]}" if chunks.k[index] > 0 else ""
    return (
        f"chunk count={chunks.count[index]} first={chunks.first[index]} last={chunks.last[index]}"
        f" min={low} max={high} skipped={fields.skipped[index]}"
        f" encoding={ENCODINGS[chunks.encoding[index]]}{digest}"
        f" bytes={8 * chunks.frames.lengths[index]}"
    )


@questions.objects(read)
def text(chunks: Chunks) -> Sequence[str]:
    """The chunk in one line: points, times, extremes, encoding and bytes."""
    return [_text(chunks, index) for index in range(len(chunks.count))]


is_valid = questions.is_valid(read)
