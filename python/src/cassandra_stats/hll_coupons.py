# SPDX-License-Identifier: Apache-2.0
"""The coupons of values: what an HLL sketch keeps of their hashes."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cassandra_stats.checksum import Words
from cassandra_stats.hashes import hashes_of

Coupons: TypeAlias = NDArray[np.uint32]


def coupons_of(values: Any) -> Coupons:
    """Of an array of numbers, booleans, times, texts, bytes or UUIDs; what is no value has none."""
    first, second = hashes_of("hll", values)
    value = np.minimum(_leading_zeros(second), 62) + 1
    return (value.astype(np.uint32) << np.uint32(26)) | (first & np.uint64(2**26 - 1)).astype(
        np.uint32
    )


def _leading_zeros(words: Words) -> NDArray[np.int64]:
    # Halves are doubles without rounding, whose exponents are the lengths.
    high = np.frexp((words >> np.uint64(32)).astype(np.float64))[1].astype(np.int64)
    low = np.frexp((words & np.uint64(2**32 - 1)).astype(np.float64))[1].astype(np.int64)
    return np.asarray(64 - np.where(high > 0, high + 32, low))
