"""Two people do the same thing at the same moment, on PostgreSQL: it is done once.

A barrier makes each race certain: it holds both until both have read the state and neither has changed it.
Take a lock away to see its test fail.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import pytest
import time_machine

from tests.builders import (
    a_table,
    alike,
    another_document,
    boss,
    make_club,
    make_event,
    make_member,
    make_user,
    next_document,
    owner_of,
    play,
    published_round,
    running_event,
    simulation_spec,
    the_table,
)
from tests.codes import code_of, switch_on
from tests.race.together import at_once, meet
from tests.tournaments.core.test_audit_chain import assert_is_chained
from tests.tournaments.seasons import a_club, played, started
from tournaments.clubs.verbs import clubs, second_factors
from tournaments.core import change
from tournaments.core.rules.refusals import Refusal
from tournaments.desk.verbs import calls, rounds, seats
from tournaments.draw.verbs import draws, play_offs
from tournaments.models import (
    AuditEntry,
    Call,
    Club,
    Deal,
    Honour,
    Invitation,
    Practice,
    Round,
    Season,
    Seat,
    SecondFactor,
    Stage,
)
from tournaments.play.verbs import corrections, practices, results
from tournaments.seasons.verbs import ending
from tournaments.simulations.verbs import simulations
from tournaments.standings.rules.prizes import PrizeList
from tournaments.standings.verbs import prizes
from tournaments.tables.verbs.table_states import TOTAL

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

Calls = list[Callable[[], Any]]


class Race(NamedTuple):
    """Two calls, and the function before which both wait for each other."""

    scene: Callable[[], Calls]
    module: Any
    name: str
    answer: Any
    """The code that refuses the second call, or what both answers have to say (sorted)."""
    kept: Callable[[], bool]
    """Whether the rows are those of one call."""


def logged(verb: str) -> Callable[[], bool]:
    """The log has this verb once."""
    return lambda: AuditEntry.objects.filter(verb=verb).count() == 1


def two_deals_for_one_number() -> Calls:
    table = a_table(4)
    documents = [next_document(table, seed=seed) for seed in (1, 2)]
    return [partial(results.record, table, boss(table.round), 1, document) for document in documents]


def two_draws() -> Calls:
    event = running_event(8)
    return [partial(draws.draw_round, event, boss(event))] * 2


def two_publish() -> Calls:
    event = running_event(8)
    drawn = draws.draw_round(event, boss(event))
    return [partial(rounds.publish_round, drawn, boss(event), 1)] * 2


def two_swaps() -> Calls:
    event = running_event(8)
    drawn = draws.draw_round(event, boss(event))

    def swap(table: int) -> Callable[[], Round]:
        first, second = (seat.entry for seat in Seat.objects.filter(table=the_table(drawn, table))[:2])
        return partial(seats.swap_seats, drawn, boss(event), first, second, drawn.draw)

    return [swap(1), swap(2)]


def two_take_back() -> Calls:
    round_ = published_round(running_event(8))
    return [partial(rounds.take_back_round, round_, boss(round_), "the wrong draw")] * 2


def two_play_offs() -> Calls:
    event = alike()
    return [partial(play_offs.add_play_off, event, boss(event))] * 2


def two_lists_of_prizes() -> Calls:
    event = make_event()
    plans = [PrizeList.read({"prizes": [{"first": 1, "what": what}]}) for what in ("a ham", "a cake")]
    seen = prizes.prizes_of(event).digest
    return [partial(prizes.set_prizes, event, boss(event), plan, seen=seen) for plan in plans]


def two_end_a_season() -> Calls:
    club, people = a_club(4)
    season = started(club, [played(club, people)])
    return [partial(ending.end_season, season, owner_of(club))] * 2


def two_invitations_of_one_person() -> Calls:
    club, user = make_club(), make_user()
    tokens = [clubs.invite_member(club, owner_of(club), role)[1] for role in ("scorer", "director")]
    return [partial(clubs.accept_invitation, token, user=user) for token in tokens]


def one_act_of_a_practice() -> Calls:
    """A button that is pressed twice, or in two tabs."""
    for _ in range(50):
        practice = practices.start_practice({"preset": "pagat"}, ["expert"] * 3, address="192.0.2.1")
        if not practice.deal_is_over:
            choice = practices.deal_of(practice).choices()[0]
            words = f"play {choice.cards[0]}" if choice.cards else choice.verb
            return [partial(practices.act, practice, words, practice.moves)] * 2
    raise AssertionError("the person never acts")


def the_last_simulation() -> Calls:
    club = make_club()
    start = partial(simulations.start_simulation, club, owner_of(club), simulation_spec(10))
    for _ in range(simulations.MOST_RUNNING - 1):
        start()
    return [start] * 2


def two_switch_on() -> Calls:
    """By a user without a club too."""
    return [partial(switch_on, make_user())] * 2


def one_deal_posted_twice() -> Calls:
    table = a_table(4)
    return [partial(results.record, table, boss(table.round), 1, next_document(table))] * 2


def one_correction_twice() -> Calls:
    table = a_table(4, deals_per_round=6)
    play(table, 2)
    right = another_document(table, 1)
    return [partial(corrections.correct, table, boss(table.round), 1, right, "wrong")] * 2


def one_correction_of_a_total_twice() -> Calls:
    table = a_table(4)
    count = {"format": "poch-count/1", "deals": 12, "net": [14, -6, 3, -15], "board": 4}
    results.record(table, boss(table.round), TOTAL, count)
    right = {"format": "poch-count/1", "deals": 12, "net": [0, 0, 0, 0]}
    return [partial(corrections.correct, table, boss(table.round), TOTAL, right, "wrong")] * 2


def one_call_by_two_phones() -> Calls:
    table = a_table(4)
    return [partial(calls.call_director, table, boss(table.round))] * 2


def one_recovery_code_twice() -> Calls:
    user = make_member(make_club()).user
    _secret, codes = switch_on(user)
    return [partial(second_factors.use_code, user, codes[0])] * 2


ONCE = [False, True]
RACES = {
    "two deals for one number": Race(
        two_deals_for_one_number,
        results,
        "lock_and_bump",
        "deal_number_taken",
        lambda: Deal.objects.count() == 1,
    ),
    "two draws": Race(two_draws, draws, "propose", "round_drawn", lambda: Round.objects.count() == 1),
    "two publish": Race(two_publish, rounds, "lock_round", "round_published", logged("publish_round")),
    "two swaps of seats": Race(two_swaps, change, "lock_event", "draw_stale", logged("swap_seats")),
    "two take a round back": Race(
        two_take_back, change, "lock_event", "round_void", logged("take_back_round")
    ),
    "two play-offs": Race(
        two_play_offs,
        play_offs,
        "lock_event",
        "play_off_waits",
        lambda: Stage.objects.filter(play_off=True).count() == 1,
    ),
    "two lists of prizes": Race(two_lists_of_prizes, change, "lock", "prizes_changed", logged("set_prizes")),
    "two end a season": Race(
        two_end_a_season,
        ending,
        "lock_with_events",
        "season_status",
        lambda: Season.objects.exclude(previous=None).count() == 1 and Honour.objects.count() == 4,
    ),
    "two invitations": Race(
        two_invitations_of_one_person,
        clubs,
        "lock_club",
        "member_already",
        lambda: Invitation.objects.filter(accepted_at__isnull=False).count() == 1,
    ),
    "one act of a practice": Race(
        one_act_of_a_practice,
        practices,
        "_moved",
        "practice_moved_on",
        lambda: Practice.objects.latest("pk").moves == 1,
    ),
    "the last simulation": Race(
        the_last_simulation, simulations, "_check_room", "too_many_simulations", lambda: True
    ),
    "two switch a second factor on": Race(
        two_switch_on,
        second_factors,
        "lock_memberships",
        "second_factor_on",
        lambda: SecondFactor.objects.count() == 1,
    ),
    "one deal twice": Race(
        one_deal_posted_twice, results, "lock_and_bump", ONCE, lambda: Deal.objects.count() == 1
    ),
    "one correction twice": Race(
        one_correction_twice,
        corrections,
        "lock_table",
        ONCE,
        lambda: Deal.objects.filter(number=1).count() == 3,
    ),
    "one correction of a total twice": Race(
        one_correction_of_a_total_twice,
        corrections,
        "lock_table",
        ONCE,
        lambda: Deal.objects.count() == 3,
    ),
    "one call twice": Race(
        one_call_by_two_phones, calls, "lock_table", ONCE, lambda: Call.objects.count() == 1
    ),
    "one recovery code": Race(
        one_recovery_code_twice, second_factors, "lock_memberships", ONCE, logged("use_recovery_code")
    ),
}


@pytest.mark.parametrize("race", RACES.values(), ids=RACES)
def test_of_two_at_once_one_is_done(race: Race, monkeypatch: pytest.MonkeyPatch) -> None:
    both = race.scene()
    meet(monkeypatch, race.module, race.name)
    answers = at_once(*both)
    if race.answer == ONCE:
        assert sorted(map(was_first, answers)) == ONCE, answers
    else:
        assert [answer.code for answer in answers if isinstance(answer, Refusal)] == [race.answer], answers
    assert race.kept()


def was_first(answer: Any) -> bool:
    """Whether a call has done something, or found it done."""
    return bool(getattr(answer, "created", getattr(answer, "changed", answer)))


def test_two_entries_of_a_log_get_two_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two invitations: this verb locks nothing before it writes its entry."""
    club: Club = make_club()
    meet(monkeypatch, change, "_lock_head")
    answers = at_once(*[partial(clubs.invite_member, club, owner_of(club), "scorer")] * 2)
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    assert_is_chained(club)


def test_a_code_of_an_app_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    user = make_member(make_club()).user
    secret, _codes = switch_on(user)
    SecondFactor.objects.update(last_step=time.time() // 30 - 10)
    meet(monkeypatch, second_factors, "_step_of")
    with time_machine.travel(time.time(), tick=False):  # a code is right for half a minute at least
        assert sorted(at_once(*[partial(second_factors.use_code, user, code_of(secret))] * 2)) == ONCE
