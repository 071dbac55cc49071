# SPDX-License-Identifier: Apache-2.0
"""Packed numbers of chunks: blocks of 64 residuals, each block with a width and a shift."""

import numpy as np
from numpy.typing import NDArray

from cassandra_stats.checksum import Words
from cassandra_stats.columns import Integers

BLOCK = 64
FROM_STEP, DIFFERENCES, SECOND_DIFFERENCES, XOR = 0, 1, 2, 3
# Added to an order where all residuals are zero: the series has no bytes.
LINE = 4
_ONE, _ALL = np.uint64(1), np.uint64(64)


def unpacked(words: Words, at: Integers, widths: Integers, shifts: Integers) -> Words:
    """The residuals of blocks, a row of 64 for each; those behind the end of a block are anything.

    The bits of a block begin at a word of ``words``.
    """
    rows = np.zeros((len(at), BLOCK), np.uint64)
    bit = np.arange(BLOCK)
    # The last block may end before its 64th residual, and the words with it.
    words = np.concatenate((words, np.zeros(BLOCK + 1, np.uint64)))
    for width in np.unique(widths).tolist():
        if width == 0:
            continue
        of = np.flatnonzero(widths == width)
        word, skipped = bit * width // 64, (bit * width % 64).astype(np.uint64)
        block = words[at[of, None] + np.arange(width + 1)]
        bits = block.take(word, axis=1)
        bits <<= skipped
        # Those that reach into the next word; a shift by 64 would be one by 0.
        over = np.flatnonzero(skipped.astype(np.int64) + width > 64)
        bits[:, over] |= block.take(word[over] + 1, axis=1) >> (_ALL - skipped[over])
        bits >>= np.uint64(64 - width)
        bits <<= shifts[of, None].astype(np.uint64)
        rows[of] = bits
    return rows


def series(residuals: Words, first: int, step: int, order: int) -> NDArray[np.int64]:
    """The numbers of a series: the first one, and those that residuals make."""
    start = np.array([first], np.int64).view(np.uint64)
    if order == XOR:
        return np.bitwise_xor.accumulate(np.concatenate((start, residuals))).view(np.int64)
    change = (residuals >> _ONE) ^ (np.uint64(0) - (residuals & _ONE))
    by = np.array([step], np.int64).view(np.uint64)
    if order == FROM_STEP:
        return np.concatenate((start, change + by)).view(np.int64)
    if order == SECOND_DIFFERENCES:
        change = np.cumsum(change, dtype=np.uint64)
    change += by
    numbers = np.cumsum(np.concatenate((start, change)), dtype=np.uint64)
    return numbers.view(np.int64)


# As many differences, or somewhat fewer, say what step there is.
_SAMPLE = 128


def step_of(numbers: Integers, order: int) -> int:
    """A step that makes residuals small: the middle of some numbers or differences, or the first.

    Where these numbers reach no further below the middle than above it, the least of them; 0 for
    bits, and for a single number.
    """
    if order == XOR or len(numbers) < 2:
        return 0
    if order == SECOND_DIFFERENCES:
        return int(_differences(numbers[:2])[0])
    steps = numbers[1:] if order == FROM_STEP else _differences(numbers)
    some = np.sort(steps[:: len(numbers) // _SAMPLE + 1])
    middle = some[len(some) // 2]
    with np.errstate(over="ignore"):
        is_low = order == FROM_STEP and middle - some[0] <= some[-1] - middle
    return int(some[0] if is_low else middle)


def _differences(numbers: Integers) -> Integers:
    bits = numbers.view(np.uint64)
    return (bits[1:] - bits[:-1]).view(np.int64)


def _residuals(numbers: Integers, order: int, step: int) -> Words:
    bits = numbers.view(np.uint64)
    by = np.array([step], np.int64).view(np.uint64)
    if order == XOR:
        return bits[1:] ^ bits[:-1]
    if order == FROM_STEP:
        change = bits[1:] - by
    elif order == DIFFERENCES:
        change = bits[1:] - bits[:-1] - by
    else:
        difference = np.concatenate((by, bits[1:] - bits[:-1]))
        change = difference[1:] - difference[:-1]
    return (change << _ONE) ^ (change.view(np.int64) >> 63).view(np.uint64)


def packed(numbers: Integers, order: int, step: int) -> bytes:
    """The residuals of a series in blocks: widths and shifts first, all in whole words.

    No bytes where all are zero.
    """
    residuals = _residuals(numbers, order, step)
    return _blocks(residuals) if residuals.any() else b""


def measured(numbers: Integers, order: int, step: int, stride: int) -> int:
    """Bytes that a packed series takes, by one of so many of its blocks."""
    residuals = _residuals(numbers, order, step)
    rows = _rows(residuals)
    number = len(rows)
    widths = (2 * number + 7) // 8 * 8
    if number == 0:
        return widths
    some = slice(None, None, stride)
    lengths = np.minimum(BLOCK, len(residuals) - BLOCK * np.arange(number))[some]
    sizes = 8 * ((lengths * _widths(rows[some])[0] + 63) // 64)
    return widths + int(sizes.sum()) * number // len(sizes) if sizes.any() else 0


def _rows(residuals: Words) -> Words:
    rows = np.zeros((-(-len(residuals) // BLOCK), BLOCK), np.uint64)
    rows.reshape(-1)[: len(residuals)] = residuals
    return rows


def _widths(rows: Words) -> tuple[Integers, Integers]:
    """The width and the shift of each block."""
    every = np.bitwise_or.reduce(rows, axis=1)
    shifts = _trailing_zeros(every)
    return _bit_length(every >> shifts.astype(np.uint64)), shifts


def _blocks(residuals: Words) -> bytes:
    rows = _rows(residuals)
    widths, shifts = _widths(rows)
    head = np.stack((widths, shifts), axis=1).astype(np.uint8).tobytes()
    parts = [head + bytes(-len(head) % 8)]
    bits = np.unpackbits(
        (rows >> shifts[:, None].astype(np.uint64)).astype(">u8").view(np.uint8), axis=1
    )
    for block, width in enumerate(widths.tolist()):
        length = min(BLOCK, len(residuals) - BLOCK * block)
        kept = bits[block].reshape(BLOCK, 64)[:length, 64 - width :].reshape(-1)
        written = np.packbits(kept).tobytes()
        parts.append(written + bytes(-len(written) % 8))
    return b"".join(parts)


def _bit_length(words: Words) -> Integers:
    """The number of the highest bit, from 1; 0 for no bits."""
    high, low = words >> np.uint64(32), words & np.uint64(2**32 - 1)
    lengths = [np.frexp(half.astype(np.float64))[1].astype(np.int64) for half in (high, low)]
    return np.where(high > 0, lengths[0] + 32, lengths[1])


def _trailing_zeros(words: Words) -> Integers:
    """The number of zeros below the lowest bit; 0 for no bits."""
    lowest = words & (np.uint64(0) - words)
    return np.maximum(_bit_length(lowest) - 1, 0)
