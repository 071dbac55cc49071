# SPDX-License-Identifier: Apache-2.0
"""Reads and writes t-digests with the package datasketches.

tdigest.py read FILE    a hexadecimal image in each line of the file; prints for each its
                        k, count, minimum and maximum
tdigest.py write PARTS ROWS K
                        prints PARTS images of the values 0 ... ROWS - 1 in all, in a shuffled
                        order, and after them an empty image and one of the single value ROWS
"""

import random
import sys

from datasketches import tdigest_double

SEED = 20261121


def read(file):
    with open(file, encoding="ascii") as lines:
        for line in lines:
            digest = tdigest_double.deserialize(bytes.fromhex(line.strip()))
            if digest.is_empty():
                print(digest.k, 0)
            else:
                print(
                    digest.k,
                    digest.get_total_weight(),
                    repr(digest.get_min_value()),
                    repr(digest.get_max_value()),
                )


def write(parts, rows, k):
    values = list(range(rows))
    random.Random(SEED).shuffle(values)
    for part in range(parts):
        digest = tdigest_double(k)
        for value in values[part::parts]:
            digest.update(float(value))
        print(digest.serialize().hex())
    print(tdigest_double(k).serialize().hex())
    single = tdigest_double(k)
    single.update(float(rows))
    print(single.serialize().hex())


if __name__ == "__main__":
    if sys.argv[1] == "read":
        read(sys.argv[2])
    else:
        write(*map(int, sys.argv[2:]))
