# SPDX-License-Identifier: Apache-2.0
"""What people have as values, as the arrays that states are made of.

Values are a list or what else can be listed, a numpy array with or without a mask, a Series of
pandas or polars, or an Arrow array, of one dimension. Null is None, NA, NaT, what is masked, and
the null of a column: no row of an aggregate. NaN is a value, which families skip or keep. The
functions give values of one kind, most of them with flags of those that are null.
"""

from datetime import UTC, date, datetime
from decimal import Decimal
from numbers import Integral, Real
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from cassandra_stats.checksum import Words
from cassandra_stats.columns import Doubles, Integers, is_null_type
from cassandra_stats.frames import Flags

# Units of datetime64 that are shorter than a millisecond.
_SHORT = ("us", "ns", "ps", "fs", "as")


def present(values: Any) -> tuple[NDArray[Any], Flags]:
    """The values that are not null, and which of all are null.

    The former are booleans, integers, floating-point numbers, datetime64 in UTC, or objects.
    Raises TypeError for what is no array, ValueError for one of other than one dimension.
    """
    if isinstance(values, str | bytes | bytearray | memoryview) or not hasattr(values, "__iter__"):
        raise TypeError(f"expected a list or an array, found {type(values).__name__}")
    if (dimensions := getattr(values, "ndim", 1)) != 1:
        raise ValueError(f"expected an array of one dimension, found one of {dimensions}")
    if isinstance(values, np.ma.MaskedArray):
        null = np.ma.getmaskarray(values)
        return _unless(null, values.data[~null])
    if hasattr(values, "isna") and hasattr(values, "to_numpy"):
        return _of_pandas(values)
    if hasattr(values, "is_null") and hasattr(values, "drop_nulls"):
        return _unless(values.is_null().to_numpy(), values.drop_nulls().to_numpy())
    if hasattr(values, "is_null") and hasattr(values, "drop_null"):
        try:
            return _unless(np.asarray(values.is_null()), np.asarray(values.drop_null()))
        except NotImplementedError:  # Arrow drops nothing from string views and some others.
            return _of_objects(values.to_pylist())
    if isinstance(values, np.ndarray):
        return _unless(np.zeros(len(values), np.bool_), values)
    if hasattr(values, "__array__"):
        return present(np.asarray(values))
    return _of_objects(list(values))


def _of_pandas(values: Any) -> tuple[NDArray[Any], Flags]:
    if isinstance(values.dtype, np.dtype):
        return present(values.to_numpy())
    null = np.asarray(values.isna(), np.bool_)
    # Without a unit, times of a zone become objects.
    return _unless(
        null, values[~null].to_numpy("datetime64[us]" if values.dtype.kind == "M" else None)
    )


def _unless(null: Flags, array: NDArray[Any]) -> tuple[NDArray[Any], Flags]:
    """The values that are not flagged, but for those that are null by themselves."""
    kind = array.dtype.kind
    if kind == "S":
        raise TypeError(
            f"expected bytes as objects, found {array.dtype}, which cuts zero bytes off"
        )
    if kind in "biuf":
        return array, null
    if kind == "M":
        more = np.isnat(array)
        array = array[~more]
    else:
        array, more = _of_objects(list(array) if kind == "m" else array.tolist())
    if more.any():
        null = null.copy()
        null[~null] = more
    return array, null


def _of_objects(given: list[Any]) -> tuple[NDArray[Any], Flags]:
    null = np.zeros(len(given), np.bool_)
    if any(map(is_null_type, set(map(type, given)))):
        null = np.array([is_null_type(type(value)) for value in given])
        given = [value for value, no in zip(given, null.tolist(), strict=True) if not no]
    kinds = set(map(type, given))
    if np.timedelta64 in kinds:  # It is a subclass of integers.
        raise TypeError("expected numbers, times, texts or bytes, found timedelta64")

    def are(*classes: type) -> bool:
        return all(issubclass(kind, classes) for kind in kinds)

    if are(bool, np.bool_):
        return np.array(given, np.bool_), null
    if are(float, np.floating):
        return np.array(given, np.float64), null
    if are(date, np.datetime64):
        unit = "D" if kinds == {date} else "us"
        return _unless(null, np.array([_in_utc(time) for time in given], f"datetime64[{unit}]"))
    if are(Integral, np.bool_) and all(-(2**63) <= value < 2**63 for value in map(int, given)):
        return np.array(list(map(int, given)), np.int64), null
    objects = np.empty(len(given), object)
    for index, value in enumerate(given):
        objects[index] = value
    return objects, null


def _in_utc(time: Any) -> Any:
    if isinstance(time, datetime) and time.tzinfo is not None:
        return time.astimezone(UTC).replace(tzinfo=None)
    return time


def spread(some: NDArray[Any], null: Flags, nothing: Any) -> NDArray[Any]:
    """The values at their places among all."""
    if len(some) == len(null):
        return some
    every = np.full(len(null), nothing, some.dtype)
    every[~null] = some
    return every


def _are(array: NDArray[Any], *classes: type) -> bool:
    return all(issubclass(kind, classes) for kind in set(map(type, array.tolist())))


def _refusal(expected: str, array: NDArray[Any], *classes: type) -> TypeError:
    found = str(array.dtype)
    if array.dtype.kind == "O":
        found = next(type(value).__name__ for value in array if not isinstance(value, classes))
    return TypeError(f"expected {expected}, found {found}")


def _numbers(array: NDArray[Any]) -> Doubles:
    numbers = Real, Decimal, np.bool_
    if array.dtype.kind not in "biuf" and not (array.dtype.kind == "O" and _are(array, *numbers)):
        raise _refusal("numbers", array, *numbers)
    try:
        with np.errstate(over="ignore"):
            return array.astype(np.float64)
    except OverflowError:
        raise ValueError("expected numbers that doubles hold, found one beyond 1.8E308") from None


def _integers(array: NDArray[Any]) -> Integers:
    if array.dtype.kind in "uO" and len(array) > 0:
        for value in array.tolist() if array.dtype.kind == "O" else [int(array.max())]:
            if not -(2**63) <= value < 2**63:
                raise ValueError(f"expected integers from -2^63 to 2^63-1, found {value}")
    return array.astype(np.int64)


def _are_whole(array: NDArray[Any]) -> bool:
    return array.dtype.kind in "biu" or (
        array.dtype.kind == "O" and _are(array, Integral, np.bool_)
    )


def doubles(values: Any) -> tuple[Doubles, Flags]:
    """Numbers as the nearest doubles, with NaN in the place of null.

    Raises TypeError for what is no number, ValueError for an integer beyond all doubles.
    """
    some, null = present(values)
    return spread(_numbers(some), null, np.nan), null


def finite(values: Any) -> Doubles:
    """The finite ones among numbers, as doubles, in their order."""
    numbers = doubles(values)[0]
    return numbers[np.isfinite(numbers)]


def exact(values: Any, or_times: bool = False) -> tuple[Integers | Doubles, Flags]:
    """Integers and booleans as integers of 64 bits, other numbers as doubles; 0 in place of null.

    Where both come together all are doubles. Times are milliseconds, where they are asked for.
    Raises TypeError for what is no number, ValueError for integers beyond 64 bits, and for one
    among doubles that is none of them.
    """
    some, null = present(values)
    is_time = or_times and some.dtype.kind == "M"
    numbers = whole(some, "ms") if is_time else _exact(some)
    return spread(numbers, null, 0), null


def _exact(some: NDArray[Any]) -> Integers | Doubles:
    if _are_whole(some):
        return _integers(some)
    numbers = _numbers(some)
    if some.dtype.kind == "O":
        for value, double in zip(some.tolist(), numbers.tolist(), strict=True):
            if isinstance(value, Integral) and int(double) != value:
                raise ValueError(f"expected integers or doubles, found {value} among doubles")
    return numbers


def times(values: Any) -> tuple[Integers, Flags]:
    """Times as whole milliseconds since 1970, rounded down, with 0 in the place of null.

    They are such integers, datetime64, datetime or date; those without a zone are of UTC. Raises
    TypeError for what is no time, ValueError for one beyond 64 bits.
    """
    some, null = present(values)
    is_time = some.dtype.kind == "M"
    return spread(whole(some, "ms") if is_time else integers(some), null, 0), null


def whole(times: NDArray[Any], unit: str) -> Integers:
    """datetime64 as integers of a unit, rounded down. Raises ValueError beyond 64 bits."""
    found = times.astype(f"datetime64[{unit}]")
    given = np.datetime_data(times.dtype)[0]
    if (given == unit or given not in _SHORT) and (found.astype(times.dtype) != times).any():
        raise ValueError(f"expected times that 64 bits hold in {unit}, found others")
    return found.astype(np.int64)


def integers(some: NDArray[Any]) -> Integers:
    """Times that are integers, as 64 bits. Raises TypeError for what else has come as a time."""
    if len(some) > 0 and (some.dtype.kind == "b" or not _are_whole(some)):
        raise _refusal("times as integers, datetime64 or datetime", some, Integral)
    return _integers(some)


def objects(values: Any) -> list[Any]:
    """Values as Python has them, None in the place of null."""
    some, null = present(values)
    found: list[Any] = spread(some.astype(object), null, None).tolist()
    return found


def blobs(values: Any) -> tuple[list[bytes], Flags]:
    """Bytes, empty ones in the place of null and NaN. Raises TypeError for anything else."""
    every = objects(values)
    for index, value in enumerate(every):
        if value is None or value != value:
            every[index] = None
        elif isinstance(value, bytes | bytearray | memoryview):
            every[index] = bytes(value)
        else:
            raise TypeError(f"expected bytes, found {type(value).__name__}")
    null = np.array([value is None for value in every], np.bool_)
    return [value or b"" for value in every], null


def hashable(family: str, values: Any) -> Words | list[bytes]:
    """Values as sketches of distinct values hash them: as words, or by their bytes.

    Integers and times in milliseconds are words, floating-point numbers the words of their doubles,
    without NaN and infinities; texts are their UTF-8, booleans one byte, UUIDs 16. Raises TypeError
    for others, ValueError as ``exact`` and ``times`` do.
    """
    some, _ = present(values)
    if some.dtype.kind == "M":
        return whole(some, "ms").view(np.uint64)
    if some.dtype.kind in "iuf" or (some.dtype.kind == "O" and _are(some, Real)):
        numbers = _exact(some)
        # The sum with 0 is 0.0 for -0.0.
        return (numbers[np.isfinite(numbers)] + numbers.dtype.type(0)).view(np.uint64)
    given = [value for value in some.tolist() if not (isinstance(value, float) and value != value)]
    return [_bytes(family, value) for value in given]


def _bytes(family: str, value: object) -> bytes:
    if isinstance(value, bool):
        return b"\1" if value else b"\0"
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value)
    if isinstance(value, UUID):
        return value.bytes
    raise TypeError(
        f"{family}: expected numbers, booleans, times, texts, bytes or UUIDs, found "
        + type(value).__name__
    )
