# SPDX-License-Identifier: Apache-2.0
"""States of counters that Python makes of points, merges, and asks about buckets."""

import random
from collections.abc import Callable

import numpy as np
import pytest

import golden
from cassandra_stats import counter

SEED = 20261129


def series(chance: random.Random, size: int) -> tuple[list[int], list[float]]:
    times, values = [chance.randrange(10_000)], [float(chance.randrange(100))]
    while len(times) < size:
        times.append(times[-1] + 1 + chance.randrange(10_000))
        reset = chance.randrange(6) == 0
        values.append(chance.randrange(50) + (0.0 if reset else values[-1]))
    return times, values


def test_should_make_the_golden_states() -> None:
    for state in golden.load("counter")["states"]:
        aggregate, _, types = state["aggregate"].partition("(")
        if state["rows"] and types == "bigint, double)":
            make = counter.gauge if aggregate == "gauge" else counter.of
            times = golden.column(state["rows"], "ordered bigint")
            values = golden.column(state["rows"], "double")
            for order in (1, -1):
                made = make(times[::order], values[::order])
                assert golden.same(golden.blob(state["state"]), made), state["name"]


@pytest.mark.parametrize("make", [counter.of, counter.gauge])
def test_should_merge_buckets_in_any_order_and_share_what_is_between_them(
    make: Callable[..., bytes],
) -> None:
    chance = random.Random(SEED)
    for _ in range(60):
        times, values = series(chance, chance.randrange(1, 40))
        width = chance.randrange(500, 30_000)
        starts = range(times[0] - chance.randrange(width), times[-1] + 1, width)
        buckets = []
        for start in starts:
            inside = [start <= time < start + width for time in times]
            buckets.append(make(np.array(times)[inside], np.array(values)[inside]))
        whole = make(times, values)
        shuffled = buckets.copy()
        chance.shuffle(shuffled)
        assert counter.merge(shuffled) == whole
        parts = [
            counter.interpolated_delta(
                bucket,
                start,
                start + width,
                next((one for one in reversed(buckets[:at]) if one), None),
                next((one for one in buckets[at + 1 :] if one), None),
            )
            for at, (start, bucket) in enumerate(zip(starts, buckets, strict=True))
        ]
        total = sum(part for part in parts if part is not None)
        assert total == pytest.approx(counter.delta(whole), rel=1e-12, abs=1e-9)


def test_should_refuse_a_counter_with_a_gauge() -> None:
    grown, fallen = counter.of([1, 2], [1, 3]), counter.gauge([3, 4], [3, 1])
    assert (counter.delta(fallen), counter.num_resets(fallen)) == (-2.0, 0)
    for ask in (
        lambda: counter.merge([grown, fallen]),
        lambda: counter.interpolated_delta(grown, 1, 3, None, fallen),
    ):
        with pytest.raises(ValueError, match="states of one kind, found a counter and a gauge"):
            ask()


def test_should_refuse_what_is_in_no_order() -> None:
    with pytest.raises(ValueError, match="in the order of time"):
        counter.of([1, 3, 2], [1, 2, 3])
    with pytest.raises(ValueError, match="in the order of time"):
        counter.of([1, 2, 2], [1, 2, 3])
    with pytest.raises(ValueError, match="as many times as values"):
        counter.of([1, 2], [1])
    outer, inner = counter.of([1, 9], [1, 2]), counter.of([4, 5], [1, 2])
    with pytest.raises(ValueError, match="do not overlap, found 1 to 9 and 4 to 5"):
        counter.merge([inner, outer])
    times = np.array(["2026-07-01T08:00", "2026-07-01T09:00"], "datetime64[s]")
    assert counter.rate(counter.of(times, [0, 7200])) == 2.0
