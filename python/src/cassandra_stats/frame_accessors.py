# SPDX-License-Identifier: Apache-2.0
"""What the accessors of pandas and polars have in common."""

from collections.abc import Callable, Iterable
from typing import Any

from cassandra_stats.families import FAMILIES, family_of_column
from cassandra_stats.questions import Asked


class Accessor:
    """The questions of the family of a column of states, by their names: ``stats.quantile(0.99)``.

    The family is that of the first state. A column of none but None has none, and its answers are
    None. What makes states, and what is not asked of each state, is a function of the module only.
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
        family = None if name.startswith("_") else self.family
        # Without a state, the functions of all families have the same answer: none.
        modules = FAMILIES.values() if family is None else [FAMILIES[family]]
        named = (getattr(module, name, None) for module in modules)
        function: Any = next((one for one in named if isinstance(one, Asked)), None)
        if function is None:
            raise AttributeError(
                f"states of {family or 'no family'} have no function {name} of each state"
            )
        return lambda *args, **kwargs: self._wrap(function(self._states, *args, **kwargs))
