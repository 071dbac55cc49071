# SPDX-License-Identifier: Apache-2.0
"""The images of the family ``tdigest``: made, merged and written."""

import operator
import struct
from typing import Any

import numpy as np

from cassandra_stats import columns, inputs, questions
from cassandra_stats.columns import Column, Doubles, Integers, State
from cassandra_stats.frames import Flags
from cassandra_stats.tdigest_compression import centroids
from cassandra_stats.tdigest_masses import MAXIMUM_COUNT, REVERSE, SINGLE, Digests, read

DEFAULT_K = 200


def _require_k(k: int) -> None:
    if not 10 <= operator.index(k) <= 32767:
        raise ValueError(f"tdigest: expected k from 10 to 32767, found {k}")


def _header(k: int, flags: int) -> bytes:
    return struct.pack("<BBBHBH", 1 if flags & 3 else 2, 1, 20, k, flags, 0)


def _image(
    means: Doubles, weights: Integers, is_point: Flags, low: float, high: float, k: int, flags: int
) -> bytes:
    """The image of masses whose means ascend strictly."""
    if len(means) == 1 and weights[0] == 1:
        return _header(k, flags | SINGLE) + struct.pack("<d", means[0])
    found, weighs = centroids(means, weights, is_point, k, bool(flags & REVERSE))
    body = np.empty(len(found), [("mean", "<f8"), ("weight", "<u8")])
    body["mean"], body["weight"] = found, weighs
    head = struct.pack("<IIdd", len(found), 0, low, high)
    return _header(k, flags ^ REVERSE) + head + body.tobytes()


def of(values: Any, k: int = DEFAULT_K) -> bytes:
    """The digest of an array of numbers, with k from 10 to 32767.

    All values are sorted and joined at once. Null, NaN and infinities are left out; of no others
    the digest is the empty blob. Raises ValueError for another k, and for more than 2^53 values.
    """
    _require_k(k)
    numbers = inputs.finite(values) + 0.0
    if len(numbers) == 0:
        return b""
    means, weights = np.unique(numbers, return_counts=True)
    points = np.ones(len(means), np.bool_)
    ends = float(means[0]), float(means[-1])
    return _image(means, weights.astype(np.int64), points, *ends, k, 0)


def of_centroids(means: Doubles, weights: Integers, own: int, k: int) -> bytes:
    """The digest of centroids that were made with an own k, joined further for a smaller one."""
    _require_k(k)
    body = np.empty(len(means), [("mean", "<f8"), ("weight", "<u8")])
    body["mean"], body["weight"] = means, weights
    ends = float(means[0]), float(means[-1])
    head = struct.pack("<IIdd", len(means), 0, *ends)
    image = _header(own, REVERSE) + head + body.tobytes()
    if own == k:
        return image
    digest = read([image])
    return _image(digest.means, digest.weights, digest.is_point, *ends, k, REVERSE)


def _sorted(means: Doubles, weights: Integers, is_point: Flags) -> tuple[Doubles, Integers, Flags]:
    """Masses in strictly ascending order; of equal means one, spread if all of them are."""
    order = np.argsort(means)
    means, weights, is_point = means[order], weights[order], is_point[order]
    begins = np.flatnonzero(np.concatenate(([True], means[1:] != means[:-1])))
    if len(begins) < len(means):
        points = np.add.reduceat(is_point.astype(np.int64), begins) > 0
        return means[begins], np.add.reduceat(weights, begins), points
    return means, weights, is_point


def _recompressed(digest: Digests, flags: int) -> bytes:
    """The image of all masses of some digests, with the smallest k of those that have values."""
    some = digest.lengths > 0
    masses = _sorted(digest.means, digest.weights, digest.is_point)
    low, high = float(digest.minimum[some].min()), float(digest.maximum[some].max())
    return _image(*masses, low, high, int(digest.k[some].min()), flags)


def merge(states: Column) -> bytes | None:
    """The digest of the values of all digests of a column; None without any.

    Count, minimum and maximum are exact. The masses of all digests are joined at once, so that
    none is joined twice (of very long columns some thousand digests at a time). The smallest k is
    kept. Raises InvalidState for an invalid state, ValueError where the count would exceed 2^53.
    """
    column = columns.blobs(states)
    merged, count = b"", 0
    for indexes in columns.portions(column, read):
        digests = columns.read_at(read, column, indexes)
        count += int(digests.weights.sum())
        if count > MAXIMUM_COUNT:
            raise ValueError("tdigest: the count would exceed 2^53")
        some = np.flatnonzero(digests.lengths > 0)
        if len(some) == 0:
            merged = merged or column[indexes[0]]
            continue
        if len(merged) <= 8 and len(some) == 1:
            merged = column[indexes[some[0]]]
            continue
        flags = int(digests.flags[some[0]]) & REVERSE
        if len(merged) > 8:
            before = read([merged])
            flags = int(before.flags[0]) & REVERSE
            digests = Digests(
                **{
                    name: np.concatenate((field, getattr(digests, name)))
                    for name, field in vars(before).items()
                }
            )
        merged = _recompressed(digests, flags)
    return merged or None


def union(left: State, right: State) -> bytes | None:
    """The digest of the values of two; None if either is None, one as it is without the other."""
    if left is None or right is None:
        return None
    return merge([left, right]) or b""


def _finished(image: bytes) -> bytes:
    digest = read([image])
    if len(image) < 32 or image[12:16] == bytes(4):
        return image
    return _recompressed(digest, int(digest.flags[0]) & REVERSE)


def _images(states: list[bytes]) -> list[bytes]:
    return [_finished(state) for state in states]


@questions.states(_images)
def state(images: list[bytes], /) -> list[bytes]:
    """The digest with its buffered values joined into centroids; one without any as it is."""
    return images


@questions.Mapped
def add(digest: State, value: float, /) -> bytes | None:
    """The digest with one more value, which is buffered; None for None.

    The empty blob starts a digest with k = 200. NaN and infinities change nothing. Raises
    ValueError where the count would exceed 2^53.
    """
    if digest is None:
        return None
    image = columns.blob(digest)
    before = read([image]) if image else None
    if not np.isfinite(value):
        return image
    k = DEFAULT_K if before is None else int(before.k[0])
    one = struct.pack("<d", value + 0.0)
    if before is None or len(image) == 8:
        return _header(k, SINGLE) + one
    if int(before.weights.sum()) >= MAXIMUM_COUNT:
        raise ValueError("tdigest: the count would exceed 2^53")
    flags = image[5] & REVERSE
    if len(image) == 16:
        number, buffered, body = 0, 1, image[8:]
    else:
        number, buffered = struct.unpack_from("<II", image, 8)
        body = image[32:]
    if buffered >= min(8192, 4 * (2 * k + (30 if k < 30 else 10))):
        finished = _finished(image)
        number, buffered, body, flags = (len(finished) - 32) // 16, 0, finished[32:], finished[5]
    low, high = min(float(before.minimum[0]), value), max(float(before.maximum[0]), value)
    head = struct.pack("<IIdd", number, buffered + 1, low + 0.0, high + 0.0)
    return _header(k, flags) + head + body + one
