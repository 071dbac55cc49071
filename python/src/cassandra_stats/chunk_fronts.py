# SPDX-License-Identifier: Apache-2.0
"""The different fronts of values: their sign, their exponent, and perhaps the first digits."""

import numpy as np

from cassandra_stats.checksum import Words
from cassandra_stats.columns import Integers

# The most fronts of a chunk, and of some of its values, which say how many low bits there are.
_MOST, _MOST_OF_SOME, _SOME = 64, 24, 256
_MOST_LOW = 56


def fronts(bits: Words, best: int) -> tuple[int, tuple[Integers, bytes] | None]:
    """How many low bits fronts leave out; the numbers that stand for values, and the fronts.

    None where they take more than ``best`` bytes, or are too many.
    """
    low = _low(bits)
    if low * len(bits) >= 8 * best:
        return low, None
    below = np.uint64(low)
    found, first, inverse, counts = np.unique(
        bits >> below << below, return_index=True, return_inverse=True, return_counts=True
    )
    if len(found) > _MOST:
        return low, None
    # The most frequent one first; of equal ones the one that is met first.
    order = np.lexsort((first, -counts))
    ranks = np.empty(len(order), np.uint64)
    ranks[order] = np.arange(len(order))
    numbers = ranks[inverse] << below | bits & np.uint64((1 << low) - 1)
    return low, (numbers.view(np.int64), found[order].astype(">u8").tobytes())


def _low(bits: Words) -> int:
    """How many low bits are no part of fronts, so that both take few bits."""
    some = np.sort(bits[:: max(1, len(bits) // _SOME)].view(np.int64)).view(np.uint64)
    differ = some[:-1] ^ some[1:]
    best, least = _MOST_LOW, 64
    for low in range(_MOST_LOW, 0, -1):
        different = 1 + int(np.count_nonzero(differ >> np.uint64(low)))
        if different > _MOST_OF_SOME:
            break
        taken = low + (different - 1).bit_length()
        if taken < least:
            best, least = low, taken
    return best
