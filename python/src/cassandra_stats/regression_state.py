# SPDX-License-Identifier: Apache-2.0
"""The states of the family ``regression``: read, made, merged and written."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cassandra_stats import columns, inputs
from cassandra_stats.columns import Column, Doubles, State
from cassandra_stats.exact import exact_sum, product_rest, sum_rest
from cassandra_stats.frames import Family, Flags, opened, sealed
from cassandra_stats.pairwise import Fields, merged

_FAMILY = Family("regression", 132, 104, 104)
_PREAMBLE = np.uint64(0x0102840000000000)
# What is written for a sum that overflowed.
_NAN = np.uint64(0x7FF8000000000000)
_ROOM = 1 + 1e-6
# Below this, sums of squares have lost digits to underflow.
UNDERFLOW = 2.0**-969
_SMALLEST = 2.0**-1074
_LARGEST_COUNT = 2**63 - 1

# Where the numbers of y and x begin, with the origin; the sum of deviations and its rest follow.
Y, X = 0, 3
SUM, REST = 1, 2
SQUARES_Y, SQUARES_X, PRODUCTS = 6, 7, 8
_SUMS = [Y + SUM, Y + REST, X + SUM, X + REST, SQUARES_Y, SQUARES_X, PRODUCTS]

Words = NDArray[np.uint64]


@dataclass
class Regression(Fields):
    """The fields of some states: of each the counts, and a row of nine numbers."""

    numbers: Doubles

    def number(self, at: int) -> Doubles:
        """One number of each state."""
        return self.numbers[:, at]


def _check(words: Words) -> Regression:
    """The fields of words 0 to 11 of states, if some pairs have them; else InvalidState."""
    whole, sums = words.view(np.int64), words[:, 3:]
    fields = Regression(whole[:, 1], whole[:, 2], sums.view(np.float64))
    counts = [f"{c} and {s}" for c, s in zip(fields.count, fields.skipped, strict=True)]
    _FAMILY.refuse(
        (words[:, 0] != _PREAMBLE) | (fields.count < 0) | (fields.skipped < 0),
        "no flags, the parameter 0 and counts from 0 to 2^63-1",
        counts,
    )
    wrong = np.isinf(fields.numbers) | (np.isnan(fields.numbers) & (sums != _NAN))
    wrong[:, [Y, X]] |= np.isnan(fields.numbers[:, [Y, X]])
    wrong |= (sums != 0) & (fields.count == 0)[:, None]
    wrong[:, _SUMS] |= (sums[:, _SUMS] != 0) & (fields.count == 1)[:, None]
    _FAMILY.refuse(
        wrong.any(axis=1),
        "finite origins, sums that are finite or one NaN, and zeros for what one pair or none has",
        counts,
    )
    possible = _are_spread(fields, Y, SQUARES_Y) & _are_spread(fields, X, SQUARES_X)
    possible &= _fit(fields.number(SQUARES_Y), fields.number(SQUARES_X), fields.number(PRODUCTS))
    _FAMILY.refuse(~possible, "sums that some pairs have", fields.number(PRODUCTS))
    return fields


def _are_spread(fields: Regression, variable: int, squares: int) -> Flags:
    """Whether variables have their squares: none where all values are the origin."""
    with np.errstate(all="ignore"):
        total = fields.number(variable + SUM) + fields.number(variable + REST)
        among = fields.number(squares)
        return np.where(among == 0, total == 0, ~(among < 0))


def _fit(squares_y: Doubles, squares_x: Doubles, products: Doubles) -> Flags:
    """Whether products are what Cauchy-Schwarz allows; one that overflowed is in no bounds."""
    with np.errstate(all="ignore"):
        room = np.where((squares_y == 0) | (squares_x == 0), 0.0, UNDERFLOW)
        most = np.sqrt(squares_y + room) * np.sqrt(squares_x + room) * _ROOM
        return np.asarray(~(np.abs(products) > most))


def read(states: Sequence[bytes]) -> Regression:
    """The fields of states. Raises InvalidState where one is none."""
    return _check(opened(_FAMILY, states).words.reshape(-1, 13)[:, :12].copy())


def _written(fields: Regression) -> list[bytes]:
    words = np.zeros((len(fields.count), 12), np.uint64)
    words[:, 0] = _PREAMBLE
    words[:, 1], words[:, 2] = fields.count.view(np.uint64), fields.skipped.view(np.uint64)
    words[:, 3:] = np.where(np.isnan(fields.numbers), _NAN, fields.numbers.view(np.uint64))
    return sealed(list(words))


def _finite(sums: Any) -> Any:
    """NaN for what overflowed."""
    return np.where(np.isfinite(sums), sums, np.nan)


def of(y: Any, x: Any) -> bytes:
    """The state of two arrays of equally many numbers; of none the empty blob.

    A pair of which a number is NaN or infinite is counted as skipped and changes nothing else; one
    of which a number is null is not even counted. Raises ValueError where the arrays are not
    equally long.
    """
    (ys, no_y), (xs, no_x) = inputs.doubles(y), inputs.doubles(x)
    if len(ys) != len(xs):
        raise ValueError(f"expected as many y as x, found {len(ys)} and {len(xs)}")
    both = [numbers[~(no_y | no_x)] for numbers in (ys, xs)]
    if len(both[0]) == 0:
        return b""
    finite = np.isfinite(both[0]) & np.isfinite(both[1])
    count = int(finite.sum())
    numbers = np.zeros(9)
    if count > 0:
        with np.errstate(all="ignore"):
            distances_y, distances_x = (
                _put(numbers, variable, squares, values[finite])
                for variable, squares, values in ((Y, SQUARES_Y, both[0]), (X, SQUARES_X, both[1]))
            )
            numbers[PRODUCTS] = _finite((distances_y * distances_x).sum())
    fields = Regression(np.array([count]), np.array([len(finite) - count]), numbers[None, :])
    return _written(fields)[0]


def _put(numbers: Doubles, variable: int, squares: int, values: Doubles) -> Doubles:
    """Writes the numbers of a variable but for the products; its distances from the mean."""
    deviations = values - values[0]
    total, rest = exact_sum(deviations)
    rest += float(sum_rest(values, -values[0], deviations).sum())
    numbers[variable] = values[0]
    numbers[variable + SUM : variable + 3] = (total, rest) if np.isfinite(total + rest) else np.nan
    distances: Doubles = deviations - total / len(values)
    distances -= distances.mean() if deviations.any() else distances
    numbers[squares] = _finite((distances * distances).sum())
    if deviations.any():
        # Squares of values that differ are never 0.
        numbers[squares] = np.maximum(numbers[squares], _SMALLEST)
    return distances


def _both(left: Regression, right: Regression) -> Regression:
    """The pairs of each left state with those of the right one, by the formulas of Chan et al."""
    if (left.count > _LARGEST_COUNT - right.count).any() or (
        left.skipped > _LARGEST_COUNT - right.skipped
    ).any():
        raise ValueError("regression: the count would exceed 2^63-1")
    numbers = left.numbers.copy()
    with np.errstate(all="ignore"):
        n, m = left.count.astype(np.float64), right.count.astype(np.float64)
        weight = n * m / (n + m)
        numbers[:, SQUARES_Y:] = _finite(left.numbers + right.numbers)[:, SQUARES_Y:]
        y, x = (_moved(left, right, numbers, variable) for variable in (Y, X))
        numbers[:, SQUARES_Y] += _square(y, weight)
        numbers[:, SQUARES_X] += _square(x, weight)
        numbers[:, PRODUCTS] += y * x * weight
        numbers = _finite(numbers)
        # Products that only altered states have together are no number.
        fit = _fit(*(numbers[:, at] for at in (SQUARES_Y, SQUARES_X, PRODUCTS)))
        numbers[~fit, PRODUCTS] = np.nan
    numbers = np.where((left.count == 0)[:, None], right.numbers, numbers)
    numbers = np.where((right.count == 0)[:, None], left.numbers, numbers)
    return Regression(left.count + right.count, left.skipped + right.skipped, numbers)


def _moved(left: Regression, right: Regression, numbers: Doubles, variable: int) -> Doubles:
    """Adds the sums of a variable, about the left origin; how far the right means are away."""
    n, m = left.count.astype(np.float64), right.count.astype(np.float64)
    origin, total, rest = (left.number(variable + part) for part in (0, SUM, REST))
    other, more, more_rest = (right.number(variable + part) for part in (0, SUM, REST))
    shift = other - origin
    shifted = m * shift
    moved = more + shifted
    both = total + moved
    both_rest = (
        rest
        + more_rest
        + m * sum_rest(other, -origin, shift)
        + product_rest(m, shift, shifted)
        + sum_rest(more, shifted, moved)
        + sum_rest(total, moved, both)
    )
    finite = np.isfinite(both + both_rest)
    numbers[:, variable + SUM] = np.where(finite, both, np.nan)
    numbers[:, variable + REST] = np.where(finite, both_rest, np.nan)
    return np.asarray(shift + (more / m - total / n))


def _square(distances: Doubles, weight: Doubles) -> Doubles:
    """A square that underflows is the smallest double."""
    squares = np.maximum(distances * distances * weight, _SMALLEST)
    return np.where(distances == 0, 0.0, squares)


def merge(states: Column) -> bytes | None:
    """The state of the rows of all states of a column; None where all are None or empty.

    Counts are exact, the other answers to the last few digits. Raises InvalidState for an invalid
    state, ValueError where a count would exceed 2^63-1.
    """
    total = merged(read, _both, columns.blobs(states))
    return None if total is None else _written(total)[0]


def union(left: State, right: State) -> bytes | None:
    """The state of the rows of two states; None if either is None."""
    if left is None or right is None:
        return None
    return merge([left, right]) or b""
