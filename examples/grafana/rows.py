#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints four days of response times of five services as CSV, the same ones each time."""
import math
import random
from datetime import datetime, timedelta, timezone

START = datetime(2026, 6, 1, tzinfo=timezone.utc)
HOURS = 4 * 24
# The median in milliseconds, and how far the others spread.
SERVICES = {
    "cart": (35, 0.3),
    "checkout": (120, 0.4),
    "login": (60, 0.35),
    "report": (900, 0.5),
    "search": (80, 0.5),
}
SLOW_SEARCH = range(62, 64)
SILENT_REPORT = range(26, 27)

# Of random, random() alone gives the same numbers in every version.
chance = random.Random(2026)


def millis(service, hour):
    """By a log-normal distribution, and longer in the afternoon; nothing where there was no answer."""
    if service == "report" and hour in SILENT_REPORT:
        return ""
    median, spread = SERVICES[service]
    spread *= math.sqrt(-2 * math.log(1 - chance.random())) * math.cos(2 * math.pi * chance.random())
    value = median * (1 + 0.3 * math.sin((hour % 24 - 9) * math.pi / 12)) * math.exp(spread)
    if service == "search" and hour in SLOW_SEARCH and chance.random() < 0.2:
        value *= 15
    return f"{value:.1f}"


for service in SERVICES:
    for hour in range(HOURS):
        for minute in range(0, 60, 2):
            at = START + timedelta(hours=hour, minutes=minute)
            print(f"{service},{at:%Y-%m-%d %H:%M:%S}+0000,{millis(service, hour)}")
