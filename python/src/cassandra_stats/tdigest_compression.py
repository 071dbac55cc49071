# SPDX-License-Identifier: Apache-2.0
"""Joins neighbouring masses into centroids, by the k₂ scale function with its limits."""

from dataclasses import dataclass

import numpy as np

from cassandra_stats.columns import Doubles, Integers
from cassandra_stats.frames import Flags

# No centroid weighs more than so many k-ths of all values.
_HEAVIEST = 1.25
# The part of the range that no centroid reaches across.
_GAPS = 16
# How many times its weight a point of several values counts against the limit.
_GUARD = 6.0
# Groups are looked at one mass after the other up to here, and then all at once.
_FEW = 24


@dataclass
class _Rules:
    """What a pass may join; all of it grows until the centroids fit."""

    scale: float
    guard: float
    gap: float
    count: float
    tails: float


def centroids(
    means: Doubles, weights: Integers, is_point: Flags, k: int, descends: bool
) -> tuple[Doubles, Integers]:
    """The centroids of some masses: means and weights, ascending.

    The means ascend strictly; the masses are joined from the largest down where it ``descends``.
    """
    most = 2 * k + (30 if k < 30 else 10)
    room = min(most, 2 * len(means))
    step = -1 if descends else 1
    if is_point.all() and int(np.minimum(weights, 2).sum()) <= room:
        found, weighs = _kept(means[::step], weights[::step])
        return found[::step], weighs[::step]
    masses = _Masses(means[::step], weights[::step], is_point[::step])
    count = float(weights.sum())
    rules = _Rules(
        1.0 / k,
        _GUARD,
        float(means[-1] / _GAPS - means[0] / _GAPS),
        count,
        2 / count * (float(np.log(max(1.0, count / (2 * k)))) + 6),
    )
    while True:
        joined = masses.joined(rules, room)
        if joined is not None:
            break
        rules.scale = 1.1 * max(rules.scale, 1 / count)
        rules.guard *= 0.8
        rules.gap *= 1.1
    return np.array(joined[0][::step], np.float64), np.array(joined[1][::step], np.int64)


def _kept(means: Doubles, weights: Integers) -> tuple[Doubles, Integers]:
    """Points as they are: of several values two centroids of equal mean."""
    twice = weights > 1
    times = np.where(twice, 2, 1)
    found = np.repeat(weights - twice, times)
    found[(np.cumsum(times) - times)[twice]] = 1
    return np.repeat(means, times), found


class _Masses:
    def __init__(self, means: Doubles, weights: Integers, is_point: Flags) -> None:
        self.means, self.weights = means, weights
        self.heavy = is_point & (weights > 1)
        self.reached = np.concatenate((np.zeros(1), np.cumsum(weights.astype(np.float64))))
        self.number = len(means)
        # Lists are faster to read one by one.
        small = self.number <= 20_000
        self.mean_list = means.tolist() if small else means
        self.weight_list = weights.tolist() if small else weights
        self.heavy_list = self.heavy.tolist() if small else self.heavy
        self.reached_list = self.reached.tolist() if small else self.reached

    def joined(self, rules: _Rules, room: int) -> tuple[list[float], list[int]] | None:
        """Means and weights of centroids, None where there are more than there is room for."""
        means: list[float] = []
        weights: list[int] = []
        begin = 0
        while begin < self.number:
            if len(means) >= room:
                return None
            end, mean, limit = self._group(begin, rules)
            weight = int(self.reached_list[end] - self.reached_list[begin])
            is_heavy = end == begin + 1 and self.heavy_list[begin]
            # Two equal means say that this is a point.
            if is_heavy and weight * rules.guard > limit and len(means) < room - 1:
                means.append(mean)
                weights.append(1)
                weight -= 1
            means.append(mean)
            weights.append(weight)
            begin = end
        return means, weights

    def _group(self, begin: int, rules: _Rules) -> tuple[int, float, float]:
        """Where the group of a mass ends, its mean, and the limit that ended it."""
        mean, limit, end = float(self.mean_list[begin]), 0.0, begin + 1
        # The first and the last mass are joined with nothing.
        last = self.number - 1 if begin > 0 else 0
        closed = float(self.reached_list[begin])
        edge = closed * (rules.count - closed)
        guarded = self.weight_list[begin] * rules.guard if self.heavy_list[begin] else 0.0
        while end < last and end - begin <= _FEW:
            reached = float(self.reached_list[end + 1])
            together = reached - closed
            limit = self._limit(edge, reached, rules)
            more = int(self.weight_list[end])
            following = float(self.mean_list[end])
            if not (
                together <= limit
                and abs(following - mean) <= rules.gap
                and guarded <= limit
                and (not self.heavy_list[end] or more * rules.guard <= limit)
            ):
                return end, mean, limit
            mean = _between(mean, following, more / together)
            guarded = 0.0
            end += 1
        if end < last:
            return self._long_group(begin, end, mean, rules)
        return end, mean, limit

    @staticmethod
    def _limit(edge: float, reached: float, rules: _Rules) -> float:
        tail = rules.tails * min(edge, reached * (rules.count - reached))
        return rules.scale * min(_HEAVIEST * rules.count, tail)

    def _long_group(
        self, begin: int, middle: int, mean: float, rules: _Rules
    ) -> tuple[int, float, float]:
        """As above, from a middle on, with all masses that the weight may allow."""
        closed = float(self.reached_list[begin])
        edge = closed * (rules.count - closed)
        most = rules.scale * min(_HEAVIEST * rules.count, rules.tails * edge)
        stop = int(np.searchsorted(self.reached, closed + most, side="right"))
        stop = max(middle + 1, min(stop, self.number - 1))
        of = slice(middle, stop)
        reached = self.reached[middle + 1 : stop + 1]
        tail = rules.tails * np.minimum(edge, reached * (rules.count - reached))
        limits = rules.scale * np.minimum(_HEAVIEST * rules.count, tail)
        means, weights = self.means[of], self.weights[of].astype(np.float64)
        # The mean before each mass, about the mean so far.
        moments = np.cumsum((means - mean) * weights)
        before = np.concatenate((np.zeros(1), moments[:-1])) / (self.reached[middle:stop] - closed)
        joins = (reached - closed <= limits) & (np.abs(means - mean - before) <= rules.gap)
        joins &= ~self.heavy[of] | (weights * rules.guard <= limits)
        number = len(joins) if joins.all() else int(joins.argmin())
        limit = float(limits[min(number, len(limits) - 1)])
        end = middle + number
        if number > 0:
            shift = float(moments[number - 1]) / (float(self.reached_list[end]) - closed)
            low, high = sorted((mean, float(means[number - 1])))
            mean = min(high, max(low, mean + shift))
        return end, mean, limit


def _between(mean: float, following: float, share: float) -> float:
    """A mean moved towards the next one, between both whatever the rounding."""
    moved = mean + (following - mean) * share
    if abs(following - mean) > 1.7976931348623157e308:
        moved = mean * (1 - share) + following * share
    return max(min(mean, following), min(max(mean, following), moved))
