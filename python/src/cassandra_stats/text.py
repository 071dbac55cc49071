# SPDX-License-Identifier: Apache-2.0
"""Numbers as the functions in CQL write them."""


def number(value: float | int | None) -> str:
    """A number as Java writes it: 1.0E10, 0.001, 1.0E-4; null for None."""
    if value is None or isinstance(value, int):
        return "null" if value is None else str(value)
    value = float(value)
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        plain = repr(value)
        return plain if "e" not in plain else f"{value:.17f}".rstrip("0")
    mantissa, _, exponent = repr_scientific(value).partition("e")
    return f"{mantissa}E{exponent}"


def repr_scientific(value: float) -> str:
    """The shortest digits of a double, one before the point, and its exponent."""
    for digits in range(1, 18):
        written = f"{value:.{digits}e}"
        if float(written) == value:
            mantissa, _, exponent = written.partition("e")
            return f"{mantissa}e{int(exponent)}"
    return repr(value)


_BARS = "▁▂▃▄▅▆▇█"


def bars(counts: list[int]) -> str:
    """One bar for each count, its height in proportion to the largest; the lowest for zero."""
    largest = max(counts, default=0)
    # Divided as doubles, as the function in CQL does it.
    return "".join(
        _BARS[0 if count == 0 else int(min(7, -(-(7.0 * count / largest) // 1)))]
        for count in counts
    )
