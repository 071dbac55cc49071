# SPDX-License-Identifier: Apache-2.0
"""What the accessors of pandas and polars have in common."""

from collections.abc import Callable, Iterable
from typing import Any

from cassandra_stats.families import FAMILIES, family_of_column


class Accessor:
    """The functions of the family of a column of states, by their names: ``stats.quantile(0.99)``.

    The family is that of the first state; a column of none but None has none, and answers nothing.
    """

    def __init__(self, states: Iterable[Any], wrap: Callable[[Any], Any]) -> None:
        self._states = states
        self._wrap = wrap

    @property
    def family(self) -> str | None:
        """The name of the family; None where all states are None or empty."""
        return family_of_column(self._states)

    def merge(self) -> bytes | None:
        """One state of all, as ``merge`` of the family."""
        family = self.family
        merged: bytes | None = FAMILIES[family].merge(self._states) if family else None
        return merged

    def __getattr__(self, name: str) -> Callable[..., Any]:
        family = self.family
        if name.startswith("_") or family is None or name not in FAMILIES[family].__all__:
            raise AttributeError(f"states of {family or 'no family'} have no function {name}")
        function = getattr(FAMILIES[family], name)
        return lambda *arguments: self._wrap(function(self._states, *arguments))
