# SPDX-License-Identifier: Apache-2.0
"""The states of the family ``theta``: read, made, joined and written."""

import operator
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from cassandra_stats import columns
from cassandra_stats.checksum import Words
from cassandra_stats.columns import Column, State
from cassandra_stats.errors import InvalidState
from cassandra_stats.hashes import hashes_of

DEFAULT_LG_K = 12
_LARGEST_LG_K = 15
# The theta of a state that has the hashes of all its values.
ALL = 2**63 - 1
_EMPTY, _COMPACT, _SEED = 4, 8, 0x93CC


@dataclass(frozen=True)
class Theta:
    """One state: different hashes in ascending order, all of them below theta."""

    lg_k: int
    hashes: Words
    theta: int = ALL
    is_empty: bool = False


_NOTHING = Theta(0, np.zeros(0, np.uint64))


def _invalid(expected: str, found: object) -> InvalidState:
    return InvalidState("theta", expected, found)


def _most(lg_k: int) -> int:
    return 1 << (lg_k or _LARGEST_LG_K)


def _read(state: bytes) -> Theta:
    expected = "a compact image of theta, version 3, with the seed 9001"
    if len(state) < 8:
        raise _invalid(expected, f"{len(state)} bytes")
    longs, version, number, lg_k, _, flags, seed = struct.unpack_from("<6BH", state)
    longs &= 0x3F
    right = version == 3 and number == 3 and 1 <= longs <= 3
    right = right and lg_k in (0, *range(4, _LARGEST_LG_K + 1)) and flags & 9 == _COMPACT
    is_empty = flags & _EMPTY != 0
    if not right or (longs > 1 if is_empty else seed != _SEED):
        raise _invalid(expected, f"0x{state[:8].hex()}")
    most = _most(lg_k) if lg_k else 2 << _LARGEST_LG_K
    count = 0 if is_empty else 1
    if longs > 1:
        count = struct.unpack_from("<i", state, 8)[0] if len(state) >= 16 else -1
    if not 0 <= count <= most or len(state) != 8 * (longs + count):
        raise _invalid(f"{longs} longs and at most {most} hashes", f"{count} in {len(state)} bytes")
    theta = struct.unpack_from("<q", state, 16)[0] if longs == 3 else ALL
    hashes = np.sort(np.frombuffer(state, "<u8", offset=8 * longs).astype(np.uint64))
    same = (hashes[1:] == hashes[:-1]).any() or (count > 0 and hashes[0] == 0)
    # Of an ordered image the order is part of the format.
    ordered = hashes if flags & 16 == 0 else np.frombuffer(state, "<u8", offset=8 * longs)
    if theta <= 0 or same or (ordered != hashes).any() or (count and int(hashes[-1]) >= theta):
        raise _invalid("different hashes above 0 and below a theta above 0", theta)
    return Theta(lg_k, hashes, theta, is_empty)


def read(states: Sequence[bytes]) -> list[Theta]:
    """The fields of states. Raises InvalidState where one is none."""
    found = []
    for index, state in enumerate(states):
        try:
            found.append(_read(state))
        except InvalidState as invalid:
            raise invalid.at(index) from None
    return found


def _trimmed(lg_k: int, hashes: Words, theta: int) -> Theta:
    """The smallest hashes below theta, as many as a state of an lg_k has."""
    kept = np.unique(hashes[hashes < np.uint64(theta)])
    most = _most(lg_k)
    if len(kept) > most:
        kept, theta = kept[:most], int(kept[most])
    return Theta(lg_k, kept, theta, len(kept) == 0 and theta == ALL)


def _written(state: Theta) -> bytes:
    count = len(state.hashes)
    longs = 3 if state.theta < ALL else 2 if count > 1 else 1
    kind = 0 if longs > 1 else 32 if count == 1 else _EMPTY
    head = struct.pack("<6BH", longs, 3, 3, state.lg_k, 0, 2 | _COMPACT | 16 | kind, _SEED)
    if longs > 1:
        head += struct.pack("<If", count, 1.0)
    if longs > 2:
        head += struct.pack("<Q", state.theta)
    return head + state.hashes.astype("<u8").tobytes()


def of(values: Any, lg_k: int = DEFAULT_LG_K) -> bytes:
    """The state of an array of numbers, booleans, times, texts, bytes or UUIDs.

    lg_k is from 4 to 15. Values are hashed as in CQL: integers and times, in milliseconds, as
    bigint; floating-point numbers as double, without NaN and infinities; texts as their UTF-8.
    Empty ones and None are left out. Raises ValueError for another lg_k, TypeError for others.
    """
    if not 4 <= operator.index(lg_k) <= _LARGEST_LG_K:
        raise ValueError(f"theta: expected an lg_k from 4 to {_LARGEST_LG_K}, found {lg_k}")
    first, _ = hashes_of("theta", values)
    hashes = first >> np.uint64(1)
    hashes = hashes[hashes > 0]
    return b"" if len(first) == 0 else _written(_trimmed(lg_k, hashes, ALL))


def _least(left: Theta, right: Theta) -> int:
    """The smaller one of the lg_k that are known."""
    known = [state.lg_k for state in (left, right) if state.lg_k]
    return min(known, default=0)


def _both(left: Theta, right: Theta) -> Theta:
    hashes = np.concatenate((left.hashes, right.hashes))
    return _trimmed(_least(left, right), hashes, min(left.theta, right.theta))


def merge(states: Column) -> bytes | None:
    """The state of the values of all states of a column; None where all are None or empty.

    Raises InvalidState for an invalid state.
    """
    column = columns.blobs(states)
    indexes = [index for index, state in enumerate(column) if state]
    if not indexes:
        return None
    return _written(reduce(_both, columns.read_at(read, column, indexes), _NOTHING))


def union(left: State, right: State) -> bytes | None:
    """The state of the values of two states; None if either is None."""
    if left is None or right is None:
        return None
    return merge([left, right]) or b""


def _set(
    left: State, right: State, kept: Callable[[Words, Words], Words], is_common: bool
) -> bytes | None:
    if left is None or right is None:
        return None
    one, other = (
        read([columns.blob(state)])[0] if columns.blob(state) else None for state in (left, right)
    )
    if one is None or (other is None and is_common):
        return b""
    if other is None:
        other = Theta(0, one.hashes[:0])
    is_none = one.is_empty or (is_common and other.is_empty)
    theta = ALL if is_none else min(one.theta, other.theta)
    return _written(_trimmed(_least(one, other), kept(one.hashes, other.hashes), theta))


def intersection(left: State, right: State) -> bytes | None:
    """The state of the values that both states have; None if either is None."""
    return _set(left, right, np.intersect1d, True)


def a_not_b(left: State, right: State) -> bytes | None:
    """The state of the values that the left state has alone; None if either is None."""
    return _set(left, right, np.setdiff1d, False)
