# SPDX-License-Identifier: Apache-2.0
"""The family ``theta``: how many different values there were, and how many came back."""

import math
from collections.abc import Sequence

import numpy as np

from cassandra_stats import questions
from cassandra_stats.columns import Doubles
from cassandra_stats.text import number
from cassandra_stats.theta_state import ALL, Theta, a_not_b, intersection, merge, of, read, union

__all__ = [
    "a_not_b", "estimate", "intersection", "is_valid", "lower_bound", "merge", "of", "state",
    "text", "union", "upper_bound",
]  # fmt: skip

# How probable it is to be above 1, 2 or 3 standard deviations.
_ABOVE = (0.1586553191586026479, 0.0227502618904135701, 0.0013498126861731796)


def _estimate(sketch: Theta) -> float:
    return len(sketch.hashes) * (2.0**63 / sketch.theta)


def _bound(sketch: Theta, deviations: int, sign: int) -> float:
    """The bound of so many standard deviations above or below, corrected for continuity."""
    if deviations not in (1, 2, 3):
        raise ValueError(f"theta: expected 1, 2 or 3 standard deviations, found {deviations}")
    count, part = len(sketch.hashes), sketch.theta / 2.0**63
    if sketch.theta == ALL or (count == 0 and sign < 0):
        return _estimate(sketch)
    if count == 0:
        return float(math.ceil(math.log(_ABOVE[deviations - 1]) / math.log1p(-part)))
    middle = (count + sign / 2) / part
    spread = sign * deviations * math.sqrt((1 - part) / part)
    root = math.sqrt(spread * spread + 4 * middle)
    bound = middle + spread * spread / 2 + spread * root / 2 + sign / 2
    return max(bound, count) if sign < 0 else bound


@questions.doubles(read)
def estimate(table: list[Theta]) -> Doubles:
    """An estimate of the number of different values, equal to that of Apache DataSketches."""
    return np.array([_estimate(sketch) for sketch in table])


@questions.doubles(read)
def lower_bound(table: list[Theta], deviations: int) -> Doubles:
    """What the number of different values is not below, by 1, 2 or 3 standard deviations."""
    return np.array([_bound(sketch, deviations, -1) for sketch in table], np.float64)


@questions.doubles(read)
def upper_bound(table: list[Theta], deviations: int) -> Doubles:
    """What the number of different values is not above, by 1, 2 or 3 standard deviations."""
    return np.array([_bound(sketch, deviations, 1) for sketch in table], np.float64)


@questions.objects(read)
def text(table: list[Theta]) -> Sequence[str]:
    """The state in one line of words."""
    return [
        f"theta lg_k={sketch.lg_k} hashes={len(sketch.hashes)}"
        f" theta={number(sketch.theta / 2.0**63)}"
        for sketch in table
    ]


is_valid = questions.is_valid(read)
state = questions.final(read)
