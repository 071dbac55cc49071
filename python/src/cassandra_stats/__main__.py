# SPDX-License-Identifier: Apache-2.0
"""``python -m cassandra_stats show 0x...`` and ``plot 0x... --output FILE``."""

import argparse
import sys
from collections.abc import Sequence

from cassandra_stats import histogram, sparkline, tdigest
from cassandra_stats.families import FAMILIES, family_of


def _state(text: str) -> bytes:
    try:
        return bytes.fromhex(text.strip().removeprefix("0x").removeprefix("0X"))
    except ValueError:
        raise argparse.ArgumentTypeError("expected a state in hexadecimal: 0x0102...") from None


def shown(state: bytes) -> str:
    """A state in words, and its shape where it has one."""
    family = family_of(state)
    if family is None:
        return "the state of no rows"
    lines = [FAMILIES[family].text(state) or f"a {family} state of no values"]
    if family == "tdigest" and (bins := tdigest.histogram(state, 60)) is not None:
        lines.append(sparkline(bins))
    if family == "histogram":
        lines = [lines[0], str(histogram.text(state, 80))]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; 1 where the state is invalid, has no picture, or none can be written."""
    parser = argparse.ArgumentParser(prog="cassandra_stats", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    show = commands.add_parser("show", help="a state in words")
    show.add_argument("state", type=_state)
    plot = commands.add_parser("plot", help="a picture of a state; needs matplotlib")
    plot.add_argument("state", type=_state)
    plot.add_argument("--output", default="state.png", help="file to write (state.png)")
    given = parser.parse_args(arguments)
    try:
        print(shown(given.state))
        if given.command == "plot" and given.state:
            from cassandra_stats.plot import state_figure

            state_figure(given.state).savefig(given.output, dpi=120)
            print(f"written to {given.output}")
    except (ValueError, OSError, ImportError) as refused:
        print(refused, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
