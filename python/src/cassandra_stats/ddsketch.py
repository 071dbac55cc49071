# SPDX-License-Identifier: Apache-2.0
"""The family ``ddsketch``: quantiles of values within a chosen relative error."""

from collections.abc import Sequence

import numpy as np

from cassandra_stats import questions
from cassandra_stats.columns import Doubles, Integers
from cassandra_stats.ddsketch_state import Ddsketches, index_of, merge, of, read, union
from cassandra_stats.quantiles import QuantileQuestion, Several, number_of_quantiles, quantile_list
from cassandra_stats.runs import cumulative, first, starts_of
from cassandra_stats.text import number

__all__ = [
    "count", "is_valid", "max", "mean", "merge", "min", "of", "quantile", "quantiles", "rank",
    "relative_error", "state", "sum", "text", "union",
]  # fmt: skip


def _clamped(table: Ddsketches, values: Doubles) -> Doubles:
    """Values held between minimum and maximum, of each state or of rows of it."""
    shape = (-1,) + (1,) * (values.ndim - 1)
    low, high = table.minimum.reshape(shape), table.maximum.reshape(shape)
    return np.maximum(low, np.minimum(high, values))


def _ranks(shares: Doubles, totals: Integers) -> Integers:
    """The first rank, from 1, whose part of the count is at least a quantile."""
    total = totals[:, None]
    n = total.astype(np.float64)
    wanted = np.ceil(shares * n)
    # 2^63 is no i64.
    rank = np.clip(np.minimum(wanted, 2.0**63 - 1024).astype(np.int64), 1, total)
    exact = total <= 2**53
    lower = exact & (rank > 1) & ((rank - 1) / n >= shares)
    higher = exact & ~lower & (rank < total) & (rank / n < shares)
    return rank - lower + higher


def _estimates(table: Ddsketches, places: Integers) -> Doubles:
    """What stands for the values of places, a row of them for each state."""
    relative = places - table.negatives[:, None]
    lowest = np.where(relative < 0, table.negative[:, None], table.positive[:, None])
    index = lowest + np.abs(relative) - 1
    error = np.broadcast_to(table.error[:, None], places.shape)
    with np.errstate(all="ignore"):
        exponent = (index - 0.5) * (2 * error) - np.log(np.cosh(error))
        estimate = np.maximum(5e-324, np.exp(exponent))
        # The smallest doubles are so far apart that rounding may leave a collapsed bin.
        beyond = index_of(estimate, error) > index
    estimate = np.where(beyond, np.nextafter(estimate, 0), estimate)
    return _clamped(table, np.sign(relative) * np.where(relative == 0, 0.0, estimate))


@questions.lists(read, number_of_quantiles)
def quantiles(table: Ddsketches, wanted: Several) -> Doubles:
    """Estimates at several quantiles, each within the relative error; the extremes are exact."""
    shares = quantile_list(wanted)
    found = table.counts
    lengths = np.bincount(found.owner, minlength=len(table.error))
    sums = cumulative(found.count, lengths)
    rank = _ranks(shares, found.totals)
    begin = np.broadcast_to(starts_of(lengths)[:, None], rank.shape)
    entry = first(begin, begin + lengths[:, None] - 1, lambda at: sums[at] >= rank)
    estimate = _estimates(table, found.place[entry])
    estimate = np.where(rank == found.totals[:, None], table.maximum[:, None], estimate)
    return np.where(rank == 1, table.minimum[:, None], estimate)


quantile = QuantileQuestion(quantiles)


@questions.doubles(read)
def rank(table: Ddsketches, value: float) -> Doubles:
    """The part of the values that are at most a value, all of its bin included; None for NaN."""
    number = float(value)
    if np.isnan(number):
        return np.full(len(table.error), np.nan)
    last = table.negatives.copy()
    if number != 0 and np.isfinite(number):
        index = index_of(np.abs(number), table.error)
        if number < 0:
            last += -1 - np.maximum(0, index - table.negative)
        else:
            least = np.where(table.collapsed & 2, 0, -1)
            last += 1 + np.maximum(least, np.minimum(table.positives - 1, index - table.positive))
    found = table.counts
    below = np.zeros(len(last), np.int64)
    counted = found.place <= last[found.owner]
    np.add.at(below, found.owner[counted], found.count[counted])
    inside = below.astype(np.float64) / found.totals.astype(np.float64)
    return np.where(number < table.minimum, 0.0, np.where(number >= table.maximum, 1.0, inside))


@questions.integers(read)
def count(table: Ddsketches) -> Integers:
    """Number of finite values, exact."""
    return table.counts.totals


@questions.doubles(read)
def min(table: Ddsketches) -> Doubles:
    """Smallest value, exact."""
    return table.minimum


@questions.doubles(read)
def max(table: Ddsketches) -> Doubles:
    """Largest value, exact."""
    return table.maximum


@questions.doubles(read)
def sum(table: Ddsketches) -> Doubles:
    """Sum of the values, rounded once; None where it passed the largest double."""
    with np.errstate(all="ignore"):
        total = table.sum + table.rest
    return np.where(np.isfinite(total), total, np.nan)


@questions.doubles(read)
def mean(table: Ddsketches) -> Doubles:
    """Arithmetic mean of the values, from their sum; None where there is none of that."""
    total: Doubles = sum.answer(table)
    return _clamped(table, total / table.counts.totals.astype(np.float64))


@questions.doubles(read)
def relative_error(table: Ddsketches) -> Doubles:
    """The relative error that the state was made with."""
    return table.error


@questions.objects(read)
def text(table: Ddsketches) -> Sequence[str]:
    """The state in one line of words."""
    names = ("none", "negative", "positive", "both")
    answers = {
        "error": table.error,
        "min": table.minimum,
        "max": table.maximum,
        "mean": mean.answer(table),
        "sum": sum.answer(table),
    }
    return [
        " ".join(
            [
                f"ddsketch count={table.counts.totals[i]}",
                *(
                    f"{name}={number(None if np.isnan(a[i]) else a[i])}"
                    for name, a in answers.items()
                ),
                f"bins={table.negatives[i]}+{table.positives[i]}",
                f"collapsed={names[table.collapsed[i]]}",
            ]
        )
        for i in range(len(table.error))
    ]


is_valid = questions.is_valid(read)
state = questions.final(read)
