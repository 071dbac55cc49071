# SPDX-License-Identifier: Apache-2.0
"""The golden states of the repository, and what a reader has to agree with."""

import json
import math
import os
import re
import struct
from pathlib import Path
from typing import Any

import numpy as np

from cassandra_stats.checksum import checksum

DIRECTORY = Path(os.environ.get("GOLDEN", Path(__file__).parents[2] / "golden"))
FAMILIES = tuple(
    sorted(file.stem for file in DIRECTORY.glob("*.json") if file.stem not in ("rows", "scalars"))
)
ERROR = 1e-12


def load(name: str) -> dict[str, Any]:
    with open(DIRECTORY / f"{name}.json", encoding="utf-8") as file:
        document: dict[str, Any] = json.load(file)
    return document


def blob(text: str) -> bytes:
    return bytes.fromhex(text.removeprefix("0x"))


def given(argument: Any) -> Any:
    """An argument as Python has it."""
    if isinstance(argument, str) and argument in ("NaN", "Infinity", "-Infinity"):
        return float(argument)
    if isinstance(argument, str) and argument.startswith("0x"):
        return blob(argument)
    return [given(part) for part in argument] if isinstance(argument, list) else argument


def column(rows: str, kind: str) -> Any:
    values = [given(value) for value in load("rows")[rows][kind]]
    if kind == "blob":
        return values
    return np.array(values, np.int64 if kind.endswith("bigint") else np.float64)


def agrees(expected: Any, found: Any) -> bool:
    """Whether an answer is the golden one."""
    if expected is None or found is None:
        return expected is found
    if isinstance(expected, dict):
        return _agrees_with_parts(expected, found)
    if isinstance(expected, bool):
        return isinstance(found, bool) and expected == found
    if isinstance(expected, list):
        return len(expected) == len(found) and all(map(agrees, expected, found))
    if isinstance(expected, float) or expected in ("NaN", "Infinity", "-Infinity"):
        return _agrees_with_double(float(expected), float(found))
    if isinstance(expected, str) and isinstance(found, bytes):
        return same(blob(expected), found)
    if isinstance(expected, str):
        return _agrees_with_text(expected, str(found))
    return bool(expected == found) and isinstance(found, int | np.integer)


def _agrees_with_double(expected: float, found: float) -> bool:
    if math.isnan(expected) or math.isnan(found):
        return math.isnan(expected) and math.isnan(found)
    return math.isclose(expected, found, rel_tol=ERROR, abs_tol=0.0)


def _agrees_with_text(expected: str, found: str) -> bool:
    """Numbers of a text are compared as numbers."""
    pattern = r"(-?\d+\.\d+(?:E-?\d+)?)"
    left, right = re.split(pattern, expected), re.split(pattern, found)
    return len(left) == len(right) and all(
        _agrees_with_double(float(a), float(b)) if i % 2 else a == b
        for i, (a, b) in enumerate(zip(left, right, strict=True))
    )


def _agrees_with_parts(expected: dict[str, Any], found: Any) -> bool:
    if "keys" in expected:
        return agrees(expected["keys"], list(found)) and agrees(
            expected["values"], list(found.values())
        )
    if "checksum" in expected:
        values = list(found)
        if isinstance(expected["first"][0], int):
            packed = struct.pack(f">{len(values)}q", *map(int, values))
        else:
            packed = struct.pack(f">{len(values)}d", *map(float, values))
        return (
            len(values) == expected["length"]
            and agrees(expected["first"], values[:3])
            and f"{checksum(packed):016x}" == expected["checksum"]
        )
    return expected.keys() == found._asdict().keys() and all(
        agrees(value, found._asdict()[name]) for name, value in expected.items()
    )


# The words of each family whose last digits depend on the order in which a writer adds.
_SUMS = {
    128: range(4, 9),
    131: range(4, 6),
    132: (4, 5, 7, 8, 9, 10, 11),
    133: range(5, 10),
    136: (4, 5),
    137: (2, 3),
}


def same(expected: bytes, found: bytes) -> bool:
    """Whether two states are equal but for the last digits of sums, or the order within a heap."""
    if found == expected:
        return True
    if len(found) != len(expected) or found[:8] != expected[:8] or len(found) < 16:
        return False
    family = found[2]
    if family == 7:
        return _same_slots(expected, found)
    if family == 20:
        return _same_centroids(expected, found)
    if family == 133 and expected[139] > 0:
        return _same_carried(expected, found)
    words = [np.frombuffer(state, ">u8") for state in (expected, found)]
    if family == 129:
        return sorted(words[0][:-1].tolist()) == sorted(words[1][:-1].tolist())
    numbers = [np.frombuffer(state, ">f8") for state in (expected, found)]
    sums = list(_SUMS.get(family, ()))
    scale = float(np.nan_to_num(np.abs(numbers[0][sums]), nan=0.0).max(initial=0.0))
    return all(
        words[0][at] == words[1][at]
        or (
            at in sums
            and math.isclose(numbers[0][at], numbers[1][at], rel_tol=1e-9, abs_tol=1e-12 * scale)
        )
        for at in range(len(words[0]) - 1)
    )


def _same_carried(expected: bytes, found: bytes) -> bool:
    """Chunks with digests: equal but for the last digits of sums and means."""
    number = int.from_bytes(expected[-10:-8], "big")
    begin = len(expected) - 8 - (10 * number + 9) // 8 * 8
    digests = [
        np.frombuffer(state[begin : begin + 10 * number], [("mean", ">f8"), ("weight", ">u2")])
        for state in (expected, found)
    ]
    plain = [state[:139] + b"\0" + state[140:begin] + bytes(8) for state in (expected, found)]
    return (
        expected[139] == found[139]
        and expected[begin + 10 * number : -8] == found[begin + 10 * number : -8]
        and bool((digests[0]["weight"] == digests[1]["weight"]).all())
        and bool(np.allclose(digests[0]["mean"], digests[1]["mean"], rtol=1e-12, atol=0))
        and same(plain[0], plain[1])
    )


def _same_slots(expected: bytes, found: bytes) -> bool:
    """Equal but for the last digits of the HIP sum of slots."""
    hips = [struct.unpack_from("<d", state, 8)[0] for state in (expected, found)]
    return (
        expected[0] == 10
        and expected[:8] + expected[16:] == found[:8] + found[16:]
        and math.isclose(*hips, rel_tol=1e-2)
    )


def _same_centroids(expected: bytes, found: bytes) -> bool:
    pairs = [
        np.frombuffer(state[32:], [("mean", "<f8"), ("weight", "<u8")])
        for state in (expected, found)
    ]
    return (
        expected[:32] == found[:32]
        and bool((pairs[0]["weight"] == pairs[1]["weight"]).all())
        and bool(np.allclose(pairs[0]["mean"], pairs[1]["mean"], rtol=1e-12, atol=0))
    )
