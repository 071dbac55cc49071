# SPDX-License-Identifier: Apache-2.0
"""Reads and writes theta sketches with the package datasketches.

theta.py read FILE  a hexadecimal image in each line of the file; prints for each its number of
                    hashes, estimate, and bounds of two standard deviations
theta.py write KIND ROWS LG_K
                    prints images of ROWS values, ordered and not. KIND is int: -100, -99, ...;
                    text: text -100, ...; or double: -25.0, -24.75, ...
"""

import sys

from datasketches import compact_theta_sketch, update_theta_sketch

KINDS = {
    "int": lambda row: row - 100,
    "text": lambda row: f"text {row - 100}",
    "double": lambda row: (row - 100) / 4,
}


def read(file):
    with open(file, encoding="ascii") as lines:
        for line in lines:
            sketch = compact_theta_sketch.deserialize(bytes.fromhex(line.strip()))
            bounds = sketch.get_lower_bound(2), sketch.get_upper_bound(2)
            print(sketch.num_retained, repr(sketch.get_estimate()), *map(repr, bounds))


def write(kind, rows, lg_k):
    sketch = update_theta_sketch(lg_k)
    for row in range(rows):
        sketch.update(KINDS[kind](row))
    for ordered in (True, False):
        print(sketch.compact(ordered).serialize().hex())


if __name__ == "__main__":
    if sys.argv[1] == "read":
        read(sys.argv[2])
    else:
        write(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
