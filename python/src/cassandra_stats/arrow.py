# SPDX-License-Identifier: Apache-2.0
"""States in Arrow: extension types over binary, such as ``cassandra_stats.tdigest``.

Importing this module registers them, so that Parquet files keep the meaning of their columns.
"""

from typing import Any

from cassandra_stats import columns
from cassandra_stats.errors import missing_extra
from cassandra_stats.families import FAMILIES, family_of_column

try:
    import pyarrow as pa
except ImportError as missing:
    raise missing_extra(missing, "arrow") from None


class StateType(pa.ExtensionType):  # type: ignore[misc]
    """States of one family."""

    def __init__(self, family: str) -> None:
        self.family = family
        super().__init__(pa.binary(), f"cassandra_stats.{family}")

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return type_of, (self.family,)

    def __arrow_ext_serialize__(self) -> bytes:
        return b""

    @classmethod
    def __arrow_ext_deserialize__(cls, storage_type: Any, serialized: bytes) -> "StateType":
        raise NotImplementedError("each family has a class of its own")


def _class_of(family: str) -> type[StateType]:
    def init(self: StateType) -> None:
        StateType.__init__(self, family)

    def deserialize(cls: type[StateType], storage_type: Any, serialized: bytes) -> StateType:
        return cls()  # type: ignore[call-arg]

    methods = {"__init__": init, "__arrow_ext_deserialize__": classmethod(deserialize)}
    return type(f"{family.capitalize()}Type", (StateType,), methods)


TYPES: dict[str, Any] = {family: _class_of(family)() for family in FAMILIES}  # type: ignore[call-arg]

for _type in TYPES.values():
    try:
        pa.register_extension_type(_type)
    except pa.ArrowKeyError:  # This module was loaded before.
        pa.unregister_extension_type(_type.extension_name)
        pa.register_extension_type(_type)


def type_of(family: str) -> Any:
    """The type of the states of a family. Raises ValueError where there is no such family."""
    if family not in TYPES:
        raise ValueError(f"expected one of {', '.join(TYPES)}, found {family!r}")
    return TYPES[family]


def to_arrow(states: columns.Column, family: str | None = None) -> Any:
    """A column of states as an array of the type of their family.

    The family is that of the first state, unless it is given; a column without any state needs it
    to be. Raises InvalidState where one is not a state of the family, ValueError where there is no
    such family.
    """
    given = columns.blobs(states)
    name = family or family_of_column(given)
    if name is None:
        raise ValueError("expected the family of a column without states")
    kind, read = type_of(name), FAMILIES[name].read
    for indexes in columns.portions(given, read):
        columns.read_at(read, given, indexes)
    storage = pa.array([state or None for state in given], pa.binary())
    return pa.ExtensionArray.from_storage(kind, storage)
