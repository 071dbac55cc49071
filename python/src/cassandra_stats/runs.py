# SPDX-License-Identifier: Apache-2.0
"""Lists of different lengths, one behind the other in one array."""

from collections.abc import Callable

import numpy as np

from cassandra_stats.columns import Integers
from cassandra_stats.frames import Flags


def starts_of(lengths: Integers) -> Integers:
    """Where each list begins."""
    return np.cumsum(lengths) - lengths


def owners(lengths: Integers) -> Integers:
    """For each element the number of its list."""
    return np.repeat(np.arange(len(lengths)), lengths)


def positions(lengths: Integers) -> Integers:
    """For each element its number within its list."""
    return np.arange(int(lengths.sum())) - np.repeat(starts_of(lengths), lengths)


def cumulative(values: Integers, lengths: Integers) -> Integers:
    """Sums up to and including each element of a list; modulo 2^64."""
    sums = np.cumsum(values)
    before = np.concatenate((np.zeros(1, np.int64), sums))[starts_of(lengths)]
    return sums - np.repeat(before, lengths)


def first(low: Integers, high: Integers, holds: Callable[[Integers], Flags]) -> Integers:
    """The first index from low on for which something holds that holds up to high from there on.

    All searches at once, by halves; high where it never holds before.
    """
    low, high = np.broadcast_arrays(low, high)
    low, high = low.copy(), high.copy()
    while (low < high).any():
        middle = (low + high) // 2
        found = holds(middle)
        open_still = low < high
        high = np.where(open_still & found, middle, high)
        low = np.where(open_still & ~found, middle + 1, low)
    return low
