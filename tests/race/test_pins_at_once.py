"""Many guess the PIN of a table at the same moment, on PostgreSQL: at most ten guesses are checked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Barrier
from typing import Any

import pytest

from tests.builders import a_table, make_card
from tests.race.together import TIMEOUT, at_once, meet
from tournaments.core.rules.refusals import Conflict, NotAllowed, TooMany
from tournaments.models import PinFailure, Table, TableCard
from tournaments.play.verbs import cards

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

GUESSERS = 20


@pytest.fixture
def table() -> Table:
    return a_table(4)


def each_from_elsewhere(guesser: int) -> str:
    return f"192.0.2.{guesser}"


def guesses(
    table: Table,
    made: cards.NewCard,
    monkeypatch: pytest.MonkeyPatch,
    *,
    from_: Callable[[int], str] = each_from_elsewhere,
    all_at: Barrier | None = None,
) -> tuple[list[Any], int]:
    """Guess twenty times at once. Return the outcomes and how many guesses were compared with the PIN.

    from_: the address of each guesser. all_at: the barrier at which they wait before the comparison fails.
    """
    judged: list[str] = []

    def compare(pin: str, _hashed: str) -> bool:
        judged.append(pin)
        if all_at is not None:
            all_at.wait(TIMEOUT)
        return False

    wrong = f"{(int(made.pin) + 1) % 1_000_000:06}"
    monkeypatch.setattr(cards, "check_password", compare)
    meet(monkeypatch, cards, "_refuse_while_paused", times=GUESSERS)
    guessers = [partial(cards.enter_by_pin, table.pk, wrong, address=from_(n)) for n in range(GUESSERS)]
    answers = at_once(*guessers)
    return answers, len(judged)


def test_ten_of_twenty_guesses_are_checked(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    made = make_card(table)
    answers, judged = guesses(table, made, monkeypatch)
    assert judged == cards.PIN_TRIES
    assert sum(isinstance(answer, NotAllowed) for answer in answers) == cards.PIN_TRIES
    assert sum(isinstance(answer, Conflict) for answer in answers) == GUESSERS - cards.PIN_TRIES
    assert TableCard.objects.get().pin_failures == cards.PIN_TRIES
    assert PinFailure.objects.count() == cards.PIN_TRIES


def test_five_of_twenty_guesses_from_one_address_are_checked(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_card(table)
    answers, judged = guesses(table, made, monkeypatch, from_=lambda _guesser: "192.0.2.1")
    assert judged == TableCard.objects.get().pin_failures == cards.TRIES_OF_ONE_NETWORK
    assert sum(isinstance(answer, TooMany) for answer in answers) == GUESSERS - cards.TRIES_OF_ONE_NETWORK
