# SPDX-License-Identifier: Apache-2.0
"""The states of the family ``ddsketch``: read, made, merged and written."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cassandra_stats import columns, inputs
from cassandra_stats.columns import Column, Doubles, Integers, State
from cassandra_stats.exact import exact_sum, sum_rest
from cassandra_stats.frames import Family, Flags, opened, sealed, words_of
from cassandra_stats.packed import Entries, entries, packed

_FAMILY = Family("ddsketch", 131, 80, 32848)
MOST_BINS = 2048
_NO_ZERO = np.uint64(1 << 63)
_NAN = 0x7FF8000000000000
_TINIEST = 5e-324


@dataclass
class Ddsketches:
    """The fields of some states; ``counts`` are those that are not zero, by place.

    Places are in the order of the values: the negative bins from the highest index down, the
    zeros, the positive bins from the lowest index up.
    """

    collapsed: Integers
    error: Doubles
    minimum: Doubles
    maximum: Doubles
    sum: Doubles
    rest: Doubles
    negative: Integers
    negatives: Integers
    positive: Integers
    positives: Integers
    counts: Entries


def index_of(magnitude: Any, error: Any) -> Integers:
    """The bin of magnitudes above 0: ⌈log m / 2a⌉."""
    index: Integers = np.ceil(np.log(magnitude) / (2 * error)).astype(np.int64)
    return index


def read(states: Sequence[bytes]) -> Ddsketches:
    """The fields of states. Raises InvalidState where one is none."""
    frames = opened(_FAMILY, states)
    head = frames.word(0)
    flags = ((head >> np.uint64(32)) & np.uint64(0xFF)).astype(np.int64)
    below, above = frames.word(6), frames.word(7)
    bins = [(word & np.uint64(2**32 - 1)).astype(np.int64) for word in (below, above)]
    lowest = [(word.view(np.int64) >> 32) for word in (below, above)]
    wrong = (bins[0] > MOST_BINS) | (bins[1] > MOST_BINS)
    _FAMILY.refuse(wrong, "at most 2048 bins of each sign", bins[0])
    error = frames.double(1)
    wrong = ~((error >= 0.0001) & (error <= 0.5)) | (flags > 3)
    wrong |= ((head >> np.uint64(16)) & np.uint64(0xFFFF)) != 0
    wrong |= ((flags & 1) != 0) & (bins[0] != MOST_BINS)
    wrong |= ((flags & 2) != 0) & (bins[1] != MOST_BINS)
    _FAMILY.refuse(
        wrong, "a relative error from 0.0001 to 0.5, and flags of signs with 2048 bins", error
    )
    begin = np.full(len(states), 8, np.int64)
    found = entries(_FAMILY, frames, begin, bins[0] + 1 + bins[1])
    table = Ddsketches(
        flags, error, frames.double(2), frames.double(3), frames.double(4), frames.double(5),
        lowest[0], bins[0], lowest[1], bins[1], found,
    )  # fmt: skip
    with np.errstate(all="ignore"):
        _check_bins(table)
    zero = (frames.word(2) == _NO_ZERO) | (frames.word(3) == _NO_ZERO)
    _FAMILY.refuse(zero, "0.0 for zero", ["-0.0"] * len(states))
    return table


def _has(table: Ddsketches, place: Integers) -> Flags:
    """Whether the count of a place of each state is not zero."""
    has = np.zeros(len(place), np.bool_)
    has[table.counts.owner[table.counts.place == place[table.counts.owner]]] = True
    return has


def _check_bins(table: Ddsketches) -> None:
    negatives, positives = table.negatives, table.positives
    low, high, total = table.minimum, table.maximum, table.counts.totals
    zeros = _has(table, negatives)
    wrong = (negatives > 0) & ~(_has(table, negatives * 0) & _has(table, negatives - 1))
    last = negatives + positives
    wrong |= (positives > 0) & ~(_has(table, negatives + 1) & _has(table, last))
    _FAMILY.refuse(wrong, "values in the first and the last bin of a sign", negatives)
    least = np.where(negatives > 0, -1, np.where(zeros, 0, 1))
    most = np.where(positives > 0, 1, np.where(zeros, 0, -1))
    wrong = (total < 1) | ((total == 1) & (low != high)) | ~(low <= high)
    wrong |= (
        ~np.isfinite(low) | ~np.isfinite(high) | (np.sign(low) != least) | (np.sign(high) != most)
    )
    _FAMILY.refuse(wrong, "finite minimum <= maximum of the signs that have bins", low)
    sums, count = table.sum + table.rest, total.astype(np.float64)
    room = 1e-6 * count * np.maximum(np.abs(low), np.abs(high))
    wrong = (sums < count * low - room) | (sums > count * high + room)
    _FAMILY.refuse(wrong, "a sum from count x minimum to count x maximum", sums)
    for sign, lowest, bins in ((-1, table.negative, negatives), (1, table.positive, positives)):
        flag = (table.collapsed & (1 if sign < 0 else 2)) != 0
        alone = ~zeros & (bins == negatives + positives)
        far, near = (-low, -high) if sign < 0 else (high, low)
        large = np.where(bins == 0, 1.0, far)
        small = np.where(bins == 0, 1.0, np.where(alone, near, _TINIEST))
        ceiling, floor = index_of(large, table.error), index_of(small, table.error)
        fits = (np.abs(lowest + bins - 1 - ceiling) <= 1) & (lowest >= floor - 1)
        fits &= flag | ~alone | (lowest <= floor + 1)
        fits = np.where(bins == 0, lowest == 0, fits)
        _FAMILY.refuse(~fits, "bins that hold the minimum and the maximum", lowest)


class _Sign:
    """The counts of one sign: by index, at most 2048, of which the lowest takes those below."""

    def __init__(self, indexes: Integers, counts: Integers, collapsed: bool) -> None:
        self.lowest, self.counts, self.collapsed = 0, np.zeros(0, np.int64), collapsed
        if len(indexes) > 0:
            top, bottom = int(indexes.max()), int(indexes.min())
            self.lowest = max(bottom, top - MOST_BINS + 1)
            self.collapsed = collapsed or bottom < self.lowest
            self.counts = np.zeros(top - self.lowest + 1, np.int64)
            np.add.at(self.counts, np.maximum(indexes - self.lowest, 0), counts)


def _written(
    error: float,
    extremes: Sequence[float],
    sums: Sequence[float],
    signs: Sequence[_Sign],
    zeros: int,
) -> bytes:
    counts = np.concatenate((signs[0].counts[::-1], [zeros], signs[1].counts))
    width, size, body = packed(counts)
    flags = signs[0].collapsed | signs[1].collapsed << 1
    preamble = 0x0102830000000000 | flags << 32 | width << 8 | size
    numbers = np.array([error, *extremes, *sums], np.float64).view(np.uint64)
    numbers = np.where(np.isnan(numbers.view(np.float64)), np.uint64(_NAN), numbers)
    bins = [(sign.lowest & 2**32 - 1) << 32 | len(sign.counts) for sign in signs]
    words = np.array([preamble], np.uint64), numbers, np.array(bins, np.uint64), words_of(body)
    return sealed([np.concatenate(words)])[0]


def of(values: Any, error: float) -> bytes:
    """The state of an array of numbers with a relative error from 0.0001 to 0.5.

    Null, NaN and infinities are left out; of no others the state is the empty blob. Raises
    ValueError for another error.
    """
    if not 0.0001 <= error <= 0.5:
        raise ValueError(f"ddsketch: expected a relative error from 0.0001 to 0.5, found {error}")
    numbers = inputs.finite(values) + 0.0
    if len(numbers) == 0:
        return b""
    signs = []
    for magnitudes in (-numbers[numbers < 0], numbers[numbers > 0]):
        indexes, counts = np.unique(index_of(magnitudes, error), return_counts=True)
        signs.append(_Sign(indexes, counts, False))
    with np.errstate(all="ignore"):
        total, rest = exact_sum(numbers)
    extremes = float(numbers.min()), float(numbers.max())
    return _written(error, extremes, (total, rest), signs, int((numbers == 0).sum()))


def merge(states: Column) -> bytes | None:
    """The state of the rows of all states of a column; None without any.

    Counts, minimum and maximum are exact, the sum to its last digits. Raises InvalidState for an
    invalid state, ValueError where relative errors differ or a count would exceed 2^63-1.
    """
    column = columns.blobs(states)
    error = low = high = total = rest = 0.0
    count, zeros, flags = 0, 0, 0
    signs = [_Sign(np.zeros(0, np.int64), np.zeros(0, np.int64), False) for _ in range(2)]
    for indexes in columns.portions(column, read):
        table = columns.read_at(read, column, indexes)
        if error == 0.0:
            error, low, high = float(table.error[0]), np.inf, -np.inf
        if (table.error != error).any():
            raise ValueError(f"ddsketch: expected states of the relative error {error}")
        count += sum(table.counts.totals.tolist())
        if count >= 2**63:
            raise ValueError("ddsketch: the count would exceed 2^63-1")
        low, high = min(low, float(table.minimum.min())), max(high, float(table.maximum.max()))
        with np.errstate(all="ignore"):
            for one, cut in zip(table.sum.tolist(), table.rest.tolist(), strict=True):
                both = total + one
                rest += cut + sum_rest(np.float64(total), np.float64(one), np.float64(both))
                total = both
        flags |= int(np.bitwise_or.reduce(table.collapsed))
        found = table.counts
        relative = found.place - table.negatives[found.owner]
        zeros += int(found.count[relative == 0].sum())
        for side, sign in enumerate((-1, 1)):
            of_sign = relative * sign > 0
            start = (table.negative, table.positive)[side][found.owner[of_sign]]
            more = start + np.abs(relative[of_sign]) - 1
            old = signs[side]
            everywhere = np.concatenate((old.lowest + np.arange(len(old.counts)), more))
            counted = np.concatenate((old.counts, found.count[of_sign]))
            signs[side] = _Sign(everywhere, counted, old.collapsed or bool(flags & 1 << side))
    if count == 0:
        return None
    return _written(error, (low, high), (total, rest), signs, zeros)


def union(left: State, right: State) -> bytes | None:
    """The state of the rows of two states; None if either is None."""
    if left is None or right is None:
        return None
    return merge([left, right]) or b""
