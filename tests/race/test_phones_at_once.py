"""Phones take seats of a table at the same moment, or while rounds change, on PostgreSQL.

One phone gets a seat, and a phone of a round gets no seat in the next one.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.builders import a_table, make_card, owner_of, published_round
from tests.race.together import at_once, meet, meet_across
from tournaments.core.rules.refusals import Conflict, NotAllowed
from tournaments.desk.verbs import rounds
from tournaments.models import Phone, Round
from tournaments.play.verbs import cards, phones

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

PHONES = 8


def all_take_seat_one(monkeypatch: pytest.MonkeyPatch, name: str) -> list[Any]:
    """Let eight phones take seat 1 at once, waiting for each other before the function `name`."""
    table = a_table(4)
    made = make_card(table)
    phone_rows = [cards.enter_by_secret(made.secret).phone for _phone in range(PHONES)]
    meet(monkeypatch, phones, name, times=PHONES)
    return at_once(*[partial(phones.take_seat, phone, 1) for phone in phone_rows])


def test_one_of_eight_phones_gets_the_seat_and_the_others_get_a_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = all_take_seat_one(monkeypatch, "lock_round")
    assert sum(isinstance(answer, Phone) for answer in answers) == 1
    refused = [answer.code for answer in answers if isinstance(answer, Conflict)]
    assert refused == ["seat_taken"] * (PHONES - 1)
    assert Phone.objects.filter(seat=1).count() == 1


def test_a_phone_that_chooses_while_the_next_round_is_published_gets_no_seat_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both wait for each other before they lock the round: either may be the first."""
    table = a_table(4)
    event, actor = table.round.event, owner_of(table.round.event.club)
    made = make_card(table)
    new = cards.enter_by_secret(made.secret)

    def go_on() -> Round:
        rounds.close_round(table.round, actor, early=True)
        return published_round(event)

    meet_across(monkeypatch, (phones, "lock_round"), (rounds, "lock_round"))
    seated, after = at_once(partial(phones.take_seat, new.phone, 1), go_on)
    assert isinstance(after, Round), after
    assert isinstance(seated, Phone) or (isinstance(seated, NotAllowed) and seated.code == "link_ended")
    assert cards.phone_of_token(new.token) is None
    assert not phones.phones_in(after).exists()
    again = cards.enter_by_secret(made.secret).phone
    assert phones.take_seat(again, 1).table.round_id == after.pk
