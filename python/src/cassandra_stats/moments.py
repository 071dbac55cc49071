# SPDX-License-Identifier: Apache-2.0
"""The family ``moments``: count, extremes and the first four moments of values."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from cassandra_stats import questions
from cassandra_stats.columns import Doubles, Integers
from cassandra_stats.exact import mean_of, sum_of
from cassandra_stats.moments_state import UNDERFLOW, Moments, merge, of, read, union
from cassandra_stats.text import number

__all__ = [
    "Summary", "count", "is_valid", "kurtosis", "max", "mean", "merge", "min", "of", "skewness",
    "skipped", "state", "stddev", "stddev_pop", "sum", "summary", "text", "union", "variance",
    "variance_pop",
]  # fmt: skip


class Summary(NamedTuple):
    """What people ask for together; None where the values do not define it."""

    count: int  # type: ignore[assignment]  # hides that of tuples
    skipped: int
    min: float | None
    max: float | None
    mean: float | None
    stddev: float | None
    sum: float | None


def _defined(answers: Doubles) -> Doubles:
    return np.where(np.isfinite(answers), answers, np.nan)


def _fitting(
    least: int,
) -> Callable[[Callable[[Moments], Doubles]], Callable[[Moments], Doubles]]:
    """NaN where there are fewer values, and where no double holds the answer."""

    def decorator(answer: Callable[[Moments], Doubles]) -> Callable[[Moments], Doubles]:
        def fitting(fields: Moments) -> Doubles:
            with np.errstate(all="ignore"):
                return np.where(fields.count >= least, _defined(answer(fields)), np.nan)

        fitting.__doc__, fitting.__name__ = answer.__doc__, answer.__name__
        return fitting

    return decorator


def _variance(fields: Moments, lost: int) -> Doubles:
    """In units squared."""
    known = (fields.squares >= UNDERFLOW) | (fields.minimum == fields.maximum)
    return np.where(known, fields.squares / (fields.count - lost), np.nan)


def _rescaled(fields: Moments, lost: int) -> Doubles:
    scaled = _variance(fields, lost)
    variance = np.ldexp(np.ldexp(scaled, fields.unit), fields.unit)
    smallest = np.finfo(np.float64).smallest_normal
    return np.where((variance < smallest) & (scaled > 0), np.nan, variance)


@questions.integers(read)
def count(fields: Moments) -> Integers:
    """Number of finite values."""
    return fields.count


@questions.integers(read)
def skipped(fields: Moments) -> Integers:
    """Number of values that were NaN or infinite."""
    return fields.skipped


@questions.doubles(read)
@_fitting(1)
def sum(fields: Moments) -> Doubles:
    """Sum of the values, rounded once; None where no double holds it."""
    deviations = np.ldexp(fields.sum, fields.unit), np.ldexp(fields.rest, fields.unit)
    return sum_of(fields.origin, *deviations, fields)


@questions.doubles(read)
@_fitting(1)
def mean(fields: Moments) -> Doubles:
    """Arithmetic mean of the values, rounded once."""
    deviations = np.ldexp(fields.sum, fields.unit), np.ldexp(fields.rest, fields.unit)
    found = mean_of(fields.origin, *deviations, fields)
    return np.maximum(fields.minimum, np.minimum(fields.maximum, found))


@questions.doubles(read)
@_fitting(1)
def min(fields: Moments) -> Doubles:
    """Smallest value, exact."""
    return fields.minimum


@questions.doubles(read)
@_fitting(1)
def max(fields: Moments) -> Doubles:
    """Largest value, exact."""
    return fields.maximum


@questions.doubles(read)
@_fitting(2)
def variance(fields: Moments) -> Doubles:
    """Sample variance (divisor count - 1); None below two values."""
    return _rescaled(fields, 1)


@questions.doubles(read)
@_fitting(1)
def variance_pop(fields: Moments) -> Doubles:
    """Population variance (divisor count)."""
    return _rescaled(fields, 0)


@questions.doubles(read)
@_fitting(2)
def stddev(fields: Moments) -> Doubles:
    """Sample standard deviation (divisor count - 1); None below two values."""
    return np.ldexp(np.sqrt(_variance(fields, 1)), fields.unit)


@questions.doubles(read)
@_fitting(1)
def stddev_pop(fields: Moments) -> Doubles:
    """Population standard deviation (divisor count)."""
    return np.ldexp(np.sqrt(_variance(fields, 0)), fields.unit)


@questions.doubles(read)
@_fitting(3)
def skewness(fields: Moments) -> Doubles:
    """Sample skewness G1; None below three values or where all are equal."""
    n, root = fields.count.astype(np.float64), np.sqrt(fields.squares)
    known = fields.squares * root >= UNDERFLOW
    population = np.sqrt(n) * (fields.cubes / fields.squares / root)
    return np.where(known, population * np.sqrt(n * (n - 1)) / (n - 2), np.nan)


@questions.doubles(read)
@_fitting(4)
def kurtosis(fields: Moments) -> Doubles:
    """Sample excess kurtosis G2; None below four values or where all are equal."""
    n = fields.count.astype(np.float64)
    population = n * (fields.fourths / fields.squares / fields.squares) - 3
    answers = (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * population + 6)
    return np.where(fields.fourths >= UNDERFLOW, answers, np.nan)


def _summaries(fields: Moments) -> list[Summary]:
    asked = (min, max, mean, stddev, sum)
    answers = [question.answer(fields) for question in asked]
    return [
        Summary(
            int(fields.count[i]),
            int(fields.skipped[i]),
            *(None if np.isnan(answer[i]) else float(answer[i]) for answer in answers),
        )
        for i in range(len(fields.count))
    ]


@questions.objects(read)
def summary(fields: Moments) -> Sequence[Summary]:
    """Count, skipped, min, max, mean, sample standard deviation and sum at once."""
    return _summaries(fields)


@questions.objects(read)
def text(fields: Moments) -> Sequence[str]:
    """The state in one line of words."""
    return [
        " ".join(["moments", *(f"{name}={number(value)}" for name, value in s._asdict().items())])
        for s in _summaries(fields)
    ]


is_valid = questions.is_valid(read)
state = questions.final(read)
