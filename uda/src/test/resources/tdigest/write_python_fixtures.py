# SPDX-License-Identifier: Apache-2.0
"""Writes digests of the Python package datasketches, which the tests read.

    pip install datasketches==5.2.0
    python write_python_fixtures.py
"""

from pathlib import Path

import datasketches

COLUMNS = [(100, 0), (100, 1), (100, 2), (100, 50), (100, 10000), (100, 20000), (10, 10000), (1000, 10000)]


def column(start, stop):
    """The values that FixtureColumn.java has."""
    return [i * 7919 % 10007 / 8 for i in range(start, stop)]


def digest(k, values):
    result = datasketches.tdigest_double(k)
    for value in values:
        result.update(value)
    return result


directory = Path(__file__).parent
for k, n in COLUMNS:
    (directory / f"python-k{k}-n{n}.bin").write_bytes(digest(k, column(0, n)).serialize())

merged = digest(100, column(0, 5000))
merged.merge(digest(200, column(5000, 10000)))
(directory / "python-merged-n10000.bin").write_bytes(merged.serialize())
