# SPDX-License-Identifier: Apache-2.0
"""Columns of states.

A state is what a driver returns: bytes, bytearray or memoryview. None and the empty blob are the
state of no rows, and nearly every answer to it is None. A column is a list, a numpy array of
objects, a pandas or polars Series, or an Arrow array of binary values; its answers are a numpy
array of the same length, where NaN stands for None among doubles, and None stands for itself among
all others. (No function answers NaN.)
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from cassandra_stats.errors import InvalidState

State: TypeAlias = bytes | bytearray | memoryview | None
Doubles: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Objects: TypeAlias = NDArray[np.object_]


class _HasToList(Protocol):
    def to_list(self) -> list[Any]: ...


class _HasToPylist(Protocol):
    def to_pylist(self) -> list[Any]: ...


Column: TypeAlias = Sequence[State] | Objects | _HasToList | _HasToPylist

S = TypeVar("S")

# States are read in portions that take so many bytes, so that a long column needs no more memory.
_PORTION = 1 << 26


def is_null_type(kind: type) -> bool:
    """Whether a type is that of null: of Python, of pandas, or of what numpy masks."""
    # By name, because pandas need not be there.
    return kind.__name__ in ("NoneType", "NAType", "NaTType", "MaskedConstant")


def is_column(states: object) -> bool:
    """Whether something is a column of states and not one state."""
    return states is not None and not isinstance(states, bytes | bytearray | memoryview)


def blob(state: object) -> bytes:
    """The bytes of a state, none for None.

    Raises TypeError for anything else.
    """
    if isinstance(state, bytes | bytearray | memoryview):
        return bytes(state)
    if is_null_type(type(state)) or (isinstance(state, float) and state != state):
        return b""
    raise TypeError(f"expected a state as bytes, found {type(state).__name__}")


def listed(column: Column) -> list[Any]:
    """What a column has, one by one.

    Raises TypeError for what is no column, and for an array of S, which cuts zero bytes off.
    """
    if not is_column(column) or not isinstance(column, Iterable):
        raise TypeError(f"expected a column of states, found {type(column).__name__}")
    if isinstance(column, np.ndarray) and (column.ndim != 1 or column.dtype.kind == "S"):
        raise TypeError(
            f"expected states as objects in one dimension, found {column.dtype} in {column.ndim}"
        )
    storage: Any = getattr(column, "storage", column)
    for name in ("to_pylist", "to_list", "tolist"):
        if hasattr(storage, name):
            return list(getattr(storage, name)())
    return list(storage)


def blobs(column: Column) -> list[bytes]:
    """The bytes of each state of a column, none for None."""
    return [blob(state) for state in listed(column)]


def weighing(weight: Callable[[bytes], int]) -> Callable[[Callable[..., S]], Callable[..., S]]:
    """Says how many bytes a state takes once it is read, where that is more than it has."""

    def decorator(read: Callable[..., S]) -> Callable[..., S]:
        read.__dict__["weight"] = weight
        return read

    return decorator


def portions(column: Sequence[bytes], read: Callable[..., Any]) -> Iterator[list[int]]:
    """The indexes of the states that are not empty, some bytes at a time."""
    weight: Callable[[bytes], int] = read.__dict__.get("weight", len)
    portion: list[int] = []
    size = 0
    for index, state in enumerate(column):
        if state:
            portion.append(index)
            size += weight(state)
            if size >= _PORTION:
                yield portion
                portion, size = [], 0
    if portion:
        yield portion


def read_at(read: Callable[[list[bytes]], S], column: Sequence[bytes], indexes: list[int]) -> S:
    """Reads some states of a column; an error names the place in the column."""
    try:
        return read([column[index] for index in indexes])
    except InvalidState as invalid:
        if invalid.index is None:
            raise
        raise invalid.at(indexes[invalid.index]) from None
