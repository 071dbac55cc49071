# SPDX-License-Identifier: Apache-2.0
"""Reads and writes HLL sketches with the package datasketches.

hll.py read FILE    a hexadecimal image in each line of the file; prints for each its lg_k,
                    estimate, and bounds of two standard deviations
hll.py write KIND ROWS LG_K
                    prints images of ROWS values in every form: of 4, 6 and 8 bits, compact
                    and not. KIND is int: -100, -99, ...; text: text -100, ...; or double:
                    -25.0, -24.75, ...
"""

import sys

from datasketches import hll_sketch, tgt_hll_type

KINDS = {
    "int": lambda row: row - 100,
    "text": lambda row: f"text {row - 100}",
    "double": lambda row: (row - 100) / 4,
}


def read(file):
    with open(file, encoding="ascii") as lines:
        for line in lines:
            sketch = hll_sketch.deserialize(bytes.fromhex(line.strip()))
            bounds = sketch.get_lower_bound(2), sketch.get_upper_bound(2)
            print(sketch.lg_config_k, repr(sketch.get_estimate()), *map(repr, bounds))


def write(kind, rows, lg_k):
    for bits in (tgt_hll_type.HLL_4, tgt_hll_type.HLL_6, tgt_hll_type.HLL_8):
        sketch = hll_sketch(lg_k, bits)
        for row in range(rows):
            sketch.update(KINDS[kind](row))
        print(sketch.serialize_compact().hex())
        print(sketch.serialize_updatable().hex())


if __name__ == "__main__":
    if sys.argv[1] == "read":
        read(sys.argv[2])
    else:
        write(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
