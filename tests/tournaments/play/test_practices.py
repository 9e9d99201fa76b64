"""Practices against bots: sessions, what is refused, and the bounds of their number, age and pace."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import count
from types import SimpleNamespace

import pytest
from django.utils import timezone

from tournaments.core.pace import Pace
from tournaments.core.rules.refusals import Conflict, NotFound, Refusal, TooMany
from tournaments.models import Practice
from tournaments.play.verbs import practices
from tournaments.tasks import forget_practices

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same cards in each run, and let the test act as fast as it can."""
    seeds = count(1)
    monkeypatch.setattr(practices, "secrets", SimpleNamespace(randbits=lambda _bits: 2**61 + next(seeds)))
    for name in ("OF_ACTS", "OF_NETWORK", "OF_ALL"):
        monkeypatch.setattr(practices, name, Pace(burst=10_000, interval=timedelta(seconds=1)))


def begin(bots: int = 3, **rules: object) -> Practice:
    return practices.start_practice({"preset": "pagat", **rules}, ["expert"] * bots, address="192.0.2.1")


def go_on(practice: Practice) -> Practice:
    """Do the first act that is possible."""
    if practice.deal_is_over:
        return practices.next_deal(practice, practice.moves)
    choice = practices.deal_of(practice).choices()[0]
    words = f"play {choice.cards[0]}" if choice.cards else choice.verb
    return practices.act(practice, f"{words} {choice.least}" if choice.least else words, practice.moves)


def play_out(practice: Practice) -> Practice:
    while not practice.deal_is_over:
        practice = go_on(practice)
    return practice


def refused(kind: type[Refusal], verb: Callable[[], object]) -> str:
    with pytest.raises(kind) as caught:
        verb()
    return caught.value.code


def test_a_session_has_ten_deals_with_the_pools_of_the_deal_before() -> None:
    practice = begin()
    for number in range(1, 11):
        assert practice.number == number
        practice = play_out(practice)
        result = practices.deal_of(practice).result()
        assert sum(practice.totals) + sum(result["pools"].values()) == 0
        if number < 10:
            practice = go_on(practice)
            assert (practice.pools, practice.chips) == (result["pools"], result["chips"])
            assert practice.dealer == result["next_dealer"]
    assert refused(Conflict, lambda: practices.next_deal(practice, practice.moves)) == "practice_over"


def test_at_the_end_the_board_is_shared_if_the_rules_say_so() -> None:
    for leftover, is_shared in (("stay", False), ("split", True)):
        practice = play_out(begin(leftover=leftover))
        result = practices.deal_of(practice).result()
        shares = practices.shares_of(practice, result)
        assert sum(shares) == (sum(result["pools"].values()) if is_shared else 0)


def test_an_act_upon_an_earlier_moment_is_refused() -> None:
    practice = begin()
    newer = go_on(practice)
    assert refused(Conflict, lambda: go_on(practice)) == "practice_moved_on"
    fresh = practices.practice_of(practice.pk)
    assert (fresh.moves, fresh.actions) == (newer.moves, newer.actions)


def test_a_full_server_deletes_the_one_that_rested_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practices, "MOST", 3)
    first, second, third = (begin() for _ in range(3))
    go_on(first)
    fourth = begin()
    assert set(Practice.objects.values_list("pk", flat=True)) == {first.pk, third.pk, fourth.pk}
    assert refused(NotFound, lambda: go_on(second)) == "practice_gone"


def test_a_practice_is_deleted_after_a_day_of_rest() -> None:
    old, new = begin(), begin()
    Practice.objects.filter(pk=old.pk).update(used_at=timezone.now() - practices.RESTS)
    assert refused(NotFound, lambda: practices.practice_of(old.pk)) == "practice_gone"
    assert forget_practices() == 1
    assert practices.practice_of(new.pk) == new


def test_starts_and_acts_have_a_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    practice = begin()
    slow = Pace(burst=1, interval=timedelta(hours=1))
    monkeypatch.setattr(practices, "OF_ACTS", slow)
    practice = go_on(practice)
    assert refused(TooMany, lambda: go_on(practice)) == "practice_slowed"
    assert practices.practice_of(practice.pk).moves == practice.moves
    monkeypatch.setattr(practices, "OF_NETWORK", slow)
    begin_there = practices.start_practice
    begin_there({"preset": "pagat"}, ["bold"] * 3, address="198.51.100.7")
    assert (
        refused(TooMany, lambda: begin_there({"preset": "pagat"}, ["bold"] * 3, address="198.51.100.7"))
        == "practice_slowed"
    )
