#!/usr/bin/env python3
"""Reads states, one a line in hexadecimal; written from docs/formats.md and docs/chunk-format.md alone."""
import math
import struct
import sys
from fractions import Fraction

MASK = (1 << 64) - 1


def checksum(data):
    factor = 0xC6A4A7935BD1E995
    value = len(data) * factor & MASK
    for offset in range(0, len(data), 8):
        block = int.from_bytes(data[offset : offset + 8], "little") * factor & MASK
        block ^= block >> 47
        value = (value ^ block * factor & MASK) * factor & MASK
    value = (value ^ value >> 47) * factor & MASK
    return value ^ value >> 47


def require(condition, reason):
    if not condition:
        raise ValueError(reason)


def signed(number):
    return (number & MASK ^ 1 << 63) - (1 << 63)


def double(bits):
    return struct.unpack(">d", struct.pack(">Q", bits & MASK))[0]


def text(compute):
    """The result of a computation, where a double holds it."""
    try:
        result = float(compute())
        return repr(result) if math.isfinite(result) else "null"
    except (ZeroDivisionError, OverflowError):
        return "null"


def moments(state):
    unit, n, skipped, *numbers = struct.unpack_from(">4xiQQ8d", state)
    origin, s, rest, m2, m3, m4, low, high = numbers
    if n == 0:
        return ["moments", n, skipped] + 8 * ["null"]
    power = Fraction(2) ** unit
    total = n * Fraction(origin) + (Fraction(s) + Fraction(rest)) * power
    answers = [
        lambda: low,
        lambda: high,
        lambda: total,
        lambda: total / n,
        lambda: Fraction(m2 / (n - 1)) * power**2,
        lambda: Fraction(math.sqrt(m2 / (n - 1))) * power,
        lambda: math.sqrt(n) * (m3 / m2**1.5) * math.sqrt(n * (n - 1)) / (n - 2),
        lambda: (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * (n * m4 / m2 / m2 - 3) + 6),
    ]
    least = [1, 1, 1, 1, 2, 2, 3, 4]
    return ["moments", n, skipped] + [text(a) if n >= few else "null" for a, few in zip(answers, least)]


def extremes(state):
    flags, parameter, rows = struct.unpack_from(">3xBIQ", state)
    kept = range(16, len(state) - 8, 8)
    longs = [struct.unpack_from(">q", state, at)[0] for at in kept]
    if flags & 2:
        values = [double(b) if flags & 4 else b for b in longs]
        order = sorted(values, key=lambda v: (v, math.copysign(1, v)), reverse=bool(flags & 16))
        return ["max_n" if flags & 16 else "min_n", parameter, rows] + order
    keys, values = longs[0:4:2], longs[1:4:2]
    if flags & 32:
        end = 48 + values[0]
        values = ["0x" + state[48:end].hex(), "0x" + state[end : end + values[1]].hex()]
    if flags & 8:
        keys = [double(b ^ ((b >> 63) & (1 << 63) - 1)) for b in keys]
    if flags & 4:
        values = [double(b) for b in values]
    return ["first_last" if flags & 1 else "min_max_by", rows, keys[0], values[0], keys[1], values[1]]


def unpacked(state, offset, n, first, step, order):
    """A packed series, and where it ends."""
    numbers = [first]
    blocks = (n - 1 + 63) // 64
    line, order = order & 4, order & 3
    data = offset if line else offset + (2 * blocks + 7) // 8 * 8
    difference = step
    for block in range(blocks):
        width, shift = (0, 0) if line else state[offset + 2 * block : offset + 2 * block + 2]
        length = min(64, n - 1 - 64 * block)
        size = (length * width + 63) // 64 * 8
        bits = int.from_bytes(state[data : data + size], "big")
        for i in range(length):
            r = (bits >> (8 * size - width * (i + 1)) & (1 << width) - 1) << shift
            sign = r >> 1 ^ -(r & 1)
            if order == 0:
                number = step + sign
            elif order == 1:
                number = numbers[-1] + step + sign
            elif order == 2:
                difference += sign
                number = numbers[-1] + difference
            else:
                number = numbers[-1] ^ r
            numbers.append(number & MASK)
        data += size
    return [signed(number) for number in numbers], data


def chunk(state):
    encoding, n = struct.unpack_from(">3xBI", state)
    first, last, step, number, value_step = struct.unpack_from(">5q", state, 96)
    time_order, value_order, exponent, _, extras, longs = struct.unpack_from(">4B2H", state, 136)
    size = 8 if encoding != 2 else 10 if state[1] >= 4 else 16
    extra = [state[144 + size * i : 144 + size * (i + 1)] for i in range(extras)]
    start = 144 + (size * extras + 7) // 8 * 8
    times, end = unpacked(state, start, n, first, step, time_order)
    require(end == start + 8 * longs and times[-1] == last, "times")
    if encoding == 0:
        values, end = list(struct.unpack_from(f">{n}Q", state, end)), end + 8 * n
    else:
        values, end = unpacked(state, end, n, number, value_step, value_order)
    require(end == len(state) - 8, "end")
    if encoding == 2:
        values = [struct.unpack(">Q", struct.pack(">d", float(m) / float(10**exponent)))[0] for m in values]
        for exception in extra:
            values[int.from_bytes(exception[:-8], "big")] = int.from_bytes(exception[-8:], "big")
    elif encoding == 3:
        low = (1 << exponent) - 1
        values = [int.from_bytes(extra[number >> exponent], "big") | number & low for number in values]
    return ["chunk", n] + times + [f"{bits & MASK:016x}" for bits in values]


def counts(state, at, places):
    """The counts of places, dense or sparse, and where they end."""
    place, width = state[6], state[7]
    values = [0] * places
    if place == 0:
        for i in range(places):
            values[i] = int.from_bytes(state[at + i * width : at + (i + 1) * width], "big")
        return values, (at + places * width + 7) // 8 * 8
    end = len(state) - 8
    while at + place + width <= end:
        count = int.from_bytes(state[at + place : at + place + width], "big")
        if count == 0:
            break
        values[int.from_bytes(state[at : at + place], "big")] = count
        at += place + width
    return values, end


def histogram(state):
    flags, bins = struct.unpack_from(">3xBH", state)
    low, high, under, over = struct.unpack_from(">2d2Q", state, 8)
    if flags & 1:
        edges = list(struct.unpack_from(f">{bins + 1}d", state, 40))
    else:
        lo, hi = struct.unpack_from(">2d", state, 40)
        edges = [(lo * (bins - i) + hi * i) / bins for i in range(bins + 1)]
    values, end = counts(state, 48 + 8 * bins if flags & 1 else 56, bins)
    require(end == len(state) - 8, "size")
    return ["histogram", low, high, under, over] + edges + values


def ddsketch(state):
    error, low, high, total, rest = struct.unpack_from(">5d", state, 8)
    first, negatives, least, positives = struct.unpack_from(">iIiI", state, 48)
    values, end = counts(state, 64, negatives + 1 + positives)
    require(end == len(state) - 8, "size")
    answers = ["ddsketch", error, sum(values), low, high, total + rest]
    # The zeros, and for each bin that is not empty its index and its count.
    answers.append(values[negatives])
    for sign, of_sign in ((-1, values[:negatives][::-1]), (1, values[negatives + 1 :])):
        start = first if sign < 0 else least
        answers += [f"{sign}:{start + i}:{n}" for i, n in enumerate(of_sign) if n]
    return answers


def size_of(state):
    """What the header implies; counts and chunks say it last of all."""
    family, flags = state[2], state[3]
    if family == 128:
        return 96
    if family == 129:
        parameter, rows = struct.unpack_from(">IQ", state, 4)
        if flags & 32:
            lengths = struct.unpack_from(">8xq8xq", state[:48].ljust(48, b"\0"), 16)
            require(all(0 <= length <= 1024 for length in lengths), "size")
            return 56 + (sum(lengths) + 7) // 8 * 8
        return 24 + 8 * min(parameter, rows) if flags & 2 else 56
    return max(152 if family == 133 else 72, len(state) // 8 * 8)


def read(state):
    require(len(state) >= 24, "short")
    require(state[0] == 1 and state[1] in VERSIONS.get(state[2], (2,)) and state[2] in FAMILIES, "preamble")
    require(len(state) == size_of(state), "size")
    require(checksum(state[:-8]) == int.from_bytes(state[-8:], "big"), "checksum")
    return FAMILIES[state[2]](state)


VERSIONS = {133: (2, 3, 4)}
FAMILIES = {128: moments, 129: extremes, 130: histogram, 131: ddsketch, 133: chunk}

for line in open(sys.argv[1]):
    try:
        print(*read(bytes.fromhex(line)))
    except ValueError as refused:
        print("refused", refused)
