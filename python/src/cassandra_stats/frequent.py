# SPDX-License-Identifier: Apache-2.0
"""The family ``frequent``: which values came most often, and how often."""

from collections.abc import Sequence

import numpy as np

from cassandra_stats import questions
from cassandra_stats.columns import Integers
from cassandra_stats.frequent_state import Frequent, Value, merge, of, read, union

__all__ = [
    "above", "count", "estimates", "is_valid", "lower_bounds", "merge", "of", "state", "text",
    "union", "values",
]  # fmt: skip


def _text(value: Value) -> str:
    if isinstance(value, int):
        return str(value)
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return f"0x{value.hex()}"


def _answered(sketch: Frequent) -> list[tuple[Value, int]]:
    """As many values as were asked for; of another library all."""
    return sketch.counters[: sketch.max or None]


@questions.integers(read)
def count(table: list[Frequent]) -> Integers:
    """Number of rows with a value."""
    return np.array([sketch.rows for sketch in table])


@questions.objects(read)
def values(table: list[Frequent]) -> Sequence[list[str]]:
    """The most frequent values: all that more than 1/max of the rows have are among them."""
    return [[_text(value) for value, _ in _answered(sketch)] for sketch in table]


@questions.objects(read)
def estimates(table: list[Frequent]) -> Sequence[list[int]]:
    """How often the values came at most, in their order."""
    return [[counter + sketch.error for _, counter in _answered(sketch)] for sketch in table]


@questions.objects(read)
def lower_bounds(table: list[Frequent]) -> Sequence[list[int]]:
    """How often the values came at least, in their order."""
    return [[counter for _, counter in _answered(sketch)] for sketch in table]


@questions.objects(read)
def above(table: list[Frequent], share: float) -> Sequence[dict[str, int]]:
    """The values that may be more than a share of the rows, with their estimates."""
    if not 0 <= share <= 1:
        raise ValueError(f"frequent_above: expected a share from 0 to 1, found {share}")
    found = []
    for sketch in table:
        least = share * float(sketch.rows)
        estimates = {_text(value): counter + sketch.error for value, counter in sketch.counters}
        # Compared as doubles, as the function in CQL does it.
        found.append({v: n for v, n in sorted(estimates.items()) if float(n) > least})
    return found


@questions.objects(read)
def text(table: list[Frequent]) -> Sequence[str]:
    """The state in one line of words."""
    return [
        f"frequent max={sketch.max} map={1 << sketch.lg_max} count={sketch.rows}"
        f" error={sketch.error} values={len(sketch.counters)}"
        for sketch in table
    ]


is_valid = questions.is_valid(read)
state = questions.final(read)
