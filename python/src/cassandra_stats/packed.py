# SPDX-License-Identifier: Apache-2.0
"""Counts of places in as few bytes as they need, of the families histogram and ddsketch."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cassandra_stats.columns import Integers
from cassandra_stats.frames import Family, Flags, Frames
from cassandra_stats.runs import owners, starts_of

_FORM = "counts of 0 to 2^63-1 in total, in their shortest form, filled up with zeros"


@dataclass(frozen=True)
class Entries:
    """The counts that are not zero, of some states in order: owner, place and count."""

    owner: Integers
    place: Integers
    count: Integers
    totals: Integers


def _padded(size: Integers) -> Integers:
    return (size + 7) // 8 * 8


def _place_width(places: Integers) -> Integers:
    return np.where(places > 256, 2, 1)


def entries(family: Family, frames: Frames, begin: Integers, places: Integers) -> Entries:
    """Reads the counts of states, which begin at a word of each and go up to its checksum.

    Raises InvalidState where they are not in the one form that they have.
    """
    head = frames.word(0)
    widths = ((head >> np.uint64(8)) & np.uint64(0xFF)).astype(np.int64)
    sizes = (head & np.uint64(0xFF)).astype(np.int64)
    room = 8 * (frames.lengths - 1 - begin)
    dense = _padded(places * sizes)
    fits = np.where(
        widths == 0, room == dense, (widths == _place_width(places)) & (room > 0) & (room <= dense)
    )
    found = [f"widths {w} and {s}" for w, s in zip(widths.tolist(), sizes.tolist(), strict=True)]
    family.refuse(~fits | (sizes > 8), _FORM, found)
    number = len(begin)
    parts: list[tuple[Integers, Integers, NDArray[np.uint64]]] = []
    wrong = np.zeros(number, np.bool_)
    alike = np.stack((widths, sizes, np.where(widths == 0, places, room)))
    for width, size, extent in np.unique(alike, axis=1).T.tolist() if number else []:
        of = np.flatnonzero((alike == np.array([[width], [size], [extent]])).all(axis=0))
        at = 8 * (frames.starts + begin)[of]
        place, count, bad = _alike(frames.data, at, int(room[of[0]]), width, size, places[of])
        wrong[of] = bad
        row, column = np.nonzero(count)
        parts.append((of[row], place[row, column], count[row, column]))
    owner = np.concatenate([part[0] for part in parts]) if parts else np.zeros(0, np.int64)
    order = np.argsort(owner, kind="stable")
    count = np.concatenate([part[2] for part in parts])[order] if parts else owner.astype(np.uint64)
    place = np.concatenate([part[1] for part in parts])[order] if parts else owner
    owner = owner[order]
    totals, beyond = totals_of(count, owner, number)
    family.refuse(wrong | beyond, _FORM, found)
    return Entries(owner, place, count.view(np.int64), totals)


def _alike(
    data: bytes, at: Integers, room: int, width: int, size: int, places: Integers
) -> tuple[Integers, NDArray[np.uint64], Flags]:
    """Places and counts of states of one form, and which of them are wrong."""
    every = np.frombuffer(data, np.uint8)
    region = every[at[:, None] + np.arange(room)]
    step = width + size
    rows = int(places[0]) if width == 0 else room // step
    table = region[:, : rows * step].reshape(len(at), rows, step)
    count = _number(table[:, :, width:])
    place = _number(table[:, :, :width]).astype(np.int64)
    if width == 0:
        place = np.broadcast_to(np.arange(rows), count.shape)
    filled = (count != 0).sum(axis=1)
    largest = np.bitwise_or.reduce(count, axis=1) if rows else np.zeros(len(at), np.uint64)
    wrong = _bytes_of(largest) != size
    shortest = filled * (_place_width(places) + size) < places * size
    wrong |= shortest if width == 0 else ~shortest
    used = places * size if width == 0 else filled * step
    wrong |= _padded(used) != room
    behind = np.arange(room) >= used[:, None]
    wrong |= (behind & (region != 0)).any(axis=1)
    if width > 0:
        is_entry = np.arange(rows) < filled[:, None]
        wrong |= (is_entry & ((count == 0) | (place >= places[:, None]))).any(axis=1)
        wrong |= (is_entry[:, 1:] & (place[:, 1:] <= place[:, :-1])).any(axis=1)
    return place, count, wrong


def _number(digits: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Big-endian numbers of the bytes of the last axis."""
    number = np.zeros(digits.shape[:2], np.uint64)
    for digit in range(digits.shape[2]):
        number = (number << np.uint64(8)) | digits[:, :, digit]
    return number


def _bytes_of(number: NDArray[np.uint64]) -> Integers:
    """How many bytes each number needs."""
    needed = np.zeros(len(number), np.int64)
    for size in range(8):
        needed += number >> np.uint64(8 * size) != 0
    return needed


def totals_of(count: NDArray[np.uint64], owner: Integers, number: int) -> tuple[Integers, Flags]:
    """The sum of the counts of each owner, and which sums are beyond 2^63-1."""
    low, high = np.zeros(number, np.uint64), np.zeros(number, np.uint64)
    np.add.at(low, owner, count & np.uint64(0xFFFFFFFF))
    np.add.at(high, owner, count >> np.uint64(32))
    high += low >> np.uint64(32)
    total = (high << np.uint64(32)) | (low & np.uint64(0xFFFFFFFF))
    return total.view(np.int64), high >= np.uint64(2**31)


def packed(counts: Integers) -> tuple[int, int, bytes]:
    """Bytes of a place, bytes of a count, and the counts in the shorter form, filled up."""
    places = len(counts)
    numbers = counts.astype(np.uint64)
    size = int(_bytes_of(np.array([np.bitwise_or.reduce(numbers)]))[0])
    digits = numbers.astype(">u8").view(np.uint8).reshape(places, 8)[:, 8 - size :]
    filled = np.flatnonzero(numbers)
    width = int(_place_width(np.array([places]))[0])
    if len(filled) * (width + size) < places * size:
        at = filled.astype(">u2").view(np.uint8).reshape(-1, 2)[:, 2 - width :]
        written = np.hstack((at, digits[filled])).tobytes()
    else:
        width, written = 0, digits.tobytes()
    return width, size, written + bytes(-len(written) % 8)


def expanded(found: Entries, lengths: Integers, shift: int = 0) -> Integers:
    """The counts of all places, zeros too, in lists of such lengths, from a place on."""
    every = np.zeros(int(lengths.sum()), np.int64)
    every[starts_of(lengths)[found.owner] + found.place + shift] = found.count
    return every


__all__ = ["Entries", "entries", "expanded", "owners", "packed", "totals_of"]
