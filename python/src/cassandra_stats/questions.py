# SPDX-License-Identifier: Apache-2.0
"""Questions that take one state or a column of states: see the module ``columns``."""

from collections.abc import Callable, Sequence
from functools import update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, cast, get_args, overload

import numpy as np
from numpy.typing import NDArray

from cassandra_stats.columns import (
    Column,
    Doubles,
    Integers,
    Objects,
    State,
    blob,
    is_column,
    listed,
    portions,
    read_at,
)
from cassandra_stats.errors import InvalidState

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")
A = TypeVar("A")


class Asked:
    """What is asked of one state or of each state of a column."""

    def __reduce__(self) -> tuple[Callable[[str, str], Any], tuple[str, str]]:
        # Questions are pickled as the functions that they stand for: by name.
        from cassandra_stats.families import function, name_of

        return function, name_of(self)


class Question(Asked, Generic[P, T, A]):
    """A function of a state, or of each state of a column."""

    def __init__(
        self,
        read: Callable[[list[bytes]], S],
        answer: Callable[Concatenate[S, P], Any],
        make: Callable[..., Any],
        one: Callable[[Any], T | None],
        end: Callable[[Any], A],
        returns: Any,
        empty: T | None = None,
    ) -> None:
        self._read: Callable[[list[bytes]], Any] = read
        self.answer: Callable[..., Any] = answer
        self._make = make
        self._one = one
        self._end = end
        # The type of the answer to one state, for engines that have to know it.
        self.returns = returns
        self._empty = empty
        update_wrapper(self, answer)

    @overload
    def __call__(self, state: State, /, *args: P.args, **kwargs: P.kwargs) -> T | None: ...

    @overload
    def __call__(self, state: Column, /, *args: P.args, **kwargs: P.kwargs) -> A: ...

    def __call__(self, state: State | Column, /, *args: P.args, **kwargs: P.kwargs) -> A | T | None:
        """The answer for a state, None for no rows; for a column an array of answers."""
        if not is_column(state):
            one = blob(state)
            if not one:
                return None if state is None else self._empty
            try:
                table = self._read([one])
            except InvalidState as invalid:
                raise invalid.at(None) from None
            return self._one(self.answer(table, *args, **kwargs)[0])
        given = listed(cast(Column, state))
        column = [blob(one) for one in given]
        answers: Any = None
        for indexes in portions(column, self._read):
            table = read_at(self._read, column, indexes)
            some = self.answer(table, *args, **kwargs)
            if answers is None:
                answers = self._make(len(column), *args, **kwargs)
            answers[indexes] = some
        if answers is None:
            answers = self._make(len(column), *args, **kwargs)
        if self._empty is not None:
            for index, (one, read_as) in enumerate(zip(given, column, strict=True)):
                if not read_as and one is not None:
                    answers[index] = self._empty
        return self._end(answers)


def _nothing(length: int, *_: object, **__: object) -> Doubles:
    return np.full(length, np.nan)


def _nones(length: int, *_: object, **__: object) -> Objects:
    return np.full(length, None, object)


def _one_double(answer: Any) -> float | None:
    return None if np.isnan(answer) else float(answer)


def _one_list(answer: Any) -> list[float] | None:
    return None if len(answer) > 0 and np.isnan(answer[0]) else [float(a) for a in answer]


def _one_object(answer: Any) -> Any:
    return answer


def _as_integers(answers: Any) -> Integers:
    """Integers, or objects where one is None."""
    return cast(Integers, answers if any(a is None for a in answers) else answers.astype(np.int64))


def _as_is(answers: Any) -> Any:
    return answers


def doubles(
    read: Callable[[list[bytes]], S],
) -> Callable[[Callable[Concatenate[S, P], Doubles]], Question[P, float, Doubles]]:
    """A question whose answers are doubles, NaN where there is none."""
    return lambda answer: Question(read, answer, _nothing, _one_double, _as_is, float)


def lists(
    read: Callable[[list[bytes]], S], width: Callable[P, int]
) -> Callable[[Callable[Concatenate[S, P], Doubles]], Question[P, list[float], Doubles]]:
    """A question whose answers are lists of ``width`` doubles: a row for each state."""

    def nothing(length: int, *args: P.args, **kwargs: P.kwargs) -> Doubles:
        return np.full((length, width(*args, **kwargs)), np.nan)

    return lambda answer: Question(read, answer, nothing, _one_list, _as_is, list[float])


def integers(
    read: Callable[[list[bytes]], S],
) -> Callable[[Callable[Concatenate[S, P], Integers]], Question[P, int, Integers]]:
    """A question whose answers are integers; with None among them an array of objects."""
    return lambda answer: Question(read, answer, _nones, int, _as_integers, int)


def objects(
    read: Callable[[list[bytes]], S], returns: Any = None
) -> Callable[[Callable[Concatenate[S, P], Sequence[T]]], Question[P, T, Objects]]:
    """A question whose answers are anything else: texts, lists of their own length.

    They are of the type ``returns``, or of that which the annotation of the answers has.
    """

    def question(answer: Callable[Concatenate[S, P], Sequence[T]]) -> Question[P, T, Objects]:
        return _of_objects(read, answer, returns or _each(answer), None)

    return question


def states(
    read: Callable[[list[bytes]], S],
) -> Callable[[Callable[Concatenate[S, P], Sequence[bytes]]], Question[P, bytes, Objects]]:
    """A question whose answers are states; that to the empty blob is the empty blob."""

    def question(
        answer: Callable[Concatenate[S, P], Sequence[bytes]],
    ) -> Question[P, bytes, Objects]:
        return _of_objects(read, answer, bytes, b"")

    return question


def _of_objects(
    read: Callable[[list[bytes]], S],
    answer: Callable[Concatenate[S, P], Sequence[T]],
    returns: Any,
    empty: T | None,
) -> Question[P, T, Objects]:
    def packed(table: S, /, *args: P.args, **kwargs: P.kwargs) -> Objects:
        answers = answer(table, *args, **kwargs)
        array = _nones(len(answers))
        for index, one in enumerate(answers):
            array[index] = one
        return array

    update_wrapper(packed, answer)
    return Question(read, packed, _nones, _one_object, _as_is, returns, empty)


def _each(answer: Callable[..., Sequence[Any]]) -> Any:
    """The type of what a function returns a sequence of."""
    return get_args(answer.__annotations__["return"])[0]


class Mapped(Asked, Generic[P, T]):
    """A function of one state that is called for each state of a column, None and empty too."""

    def __init__(self, function: Callable[Concatenate[State, P], T | None]) -> None:
        self._function: Callable[..., T | None] = function
        self.returns = function.__annotations__["return"]
        update_wrapper(self, function)

    @overload
    def __call__(self, state: State, /, *args: P.args, **kwargs: P.kwargs) -> T | None: ...

    @overload
    def __call__(self, state: Column, /, *args: P.args, **kwargs: P.kwargs) -> Objects: ...

    def __call__(
        self, state: State | Column, /, *args: P.args, **kwargs: P.kwargs
    ) -> Objects | T | None:
        """The answer for a state; for a column an array of answers."""
        if not is_column(state):
            return self._function(state, *args, **kwargs)
        given = listed(cast(Column, state))
        answers = _nones(len(given))
        for index, one in enumerate(given):
            try:
                answers[index] = self._function(one, *args, **kwargs)
            except InvalidState as invalid:
                raise invalid.at(index) from None
        return answers


def final(read: Callable[[list[bytes]], Any]) -> Question[[], bytes, Objects]:
    """The function ``state`` of a family whose stored states are final."""

    def checked(given: list[bytes]) -> list[bytes]:
        read(given)
        return given

    def state(given: list[bytes], /) -> Sequence[bytes]:
        """The final state: the bytes themselves. Raises InvalidState for an invalid state."""
        return given

    return states(checked)(state)


def is_valid(read: Callable[[list[bytes]], Any]) -> Question[[], bool, Objects]:
    """The question whether states are valid, which answers True for the empty blob."""
    return cast("Question[[], bool, Objects]", _Validity(read))


class _Validity(Asked):
    """Whether bytes are a state of the family: True or False, None for None.

    The empty blob is valid: it is the state of no rows. Whatever is valid is answered by every
    function of the family; whatever is not is refused by them with InvalidState.
    """

    returns = bool

    def __init__(self, read: Callable[[list[bytes]], Any]) -> None:
        self._read = read

    def __call__(self, state: State | Column, /) -> Objects | bool | None:
        """Whether the bytes are a state."""
        if not is_column(state):
            return None if state is None else bool(self._of([blob(state)])[0])
        given = listed(cast(Column, state))
        column = [blob(one) for one in given]
        answers = _nones(len(given))
        answers[:] = [None if one is None else True for one in given]
        for indexes in portions(column, self._read):
            valid = self._of([column[index] for index in indexes])
            answers[[indexes[at] for at in np.flatnonzero(~valid)]] = False
        return answers

    def _of(self, states: list[bytes]) -> NDArray[np.bool_]:
        """Whether states are valid, by leaving out those that are wrong until none is."""
        left = np.array([i for i, state in enumerate(states) if state], np.int64)
        valid = np.ones(len(states), np.bool_)
        while len(left) > 0:
            try:
                self._read([states[index] for index in left.tolist()])
                break
            except InvalidState as invalid:
                wrong = invalid.wrong
                if wrong is None:
                    wrong = np.arange(len(left)) == invalid.index
                valid[left[wrong]] = False
                left = left[~wrong]
        return valid
