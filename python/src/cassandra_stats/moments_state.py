# SPDX-License-Identifier: Apache-2.0
"""The states of the family ``moments``: read, made, merged and written."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cassandra_stats import columns, inputs
from cassandra_stats.columns import Column, Doubles, Integers, State
from cassandra_stats.errors import InvalidState
from cassandra_stats.exact import exact_sum, product_rest, sum_rest
from cassandra_stats.frames import Family, Flags, opened, sealed
from cassandra_stats.pairwise import Fields, merged

_FAMILY = Family("moments", 128, 96, 96)
_ROOM = 1 + 1e-6
# Below this, sums of powers have lost digits to underflow.
UNDERFLOW = 2.0**-969
_LARGEST_COUNT = 2**63 - 1


@dataclass
class Moments(Fields):
    """The fields of some states; names as in the page of the format."""

    unit: Integers
    origin: Doubles
    sum: Doubles
    rest: Doubles
    squares: Doubles
    cubes: Doubles
    fourths: Doubles
    minimum: Doubles
    maximum: Doubles

    def scaled(self, field: Doubles) -> Doubles:
        """A field divided by the unit."""
        return np.ldexp(field, -self.unit)


def units(spread: Doubles) -> Integers:
    """The unit, as a power of two, of values whose maximum is so much above their minimum."""
    exponent = np.maximum(np.frexp(spread)[1] - 1, -1023)
    exponent = np.where(np.isinf(spread), 1024, exponent)
    return np.where(spread == 0, 0, (exponent + 1025) // 410 * 410 - 820).astype(np.int64)


def _unchecked(head: np.ndarray[Any, Any]) -> Moments:
    """The fields of words 0 to 10 of states, a row each."""
    numbers = head.view(np.float64)
    whole = head.view(np.int64)
    unit = (head[:, 0] & np.uint64(0xFFFFFFFF)).astype(np.uint32).view(np.int32)
    return Moments(
        whole[:, 1], whole[:, 2], unit.astype(np.int64), *(numbers[:, i] for i in range(3, 11))
    )


def check(head: np.ndarray[Any, Any], family: Family) -> Moments:
    """The fields of words 0 to 10 of states, if some values have them; else InvalidState."""
    fields = _unchecked(head)
    with np.errstate(all="ignore"):
        spread = fields.maximum - fields.minimum
        flags = (head[:, 0] >> np.uint64(32)) & np.uint64(0xFF)
        family.refuse(
            (fields.count < 0) | (fields.skipped < 0) | (flags != 0),
            "no flags and counts from 0 to 2^63-1",
            [f"{c} and {s}" for c, s in zip(fields.count, fields.skipped, strict=True)],
        )
        family.refuse(fields.unit != units(spread), "the unit of the range", fields.unit)
        none = fields.count == 0
        family.refuse(
            none & (head[:, 3:11] != 0).any(axis=1), "zeros behind a count of 0", fields.origin
        )
        family.refuse(
            ~(fields.minimum <= fields.origin)
            | ~(fields.origin <= fields.maximum)
            | np.isinf(fields.minimum)
            | np.isinf(fields.maximum)
            | ((fields.count == 1) & (fields.minimum != fields.maximum)),
            "finite minimum <= origin <= maximum, equal for one value",
            fields.origin,
        )
        family.refuse(_impossible(fields), "sums that some values have", fields.squares)
    return fields


def _impossible(fields: Moments) -> Flags:
    """Which sums no values have, whatever these are."""
    n = fields.count.astype(np.float64)
    r = fields.scaled(fields.maximum) - fields.scaled(fields.minimum)
    room = np.where(r == 0, 0, UNDERFLOW)
    fourths = np.sqrt(fields.fourths + room)
    possible = np.abs(fields.sum + fields.rest) <= n * r * _ROOM
    possible &= (r != 0) | (fields.sum == 0)
    possible &= (fields.squares >= 0) & (fields.squares <= n * r * r * _ROOM + room)
    possible &= fields.fourths >= -room
    possible &= fields.fourths <= fields.squares * r * r * _ROOM + room
    possible &= ~(fields.squares > np.sqrt(n) * fourths * _ROOM)
    possible &= np.abs(fields.cubes) <= np.sqrt(fields.squares) * fourths * _ROOM
    return ~possible


def read(states: Sequence[bytes]) -> Moments:
    """The fields of states. Raises InvalidState where one is none."""
    return check(opened(_FAMILY, states).words.reshape(-1, 12)[:, :11].copy(), _FAMILY)


def _written(fields: Moments) -> list[bytes]:
    head = np.zeros((len(fields.count), 11), np.uint64)
    head[:, 0] = np.uint64(0x0102800000000000) | (
        fields.unit.view(np.uint64) & np.uint64(2**32 - 1)
    )
    head[:, 1], head[:, 2] = fields.count.view(np.uint64), fields.skipped.view(np.uint64)
    for at, field in enumerate(list(vars(fields).values())[3:], 3):
        head[:, at] = field.astype(np.float64).view(np.uint64)
    return sealed(list(head))


def of(values: Any) -> bytes:
    """The state of an array of numbers; of none the empty blob.

    NaN and infinities are counted as skipped and change nothing else; null is not even counted.
    """
    given, null = inputs.doubles(values)
    given = given[~null]
    numbers = given[np.isfinite(given)]
    skipped = len(given) - len(numbers)
    if len(given) == 0:
        return b""
    fields = _unchecked(np.zeros((1, 11), np.uint64))
    fields.count[0], fields.skipped[0] = len(numbers), skipped
    if len(numbers) > 0:
        low, high = numbers[numbers.argmin()], numbers[numbers.argmax()]
        with np.errstate(over="ignore"):
            fields.unit = units(np.array([high - low]))
        unit = -int(fields.unit[0])
        scaled, origin = np.ldexp(numbers, unit), np.ldexp(numbers[0], unit)
        deviations = scaled - origin
        total, rest = exact_sum(deviations)
        rest += float(sum_rest(scaled, -origin, deviations).sum())
        centred = deviations - total / len(numbers)
        centred -= centred.mean() if high > low else centred
        squares = centred * centred
        fields.origin[0], fields.minimum[0], fields.maximum[0] = numbers[0], low, high
        fields.sum[0], fields.rest[0] = total, rest
        fields.squares[0] = squares.sum()
        fields.cubes[0] = (squares * centred).sum()
        fields.fourths[0] = (squares * squares).sum()
    return _written(fields)[0]


def _both(left: Moments, right: Moments) -> Moments:
    """The values of each left state with those of the right one, by Pébay's formulas."""
    if (left.count > _LARGEST_COUNT - right.count).any() or (
        left.skipped > _LARGEST_COUNT - right.skipped
    ).any():
        raise ValueError("moments: the count would exceed 2^63-1")
    low = np.where(right.minimum < left.minimum, right.minimum, left.minimum)
    high = np.where(right.maximum > left.maximum, right.maximum, left.maximum)
    both = Moments(**{**vars(left), "origin": left.origin.copy()})
    both.count, both.skipped = left.count + right.count, left.skipped + right.skipped
    with np.errstate(all="ignore"):
        both.minimum, both.maximum, both.unit = low, high, units(high - low)
        n, m = left.count.astype(np.float64), right.count.astype(np.float64)
        a, b = n / (n + m), m / (n + m)
        by_left = np.ldexp(1.0, left.unit - both.unit)
        by_right = np.ldexp(1.0, right.unit - both.unit)
        first, second = both.scaled(left.origin), both.scaled(right.origin)
        shift = second - first
        left_sum, right_sum = left.sum * by_left, right.sum * by_right
        shifted = m * shift
        moved = right_sum + shifted
        both.sum = left_sum + moved
        both.rest = (
            left.rest * by_left
            + right.rest * by_right
            + m * sum_rest(second, -first, shift)
            + product_rest(m, shift, shifted)
            + sum_rest(right_sum, shifted, moved)
            + sum_rest(left_sum, moved, both.sum)
        )
        squares, more_squares = left.squares * by_left**2, right.squares * by_right * by_right
        cubes = left.cubes * by_left * by_left * by_left
        more_cubes = right.cubes * by_right * by_right * by_right
        fourths = left.fourths * by_left * by_left * by_left * by_left
        more_fourths = right.fourths * by_right * by_right * by_right * by_right
        delta = shift + (right_sum / m - left_sum / n)
        square = delta * delta * n * b
        both.fourths = (
            fourths
            + more_fourths
            + square * (delta * delta) * (a * a - a * b + b * b)
            + 6 * (delta * delta) * (a * a * more_squares + b * b * squares)
            + 4 * delta * (a * more_cubes - b * cubes)
        )
        both.cubes = (
            cubes
            + more_cubes
            + square * delta * (a - b)
            + 3 * delta * (a * more_squares - b * squares)
        )
        both.squares = squares + more_squares + square
        for which, other in ((left.count == 0, right), (right.count == 0, left)):
            for name, field in vars(both).items():
                if name not in ("count", "skipped"):
                    field[...] = np.where(which, getattr(other, name), field)
        wrong = (both.count > 0) & _impossible(both)
    if wrong.any():
        raise InvalidState("moments", "states whose sums fit together", both.squares[wrong][0])
    return both


def merge(states: Column) -> bytes | None:
    """The state of the rows of all states of a column; None where all are None or empty.

    Counts, minimum and maximum are exact, the other moments to the last few digits. Raises
    InvalidState for an invalid state, ValueError where a count would exceed 2^63-1.
    """
    total = merged(read, _both, columns.blobs(states))
    return None if total is None else _written(total)[0]


def union(left: State, right: State) -> bytes | None:
    """The state of the rows of two states; None if either is None."""
    if left is None or right is None:
        return None
    return merge([left, right]) or b""
