# SPDX-License-Identifier: Apache-2.0
"""Sums and products of doubles, and what rounding cut off them."""

from fractions import Fraction
from typing import Any, Protocol

import numpy as np

from cassandra_stats.columns import Doubles, Integers

# Beyond these, products or their rests might overflow or underflow.
_LARGEST, _SMALLEST = 2.0**900, 2.0**-800
# A pair of doubles is right to 2^-103 of the largest summand; the rest is room.
_ERROR = 2.0**-95


def sum_rest(left: Any, right: Any, total: Any) -> Any:
    """left + right - total exactly, where total is the rounded sum (Dekker, 1971)."""
    virtual = total - left
    return (left - (total - virtual)) + (right - virtual)


def product_rest(left: Any, right: Any, product: Any) -> Any:
    """left * right - product to within 2^-106 of it, where product is the rounded product."""
    left_high, right_high = _upper(left), _upper(right)
    left_low, right_low = left - left_high, right - right_high
    return left_low * right_low - (
        ((product - left_high * right_high) - left_low * right_high) - left_high * right_low
    )


def _upper(values: Any) -> Doubles:
    """The upper 26 bits of significands."""
    bits = np.asarray(values, np.float64).view(np.uint64) & np.uint64(2**64 - 2**27)
    return bits.view(np.float64)


def exact_sum(values: Doubles) -> tuple[float, float]:
    """A sum in two doubles."""
    rest = 0.0
    while len(values) > 1:
        if len(values) % 2:
            values = np.append(values, 0.0)
        left, right = values[::2], values[1::2]
        total = left + right
        rest += float(sum_rest(left, right, total).sum())
        values = total
    return (float(values[0]) if len(values) else 0.0), rest


class _Sums(Protocol):
    @property
    def unit(self) -> Integers: ...
    @property
    def count(self) -> Integers: ...
    @property
    def origin(self) -> Doubles: ...
    @property
    def sum(self) -> Doubles: ...
    @property
    def rest(self) -> Doubles: ...


def mean_of(origin: Doubles, deviations: Doubles, rests: Doubles, states: _Sums) -> Doubles:
    """origin + (deviations + rests) / count, rounded once.

    Pairs of doubles decide nearly always (Ziv, 1991), else fractions of ``states``.
    """
    count = states.count.astype(np.float64)
    total = deviations + rests
    total_rest = sum_rest(deviations, rests, total)
    share = total / count
    product = share * count
    left = (total - product) - product_rest(share, count, product)
    mean = origin + share
    rest = sum_rest(origin, share, mean) + (left + total_rest) / count
    error = (np.abs(origin) + np.abs(share)) * _ERROR
    low, high = mean + (rest - error), mean + (rest + error)
    decided = (low == high) & _within(origin, total) & _counted(states)
    return _decided(low, decided, states, lambda total, count: total / count)


def sum_of(origin: Doubles, deviations: Doubles, rests: Doubles, states: _Sums) -> Doubles:
    """origin x count + deviations + rests, rounded once; as above."""
    count = states.count.astype(np.float64)
    deviation = deviations + rests
    product = origin * count
    total = product + deviation
    rest = sum_rest(product, deviation, total) + (
        sum_rest(deviations, rests, deviation) + product_rest(origin, count, product)
    )
    error = (np.abs(product) + np.abs(deviation)) * _ERROR
    low, high = total + (rest - error), total + (rest + error)
    decided = (low == high) & _within(product, deviation) & _counted(states)
    decided &= (origin == 0) | (np.abs(origin) >= _SMALLEST)
    return _decided(low, decided, states, lambda total, count: total)


def _within(origin: Doubles, total: Doubles) -> Any:
    fits = (np.abs(origin) <= _LARGEST) & (np.abs(total) <= _LARGEST)
    return fits & ((total == 0) | (np.abs(total) >= _SMALLEST))


def _counted(states: _Sums) -> Any:
    return states.count <= 2**53


def _decided(answers: Doubles, decided: Any, states: _Sums, answer: Any) -> Doubles:
    """The answers that are decided, and exact ones in place of the others."""
    exact = answers + 0.0
    for i in np.flatnonzero(~decided & (states.count > 0)).tolist():
        parts = (states.origin[i], states.sum[i], states.rest[i])
        if not np.isfinite(parts).all():
            exact[i] = np.nan
            continue
        count = int(states.count[i])
        origin, total, rest = (Fraction(float(part)) for part in parts)
        fraction = answer(
            count * origin + (total + rest) * Fraction(2) ** int(states.unit[i]), count
        )
        try:
            exact[i] = float(fraction)
        except OverflowError:
            exact[i] = np.nan
    return exact
