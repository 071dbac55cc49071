# SPDX-License-Identifier: Apache-2.0
"""The states of the family ``hll``: read, made, merged and written."""

import operator
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cassandra_stats import columns
from cassandra_stats.columns import Column, State
from cassandra_stats.errors import InvalidState
from cassandra_stats.hll_coupons import Coupons, coupons_of

DEFAULT_LG_K = 12
OUT_OF_ORDER = 16
_WEIGHTS = np.ldexp(1.0, -np.arange(64))
_NO_COUPONS = np.zeros(0, np.uint32)

# The estimate of the coupons that a list or set has when slots follow it, by lg_k from 7 on.
_FULL = (
    8.000000139077509, 25.000001490116226, 49.000005841256005, 97.00002312660857,
    193.0000920296221, 385.00036716501364, 769.0014667542962, 1537.0058632152502,
    3073.0234453338026, 6145.093766894186, 12289.375043556112, 24578.500165384026,
)  # fmt: skip


@dataclass
class Hll:
    """One state: the coupons of a list or set, or slots of a byte each."""

    lg_k: int
    coupons: Coupons
    slots: NDArray[np.uint8] | None = None
    bits: int = 8
    hip: float = 0.0
    total: float = 0.0
    smallest: int = 0
    at_smallest: int = 0
    out_of_order: bool = False
    is_list: bool = True

    @property
    def zeros(self) -> int:
        """The number of slots that are zero."""
        return self.at_smallest if self.smallest == 0 else 0


def _invalid(expected: str, found: object) -> InvalidState:
    return InvalidState("hll", expected, found)


def _read(state: bytes) -> Hll:
    expected = "an image of HLL, version 1, lg_k from 4 to 18"
    if len(state) < 8:
        raise _invalid(expected, f"{len(state)} bytes")
    ints, version, number, lg_k, lg_room, flags, sixth, kind = state[:8]
    mode, kind = kind & 3, kind >> 2
    right = number == 7 and version == 1 and mode < 3 and kind < 3 and flags & 32 == 0
    right = right and ints == (2, 3, 10)[mode] and (8 if mode == 1 else 4) <= lg_k <= 18
    if not right:
        raise _invalid(expected, f"0x{state[:8].hex()}")
    compact = flags & 8 != 0
    if mode < 2:
        return _read_coupons(state, mode, lg_k, lg_room, sixth, compact)
    start = 40 + ((1 << lg_k - 1), (3 << lg_k - 2) + 1, 1 << lg_k)[kind]
    exceptions = _exceptions(state, start, lg_k, compact) if kind == 0 else None
    if len(state) < start or (kind > 0 and len(state) != start):
        raise _invalid(f"{start} bytes", len(state))
    hip, total, small, at_smallest = struct.unpack_from("<dddI", state, 8)
    slots = _slots(np.frombuffer(state, np.uint8)[40:start], kind, lg_k, sixth, exceptions)
    found = Hll(
        lg_k, _NO_COUPONS, slots, 4 + 2 * kind, hip, total + small, sixth, at_smallest,
        flags & OUT_OF_ORDER != 0, False,
    )  # fmt: skip
    _check_sums(found, slots)
    return found


def _read_coupons(
    state: bytes, mode: int, lg_k: int, lg_room: int, listed: int, compact: bool
) -> Hll:
    start, most = 8 + 4 * mode, 7 if mode == 0 else 3 << lg_k - 5
    size = len(state) - start
    if size < 0 or size % 4 != 0:
        raise _invalid(f"{start} bytes and 4 for each coupon", len(state))
    count = listed if mode == 0 else struct.unpack_from("<I", state, 8)[0]
    room = count if compact else 1 << lg_room if 3 <= lg_room <= 18 else -1
    if count > most or size != 4 * room:
        raise _invalid(f"at most {most} coupons, in their room", f"{count} in {size} bytes")
    given = np.frombuffer(state, "<u4", offset=start).astype(np.uint32)
    given = given[given != 0]
    if len(given) != count or len(np.unique(given)) != count or (given >> 26 == 0).any():
        raise _invalid(f"{count} different coupons with values", len(given))
    return Hll(lg_k, given, is_list=mode == 0)


def _exceptions(state: bytes, start: int, lg_k: int, compact: bool) -> Coupons:
    count = int(struct.unpack_from("<I", state, 36)[0]) if len(state) >= start else -1
    room = (len(state) - start) // 4
    fits = room == count if compact else count <= room <= 1 << lg_k
    if len(state) < start or len(state) % 4 != start % 4 or count < 0 or not fits:
        raise _invalid(f"{start} bytes and 4 for each exception", f"{len(state)} for {count}")
    given: Coupons = np.frombuffer(state, "<u4", offset=start).astype(np.uint32)
    given = given[given != 0]
    if len(given) != count:
        raise _invalid(f"{count} exceptions", len(given))
    return given


def _slots(
    packed: NDArray[np.uint8], kind: int, lg_k: int, smallest: int, exceptions: Coupons | None
) -> NDArray[np.uint8]:
    if kind == 2:
        return packed
    if kind == 1:
        bits = np.unpackbits(packed, bitorder="little")[: 6 << lg_k].reshape(-1, 6)
        return np.packbits(bits, axis=1, bitorder="little").reshape(-1)
    assert exceptions is not None
    nibbles = np.stack((packed & 15, packed >> 4), axis=1).reshape(-1)
    slots = (nibbles + smallest).astype(np.uint8)
    at = exceptions & np.uint32((1 << lg_k) - 1)
    marked = np.flatnonzero(nibbles == 15)
    if len(marked) != len(at) or not np.array_equal(np.sort(at), marked):
        raise _invalid(f"{len(marked)} exceptions of slots", len(at))
    slots[at] = exceptions >> 26
    return slots


def _check_sums(state: Hll, slots: NDArray[np.uint8]) -> None:
    wrong = slots.max() > 63 or slots.min() < state.smallest
    counts = np.bincount(slots, minlength=64)
    total = float(counts[:64] @ _WEIGHTS)
    least = 0.0 if state.out_of_order else (len(slots) - int(counts[0])) * (1 - 1e-9)
    wrong = wrong or state.smallest > 63 or counts[state.smallest] != state.at_smallest
    # Written so that NaN fails as well.
    if wrong or not abs(state.total - total) <= 1e-9 * total or not least <= state.hip <= 1e30:
        raise _invalid("the sums of its slots", f"{state.total}, HIP sum {state.hip}")


def read(states: Sequence[bytes]) -> list[Hll]:
    """The fields of states. Raises InvalidState where one is none."""
    found = []
    for index, state in enumerate(states):
        try:
            found.append(_read(state))
        except InvalidState as invalid:
            raise invalid.at(index) from None
    return found


def _limit(lg_k: int) -> int:
    """So many coupons make slots."""
    return 8 if lg_k < 8 else (3 << lg_k - 5) + 1


def _of_coupons(lg_k: int, coupons: Coupons) -> Hll:
    """The state of coupons, in the order of their rows."""
    _, begin = np.unique(coupons, return_index=True)
    different = coupons[np.sort(begin)]
    limit = _limit(lg_k)
    if len(different) < limit:
        return Hll(lg_k, different, is_list=len(different) < 8)
    slots = np.zeros(1 << lg_k, np.uint8)
    np.maximum.at(slots, _slot(different[:limit], lg_k), (different[:limit] >> 26).astype(np.uint8))
    state = Hll(lg_k, _NO_COUPONS, slots, hip=_FULL[max(lg_k, 7) - 7], is_list=False)
    return _with_coupons(state, different[limit:])


def _slot(coupons: Coupons, lg_k: int) -> NDArray[np.int64]:
    return (coupons & np.uint32((1 << lg_k) - 1)).astype(np.int64)


def _with_coupons(state: Hll, coupons: Coupons) -> Hll:
    """Slots with more coupons: each change adds to the HIP sum, in the order of the coupons."""
    assert state.slots is not None
    slots = state.slots.copy()
    at, values = _slot(coupons, state.lg_k), (coupons >> 26).astype(np.int64)
    order = np.argsort(at, kind="stable")
    # Within a slot the largest value so far; a slot begins with what it has.
    key = at[order] * 64
    reached = np.maximum.accumulate(np.maximum(key + values[order], key + slots[at[order]]))
    before = np.concatenate(([-1], reached[:-1]))
    before = np.maximum(before, key + slots[at[order]])
    changed = np.flatnonzero(reached > before)
    rows = order[changed]
    by_row = np.argsort(rows)
    new, old = (reached - key)[changed][by_row], (before - key)[changed][by_row]
    total = float(np.bincount(slots, minlength=64) @ _WEIGHTS)
    totals = total + np.cumsum(np.concatenate(([0.0], _WEIGHTS[new] - _WEIGHTS[old])))
    if len(new) > 0:
        steps = np.concatenate(([state.hip], (1 << state.lg_k) / totals[:-1]))
        state.hip = float(np.cumsum(steps)[-1])
        np.maximum.at(slots, at, values.astype(np.uint8))
    state.slots = slots
    return state


def _folded(state: Hll, lg_k: int) -> Hll:
    assert state.slots is not None
    slots = state.slots.reshape(-1, 1 << lg_k).max(axis=0)
    hip, merged = state.hip, state.out_of_order
    return Hll(lg_k, _NO_COUPONS, slots, hip=hip, out_of_order=merged, is_list=False)


def _written(state: Hll) -> bytes:
    if state.slots is None:
        count = len(state.coupons)
        # By their hashes first: whoever adds them to slots counts on values in no order.
        turned = np.sort((state.coupons << np.uint32(6)) | (state.coupons >> np.uint32(26)))
        coupons = (turned >> np.uint32(6)) | (turned << np.uint32(26))
        body = coupons.astype("<u4").tobytes()
        if count < 8:
            return struct.pack("8B", 2, 1, 7, state.lg_k, 3, 8, count, 8) + body
        lg_room = 5
        while 4 * count > 3 << lg_room:
            lg_room += 1
        head = struct.pack("<8BI", 3, 1, 7, state.lg_k, lg_room, 8, 0, 9, count)
        return head + body
    counts = np.bincount(state.slots, minlength=64)
    flags = OUT_OF_ORDER if state.out_of_order else 0
    total, small = counts[:32] @ _WEIGHTS[:32], counts[32:64] @ _WEIGHTS[32:]
    hip = 0.0 if state.out_of_order else state.hip
    head = struct.pack("<8B", 10, 1, 7, state.lg_k, 0, flags, 0, 10)
    sums = struct.pack("<dddII", hip, total, small, int(counts[0]), 0)
    return head + sums + state.slots.tobytes()


def of(values: Any, lg_k: int = DEFAULT_LG_K) -> bytes:
    """The state of an array of numbers, booleans, times, texts, bytes or UUIDs.

    lg_k is from 4 to 18. Values are hashed as in CQL: integers and times, in milliseconds, as
    bigint; floating-point numbers as double, without NaN and infinities; texts as their UTF-8.
    Empty ones and null are left out. Raises ValueError for another lg_k and for integers beyond 64
    bits, TypeError for others.
    """
    if not 4 <= operator.index(lg_k) <= 18:
        raise ValueError(f"hll: expected an lg_k from 4 to 18, found {lg_k}")
    coupons = coupons_of(values)
    return b"" if len(coupons) == 0 else _written(_of_coupons(lg_k, coupons))


def _both(left: Hll, right: Hll) -> Hll:
    lg_k = min(left.lg_k, right.lg_k)
    # Slots come first, because coupons can be added to them.
    swapped = left.slots is None and right.slots is not None
    first, second = (right, left) if swapped else (left, right)
    if first.slots is None:
        return _of_coupons(lg_k, np.concatenate((first.coupons, second.coupons)))
    merged = _folded(first, lg_k)
    if second.slots is None:
        return _with_coupons(merged, second.coupons)
    more = _folded(second, lg_k).slots
    assert merged.slots is not None and more is not None
    merged.slots = np.maximum(merged.slots, more)
    merged.out_of_order = True
    return merged


def merge(states: Column) -> bytes | None:
    """The state of the values of all states of a column; None without any.

    Coupons and slots are exact. Where slots get coupons, the estimate depends on the order of the
    states, within its error. The smallest lg_k is kept. Raises InvalidState for an invalid state.
    """
    column = columns.blobs(states)
    merged: Hll | None = None
    for indexes in columns.portions(column, read):
        for one in columns.read_at(read, column, indexes):
            if merged is None:
                merged = _both(Hll(one.lg_k, _NO_COUPONS), one)
            else:
                merged = _both(merged, one)
    return None if merged is None else _written(merged)


def union(left: State, right: State) -> bytes | None:
    """The state of the values of two states; None if either is None."""
    if left is None or right is None:
        return None
    return merge([left, right]) or b""
