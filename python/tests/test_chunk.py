# SPDX-License-Identifier: Apache-2.0
"""Values of chunks that are integers, most of which are no doubles."""

from typing import Any

import numpy as np
import pytest

from cassandra_stats import chunk

LARGE = [2**53 + 1, -(2**63), 2**63 - 1, 0, -1, 2**60 + 3]


def _numbers(found: Any) -> list[float]:
    return list(found.tolist())


def test_should_keep_integers() -> None:
    state = chunk.of(range(6), LARGE)
    assert _numbers(chunk.bigints(state)) == LARGE
    assert _numbers(chunk.values(state)) == [float(value) for value in LARGE]
    assert chunk.of(range(6), np.array(LARGE)) == state


def test_should_keep_integers_of_parts_and_wholes() -> None:
    state = chunk.of(range(6), LARGE)
    parts = [chunk.of([time], [value]) for time, value in enumerate(LARGE)]
    assert chunk.merge(parts) == state
    assert chunk.union(chunk.merge(parts[:3]), chunk.merge(parts[3:])) == state
    assert _numbers(chunk.bigints(chunk.slice(state, 2, 6))) == LARGE[2:]
    assert set(_numbers(chunk.bigints(chunk.lttb(state, 3)))) <= set(LARGE)


def test_should_make_the_chunk_of_doubles_where_all_are_doubles() -> None:
    assert chunk.of(range(9), range(9)) == chunk.of(range(9), np.arange(9.0))


def test_should_refuse_values_that_are_no_integers() -> None:
    with pytest.raises(ValueError, match=r"integers of 64 bits, found 2\.5"):
        chunk.bigints(chunk.of([1, 2], [1, 2.5]))
    with pytest.raises(ValueError, match="found 9223372036854775808"):
        chunk.of([1], [2**63])


def test_should_take_both_zeros_for_0_whatever_the_encoding() -> None:
    others = np.arange(40.0)
    others[9] = -0.0
    for values in ([0.0, -0.0], others):
        state = chunk.of(range(len(values)), values)
        assert _numbers(chunk.bigints(state)) == [float(value) for value in values]
