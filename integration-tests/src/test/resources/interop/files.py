# SPDX-License-Identifier: Apache-2.0
"""What the package cassandra_stats says about files of Apache DataSketches.

files.py FILE...    a line for each: its name and what is asked, or what is wrong with it
"""

import sys
from pathlib import Path

from cassandra_stats import frequent, hll, tdigest, theta


def answers(name: str, state: bytes) -> list[object]:
    if name.startswith("hll"):
        return [hll.estimate([state])[0]]
    if name.startswith("theta"):
        return [theta.estimate([state])[0]]
    if name.startswith("tdigest"):
        return [tdigest.count([state])[0]]
    return [frequent.count([state])[0], *frequent.estimates([state])[0]]


for path in map(Path, sys.argv[1:]):
    try:
        words = answers(path.name, path.read_bytes())
    except ValueError as refused:
        words = ["refused:", refused]
    print(path.name, *words)
