# SPDX-License-Identifier: Apache-2.0
"""The digests that chunks carry between their values and their checksum."""

import numpy as np

from cassandra_stats import tdigest_state
from cassandra_stats.columns import Doubles, Integers
from cassandra_stats.frames import Flags, Frames, sealed, words_of
from cassandra_stats.moments_state import Moments

MOST_K = 200
# The bytes of the digest of the most centroids.
LARGEST = 4104
# Centroids, behind which are zeros up to a multiple of 8, and their number.
_CENTROIDS = np.dtype([("mean", ">f8"), ("weight", ">u2")])
# Where the header has the k.
_K = 139

# Means and weights.
Centroids = tuple[Doubles, Integers]


def carried(
    frames: Frames, k: Integers, moments: Moments
) -> tuple[list[Centroids | None], Integers, Flags]:
    """The digests of chunks, the words that they take, and which of them cannot be."""
    digests: list[Centroids | None] = [None] * len(k)
    words = np.zeros(len(k), np.int64)
    wrong = np.zeros(len(k), np.bool_)
    for i in np.flatnonzero(k).tolist():
        stored = frames.bytes_of(i)[:-8]
        number = int.from_bytes(stored[-2:], "big")
        words[i] = (10 * number + 9) // 8
        stored = stored[-8 * int(words[i]) :]
        if not 10 <= k[i] <= MOST_K or not 1 <= number <= _most(int(k[i])) or len(stored) < 16:
            wrong[i] = True
            continue
        read = np.frombuffer(stored[: 10 * number].ljust(10 * number, b"\0"), _CENTROIDS)
        means, weights = read["mean"].astype(np.float64), read["weight"].astype(np.int64)
        wrong[i] = (
            not np.isfinite(means).all()
            or bool((means[1:] < means[:-1]).any())
            or (means[0], means[-1]) != (moments.minimum[i], moments.maximum[i])
            or bool((weights < 1).any())
            or int(weights.sum()) != moments.count[i]
            or any(stored[10 * number : -2])
        )
        digests[i] = means, weights
    return digests, words, wrong


def _most(k: int) -> int:
    """The most centroids of a digest, and values that it keeps one by one."""
    return 2 * k + (30 if k < 30 else 10)


def carrying(chunk: bytes, digest_words: int, values: Doubles, k: int) -> bytes:
    """A chunk with a digest of its values in place of one of so many words, if they are many."""
    body = bytearray(chunk[: -8 * (1 + digest_words)])
    body[_K] = 0
    numbers = values[np.isfinite(values)]
    if len(numbers) > _most(k):
        image = tdigest_state.of(numbers, k)
        centroids = np.frombuffer(image[32:], [("mean", "<f8"), ("weight", "<u8")])
        body[_K] = k
        body += centroids.astype(_CENTROIDS).tobytes()
        body += bytes(-(len(centroids) * 10 + 2) % 8) + len(centroids).to_bytes(2, "big")
    return sealed([words_of(bytes(body))])[0]
