# SPDX-License-Identifier: Apache-2.0
"""A histogram as a bar chart of several lines, as ``histogram_text`` with a width draws it."""

import math
from decimal import ROUND_HALF_UP, Context, Decimal

from cassandra_stats.columns import Doubles, Integers
from cassandra_stats.text import number

_LINES = 50
_BLOCKS = "▏▎▍▌▋▊▉"


def chart(
    edges: Doubles,
    segments: Integers,
    explicit: bool,
    low: float,
    high: float,
    width: int,
) -> str:
    """A title, then a line for each bin, or for several of more than 50.

    Raises ValueError where the width is not from 10 to 1000.
    """
    if not 10 <= width <= 1000:
        raise ValueError(f"histogram: expected a width from 10 to 1000 characters, found {width}")
    bins = len(edges) - 1
    together = -(-bins // _LINES)
    inside = [
        int(segments[1 + i : 1 + min(i + together, bins)].sum()) for i in range(0, bins, together)
    ]
    limits = [float(edges[min(i, bins)]) for i in range(0, bins + together, together)]
    limits = limits[: len(inside) + 1]
    digits = 17 if explicit else _digits(float(edges[0]), float(edges[-1]), bins)
    ends = ["-inf", *(number(_rounded(limit, digits)) for limit in limits), "inf"]
    counts = [int(segments[0]), *inside, int(segments[-1])]
    first, last = int(counts[0] == 0), len(counts) - 1 - int(counts[-1] == 0)
    shown = range(first, last + 1)
    lower = max(len(ends[i]) for i in shown)
    upper = max(len(ends[i + 1]) for i in shown)
    largest = max(counts[i] for i in shown)
    digits_of_count = len(str(largest))
    labels = lower + upper + digits_of_count + 7
    title = f"count={sum(counts)} min={number(low)} max={number(high)}"
    length = max(width - 2, labels + 9, len(title) + 1)
    # Before the first line cqlsh writes a blank of its own.
    lines = [title.ljust(length - 1)]
    for i in shown:
        label = f"{'(' if i == 0 else '['}{ends[i]:>{lower}}, {ends[i + 1]:>{upper}})"
        bar = _bar(counts[i], largest, length - labels - 1)
        lines.append(f" {label} {counts[i]:>{digits_of_count}} {bar}".ljust(length))
    return "\n".join([*lines[:-1], _open_end(lines[-1])])


def _open_end(line: str) -> str:
    """The last line ends with its bar, or the blank before it."""
    stripped = line.rstrip(" ")
    return stripped if stripped.endswith(("█", *_BLOCKS)) else stripped + " "


def _digits(lo: float, hi: float, bins: int) -> int:
    """Digits that tell edges apart and show how wide a bin is."""
    width = (hi * 0.5 - lo * 0.5) / bins
    digits = 3 + math.ceil(math.log10(max(-lo, hi) * 0.5 / width))
    return max(6, min(17, digits))


def _rounded(edge: float, digits: int) -> float:
    if digits >= 17:
        return edge
    return float(Context(prec=digits, rounding=ROUND_HALF_UP).plus(Decimal(repr(edge))))


def _bar(count: int, largest: int, room: int) -> str:
    eighths = 0 if count == 0 else max(1, math.floor(8.0 * room * count / largest + 0.5))
    return "█" * (eighths // 8) + (_BLOCKS[eighths % 8 - 1] if eighths % 8 else "")
