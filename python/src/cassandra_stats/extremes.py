# SPDX-License-Identifier: Apache-2.0
"""The family ``extremes``: values of the first and last rows, and the n best values, exact."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from cassandra_stats import questions
from cassandra_stats.columns import Integers, Objects
from cassandra_stats.extremes_state import (
    BYTES,
    FLOATING,
    HEAP,
    LARGEST,
    ROWS,
    Extremes,
    first_last,
    first_last_as_blob,
    max_n_state,
    merge,
    min_max_by,
    min_max_by_as_blob,
    min_n_state,
    read,
    union,
)
from cassandra_stats.questions import Question
from cassandra_stats.text import number

__all__ = [
    "count", "first", "first_bigint", "first_blob", "first_double", "first_float", "first_int",
    "first_last", "first_last_as_blob", "is_valid", "last", "last_bigint", "last_blob",
    "last_double", "last_float", "last_int", "max_n_state", "merge", "min_max_by",
    "min_max_by_as_blob", "min_n_state", "state", "text", "union", "values", "values_bigint",
    "values_double", "values_float", "values_int",
]  # fmt: skip

# The type of the values of a state by its flags, and what a reader of them takes.
_TYPES = {"int": 0, "bigint": 0, "float": FLOATING, "double": FLOATING, "blob": BYTES}
_PYTHON: dict[str, tuple[Any, Any]] = {
    "int": (int, list[int]), "bigint": (int, list[int]), "blob": (bytes, list[bytes]),
    "float": (float, list[float]), "double": (float, list[float]),
}  # fmt: skip


def _ends(table: Extremes, at: int, name: str) -> list[Any]:
    if (table.flags & HEAP).any():
        raise ValueError(f"extremes_{name}: expected states of rows, found the n best values")
    return [table.values(index)[at] for index in range(len(table.flags))]


@questions.objects(read)
def first(table: Extremes) -> Sequence[int | float | bytes]:
    """The value of the row with the smallest key, or of the first row: an int, float or bytes."""
    return _ends(table, 0, "first")


@questions.objects(read)
def last(table: Extremes) -> Sequence[int | float | bytes]:
    """The value of the row with the largest key, or of the last row: an int, float or bytes."""
    return _ends(table, 1, "last")


@questions.objects(read)
def values(table: Extremes) -> Sequence[list[int] | list[float] | list[bytes]]:
    """The values that the state keeps: of the first and the last row, or the n best, best first."""
    return [table.values(index) for index in range(len(table.flags))]


@questions.integers(read)
def count(table: Extremes) -> Integers:
    """Number of accepted rows."""
    return table.count


def _require(table: Extremes, kind: str, kept: list[Any]) -> None:
    """Refuses states whose values are not of a type of CQL."""
    if ((table.flags & (FLOATING | BYTES)) != _TYPES[kind]).any():
        raise ValueError(f"extremes: expected states of {kind} values, found others")
    for value in kept:
        fits = kind != "int" or -(2**31) <= value < 2**31
        with np.errstate(over="ignore"):
            fits &= kind != "float" or float(np.float32(value)) == value
        if not fits:
            raise ValueError(f"extremes: expected {kind} values, found {value}")


def _end_of(at: int, name: str, kind: str) -> Question[[], Any, Objects]:
    def answer(table: Extremes, /) -> Sequence[Any]:
        found = _ends(table, at, name)
        _require(table, kind, found)
        return found

    where = "smallest key, or of the first row" if at == 0 else "largest key, or of the last row"
    answer.__doc__ = f"The value of the row with the {where}, of states of {kind} values."
    answer.__name__ = name
    return questions.objects(read, _PYTHON[kind][0])(answer)


def _all_of(kind: str) -> Question[[], Any, Objects]:
    def answer(table: Extremes, /) -> Sequence[Any]:
        found = [table.values(index) for index in range(len(table.flags))]
        _require(table, kind, [value for kept in found for value in kept])
        return found

    answer.__doc__ = f"The values of states of {kind} values, as values gives them."
    answer.__name__ = f"values_{kind}"
    return questions.objects(read, _PYTHON[kind][1])(answer)


first_int, last_int = _end_of(0, "first_int", "int"), _end_of(1, "last_int", "int")
first_bigint, last_bigint = (
    _end_of(i, f"{n}_bigint", "bigint") for i, n in ((0, "first"), (1, "last"))
)
first_float, last_float = (
    _end_of(i, f"{n}_float", "float") for i, n in ((0, "first"), (1, "last"))
)
first_double, last_double = (
    _end_of(i, f"{n}_double", "double") for i, n in ((0, "first"), (1, "last"))
)
first_blob, last_blob = (_end_of(i, f"{n}_blob", "blob") for i, n in ((0, "first"), (1, "last")))
values_int, values_bigint = _all_of("int"), _all_of("bigint")
values_float, values_double = _all_of("float"), _all_of("double")


def _shown(value: int | float | bytes) -> str:
    if isinstance(value, bytes):
        return f"0x{value[:32].hex()}{'...' if len(value) > 32 else ''}"
    return number(value)


def _text(table: Extremes, index: int) -> str:
    flags, kept = int(table.flags[index]), [_shown(value) for value in table.values(index)]
    if flags & HEAP:
        more = ", ..." if len(kept) > 10 else ""
        name = "max_n" if flags & LARGEST else "min_n"
        listed = ", ".join(kept[:10])
        return f"{name} n={table.n[index]} count={table.count[index]} values=[{listed}{more}]"
    name = "first_last" if flags & ROWS else "min_max_by"
    keys = [number(table.key(index, at)) for at in (0, 1)]
    return (
        f"{name} count={table.count[index]} first key={keys[0]} value={kept[0]}"
        f" last key={keys[1]} value={kept[1]}"
    )


@questions.objects(read)
def text(table: Extremes) -> Sequence[str]:
    """The state in one line: the statistic, the count and the values, ten of a long list."""
    return [_text(table, index) for index in range(len(table.flags))]


is_valid = questions.is_valid(read)
state = questions.final(read)
