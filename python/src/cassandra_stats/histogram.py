# SPDX-License-Identifier: Apache-2.0
"""The family ``histogram``: counts of values in bins of equal width, or between given edges."""

from collections.abc import Sequence

import numpy as np

from cassandra_stats import questions
from cassandra_stats.chart import chart
from cassandra_stats.columns import Doubles, Integers
from cassandra_stats.histogram_state import Histograms, merge, of, read, union
from cassandra_stats.quantiles import QuantileQuestion, Several, number_of_quantiles, quantile_list
from cassandra_stats.runs import cumulative, first, positions, starts_of
from cassandra_stats.text import bars, number

__all__ = [
    "count", "count_between", "counts", "edges", "is_valid", "max", "merge", "min", "of",
    "overflow", "quantile", "quantiles", "rank", "sparkline", "state", "text", "underflow", "union",
]  # fmt: skip


def _bounds(table: Histograms) -> Doubles:
    """What the values of segment i lie between: bounds i and i + 1."""
    bins = table.bins
    low, high = np.repeat(table.minimum, bins + 3), np.repeat(table.maximum, bins + 3)
    at = positions(bins + 3)
    edge = np.repeat(starts_of(bins + 1), bins + 3) + np.clip(at - 1, 0, np.repeat(bins, bins + 3))
    inside = np.maximum(low, np.minimum(high, table.edges[edge]))
    return np.where(at == 0, low, np.where(at == np.repeat(bins + 2, bins + 3), high, inside))


@questions.lists(read, number_of_quantiles)
def quantiles(table: Histograms, wanted: Several) -> Doubles:
    """Estimates of several quantiles, linear within a bin; the minimum at 0, the maximum at 1."""
    shares = quantile_list(wanted)
    sums = cumulative(table.segments, table.bins + 2)
    reached = sums.astype(np.float64)
    begin = starts_of(table.bins + 2)[:, None]
    end = begin + table.bins[:, None] + 1
    bounds = _bounds(table)
    bound = starts_of(table.bins + 3)[:, None] - begin
    position = shares * table.totals.astype(np.float64)[:, None]
    segment = first(begin, end, lambda at: reached[at] >= position)
    before = np.where(segment > begin, reached[np.maximum(segment - 1, 0)], 0.0)
    lower, upper = bounds[segment + bound], bounds[segment + bound + 1]
    with np.errstate(all="ignore"):
        share = (position - before) / (reached[segment] - before)
        # Between two values: half-way to the next segment that is not empty.
        follows = first(segment, end, lambda at: sums[at] > sums[segment])
        on_border = position == reached[segment]
        lower = np.where(on_border, upper, lower)
        upper = np.where(on_border, np.maximum(lower, bounds[follows + bound]), upper)
        share = np.where(on_border, 0.5, share)
        estimate = 2 * (lower * 0.5 + share * (upper * 0.5 - lower * 0.5))
    estimate = np.maximum(lower, np.minimum(upper, estimate))
    estimate = np.where(shares == 0, table.minimum[:, None], estimate)
    last = (shares > 0) & (position >= table.totals.astype(np.float64)[:, None])
    return np.where(last, table.maximum[:, None], estimate)


quantile = QuantileQuestion(quantiles)


@questions.doubles(read)
def rank(table: Histograms, value: float) -> Doubles:
    """The part of the values that are at most a value, linear within its bin; None for NaN."""
    sums = cumulative(table.segments, table.bins + 2).astype(np.float64)
    begin, bounds = starts_of(table.bins + 2), _bounds(table)
    bound = starts_of(table.bins + 3) - begin
    segment = first(begin, begin + table.bins + 1, lambda at: bounds[at + bound + 1] > value)
    lower, upper = bounds[segment + bound], bounds[segment + bound + 1]
    before = np.where(segment > begin, sums[np.maximum(segment - 1, 0)], 0.0)
    total = table.totals.astype(np.float64)
    with np.errstate(all="ignore"):
        halves = (value * 0.5 - lower * 0.5) / (upper * 0.5 - lower * 0.5)
        share = np.where(np.isfinite(upper - lower), (value - lower) / (upper - lower), halves)
        inside = before + np.clip(share, 0, 1) * (sums[segment] - before)
        found = np.maximum(1.0, np.minimum(total - 1.0, inside)) / total
    found = np.where(value < table.minimum, 0.0, np.where(value >= table.maximum, 1.0, found))
    return np.where(np.isnan(value), np.nan, found)


def _below(table: Histograms, value: float) -> Doubles:
    """The number of values below one that is not NaN."""
    sums = cumulative(table.segments, table.bins + 2).astype(np.float64)
    begin, bounds = starts_of(table.bins + 2), _bounds(table)
    bound = starts_of(table.bins + 3) - begin
    segment = first(begin, begin + table.bins + 1, lambda at: bounds[at + bound + 1] >= value)
    lower, upper = bounds[segment + bound], bounds[segment + bound + 1]
    before = np.where(segment > begin, sums[np.maximum(segment - 1, 0)], 0.0)
    total = table.totals.astype(np.float64)
    with np.errstate(all="ignore"):
        halves = (value * 0.5 - lower * 0.5) / (upper * 0.5 - lower * 0.5)
        share = np.where(np.isfinite(upper - lower), (value - lower) / (upper - lower), halves)
        inside = before + np.clip(share, 0, 1) * (sums[segment] - before)
        found = np.maximum(1.0, np.minimum(total - 1.0, inside))
    return np.where(value <= table.minimum, 0.0, np.where(value > table.maximum, total, found))


@questions.doubles(read)
def count_between(table: Histograms, low: float, high: float) -> Doubles:
    """Number of values from ``low`` on and below ``high``, linear within a bin; None for NaN."""
    if np.isnan(low) or np.isnan(high):
        return np.full(len(table.bins), np.nan)
    return np.maximum(0.0, _below(table, high) - _below(table, low))


@questions.integers(read)
def count(table: Histograms) -> Integers:
    """Number of values in all bins, below the first edge and from the last one on."""
    return table.totals


@questions.integers(read)
def underflow(table: Histograms) -> Integers:
    """Number of values below the first edge."""
    return table.segments[starts_of(table.bins + 2)]


@questions.integers(read)
def overflow(table: Histograms) -> Integers:
    """Number of values at or above the last edge."""
    last: Integers = starts_of(table.bins + 2) + table.bins + 1
    return table.segments[last]


@questions.objects(read)
def counts(table: Histograms) -> Sequence[Integers]:
    """Number of values in each bin, the lowest first."""
    return [table.segments_of(i)[1:-1].copy() for i in range(len(table.bins))]


@questions.objects(read)
def edges(table: Histograms) -> Sequence[Doubles]:
    """The edges of the bins, one more than there are bins, rising."""
    return [table.edges_of(i).copy() for i in range(len(table.bins))]


@questions.doubles(read)
def min(table: Histograms) -> Doubles:
    """The smallest value, exact, wherever it lies."""
    return table.minimum


@questions.doubles(read)
def max(table: Histograms) -> Doubles:
    """The largest value, exact, wherever it lies."""
    return table.maximum


def _sparkline(table: Histograms, index: int) -> str:
    inside = table.segments_of(index)[1:-1]
    together = -(-len(inside) // 100)
    sums = np.add.reduceat(inside, np.arange(0, len(inside), together))
    return bars([int(one) for one in sums])


@questions.objects(read)
def sparkline(table: Histograms) -> Sequence[str]:
    """One bar for each bin, its height in proportion to the fullest bin; at most 100 bars."""
    return [_sparkline(table, i) for i in range(len(table.bins))]


@questions.objects(read)
def text(table: Histograms, width: int | None = None) -> Sequence[str]:
    """The state in one line; with a width from 10 to 1000 characters as a bar chart."""
    if width is not None:
        return [
            chart(
                table.edges_of(i),
                table.segments_of(i),
                bool(table.explicit[i]),
                float(table.minimum[i]),
                float(table.maximum[i]),
                width,
            )
            for i in range(len(table.bins))
        ]
    texts = []
    for i in range(len(table.bins)):
        limits, segments = table.edges_of(i), table.segments_of(i)
        lo, hi = number(float(limits[0])), number(float(limits[-1]))
        between = ", " if table.bins[i] == 1 else ", ..., "
        span = f"edges=[{lo}{between}{hi}]" if table.explicit[i] else f"lo={lo} hi={hi}"
        texts.append(
            f"histogram count={table.totals[i]} min={number(float(table.minimum[i]))}"
            f" max={number(float(table.maximum[i]))} bins={table.bins[i]} {span}"
            f" underflow={segments[0]} overflow={segments[-1]} {_sparkline(table, i)}"
        )
    return texts


is_valid = questions.is_valid(read)
state = questions.final(read)
