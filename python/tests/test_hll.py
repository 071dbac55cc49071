# SPDX-License-Identifier: Apache-2.0
"""Values are hashed as in CQL, whatever holds them."""

from datetime import timedelta
from decimal import Decimal
from uuid import UUID

import numpy as np
import pytest

from cassandra_stats import hll


def test_should_hash_booleans_as_their_byte() -> None:
    assert hll.of([True, False, True]) == hll.of([b"\1", b"\0"])
    assert hll.of(np.array([True, False])) == hll.of([b"\1", b"\0"])


def test_should_hash_times_as_milliseconds() -> None:
    times = np.array(["2026-01-01", "NaT", "2026-01-02"], "datetime64[us]")

    assert hll.of(times) == hll.of([1767225600000, 1767312000000])


def test_should_hash_uuids_as_their_bytes() -> None:
    uuid = UUID("00000000-0000-4000-8000-000000000001")

    assert hll.of([uuid]) == hll.of([uuid.bytes])


def test_should_leave_out_none() -> None:
    assert hll.of([1, None, 2]) == hll.of([1, 2])
    assert hll.of(["a", None, ""]) == hll.of(["a"])
    assert hll.of([None, None]) == b""


@pytest.mark.parametrize("value", [Decimal(1), timedelta(1), object()])
def test_should_refuse_what_it_cannot_hash(value: object) -> None:
    with pytest.raises(TypeError, match="hll: expected numbers, booleans, times, texts"):
        hll.of([value])
