# SPDX-License-Identifier: Apache-2.0
"""The states of the family ``chunk``: headers, and the points that they hold."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cassandra_stats import columns, moments_state
from cassandra_stats.chunk_digest import LARGEST, Centroids, carried
from cassandra_stats.chunk_series import BLOCK, LINE, series, unpacked
from cassandra_stats.columns import Doubles, Integers
from cassandra_stats.frames import Family, Flags, Frames, opened
from cassandra_stats.moments_state import Moments
from cassandra_stats.runs import owners, positions, starts_of

FAMILY = Family("chunk", 133, 152, 131720 + LARGEST, newest=4)
MOST_POINTS = 8192
RAW, BITS, DECIMAL, DICTIONARY = 0, 1, 2, 3
ENCODINGS = ("raw", "bits", "decimal", "dictionary")
_DATA = 18
# An exception: of which point it is, and the bits of its value; the former took 8 bytes once.
EXCEPTION = np.dtype([("index", ">u2"), ("bits", ">u8")])
_LONG_EXCEPTION = np.dtype([("index", ">u8"), ("bits", ">u8")])


@dataclass
class _Series:
    """Where packed series are, by word: their widths from ``at`` on, their blocks behind."""

    at: Integers
    blocks: Integers
    widths: Integers
    shifts: Integers
    data: Integers
    end: Integers


@dataclass
class Chunks:
    """The headers of some chunks, and where their points are."""

    count: Integers
    encoding: Integers
    moments: Moments
    first: Integers
    last: Integers
    steps: Integers
    start: Integers
    value_steps: Integers
    orders: Integers
    value_orders: Integers
    exponent: Integers
    extras: Integers
    is_short: Flags
    sizes: Integers
    k: Integers
    digests: list[Centroids | None]
    digest_words: Integers
    frames: Frames
    times: _Series
    values: _Series


def _located(frames: Frames, at: Integers, numbers: Integers, used: Flags) -> _Series:
    """Where the blocks of series of so many numbers are that begin at a word; none if not used."""
    blocks = np.where(used, (numbers - 1 + BLOCK - 1) // BLOCK, 0)
    widths_end = at + (2 * blocks + 7) // 8
    FAMILY.refuse(widths_end > frames.ends, "packed numbers within the chunk", widths_end)
    octets = np.frombuffer(frames.data, np.uint8)
    owner, block = owners(blocks), positions(blocks)
    place = 8 * at[owner] + 2 * block
    widths, shifts = octets[place].astype(np.int64), octets[place + 1].astype(np.int64)
    lengths = np.minimum(BLOCK, numbers[owner] - 1 - BLOCK * block)
    wrong = np.bincount(owner, widths + shifts > 64, len(at)) > 0
    FAMILY.refuse(wrong, "widths and shifts of at most 64 bits", blocks)
    sizes = (lengths * widths + 63) // 64
    before = np.cumsum(sizes) - sizes
    begins = starts_of(blocks)
    ends = np.concatenate((before, [int(sizes.sum())]))
    data = widths_end[owner] + before - ends[begins][owner]
    return _Series(
        at, blocks, widths, shifts, data, widths_end + ends[begins + blocks] - ends[begins]
    )


@columns.weighing(lambda state: len(state) + 48 * int.from_bytes(state[4:8], "big"))
def read(states: Sequence[bytes]) -> Chunks:
    """The headers of chunks. Raises InvalidState where one is none."""
    frames = opened(FAMILY, states)
    head = frames.word(0)
    encoding = ((head >> np.uint64(32)) & np.uint64(0xFF)).astype(np.int64)
    count = (head & np.uint64(2**32 - 1)).astype(np.int64)
    FAMILY.refuse((count < 1) | (count > MOST_POINTS), "1 to 8192 points", count)
    FAMILY.refuse(encoding > DICTIONARY, "an encoding from 0 to 3", encoding)
    moments = _moments(frames)
    wrong = moments.count + moments.skipped != count
    FAMILY.refuse(wrong, "the moments of its points", moments.count + moments.skipped)
    packing = frames.word(17).astype(np.uint64)
    octet = [
        ((packing >> np.uint64(shift)) & np.uint64(0xFF)).astype(np.int64)
        for shift in (56, 48, 40, 32)
    ]
    extras = ((packing >> np.uint64(16)) & np.uint64(0xFFFF)).astype(np.int64)
    sizes = (packing & np.uint64(0xFFFF)).astype(np.int64)
    k = octet[3]
    wrong = (octet[0] > 7) | (octet[1] > 7)
    wrong |= octet[2] > np.where(encoding == DICTIONARY, 63, 22)
    newer = (octet[0] >= LINE) | (octet[1] >= LINE) | ((encoding == DICTIONARY) & (octet[2] > 0))
    wrong |= newer & (head >> np.uint64(48) == np.uint64(0x0102))
    wrong |= extras > np.where(encoding < DECIMAL, 0, count)
    wrong |= (encoding == DICTIONARY) & (extras == 0)
    FAMILY.refuse(wrong, "parameters of its encoding", packing)
    first, last = frames.signed(12), frames.signed(13)
    FAMILY.refuse((first > last) | ((count == 1) & (first != last)), "times in order", first)
    is_short = head >> np.uint64(48) >= np.uint64(0x0104)
    size = np.where(encoding != DECIMAL, 8, np.where(is_short, EXCEPTION.itemsize, 16))
    at = frames.starts + _DATA + (extras * size + 7) // 8
    times = _located(frames, at, count, octet[0] < LINE)
    FAMILY.refuse(times.end != at + sizes, "times that end where they should", sizes)
    values = _located(frames, times.end, count, (encoding != RAW) & (octet[1] < LINE))
    end = np.where(encoding == RAW, times.end + count, values.end)
    digests, digest_words, wrong = carried(frames, k, moments)
    FAMILY.refuse(wrong, "a digest of its values, with k from 10 to 200", k)
    wrong = end != frames.ends - digest_words
    FAMILY.refuse(wrong, "values that end before what follows", 8 * frames.lengths)
    chunks = Chunks(
        count, encoding, moments, first, last, frames.signed(14), frames.signed(15),
        frames.signed(16), octet[0], octet[1], octet[2], extras, is_short, sizes, k, digests,
        digest_words, frames, times, values,
    )  # fmt: skip
    _check_exceptions(chunks)
    return chunks


def _moments(frames: Frames) -> Moments:
    head = frames.words[frames.starts[:, None] + 1 + np.arange(11)]
    wrong = head[:, 0] >> np.uint64(32) != np.uint64(0x01028000)
    FAMILY.refuse(wrong, "a moments state from byte 8 on", [hex(word) for word in head[:, 0]])
    return moments_state.check(head, FAMILY)


def _exceptions(chunks: Chunks, i: int) -> np.ndarray:
    """Of which points the exceptions of a chunk are, and the bits of their values."""
    kind = EXCEPTION if chunks.is_short[i] else _LONG_EXCEPTION
    at = 8 * (int(chunks.frames.starts[i]) + _DATA)
    return np.frombuffer(chunks.frames.data, kind, int(chunks.extras[i]), at)


def _check_exceptions(chunks: Chunks) -> None:
    """Refuses exceptions that are not of rising points that there are."""
    wrong = np.zeros(len(chunks.count), np.bool_)
    for i in np.flatnonzero((chunks.encoding == DECIMAL) & (chunks.extras > 0)).tolist():
        index = _exceptions(chunks, i)["index"].astype(np.uint64)
        wrong[i] = bool((index[1:] <= index[:-1]).any() or index[-1] >= chunks.count[i])
    FAMILY.refuse(wrong, "exceptions of rising points", chunks.extras)


def _residuals(chunks: Chunks, where: _Series) -> list[np.ndarray]:
    rows = unpacked(chunks.frames.words, where.data, where.widths, where.shifts)
    begins = starts_of(where.blocks).tolist()
    return [
        rows[begin : begin + blocks].reshape(-1)[: count - 1]
        if blocks
        else np.zeros(count - 1, np.uint64)
        for begin, blocks, count in zip(
            begins, where.blocks.tolist(), chunks.count.tolist(), strict=True
        )
    ]


def times_of(chunks: Chunks) -> list[Integers]:
    """The times of each chunk, in order; each is held between the one before and the last."""
    times = []
    for i, residuals in enumerate(_residuals(chunks, chunks.times)):
        first, step = int(chunks.first[i]), int(chunks.steps[i])
        numbers = series(residuals, first, step, int(chunks.orders[i]) & ~LINE)
        times.append(np.maximum.accumulate(np.minimum(numbers, chunks.last[i])))
    return times


def values_of(chunks: Chunks) -> list[Doubles]:
    """The values of each chunk, bit for bit."""
    return [values for values, _ in exact_of(chunks)]


def exact_of(chunks: Chunks) -> list[tuple[Doubles, Integers | None]]:
    """The values of each chunk, and the integers to which those of some chunks are nearest."""
    exact: list[tuple[Doubles, Integers | None]] = []
    for i, residuals in enumerate(_residuals(chunks, chunks.values)):
        encoding, extras = int(chunks.encoding[i]), int(chunks.extras[i])
        if encoding == RAW:
            end = int(chunks.times.end[i])
            bits = chunks.frames.words[end : end + int(chunks.count[i])]
            exact.append((bits.view(np.float64).copy(), None))
            continue
        first, step = int(chunks.start[i]), int(chunks.value_steps[i])
        numbers = series(residuals, first, step, int(chunks.value_orders[i]) & ~LINE)
        exponent = int(chunks.exponent[i])
        if encoding == BITS:
            exact.append((numbers.view(np.float64), None))
        elif encoding == DICTIONARY:
            at = int(chunks.frames.starts[i]) + _DATA
            entries = chunks.frames.words[at : at + extras]
            bits = entries[np.clip(numbers >> exponent, 0, extras - 1)]
            bits |= numbers.view(np.uint64) & np.uint64((1 << exponent) - 1)
            exact.append((bits.view(np.float64), None))
        else:
            found = numbers.astype(np.float64) / 10.0**exponent
            exceptions = _exceptions(chunks, i)
            found.view(np.uint64)[exceptions["index"].astype(np.int64)] = exceptions["bits"]
            exact.append((found, numbers if exponent == 0 else None))
    return exact


def integers_of(chunks: Chunks) -> list[Integers]:
    """The values of each chunk as integers. Raises ValueError for a value that is none."""
    found = []
    for values, integers in exact_of(chunks):
        with np.errstate(invalid="ignore"):
            numbers = values.astype(np.int64)
        numbers[values == 2.0**63] = 2**63 - 1
        if integers is not None:
            # The number of an exception is another one.
            numbers = np.where(integers.astype(np.float64) == values, integers, numbers)
        wrong = numbers.astype(np.float64) != values
        if wrong.any():
            raise ValueError(
                "chunk_bigints: expected values that are integers of 64 bits, found "
                + f"{values[wrong][0]}; chunk.values gives any"
            )
        found.append(numbers)
    return found
