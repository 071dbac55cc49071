# SPDX-License-Identifier: Apache-2.0
"""Uptime and gaps of beats: states made, merged and asked in Python."""

import random

import numpy as np
import pytest

import golden
from cassandra_stats import heartbeat

SEED = 20261129


def series(chance: random.Random, size: int, longest: int) -> list[int]:
    times = [chance.randrange(-10_000, 10_000)]
    while len(times) < size:
        times.append(times[-1] + 1 + chance.randrange(longest))
    return times


def up(times: list[int], interval: int, start: int, stop: int) -> int:
    """The milliseconds of a span in which a beat counts, by the definition."""
    covered, millis = start, 0
    for time in times:
        begin, end = max(covered, time), min(stop, time + interval)
        if begin < end:
            millis, covered = millis + end - begin, end
    return millis


def test_should_make_the_golden_states() -> None:
    for state in golden.load("heartbeat")["states"]:
        if state["rows"]:
            times = golden.column(state["rows"], "ordered bigint")
            for order in (1, -1):
                made = heartbeat.of(times[::order], *state["arguments"])
                assert made == golden.blob(state["state"]), state["name"]


@pytest.mark.parametrize("longest", [90, 300, 3000])
def test_should_merge_buckets_to_the_whole(longest: int) -> None:
    chance = random.Random(SEED)
    for _ in range(100):
        times = series(chance, chance.randrange(1, 200), longest)
        width = chance.randrange(500, 20_000)
        starts = range(times[0] - chance.randrange(width), times[-1] + 200, width)
        buckets = [
            heartbeat.of([time for time in times if start <= time < start + width], 100)
            for start in starts
        ]
        whole = heartbeat.of(times, 100)
        shuffled = buckets.copy()
        chance.shuffle(shuffled)
        assert heartbeat.merge(shuffled) == whole
        assert heartbeat.uptime(whole) == up(times, 100, times[0], times[-1]) / 1000
        parts = [
            heartbeat.interpolated_uptime(
                bucket,
                start,
                start + width,
                next((one for one in reversed(buckets[:at]) if one), None),
            )
            for at, (start, bucket) in enumerate(zip(starts, buckets, strict=True))
        ]
        total = sum(part for part in parts if part is not None)
        assert total == pytest.approx(up(times, 100, starts[0], starts[-1] + width) / 1000)


def test_should_keep_the_longest_gaps() -> None:
    # Gaps of 1 to 80 milliseconds.
    times = np.cumsum([0, *range(11, 91)])
    state = heartbeat.of(times, 10)
    gaps = heartbeat.gap_list(state) or {}
    assert heartbeat.gaps(state) == 80
    assert [stop - begin for begin, stop in gaps.items()] == list(range(17, 81))
    assert heartbeat.longest_gap(state) == 0.08
    assert heartbeat.downtime(state) == sum(range(81)) / 1000
    assert len(state) == 1080


def test_should_count_beats_at_one_time_once() -> None:
    assert heartbeat.of([1, 1, 5, 5], 2) == heartbeat.of([5, 1], 2)
    assert heartbeat.of([1, None], 2) == heartbeat.of([1], 2)
    assert heartbeat.of([], 2) == b""
    assert heartbeat.longest_gap([heartbeat.of([1], 2), b""]).tolist()[0] == 0
    times = np.array(["2026-07-01T08:00", "2026-07-01T09:00"], "datetime64[s]")
    assert heartbeat.downtime(heartbeat.of(times, 600_000)) == 3000.0


def test_should_refuse_what_does_not_go_together() -> None:
    with pytest.raises(ValueError, match="do not overlap, found 1 to 9 and 4 to 5"):
        heartbeat.merge([heartbeat.of([4, 5], 1), heartbeat.of([1, 9], 1)])
    with pytest.raises(ValueError, match="of one interval, found 1 and 2"):
        heartbeat.union(heartbeat.of([4], 1), heartbeat.of([9], 2))
    with pytest.raises(ValueError, match="of one interval, found 1 and 2"):
        heartbeat.interpolated_uptime(heartbeat.of([9], 2), 8, 10, heartbeat.of([4], 1))
    with pytest.raises(ValueError, match="in the order of time"):
        heartbeat.of([1, 3, 2, 4], 1)
    with pytest.raises(ValueError, match="an interval from 1 to 2147483647 milliseconds, found 0"):
        heartbeat.of([1], 0)
    with pytest.raises(ValueError, match="before and in a bucket"):
        heartbeat.interpolated_uptime(heartbeat.of([5], 1), 6, 9)
