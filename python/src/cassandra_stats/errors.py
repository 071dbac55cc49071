# SPDX-License-Identifier: Apache-2.0
"""The error of invalid states."""

import numpy as np
from numpy.typing import NDArray


class InvalidState(ValueError):
    """Bytes that are not a state of a family, or states that do not fit together.

    Attributes: ``family``, what was ``expected`` and ``found``, and the ``index`` of the state in
    its column, or None where a single state was asked.
    """

    # Which states of a column are wrong in the same way, for whoever goes on without them.
    wrong: "NDArray[np.bool_] | None" = None

    def __init__(self, family: str, expected: str, found: object, index: int | None = None) -> None:
        self.family = family
        self.expected = expected
        self.found = str(found)
        self.index = index
        where = "" if index is None else f" at index {index}"
        article = "an" if family[0] in "aeiou" else "a"
        super().__init__(f"not {article} {family} state{where}: expected {expected}, found {found}")

    def __reduce__(self) -> tuple[type["InvalidState"], tuple[str, str, str, int | None]]:
        return InvalidState, (self.family, self.expected, self.found, self.index)

    def at(self, index: int | None) -> "InvalidState":
        """The same error of another place."""
        return InvalidState(self.family, self.expected, self.found, index)


def missing_extra(missing: ImportError, extra: str) -> ImportError:
    """The error of a module whose libraries are not installed, which says what to install."""
    hint = f"{missing}: install it by pip install 'cassandra-stats[{extra}]'"
    return ModuleNotFoundError(hint, name=missing.name)
