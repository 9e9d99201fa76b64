"""Many guess the PIN of a table at the same moment, on PostgreSQL: at most ten guesses are checked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.db.models import QuerySet

from tests.builders import a_table, owner_of
from tests.race.together import TIMEOUT, at_once, meet
from tournaments.errors import Conflict, NotAllowed, TooMany
from tournaments.models import PinFailure, Table, TableLink
from tournaments.services.play import links

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

GUESSERS = 20


@pytest.fixture
def table() -> Table:
    return a_table(4)


def each_from_elsewhere(guesser: int) -> str:
    return f"192.0.2.{guesser}"


def guesses(
    table: Table,
    made: links.NewLink,
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
    monkeypatch.setattr(links, "check_password", compare)
    meet(monkeypatch, links, "_refuse_while_paused", times=GUESSERS)
    guessers = [partial(links.enter_by_pin, table.pk, wrong, address=from_(n)) for n in range(GUESSERS)]
    answers = at_once(*guessers)
    return answers, len(judged)


def test_ten_of_twenty_guesses_are_checked(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    made = links.make_link(table, owner_of(table.round.event.club))
    answers, judged = guesses(table, made, monkeypatch)
    assert judged == links.PIN_TRIES
    assert sum(isinstance(answer, NotAllowed) for answer in answers) == links.PIN_TRIES
    assert sum(isinstance(answer, Conflict) for answer in answers) == GUESSERS - links.PIN_TRIES
    assert TableLink.objects.get().pin_failures == links.PIN_TRIES
    assert PinFailure.objects.count() == links.PIN_TRIES


def test_five_of_twenty_guesses_from_one_address_are_checked(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = links.make_link(table, owner_of(table.round.event.club))
    answers, judged = guesses(table, made, monkeypatch, from_=lambda _guesser: "192.0.2.1")
    assert judged == TableLink.objects.get().pin_failures == links.TRIES_OF_ONE_NETWORK
    assert sum(isinstance(answer, TooMany) for answer in answers) == GUESSERS - links.TRIES_OF_ONE_NETWORK


def test_control_without_the_lock_more_are_checked(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    made = links.make_link(table, owner_of(table.round.event.club))
    good = links._valid_links

    class Unlocked(QuerySet[TableLink]):
        def select_for_update(self, *_args: Any, **_kwargs: Any) -> Any:
            return self

    def unlocked() -> QuerySet[TableLink]:
        rows = good()
        rows.__class__ = Unlocked
        return rows

    monkeypatch.setattr(links, "_valid_links", unlocked)
    _answers, judged = guesses(table, made, monkeypatch, all_at=Barrier(GUESSERS))
    assert judged == GUESSERS
