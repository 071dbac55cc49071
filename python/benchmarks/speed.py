# SPDX-License-Identifier: Apache-2.0
"""Times of the package, as the page docs/measurements/python.md: ``python speed.py > python.md``.

Processor times of one thread, the least of several runs, so that other load changes them little.
"""

import datetime
import os
import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from cassandra_stats import chunk, ddsketch, extremes, histogram, moments, tdigest

RUNS = 7
SEED = 20261126
POINTS = 8192
CHUNKS = 200
STATES = 10_000


def least(call: Callable[[], Any]) -> float:
    """The least processor time of a call, in seconds."""
    times = []
    for _ in range(RUNS):
        begin = time.process_time()
        call()
        times.append(time.process_time() - begin)
    return min(times)


def processor() -> str:
    """The name of the processor, where Linux says it."""
    file = Path("/proc/cpuinfo")
    lines = file.read_text().splitlines() if file.exists() else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def chunks(random: np.random.Generator) -> list[str]:
    """Points a second of each encoding."""
    wander = np.cumsum(random.normal(0, 0.05, POINTS))
    bits = random.integers(-(2**62), 2**62, POINTS) * random.choice([1, -1], POINTS)
    columns = {
        "decimal": np.round(20 + wander, 2),
        "dictionary": random.integers(0, 16, POINTS) / 7.0,
        "bits": 20 + wander,
        "raw": bits.view(np.float64),
    }
    lines = [
        "| million points a second | bytes of a chunk | values of one chunk | of 200 chunks |"
        " times and values of 200 |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for name, values in columns.items():
        one = chunk.of(1000 * np.arange(POINTS), values)
        assert f"encoding={name}" in (chunk.text(one) or "")
        many = [one] * CHUNKS
        single = POINTS / least(lambda one=one: chunk.values(one))  # type: ignore[misc]
        column = CHUNKS * POINTS / least(lambda many=many: chunk.values(many))  # type: ignore[misc]
        both = CHUNKS * POINTS / least(lambda many=many: chunk.points(many))  # type: ignore[misc]
        rates = " | ".join(f"{rate / 1e6:.1f}" for rate in (single, column, both))
        lines.append(f"| {name} | {len(one):,} | {rates} |")
    return lines


def families(random: np.random.Generator) -> list[str]:
    """Milliseconds of merging and asking 10,000 states."""
    rows = [random.normal(size=1000) for _ in range(100)]
    many = [random.normal(size=100_000) for _ in range(20)]
    asked: dict[str, tuple[Any, list[bytes], Callable[[Any], Any]]] = {
        "`moments`": (moments, [moments.of(v) for v in rows], moments.mean),
        "`extremes`, 10 best": (
            extremes,
            [extremes.max_n_state(v, 10) for v in rows],
            extremes.values,
        ),
        "`tdigest`, k = 200, of 100,000 values": (
            tdigest,
            [tdigest.of(v) for v in many],
            lambda states: tdigest.quantile(states, 0.99),
        ),
        "`histogram`, 100 bins": (
            histogram,
            [histogram.of(v, -4, 4, 100) for v in rows],
            lambda states: histogram.quantile(states, 0.99),
        ),
        "`ddsketch`, error 0.01": (
            ddsketch,
            [ddsketch.of(np.exp(v), 0.01) for v in rows],
            lambda states: ddsketch.quantile(states, 0.99),
        ),
    }
    lines = [
        "| 10,000 states, ms | bytes of a state | merge | ask each |",
        "| --- | ---: | ---: | ---: |",
    ]
    for name, (module, some, ask) in asked.items():
        states = some * (STATES // len(some))
        merge = least(lambda module=module, states=states: module.merge(states))  # type: ignore[misc]
        answer = least(lambda ask=ask, states=states: ask(states))  # type: ignore[misc]
        size = sum(map(len, some)) // len(some)
        lines.append(f"| {name} | {size:,} | {1000 * merge:.0f} | {1000 * answer:.0f} |")
    return lines


def main() -> None:
    """Prints the page."""
    random = np.random.default_rng(SEED)
    print("# The Python package\n")
    print(
        f"Processor time of one thread, the least of {RUNS} runs, so that other load on the machine"
        f" changes it little.\n{datetime.date.today()}, {processor()}, {os.cpu_count()} processors,"
        f" load {os.getloadavg()[0]:.0f}, Python {platform.python_version()},"
        f" numpy {np.__version__}, state version 2.\n"
        "Made by `PYTHONPATH=src python benchmarks/speed.py` in `python/`.\n"
    )
    print("\n".join(chunks(random)))
    print(
        "\nThe checksum of each chunk is verified, whose steps of eight bytes wait for each other:"
        "\nchunks of many bytes, and a chunk alone, take the time of that.\n"
    )
    print("\n".join(families(random)))


if __name__ == "__main__":
    main()
