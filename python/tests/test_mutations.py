# SPDX-License-Identifier: Apache-2.0
"""Altered states are refused or valid; nothing else is raised, and memory stays bounded."""

import contextlib
import importlib
import itertools
import math
import os
import random
import resource
from collections.abc import Iterator
from typing import Any

import pytest

import golden
from cassandra_stats import InvalidState
from cassandra_stats.checksum import checksum

STATES = int(os.environ.get("MUTATED_STATES", "1000"))
SEED = int(os.environ.get("MUTATION_SEED", "20261126"))
PORTION = 1000
# Of each portion, so many states are asked each question.
ASKED = 10
# Up to this size a change has a fair chance to hit what matters.
SMALL = 700
# Bytes, of everything that the states of a family need at once.
MOST_MEMORY = 150 << 20
WORDS = (
    0, 1, 2**63, 2**64 - 1, 2**63 - 1, 0x7FF0000000000000, 0xFFF0000000000000,
    0x7FF8000000000000, 0x7FEFFFFFFFFFFFFF, 0x3FF0000000000000, 0x0000000100000001,
)  # fmt: skip


def mutated(state: bytes, chance: random.Random, sealed: bool) -> bytes:
    changed = bytearray(state)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        at = chance.randrange(len(changed))
        # The head of a state decides more than its tail.
        word = 8 * chance.randrange(max(1, min(len(changed) // 8, chance.choice((3, 18, 90)))))
        match chance.randrange(9):
            case 0 | 1:
                changed[at] ^= 1 << chance.randrange(8)
            case 2:
                changed[at] = chance.randrange(256)
            case 3:
                changed[word : word + 8] = chance.choice(WORDS).to_bytes(8, "big")[
                    : len(changed) - word
                ]
            case 4:
                changed[word : word + 4] = chance.randrange(2**13).to_bytes(4, "big")
            case 5:
                other = 8 * chance.randrange(max(1, len(changed) // 8))
                changed[word : word + 8] = changed[other : other + 8]
            case 6:
                add = (
                    int.from_bytes(changed[word : word + 8], "big") + chance.choice((1, -1))
                ) % 2**64
                changed[word : word + 8] = add.to_bytes(8, "big")
            case 7:
                del changed[8 * chance.randrange(1, 1 + len(changed) // 8) :]
            case _:
                changed[word:word] = bytes(8) if chance.random() < 0.5 else chance.randbytes(8)
        if not changed:
            return b"\1"
    if sealed and chance.random() < 0.9 and len(changed) > 8:
        del changed[len(changed) // 8 * 8 :]
        # Most changes are to be of a state of this version and family.
        changed[:3] = state[:3] if chance.random() < 0.95 else changed[:3]
        changed[-8:] = checksum(bytes(changed[:-8])).to_bytes(8, "big")
    return bytes(changed)


def questions(family: str, states: list[dict[str, Any]]) -> Iterator[tuple[Any, list[Any]]]:
    seen = set()
    for state in states:
        for answer in state["answers"]:
            arguments = [golden.given(argument) for argument in answer.get("arguments", [])]
            if (key := repr((answer["call"], arguments))) not in seen:
                seen.add(key)
                module = importlib.import_module(f"cassandra_stats.{family}")
                yield getattr(module, answer["call"].removeprefix(f"{family}_")), arguments


def finite(answer: Any) -> bool:
    if isinstance(answer, float):
        return math.isfinite(answer)
    if isinstance(answer, dict):
        return all(finite(part) for pair in answer.items() for part in pair)
    return True


@pytest.mark.parametrize("family", golden.FAMILIES)
def test_should_refuse_altered_states_or_answer(family: str) -> None:
    chance = random.Random(f"{SEED} {family}")
    module = importlib.import_module(f"cassandra_stats.{family}")
    states = golden.load(family)["states"]
    asked = itertools.cycle(questions(family, states))
    every = [golden.blob(state["state"]) for state in states]
    small = [state for state in every if 0 < len(state) <= SMALL]
    large = [state for state in every if len(state) > SMALL] or small
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    accepted = 0
    for _ in range(0, STATES, PORTION):
        bases = [chance.choice(large if i % 1000 == 0 else small) for i in range(PORTION)]
        column = [
            mutated(base, chance, family not in ("frequent", "hll", "tdigest", "theta"))
            for base in bases
        ]
        valid = module.is_valid(column)
        accepted += int(valid.sum())
        some = [index for index in range(PORTION) if valid[index]]
        for question, arguments in itertools.islice(asked, 5):
            ask_all(question, arguments, [column[index] for index in chance.sample(some, ASKED)])
        assert all(words is not None for words in module.text([column[i] for i in some]))
        for index in some[:10]:
            with contextlib.suppress(ValueError):
                # Other parameters, or too many values, but never an invalid state.
                assert module.is_valid(module.union(column[index], bases[index]))
        refused = [index for index in range(PORTION) if not valid[index]]
        for index in refused[:10]:
            with pytest.raises(InvalidState):
                module.text(column[index])
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert (after - before) * 1024 < MOST_MEMORY
    print(f"{family}: {STATES} altered states, {accepted} of them valid, seed {SEED}")


def ask_all(question: Any, arguments: list[Any], states: list[bytes]) -> None:
    """Asks valid states at once, or one by one where the question is not for some of them."""
    try:
        answers = list(question(states, *arguments))
    except InvalidState as invalid:
        raise AssertionError(f"{question} refused a valid state") from invalid
    except ValueError:
        answers = []
        for state in states[:20]:
            with contextlib.suppress(ValueError):
                answers.append(question(state, *arguments))
    for answer in answers:
        assert finite(answer) or answer != answer, (question, arguments, answer)


def test_should_refuse_random_bytes() -> None:
    chance = random.Random(SEED)
    for family in golden.FAMILIES:
        module = importlib.import_module(f"cassandra_stats.{family}")
        for _ in range(200):
            blob = chance.randbytes(chance.randrange(1, 200))
            assert module.is_valid(blob) is False
            with pytest.raises(InvalidState):
                module.text([b"", blob])
