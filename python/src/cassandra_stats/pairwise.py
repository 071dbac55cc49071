# SPDX-License-Identifier: Apache-2.0
"""States of sums are added up in pairs, so that rounding grows slowly with their number."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from cassandra_stats import columns
from cassandra_stats.columns import Integers

F = TypeVar("F", bound="Fields")


@dataclass
class Fields:
    """The fields of some states, an array each with a row for each state."""

    count: Integers
    skipped: Integers

    def some(self: F, which: Any) -> F:
        """The states of an index, a slice or flags."""
        return type(self)(**{name: field[which] for name, field in vars(self).items()})

    def and_more(self: F, more: F) -> F:
        """These states and more of them."""
        return type(self)(
            **{
                name: np.concatenate((field, getattr(more, name)))
                for name, field in vars(self).items()
            }
        )


def merged(
    read: Callable[[list[bytes]], F], both: Callable[[F, F], F], column: Sequence[bytes]
) -> F | None:
    """The fields of all states of a column; None where all are empty.

    `both` merges each left state with the right one of the same row.
    """
    total: F | None = None
    for indexes in columns.portions(column, read):
        fields = columns.read_at(read, column, indexes)
        while len(fields.count) > 1:
            half = len(fields.count) // 2 * 2
            paired = both(fields.some(slice(0, half, 2)), fields.some(slice(1, half, 2)))
            fields = paired.and_more(fields.some(slice(half, None)))
        total = fields if total is None else both(total, fields)
    return total
