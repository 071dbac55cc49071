# SPDX-License-Identifier: Apache-2.0
"""The states of the family ``histogram``: read, made, merged and written."""

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cassandra_stats import columns, inputs
from cassandra_stats.columns import Column, Doubles, Integers, State
from cassandra_stats.frames import Family, Flags, Frames, opened, sealed, words_of
from cassandra_stats.packed import entries, expanded, packed
from cassandra_stats.runs import cumulative, first, owners, positions, starts_of

_FAMILY = Family("histogram", 130, 64, 65592)
_MOST_BINS = 4096
_NO_ZERO = np.uint64(1 << 63)


@dataclass
class Histograms:
    """The fields of some states.

    ``segments`` has for each state the values below the first edge, those of each bin and those
    from the last edge on; ``edges`` the edges of its bins, one more than there are.
    """

    bins: Integers
    explicit: Flags
    minimum: Doubles
    maximum: Doubles
    edges: Doubles
    segments: Integers
    totals: Integers

    def edges_of(self, index: int) -> Doubles:
        """The edges of one state."""
        begin = int((self.bins[:index] + 1).sum())
        return self.edges[begin : begin + int(self.bins[index]) + 1]

    def segments_of(self, index: int) -> Integers:
        """The counts of one state: below, in each bin, from the last edge on."""
        begin = int((self.bins[:index] + 2).sum())
        return self.segments[begin : begin + int(self.bins[index]) + 2]


def _edges(lo: Doubles, hi: Doubles, bins: Integers) -> Doubles:
    """The edges of bins of equal width, one list behind the other."""
    i = positions(bins + 1)
    low, high, n = (np.repeat(field, bins + 1) for field in (lo, hi, bins))
    scale = np.where(np.maximum(-low, high) > 1e304, 2.0**-13, 1.0)
    edges = (low * scale * (n - i) + high * scale * i) / n / scale
    return np.where(i == 0, low, np.where(i == n, high, edges))


def _too_narrow(lo: Doubles, hi: Doubles, bins: Integers) -> Flags:
    spacing = np.spacing(np.maximum(-lo, hi))
    return ~(np.isfinite(lo) & np.isfinite(hi) & (lo < hi)) | (
        (hi * 0.5 - lo * 0.5) / bins < 4 * spacing
    )


def _read_edges(frames: Frames, bins: Integers, explicit: Flags) -> Doubles:
    lengths = bins + 1
    place = frames.starts[owners(lengths)] + 5 + positions(lengths)
    given = np.repeat(explicit, lengths)
    # Where bins have equal width, such places may be anywhere.
    written = frames.words[np.minimum(place, len(frames.words) - 1)].view(np.float64)
    lo, hi = frames.double(5), frames.double(6)
    with np.errstate(all="ignore"):
        wrong = ~explicit & _too_narrow(lo, hi, bins)
        _FAMILY.refuse(wrong, "finite lo < hi that so many bins fit between", lo)
        edges = np.where(given, written, _edges(lo, hi, bins))
        rises = np.concatenate((edges[:-1] < edges[1:], [True])) | (
            positions(lengths) == np.repeat(bins, lengths)
        )
        sound = rises & np.isfinite(edges) & ~(given & (written.view(np.uint64) == _NO_ZERO))
    wrong = np.bincount(owners(lengths), ~sound, len(bins)) > 0
    _FAMILY.refuse(wrong, "finite and strictly increasing edges, without -0.0", bins)
    return edges


@columns.weighing(lambda state: len(state) + 96 * int.from_bytes(state[4:6], "big"))
def read(states: Sequence[bytes]) -> Histograms:
    """The fields of states. Raises InvalidState where one is none."""
    frames = opened(_FAMILY, states)
    head = frames.word(0)
    flags = ((head >> np.uint64(32)) & np.uint64(0xFF)).astype(np.int64)
    bins = ((head >> np.uint64(16)) & np.uint64(0xFFFF)).astype(np.int64)
    _FAMILY.refuse(flags > 1, "no flags but that of explicit edges", flags)
    _FAMILY.refuse((bins < 1) | (bins > _MOST_BINS), "1 to 4096 bins", bins)
    begin = np.where(flags == 1, 6 + bins, 7)
    _FAMILY.refuse(frames.lengths <= begin, "a size that its bins imply", 8 * frames.lengths)
    for at in (1, 2, 5, 6):
        _FAMILY.refuse(
            (frames.word(at) == _NO_ZERO) & (begin > at), "0.0 for zero", ["-0.0"] * len(bins)
        )
    below, above = frames.signed(3), frames.signed(4)
    edges = _read_edges(frames, bins, flags == 1)
    found = entries(_FAMILY, frames, begin, bins)
    with np.errstate(over="ignore"):
        totals = found.totals + below + above
        wrong = (below < 0) | (above < 0) | (below + above < 0) | (totals < found.totals)
    _FAMILY.refuse(wrong | (totals < 1), "counts of 1 to 2^63-1 in total", totals)
    segments = expanded(found, bins + 2, 1)
    starts = starts_of(bins + 2)
    segments[starts], segments[starts + bins + 1] = below, above
    table = Histograms(
        bins, flags == 1, frames.double(1), frames.double(2), edges, segments, totals
    )
    _check_extremes(table)
    return table


def _check_extremes(table: Histograms) -> None:
    """Refuses a minimum or maximum outside the first or the last segment that has values."""
    low, high, bins = table.minimum, table.maximum, table.bins
    wrong = ~((low <= high) & np.isfinite(low) & np.isfinite(high))
    wrong |= (table.totals == 1) & (low != high)
    starts, edges_at = starts_of(bins + 2), starts_of(bins + 1)
    sums = cumulative(table.segments, bins + 2)
    for value, least in ((low, np.ones_like(table.totals)), (high, table.totals)):
        segment = _reaching(sums, starts, starts + bins + 1, least)
        segment = segment - starts
        lower = table.edges[edges_at + np.maximum(segment - 1, 0)]
        upper = table.edges[edges_at + np.minimum(segment, bins)]
        wrong |= ((segment > 0) & (value < lower)) | ((segment <= bins) & (value >= upper))
    _FAMILY.refuse(
        wrong, "finite minimum and maximum in the first and last bin that has values", low
    )


def _reaching(sums: Integers, low: Integers, high: Integers, least: Integers) -> Integers:
    return first(low, high, lambda at: sums[at] >= least)


def _given_edges(edges: Any) -> Doubles:
    given = inputs.doubles(edges)[0] + 0.0
    if not 2 <= len(given) <= _MOST_BINS + 1:
        raise ValueError(f"histogram: expected 2 to 4097 edges, found {len(given)}")
    if not (np.isfinite(given).all() and (given[:-1] < given[1:]).all()):
        raise ValueError("histogram: expected finite and strictly increasing edges")
    return given


def of(
    values: Any,
    lo: float | None = None,
    hi: float | None = None,
    bins: int | None = None,
    *,
    edges: Any = None,
) -> bytes:
    """The state of an array of numbers: of 1 to 4096 bins from lo to hi, or between edges.

    Null, NaN and infinities are left out; of no others the state is the empty blob. Raises
    ValueError for edges that are not finite and rising, or too close for doubles.
    """
    if edges is not None:
        limits = _given_edges(edges)
        head = limits
    else:
        if lo is None or hi is None or bins is None or not 1 <= operator.index(bins) <= _MOST_BINS:
            raise ValueError("histogram: expected lo, hi and 1 to 4096 bins, or edges")
        head = np.array([lo, hi], np.float64) + 0.0
        if _too_narrow(head[:1], head[1:], np.array([bins])).any():
            raise ValueError(
                f"histogram: expected finite lo < hi apart enough, found {lo} and {hi}"
            )
        limits = _edges(head[:1], head[1:], np.array([bins]))
    numbers = inputs.finite(values) + 0.0
    if len(numbers) == 0:
        return b""
    segment = np.searchsorted(limits, numbers, side="right")
    segments = np.bincount(segment, minlength=len(limits) + 1).astype(np.int64)
    return _written(edges is not None, numbers.min(), numbers.max(), head, segments)


def _written(explicit: bool, low: float, high: float, head: Doubles, segments: Integers) -> bytes:
    width, size, counts = packed(segments[1:-1])
    preamble = 0x0102820000000000 | explicit << 32 | (len(segments) - 2) << 16 | width << 8 | size
    extremes = np.array([low, high], np.float64)
    outside = segments[[0, -1]].view(np.uint64)
    words = (
        np.array([preamble], np.uint64),
        extremes.view(np.uint64),
        outside,
        head.view(np.uint64),
        words_of(counts),
    )
    return sealed([np.concatenate(words)])[0]


def merge(states: Column) -> bytes | None:
    """The state of the rows of all states of a column, exact; None without any.

    Raises InvalidState for an invalid state, ValueError where edges differ or a count would exceed
    2^63-1.
    """
    column = columns.blobs(states)
    parts: list[Histograms] = []
    segments: Any = None
    for indexes in columns.portions(column, read):
        table = columns.read_at(read, column, indexes)
        same = (table.bins == table.bins[0]) & (table.explicit == table.explicit[0])
        leader = parts[0] if parts else table
        if not same.all() or not _same_edges(leader, table):
            raise ValueError("histogram: expected states of the same edges, found others")
        counts = table.segments.reshape(len(indexes), -1)
        if float(counts.sum(axis=0, dtype=np.float64).sum()) > 2.0**62:
            exact = sum(int(total) for total in table.totals)
            if exact + (0 if segments is None else int(segments.sum())) >= 2**63:
                raise ValueError("histogram: the count would exceed 2^63-1")
        segments = counts.sum(axis=0) if segments is None else segments + counts.sum(axis=0)
        table.segments = table.segments[:0]
        parts.append(table)
        if sum(int(count) for count in segments) >= 2**63:
            raise ValueError("histogram: the count would exceed 2^63-1")
    if not parts:
        return None
    low = min(float(part.minimum.min()) for part in parts)
    high = max(float(part.maximum.max()) for part in parts)
    limits = parts[0].edges_of(0)
    explicit = bool(parts[0].explicit[0])
    return _written(explicit, low, high, limits if explicit else limits[[0, -1]].copy(), segments)


def _same_edges(leader: Histograms, table: Histograms) -> bool:
    if leader.bins[0] != table.bins[0] or leader.explicit[0] != table.explicit[0]:
        return False
    return bool((table.edges.reshape(len(table.bins), -1) == leader.edges_of(0)).all())


def union(left: State, right: State) -> bytes | None:
    """The state of the rows of two states; None if either is None."""
    if left is None or right is None:
        return None
    return merge([left, right]) or b""
