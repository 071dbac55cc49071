# SPDX-License-Identifier: Apache-2.0
"""How long states lasted: states made, merged and asked in Python."""

import random
from itertools import pairwise

import numpy as np
import pytest

import golden
from cassandra_stats import state_time

SEED = 20261128


def series(chance: random.Random, size: int, states: int) -> tuple[list[int], list[str]]:
    times = [chance.randrange(-10_000, 10_000)]
    while len(times) < size:
        times.append(times[-1] + 1 + chance.randrange(10_000))
    return times, [f"ü{chance.randrange(states)}" for _ in times]


def test_should_make_the_golden_states() -> None:
    for state in golden.load("state_time")["states"]:
        kind = state["aggregate"].removeprefix("state_time(bigint, ").removesuffix(")")
        if state["rows"]:
            times = golden.column(state["rows"], "ordered bigint")
            values = golden.column(state["rows"], kind)
            for order in (1, -1):
                made = state_time.of(times[::order], values[::order])
                assert made == golden.blob(state["state"]), state["name"]


@pytest.mark.parametrize("states", [2, 64, 65, 120])
def test_should_merge_buckets_to_the_whole(states: int) -> None:
    chance = random.Random(SEED)
    for _ in range(30):
        times, values = series(chance, chance.randrange(1, 200), states)
        width = chance.randrange(500, 100_000)
        starts = range(times[0] - chance.randrange(width), times[-1] + 1, width)
        buckets = []
        for start in starts:
            inside = [at for at, time in enumerate(times) if start <= time < start + width]
            rows = ([times[at] for at in inside], [values[at] for at in inside])
            buckets.append(state_time.of(*rows))
        whole = state_time.of(times, values)
        shuffled = buckets.copy()
        chance.shuffle(shuffled)
        assert state_time.merge(shuffled) == whole
        runs = [
            row
            for before, row in pairwise([(0, ""), *zip(times, values, strict=True)])
            if before[1] != row[1]
        ][-32:]
        told = state_time.durations(whole) or {}
        assert list((state_time.timeline(whole) or {}).items()) == [
            (time, value if value in told else "(other)") for time, value in runs
        ]
        for wanted in ("ü0", values[-1], "none"):
            parts = [
                state_time.interpolated_seconds(
                    bucket,
                    wanted,
                    start,
                    start + width,
                    next((one for one in reversed(buckets[:at]) if one), None),
                )
                for at, (start, bucket) in enumerate(zip(starts, buckets, strict=True))
            ]
            total = sum(part for part in parts if part is not None)
            if states < 65:
                over = state_time.interpolated_seconds(whole, wanted, starts[0], starts[-1] + width)
                assert total == pytest.approx(over, abs=1e-9)


def test_should_take_values_of_any_type() -> None:
    state = state_time.of([1, 2, 3, 4, 5, 6], ["on", 7, True, b"\x00", b"\xff", "x" * 48])
    assert list(state_time.durations(state) or {}) == [
        "7",
        "false",
        "on",
        "true",
        "0xff",
        "(other)",
    ]
    assert state_time.seconds(state, "on") == 0.001
    assert state_time.share(state, "on") == 0.2
    assert state_time.of([1, 2], ["", None]) == b""


def test_should_refuse_what_does_not_go_together() -> None:
    with pytest.raises(ValueError, match="do not overlap, found 1 to 9 and 4 to 5"):
        state_time.merge([state_time.of([4, 5], [1, 2]), state_time.of([1, 9], [1, 2])])
    with pytest.raises(ValueError, match="in the order of time"):
        state_time.of([1, 2, 2], [1, 2, 3])
    with pytest.raises(ValueError, match="as many times as values"):
        state_time.of([1, 2], [1])
    with pytest.raises(ValueError, match="before and in a bucket"):
        state_time.interpolated_seconds(state_time.of([5], [1]), "1", 6, 9)
    times = np.array(["2026-07-01T08:00", "2026-07-01T09:00"], "datetime64[s]")
    assert state_time.seconds(state_time.of(times, ["on", "off"]), "on") == 3600.0
