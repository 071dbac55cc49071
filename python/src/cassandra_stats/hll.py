# SPDX-License-Identifier: Apache-2.0
"""The family ``hll``: about how many different values there were."""

import math
import operator
from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from cassandra_stats import questions
from cassandra_stats.columns import Doubles, Integers
from cassandra_stats.hll_state import Hll, merge, of, read, union
from cassandra_stats.hll_table import POINTS, correction, raw_estimates, stride

__all__ = [
    "distinct", "estimate", "is_valid", "lg_k", "lower_bound", "merge", "of", "state", "text",
    "union", "upper_bound",
]  # fmt: skip

_COUPON_ERROR = 0.409 / (1 << 13)
_COUPONS = (0, 1, 20, 400, 8000, 160000, 300000, 600000)
_ESTIMATES = (
    0, 1, 20.00000094374026, 400.0003963713384, 8000.158929460209, 160063.60677637596,
    300223.70715976635, 600895.593385617,
)  # fmt: skip

# Relative errors of lg_k 4 to 12 for 1, 2 and 3 standard deviations.
_BELOW = (
    0.207316195, 0.502865572, 0.882303765, 0.146981579, 0.335426881, 0.557052,
    0.104026721, 0.227683872, 0.365888317, 0.073614601, 0.156781585, 0.245740374,
    0.05205248, 0.108783763, 0.168030442, 0.036770852, 0.075727545, 0.11593785,
    0.025990219, 0.053145536, 0.080772263, 0.018373987, 0.037266176, 0.056271814,
    0.012936253, 0.02613829, 0.039387631,
)  # fmt: skip
_ABOVE = (
    0.207805347, 0.355574279, 0.475535095, 0.146988328, 0.262390832, 0.360864026,
    0.103877775, 0.191503663, 0.269311582, 0.073452978, 0.138513438, 0.198487447,
    0.051982806, 0.099703123, 0.144128618, 0.036768609, 0.07138158, 0.104430324,
    0.025991325, 0.050854296, 0.0748143, 0.01834533, 0.036121138, 0.05327616,
    0.012920332, 0.025572893, 0.037896952,
)  # fmt: skip
_BELOW_MERGED = (
    0.254409839, 0.682266712, 1.304022158, 0.181817353, 0.443389054, 0.778776219,
    0.129432281, 0.295782195, 0.49252279, 0.091640655, 0.201175925, 0.323664385,
    0.064858051, 0.138523393, 0.218805328, 0.045851855, 0.095925072, 0.148635751,
    0.032454144, 0.067009668, 0.102660669, 0.022921382, 0.046868565, 0.071307398,
    0.016155679, 0.032825719, 0.049677541,
)  # fmt: skip
_ABOVE_MERGED = (
    0.256980172, 0.411905944, 0.52651057, 0.182332109, 0.310275547, 0.412660505,
    0.129314228, 0.230142294, 0.315636197, 0.091584836, 0.16834013, 0.236346847,
    0.06487411, 0.122045231, 0.174112107, 0.04591465, 0.08784505, 0.126917615,
    0.032433119, 0.062897613, 0.091862929, 0.022960633, 0.044875401, 0.065736049,
    0.016186662, 0.031827816, 0.046973459,
)  # fmt: skip


def _cubic(xs: Sequence[float], ys: Sequence[float], x: float) -> float:
    """The polynomial of degree 3 through four points."""
    terms = []
    for i in range(4):
        a, b, c = (xs[j] for j in range(4) if j != i)
        top = ys[i] * ((x - a) * (x - b) * (x - c))
        terms.append(top / ((xs[i] - a) * (xs[i] - b) * (xs[i] - c)))
    return list(accumulate(terms))[-1]


def _of_coupons(count: int) -> float:
    last = 3
    while last < 7 and _COUPONS[last - 1] <= count:
        last += 1
    return _cubic(_COUPONS[last - 3 : last + 1], _ESTIMATES[last - 3 : last + 1], count)


def _harmonic(n: int) -> float:
    if n < 25:
        return float(np.cumsum([0.0] + [1.0 / i for i in range(1, n + 1)])[-1])
    square = 1.0 / (float(n) * n)
    fourth = square * square
    return (
        math.log(n) + 0.5772156649015329 + 1.0 / (2.0 * n) - square / 12 + fourth / 120
        - fourth * square / 252 + fourth * fourth / 240
    )  # fmt: skip


def _composite(hll: Hll) -> float:
    k = float(1 << hll.lg_k)
    raw = correction(hll.lg_k) * k * k / hll.total
    xs, width = raw_estimates(hll.lg_k), stride(hll.lg_k)
    if raw < xs[0]:
        return 0.0
    if raw > xs[-1]:
        return float(raw * (width * (POINTS - 1) / xs[-1]))
    last = int(np.clip(np.searchsorted(xs, raw, "right") + 1, 3, POINTS - 1))
    points = range(last - 3, last + 1)
    adjusted = float(_cubic([xs[i] for i in points], [width * i for i in points], raw))
    if adjusted > 3 * k:
        return adjusted
    linear = k * math.log(k / 0.5)
    if hll.zeros > 0:
        linear = k * (_harmonic(1 << hll.lg_k) - _harmonic(hll.zeros))
    crossing = {4: 0.718, 5: 0.672}.get(hll.lg_k, 0.64)
    return adjusted if (adjusted + linear) / 2 > crossing * k else linear


def _estimate(hll: Hll) -> float:
    if hll.slots is None:
        count = len(hll.coupons)
        return max(_of_coupons(count), float(count))
    return _composite(hll) if hll.out_of_order else hll.hip


def _error(hll: Hll, deviations: int, measured: Sequence[float], merged: Sequence[float]) -> float:
    if operator.index(deviations) not in (1, 2, 3):
        raise ValueError(f"hll: expected 1, 2 or 3 standard deviations, found {deviations}")
    if hll.slots is None:
        return deviations * _COUPON_ERROR
    if hll.lg_k > 12:
        factor = 1.0389617614136892 if hll.out_of_order else 0.8325546111576977
        return deviations * factor / math.sqrt(1 << hll.lg_k)
    return (merged if hll.out_of_order else measured)[3 * (hll.lg_k - 4) + deviations - 1]


def _least(hll: Hll) -> int:
    return len(hll.coupons) if hll.slots is None else len(hll.slots) - hll.zeros


@questions.doubles(read)
def estimate(table: list[Hll]) -> Doubles:
    """An estimate of the number of different values, equal to that of Apache DataSketches."""
    return np.array([_estimate(hll) for hll in table])


@questions.integers(read)
def distinct(table: list[Hll]) -> Integers:
    """The estimate as a whole number: the nearest one, the larger of two."""
    return np.array([min(math.floor(_estimate(hll) + 0.5), 2**63 - 1) for hll in table], np.int64)


@questions.doubles(read)
def lower_bound(table: list[Hll], deviations: int) -> Doubles:
    """What the number of different values is not below, by 1, 2 or 3 standard deviations."""
    return np.array(
        [
            max(_estimate(hll) / (1 + _error(hll, deviations, _BELOW, _BELOW_MERGED)), _least(hll))
            for hll in table
        ],
        np.float64,
    )


@questions.doubles(read)
def upper_bound(table: list[Hll], deviations: int) -> Doubles:
    """What the number of different values is not above, by 1, 2 or 3 standard deviations."""
    return np.array(
        [_estimate(hll) / (1 - _error(hll, deviations, _ABOVE, _ABOVE_MERGED)) for hll in table]
    )


@questions.integers(read)
def lg_k(table: list[Hll]) -> Integers:
    """The binary logarithm of the number of slots."""
    return np.array([hll.lg_k for hll in table], np.int64)


@questions.objects(read)
def text(table: list[Hll]) -> Sequence[str]:
    """The state in one line of words."""
    return [
        f"hll lg_k={hll.lg_k} mode={'list' if hll.is_list else 'set'} coupons={len(hll.coupons)}"
        if hll.slots is None
        else f"hll lg_k={hll.lg_k} mode=slots bits={hll.bits} zeros={hll.zeros}"
        f" merged={'true' if hll.out_of_order else 'false'}"
        for hll in table
    ]


is_valid = questions.is_valid(read)
state = questions.final(read)
