# SPDX-License-Identifier: Apache-2.0
"""What the images of t-digests know of their values: masses in ascending order."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cassandra_stats import columns
from cassandra_stats.columns import Doubles, Integers
from cassandra_stats.frames import Family, Flags
from cassandra_stats.runs import owners, positions, starts_of

FAMILY = Family("tdigest", 20, 8, 32 + 16 * 65544 + 8 * 4 * 65544)
MAXIMUM_COUNT = 2**53
SINGLE, REVERSE = 2, 4
# How far, as a part of their size, means may be out of order: other libraries round them.
_ROUNDING = 1e-12


@dataclass
class Digests:
    """Digests and their masses, one behind the other; of an image without values there are none.

    A mass is a point, all of whose values are equal, or it is spread around its mean.
    """

    k: Integers
    flags: Integers
    lengths: Integers
    minimum: Doubles
    maximum: Doubles
    means: Doubles
    weights: Integers
    is_point: Flags

    @property
    def counts(self) -> Doubles:
        """The number of values of each digest."""
        sums = np.bincount(owners(self.lengths), self.weights, len(self.lengths))
        return sums.astype(np.float64)


def maximum_centroids(k: Integers) -> Integers:
    """The most centroids of an image."""
    return 2 * k + np.where(k < 30, 30, 10)


@dataclass
class _Heads:
    k: Integers
    flags: Integers
    centroids: Integers
    buffered: Integers
    minimum: Doubles
    maximum: Doubles


def _heads(states: Sequence[bytes]) -> _Heads:
    """The headers of images, if they fit their sizes; else InvalidState."""
    sizes = np.array([len(state) for state in states], np.int64)
    joined = b"".join(state[:32].ljust(32, b"\0") for state in states)
    words = np.frombuffer(joined, "<u8").reshape(-1, 4).astype(np.uint64)
    octets = np.frombuffer(joined, np.uint8).reshape(-1, 32).astype(np.int64)
    k, flags = octets[:, 3] | octets[:, 4] << 8, octets[:, 5]
    kind = flags & 3
    wrong = (sizes < 8) | (octets[:, 2] != 20) | (octets[:, 1] != 1)
    wrong |= (octets[:, 0] != np.where(kind == 0, 2, 1)) | (k < 10) | (k > 32767)
    wrong |= (flags > 7) | (kind == 3) | (octets[:, 6] != 0) | (octets[:, 7] != 0)
    found = [f"{s} bytes, 0x{state[:8].hex()}" for s, state in zip(sizes, states, strict=True)]
    FAMILY.refuse(wrong, "a tdigest<double> image, version 1, k from 10 to 32767", found)
    is_image = (kind == 0) & (sizes >= 32)
    centroids = np.where(is_image, (words[:, 1] & np.uint64(2**32 - 1)).astype(np.int64), 0)
    buffered = np.where(is_image, (words[:, 1] >> np.uint64(32)).astype(np.int64), 0)
    most = maximum_centroids(k)
    fits = np.where(is_image, sizes == 32 + 16 * centroids + 8 * buffered, sizes == 8 * kind)
    fits &= (kind > 0) | (is_image & (centroids + buffered > 0))
    fits &= (centroids <= most) & (buffered <= 4 * most)
    expected = "8, 16 or 32 bytes, 16 for each centroid and 8 for each buffered value"
    FAMILY.refuse(~fits, expected, sizes)
    one = words[:, 1].copy().view(np.float64)
    low = np.where(is_image, words[:, 2].copy().view(np.float64), one)
    high = np.where(is_image, words[:, 3].copy().view(np.float64), one)
    low, high = np.where(sizes == 8, 0.0, low), np.where(sizes == 8, 0.0, high)
    sound = (low <= high) & np.isfinite(low) & np.isfinite(high)
    FAMILY.refuse(~sound, "finite minimum <= maximum", low)
    # A single value is read as a buffered one.
    buffered = np.where(kind == SINGLE, 1, buffered)
    return _Heads(k, flags, centroids, buffered, low, high)


@columns.weighing(lambda state: 4 * len(state))
def read(states: Sequence[bytes]) -> Digests:
    """The masses of images. Raises InvalidState where one is none."""
    heads = _heads(states)
    ends = (32 + 16 * heads.centroids).tolist()
    body = b"".join(state[32:end] for state, end in zip(states, ends, strict=True))
    centroids = np.frombuffer(body, [("mean", "<f8"), ("weight", "<u8")])
    means, weights = centroids["mean"].astype(np.float64), centroids["weight"].astype(np.uint64)
    tail = b"".join(
        state[8:] if len(state) == 16 else state[end:]
        for state, end in zip(states, ends, strict=True)
    )
    values = np.frombuffer(tail, "<f8").astype(np.float64)
    owner = owners(heads.centroids)
    of_value = owners(heads.buffered)
    inside = (values >= heads.minimum[of_value]) & (values <= heads.maximum[of_value])
    wrong = np.bincount(of_value, ~inside, len(states)) > 0
    FAMILY.refuse(wrong, "values from the minimum to the maximum", heads.minimum)
    _check(heads, means, weights, owner)
    values = values[np.lexsort((values, of_value))]
    return _masses(heads, np.clip(means, heads.minimum[owner], heads.maximum[owner]), means,
                   weights.view(np.int64), owner, values, of_value)  # fmt: skip


def _check(heads: _Heads, means: Doubles, weights: np.ndarray, owner: Integers) -> None:
    """Refuses means out of order, and weights that are not from 1 to 2^53 together."""
    before = np.concatenate((np.zeros(1), means[:-1])) if len(means) else means
    before = np.where(positions(heads.centroids) == 0, heads.minimum[owner], before)
    high = heads.maximum[owner]
    with np.errstate(invalid="ignore", over="ignore"):
        sound = means >= before - _ROUNDING * np.abs(before)
        sound &= means <= high + _ROUNDING * np.abs(high)
    sound &= (weights >= np.uint64(1)) & (weights <= np.uint64(MAXIMUM_COUNT))
    number = len(heads.k)
    total = np.bincount(owner, weights.astype(np.float64), number) + heads.buffered
    wrong = (np.bincount(owner, ~sound, number) > 0) | (total > MAXIMUM_COUNT)
    expected = "means in ascending order and weights from 1 to 2^53 together"
    FAMILY.refuse(wrong, expected, heads.centroids)


def _masses(
    heads: _Heads,
    means: Doubles,
    raw: Doubles,
    weights: Integers,
    owner: Integers,
    values: Doubles,
    of_value: Integers,
) -> Digests:
    number = len(heads.k)
    weights = weights.copy()
    has, has_values = heads.centroids > 0, heads.buffered > 0
    first = starts_of(heads.centroids)
    last = first + heads.centroids - 1
    first_value = starts_of(heads.buffered)
    least, greatest = np.full(number, np.inf), np.full(number, -np.inf)
    least[has_values] = values[first_value[has_values]]
    greatest[has_values] = values[(first_value + heads.buffered - 1)[has_values]]
    # An end centroid of several values that hides the minimum or maximum: that is taken out.
    low = np.flatnonzero(has & (least > heads.minimum))
    low = low[(weights[first[low]] > 1) & (raw[first[low]] > heads.minimum[low])]
    at = first[low]
    weights[at] -= 1
    with np.errstate(over="ignore"):
        moved = means[at] + (means[at] - heads.minimum[low]) / weights[at]
        means[at] = np.minimum(heads.maximum[low], moved)
        high = np.flatnonzero(has & (greatest < heads.maximum))
        high = high[(weights[last[high]] > 1) & (means[last[high]] < heads.maximum[high])]
        at = last[high]
        weights[at] -= 1
        moved = means[at] - (heads.maximum[high] - means[at]) / weights[at]
        means[at] = np.maximum(heads.minimum[high], moved)
    every, mean, weight = owner, means + 0.0, weights
    if len(values) + len(low) + len(high) > 0:
        ones = np.ones(len(values) + len(low) + len(high), np.int64)
        every = np.concatenate((owner, of_value, low, high))
        added = (values, heads.minimum[low], heads.maximum[high])
        mean = np.concatenate((means, *added)) + 0.0
        weight = np.concatenate((weights, ones))
        # By digest; the minimum, centroids before equal values, the maximum.
        key = np.concatenate((raw, values, np.full(len(low), -np.inf), np.full(len(high), np.inf)))
        kind = np.repeat([0, 1, 0, 2], [len(owner), len(values), len(low), len(high)])
        order = np.lexsort((kind, key, every))
        every, mean, weight = every[order], mean[order], weight[order]
    same = np.concatenate(([False], every[1:] == every[:-1])) if len(every) else every > 0
    falls = same & np.concatenate(([False], mean[1:] < mean[:-1])) if len(every) else same
    for index in np.unique(every[falls]).tolist():
        begin, end = np.searchsorted(every, [index, index + 1])
        mean[begin:end] = np.maximum.accumulate(mean[begin:end])
    begins = ~same | np.concatenate(([True], mean[1:] != mean[:-1])) if len(every) else same
    at = np.flatnonzero(begins)
    total = np.add.reduceat(weight, at) if len(at) else weight
    together = np.diff(np.append(at, len(every)))
    mean, every = mean[at], every[at]
    is_point = (total == 1) | (together > 1)
    is_point |= (mean <= heads.minimum[every]) | (mean >= heads.maximum[every])
    lengths = np.bincount(every, minlength=number).astype(np.int64)
    return Digests(
        heads.k,
        heads.flags,
        lengths,
        heads.minimum + 0.0,
        heads.maximum + 0.0,
        mean,
        total,
        is_point,
    )
