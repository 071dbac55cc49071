# SPDX-License-Identifier: Apache-2.0
"""The family ``regression``: the line of least squares through pairs of y and x."""

from collections.abc import Callable, Sequence

import numpy as np

from cassandra_stats import questions
from cassandra_stats.columns import Doubles, Integers
from cassandra_stats.exact import product_rest, sum_rest
from cassandra_stats.regression_state import (
    PRODUCTS,
    REST,
    SQUARES_X,
    SQUARES_Y,
    SUM,
    UNDERFLOW,
    Regression,
    X,
    Y,
    merge,
    of,
    read,
    union,
)
from cassandra_stats.text import number

__all__ = [
    "corr", "count", "covar_pop", "covar_samp", "intercept", "is_valid", "mean_x", "mean_y",
    "merge", "of", "r2", "skipped", "slope", "state", "text", "union", "variance_x", "variance_y",
    "x_intercept",
]  # fmt: skip

_NORMAL = np.finfo(np.float64).smallest_normal


def _defined(answer: Callable[[Regression], Doubles]) -> Callable[[Regression], Doubles]:
    """NaN where no double holds the answer."""

    def defined(fields: Regression) -> Doubles:
        with np.errstate(all="ignore"):
            answers = answer(fields)
            return np.where(np.isfinite(answers), answers, np.nan)

    defined.__doc__, defined.__name__ = answer.__doc__, answer.__name__
    return defined


def _normal(answers: Doubles) -> Doubles:
    """NaN where a double holds only some digits."""
    return np.where((answers != 0) & (np.abs(answers) < _NORMAL), np.nan, answers)


def _lost(squares: Doubles) -> Doubles:
    """NaN where squares have lost digits to underflow, else 0."""
    return np.where((squares > 0) & (squares < UNDERFLOW), np.nan, 0.0)


def _products(fields: Regression) -> Doubles:
    lost = _lost(fields.number(SQUARES_Y)) + _lost(fields.number(SQUARES_X))
    return np.where(np.isnan(lost), np.nan, fields.number(PRODUCTS))


def _mean(fields: Regression, variable: int) -> Doubles:
    """In two doubles: cancellation costs no digits."""
    origin, deviations, rests = (fields.number(variable + part) for part in (0, SUM, REST))
    count = fields.count.astype(np.float64)
    total = deviations + rests
    share = total / count
    product = share * count
    left = (total - product) - product_rest(share, count, product)
    rest = (left + sum_rest(deviations, rests, total)) / count
    mean = origin + share
    return np.asarray(mean + (sum_rest(origin, share, mean) + rest))


def _slope(fields: Regression) -> Doubles:
    products = _products(fields)
    slopes = products / fields.number(SQUARES_X)
    return np.where((products != 0) & (np.abs(slopes) < _NORMAL), np.nan, slopes)


def _square_of_correlation(fields: Regression) -> Doubles:
    products = _products(fields)
    ratios = products / fields.number(SQUARES_X), products / fields.number(SQUARES_Y)
    return np.minimum(1, ratios[0] * ratios[1])


def _covariance(fields: Regression, lost: int) -> Doubles:
    answers = _normal(_products(fields) / (fields.count - lost))
    return np.where(fields.count > lost, answers, np.nan)


def _variance(fields: Regression, squares: int) -> Doubles:
    among = fields.number(squares)
    answers = _normal((among + _lost(among)) / (fields.count - 1))
    return np.where(fields.count > 1, answers, np.nan)


@questions.integers(read)
def count(fields: Regression) -> Integers:
    """Number of pairs of finite values."""
    return fields.count


@questions.integers(read)
def skipped(fields: Regression) -> Integers:
    """Number of pairs of which a value was NaN or infinite."""
    return fields.skipped


@questions.doubles(read)
@_defined
def slope(fields: Regression) -> Doubles:
    """What y grows by where x grows by 1; None where all x are equal."""
    return _slope(fields)


@questions.doubles(read)
@_defined
def intercept(fields: Regression) -> Doubles:
    """The y of the line where x is 0; None where all x are equal."""
    return _mean(fields, Y) - _slope(fields) * _mean(fields, X)


@questions.doubles(read)
@_defined
def x_intercept(fields: Regression) -> Doubles:
    """The x of the line where y is 0; None where all x are equal, and where the slope is 0."""
    return _mean(fields, X) - _mean(fields, Y) / _slope(fields)


@questions.doubles(read)
@_defined
def r2(fields: Regression) -> Doubles:
    """The share of the variance of y that the line explains.

    None where all x are equal, 1 where all y are equal and x are not.
    """
    is_level = (fields.number(SQUARES_Y) == 0) & (fields.number(SQUARES_X) != 0)
    return np.where(is_level, 1.0, _square_of_correlation(fields))


@questions.doubles(read)
@_defined
def corr(fields: Regression) -> Doubles:
    """Coefficient of correlation; None where all x or all y are equal."""
    return np.copysign(np.sqrt(_square_of_correlation(fields)), fields.number(PRODUCTS))


@questions.doubles(read)
@_defined
def covar_pop(fields: Regression) -> Doubles:
    """Population covariance (divisor count)."""
    return _covariance(fields, 0)


@questions.doubles(read)
@_defined
def covar_samp(fields: Regression) -> Doubles:
    """Sample covariance (divisor count - 1); None below two pairs."""
    return _covariance(fields, 1)


@questions.doubles(read)
@_defined
def mean_x(fields: Regression) -> Doubles:
    """Arithmetic mean of x, over the pairs."""
    return _mean(fields, X)


@questions.doubles(read)
@_defined
def mean_y(fields: Regression) -> Doubles:
    """Arithmetic mean of y, over the pairs."""
    return _mean(fields, Y)


@questions.doubles(read)
@_defined
def variance_x(fields: Regression) -> Doubles:
    """Sample variance (divisor count - 1) of x; None below two pairs."""
    return _variance(fields, SQUARES_X)


@questions.doubles(read)
@_defined
def variance_y(fields: Regression) -> Doubles:
    """Sample variance (divisor count - 1) of y; None below two pairs."""
    return _variance(fields, SQUARES_Y)


@questions.objects(read)
def text(fields: Regression) -> Sequence[str]:
    """The state in one line of words."""
    answers = [question.answer(fields).tolist() for question in (slope, intercept, r2)]
    return [
        f"regression count={pairs} skipped={left_out}"
        + "".join(
            f" {name}={number(None if value != value else value)}"
            for name, value in zip(("slope", "intercept", "r2"), values, strict=True)
        )
        for pairs, left_out, *values in zip(
            fields.count.tolist(), fields.skipped.tolist(), *answers, strict=True
        )
    ]


is_valid = questions.is_valid(read)
state = questions.final(read)
