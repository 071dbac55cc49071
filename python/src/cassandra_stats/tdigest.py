# SPDX-License-Identifier: Apache-2.0
"""The family ``tdigest``: quantiles and ranks of any values, as images of Apache DataSketches.

All questions read one distribution function. A point covers as many positions as it weighs; a mass
that is spread has its mean in the middle of its positions, and between masses the value changes
evenly with the position.
"""

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cassandra_stats import inputs, questions
from cassandra_stats.columns import Doubles, Integers
from cassandra_stats.quantiles import QuantileQuestion, Several, number_of_quantiles, quantile_list
from cassandra_stats.runs import cumulative, first, starts_of
from cassandra_stats.tdigest_masses import Digests, read
from cassandra_stats.tdigest_state import add, merge, of, state, union
from cassandra_stats.text import number

__all__ = [
    "add", "cdf", "centroids", "count", "histogram", "is_valid", "max", "median", "merge", "min",
    "of", "pmf", "quantile", "quantiles", "rank", "state", "text", "trimmed_mean", "union",
]  # fmt: skip

_LARGEST = 1.7976931348623157e308


@dataclass
class _Lines:
    """Of each mass the positions at which it begins and ends to be the value."""

    value: Doubles
    begin: Doubles
    end: Doubles
    first: Integers
    last: Integers
    count: Doubles

    @staticmethod
    def of(digests: Digests) -> "_Lines":
        weights = digests.weights.astype(np.float64)
        reached = cumulative(digests.weights, digests.lengths).astype(np.float64)
        begin = np.where(digests.is_point, reached - weights, reached - weights / 2)
        end = np.where(digests.is_point, reached, reached - weights / 2)
        at = starts_of(digests.lengths)
        return _Lines(digests.means, begin, end, at, at + digests.lengths - 1, digests.counts)

    def at(self, position: Doubles) -> Doubles:
        """The values at positions, a row for each digest; NaN without values."""
        none = self.last < self.first
        low = np.where(none, 0, self.first)[:, None]
        high = np.where(none, 0, self.last)[:, None]
        if len(self.value) == 0:
            return np.full(position.shape, np.nan)
        mass = first(
            np.broadcast_to(low, position.shape), high, lambda at: self.end[at] >= position
        )
        following, before = np.minimum(mass + 1, high), np.maximum(mass - 1, low)
        value, lower = self.value[mass], self.value[before]
        on_border = (position == self.end[mass]) & (following > mass)
        on_border &= self.begin[following] == position
        inside = np.where(on_border, value / 2 + self.value[following] / 2, value)
        with np.errstate(all="ignore"):
            width = self.begin[mass] - self.end[before]
            share = (position - self.end[before]) / width
            distance = value - lower
            half = value / 2 - lower / 2
            far = lower + share * half + share * half
            between = np.where(distance <= _LARGEST, lower + share * distance, far)
            between = np.minimum(value, between)
        found = np.where(position >= self.begin[mass], inside, between)
        return np.where(none[:, None], np.nan, found)

    def rank(self, value: Doubles) -> Doubles:
        """The positions up to which values are not greater, a row for each digest."""
        none = self.last < self.first
        if len(self.value) == 0:
            return np.full((len(none), value.shape[-1]), np.nan)
        low = np.where(none, 0, self.first)[:, None]
        high = np.where(none, 0, self.last)[:, None]
        shape = np.broadcast_shapes(low.shape, value.shape)
        low, value = np.broadcast_to(low, shape), np.broadcast_to(value, shape)
        above = first(low, high + 1, lambda at: self.value[np.minimum(at, high)] > value)
        mass = np.maximum(above - 1, low)
        following = np.minimum(mass + 1, high)
        position = self.end[mass]
        here, there = self.value[mass], self.value[following]
        with np.errstate(all="ignore"):
            share = (value - here) / (there - here)
            halves = (value / 2 - here / 2) / (there / 2 - here / 2)
            share = np.where(there - here > _LARGEST, halves, share)
            onward = self.begin[following]
            between = np.minimum(onward, position + share * (onward - position))
        found = np.where((here == value) | (mass == high), position, between)
        found = np.where(value < self.value[low], 0.0, found)
        return np.where(none[:, None], np.nan, found)


@questions.lists(read, number_of_quantiles)
def quantiles(digests: Digests, wanted: Several) -> Doubles:
    """The values below which shares of the values lie, from 0 (minimum) to 1 (maximum)."""
    shares = quantile_list(wanted)
    lines = _Lines.of(digests)
    position = shares * lines.count[:, None]
    whole = np.rint(position)
    near = np.abs(position - whole) <= 4 * np.spacing(position)
    return lines.at(np.where(near, whole, position))


quantile = QuantileQuestion(quantiles)


@questions.doubles(read)
def median(digests: Digests) -> Doubles:
    """The median; of an even number of values the midpoint of both in the middle."""
    lines = _Lines.of(digests)
    return lines.at(lines.count[:, None] / 2)[:, 0]


@questions.doubles(read)
def rank(digests: Digests, value: float) -> Doubles:
    """The share of the values that are not greater than a value; None for NaN."""
    if np.isnan(value):
        return np.full(len(digests.k), np.nan)
    lines = _Lines.of(digests)
    with np.errstate(invalid="ignore"):
        return lines.rank(np.array([[value]], np.float64))[:, 0] / lines.count


def _splits(splits: Several) -> Doubles:
    given, _ = inputs.doubles(splits)
    if len(given) > 4096:
        raise ValueError(f"tdigest: expected at most 4096 splits, found {len(given)}")
    if np.isnan(given).any() or not (given[:-1] < given[1:]).all():
        raise ValueError("tdigest: expected splits in strictly ascending order")
    return given


def _segments(splits: Several) -> int:
    return len(_splits(splits)) + 1


def _positions(digests: Digests, splits: Several) -> tuple[_Lines, Doubles]:
    given = _splits(splits)
    lines = _Lines.of(digests)
    return lines, lines.rank(given[None, :]) if len(given) else np.zeros((len(digests.k), 0))


@questions.lists(read, _segments)
def cdf(digests: Digests, splits: Several) -> Doubles:
    """The rank of each of the splits, which ascend, and 1 at last."""
    lines, found = _positions(digests, splits)
    with np.errstate(invalid="ignore"):
        ends = lines.count[:, None] / lines.count[:, None]
        return np.hstack((found / lines.count[:, None], ends))


@questions.lists(read, _segments)
def pmf(digests: Digests, splits: Several) -> Doubles:
    """The share of the values up to the first split, from each to the next, behind the last."""
    lines, found = _positions(digests, splits)
    count = lines.count[:, None]
    every = np.hstack((np.zeros_like(count), found, count))
    with np.errstate(invalid="ignore"):
        return np.diff(every, axis=1) / count


def _of_each(digests: Digests) -> list[slice]:
    begins = starts_of(digests.lengths)
    return [slice(a, a + n) for a, n in zip(begins.tolist(), digests.lengths.tolist(), strict=True)]


@questions.objects(read)
def histogram(digests: Digests, bins: int) -> Sequence[Integers | None]:
    """About how many values lie in each of 1 to 4096 intervals from the minimum to the maximum."""
    if not 1 <= operator.index(bins) <= 4096:
        raise ValueError(f"tdigest: expected 1 to 4096 bins, found {bins}")
    lines = _Lines.of(digests)
    share = np.arange(1, bins + 1) / bins
    low, high = digests.minimum[:, None], digests.maximum[:, None]
    ranks = np.floor(lines.rank(low * (1 - share) + high * share) + 0.5)
    ranks[:, -1] = lines.count
    ranks = np.maximum.accumulate(ranks, axis=1)
    return [
        np.diff(row, prepend=0).astype(np.int64) if count > 0 else None
        for row, count in zip(ranks, lines.count, strict=True)
    ]


@questions.doubles(read)
def trimmed_mean(digests: Digests, lo: float, hi: float) -> Doubles:
    """Mean of the values between two quantiles; None where these are the same rank."""
    if not 0 <= lo < hi <= 1:
        raise ValueError(f"tdigest: expected quantiles 0 <= lo < hi <= 1, found {lo} and {hi}")
    answers = np.full(len(digests.k), np.nan)
    for index, of_one in enumerate(_of_each(digests)):
        means, weights = digests.means[of_one], digests.weights[of_one].astype(np.float64)
        reached = np.cumsum(weights)
        count = float(weights.sum())
        parts = np.minimum(reached, hi * count) - np.maximum(reached - weights, lo * count)
        taken = mean = 0.0
        for value, part in zip(means.tolist(), parts.tolist(), strict=True):
            if part > 0:
                taken += part
                mean = mean * (1 - part / taken) + value * (part / taken)
        answers[index] = mean if taken > 0 else np.nan
    return answers


@questions.integers(read)
def count(digests: Digests) -> Integers:
    """Number of values."""
    return digests.counts.astype(np.int64)


@questions.doubles(read)
def min(digests: Digests) -> Doubles:
    """Smallest value, exact."""
    return np.where(digests.lengths > 0, digests.minimum, np.nan)


@questions.doubles(read)
def max(digests: Digests) -> Doubles:
    """Largest value, exact."""
    return np.where(digests.lengths > 0, digests.maximum, np.nan)


@questions.objects(read)
def centroids(digests: Digests) -> Sequence[dict[float, int] | None]:
    """What the digest knows of its values: means and how many values each stands for."""
    return [
        dict(zip(digests.means[one].tolist(), digests.weights[one].tolist(), strict=True)) or None
        for one in _of_each(digests)
    ]


@questions.objects(read)
def text(digests: Digests) -> Sequence[str | None]:
    """The digest in one line of words."""
    shown: Any = quantiles.answer(digests, [0.25, 0.5, 0.75, 0.99])
    names = ("p25", "p50", "p75", "p99")
    return [
        None
        if digests.lengths[i] == 0
        else f"tdigest count={int(digests.counts[i])} min={number(digests.means[one][0])} "
        + " ".join(f"{name}={number(q)}" for name, q in zip(names, shown[i], strict=True))
        + f" max={number(digests.means[one][-1])} k={digests.k[i]}"
        for i, one in enumerate(_of_each(digests))
    ]


is_valid = questions.is_valid(read)
