# SPDX-License-Identifier: Apache-2.0
"""Which family a state is of, by its bytes."""

from collections.abc import Iterable
from types import ModuleType
from typing import Any

from cassandra_stats import (
    chunk,
    columns,
    counter,
    ddsketch,
    extremes,
    frequent,
    heartbeat,
    histogram,
    hll,
    moments,
    regression,
    state_time,
    tdigest,
    theta,
    time_weight,
)
from cassandra_stats.errors import InvalidState

FAMILIES: dict[str, ModuleType] = {
    "moments": moments,
    "extremes": extremes,
    "tdigest": tdigest,
    "histogram": histogram,
    "ddsketch": ddsketch,
    "hll": hll,
    "theta": theta,
    "frequent": frequent,
    "regression": regression,
    "counter": counter,
    "time_weight": time_weight,
    "state_time": state_time,
    "heartbeat": heartbeat,
    "chunk": chunk,
}
_BY_BYTE = {
    3: "theta",
    7: "hll",
    10: "frequent",
    20: "tdigest",
    128: "moments",
    129: "extremes",
    130: "histogram",
    131: "ddsketch",
    132: "regression",
    133: "chunk",
    136: "counter",
    137: "time_weight",
    138: "state_time",
    139: "heartbeat",
}


def family_of(state: columns.State) -> str | None:
    """The name of the family of a state; None for None and the empty blob.

    Only the third byte is looked at: the functions of the family refuse what is not a state of it.
    Raises InvalidState where there is no such family.
    """
    given = columns.blob(state)
    if not given:
        return None
    name = _BY_BYTE.get(given[2]) if len(given) > 2 else None
    if name is None:
        raise InvalidState("cassandra-stats", "a state of a known family", f"0x{given[:8].hex()}")
    return name


def family_of_column(states: Iterable[Any]) -> str | None:
    """The family of the first state of a column that is not empty; None without any."""
    return next((name for state in states if (name := family_of(state))), None)


def function(family: str, name: str) -> Any:
    """A function of a family. Raises AttributeError where there is none of the name."""
    return getattr(FAMILIES[family], name)


def name_of(question: object) -> tuple[str, str]:
    """The family and the name of a function. Raises LookupError for what is none of a family."""
    for family, module in FAMILIES.items():
        for name in module.__all__:
            if getattr(module, name) is question:
                return family, name
    raise LookupError(f"expected a function of a family, found {question!r}")
