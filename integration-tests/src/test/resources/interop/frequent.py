# SPDX-License-Identifier: Apache-2.0
"""Reads and writes frequent-items sketches with the package datasketches.

frequent.py read FILE  a hexadecimal image in each line of the file; prints for each its number of
                       rows, and each value with its estimate and lower bound, the most frequent
                       one first
frequent.py write KIND ROWS LG
                       prints the image of ROWS values in a map of at most 2^LG. KIND is bigint or
                       text
"""

import sys

from datasketches import (
    PyLongsSerDe,
    frequent_items_error_type,
    frequent_items_sketch,
    frequent_strings_sketch,
)


def value(row):
    return row * row % 1009 // (row % 7 + 1)


def is_bigint(image):
    return image[6] == 1


def read(file):
    with open(file, encoding="ascii") as lines:
        for line in lines:
            image = bytes.fromhex(line.strip())
            if is_bigint(image):
                sketch = frequent_items_sketch.deserialize(image, PyLongsSerDe())
            else:
                sketch = frequent_strings_sketch.deserialize(image)
            found = sketch.get_frequent_items(frequent_items_error_type.NO_FALSE_NEGATIVES, 0)
            ordered = sorted(found, key=lambda row: (-row[1], row[0]))
            values = ",".join(f"{item}:{estimate}:{low}" for item, estimate, low, _ in ordered)
            print(sketch.total_weight, values)


def write(kind, rows, lg):
    sketch = frequent_items_sketch(lg) if kind == "bigint" else frequent_strings_sketch(lg)
    for row in range(rows):
        sketch.update(value(row) if kind == "bigint" else f"page-{value(row)}")
    image = sketch.serialize(PyLongsSerDe()) if kind == "bigint" else sketch.serialize()
    print(image.hex())


if __name__ == "__main__":
    if sys.argv[1] == "read":
        read(sys.argv[2])
    else:
        write(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
