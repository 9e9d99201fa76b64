"""Practices: a person plays ten deals against bots, without an account.

They belong to no club, so no audit log has them, and no standing. Their number, their age and their pace are
bounded: a server keeps `MOST` of them, a start on a full server deletes the one that rested longest, and each
is deleted after a day of rest. An act says upon how many acts it was made, so a second click and an old
page change nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from math import ceil
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

import games.services as games
from tournaments.clubs.verbs.second_factors import Limit, count_visit
from tournaments.core.pace import Pace
from tournaments.core.requests import network_of
from tournaments.core.rules.refusals import Conflict, Invalid, NotFound, TooMany, gettext_noop
from tournaments.core.secrets import new_secret
from tournaments.play.models import Practice

DEALS: Final = 10
"""The deals of a session."""
MOST = 1_000
"""The practices that a server keeps."""
RESTS = timedelta(days=1)
"""A practice is deleted after so long without an act."""

OF_NETWORK = Pace(burst=60, interval=timedelta(seconds=20))
OF_ALL = Pace(burst=300, interval=timedelta(seconds=1))
"""How often people can start: from one network (a club shares one), and in all."""
OF_ACTS = Pace(burst=40, interval=timedelta(seconds=1))
"""How often one person can act in a practice."""
OF_HINTS = Pace(burst=10, interval=timedelta(seconds=3))
OF_ALL_HINTS = Pace(burst=50, interval=timedelta(seconds=0.1))
"""How often the expert gives hints in one practice, and in all: at most a tenth of a core."""

ANTES: Final = 20
"""A purse that cannot go below zero begins with so many antes, and with `LEAST_CHIPS` at least."""
LEAST_CHIPS: Final = 100
STAKED_ANTES: Final = 2
"""Where a purse can go below zero and the rules have no limit, one may stake so many antes in the Pochen of
a deal. Else a bot, which pays nothing, stakes more than all ten deals bring a newcomer."""


class PracticeSeats(Invalid):
    """By these rules another number of people plays."""

    sentence = gettext_noop(
        "By these rules %(least)d to %(most)d people play. Choose another number of players."
    )


def start_practice(rules: Mapping[str, Any], bots: Sequence[str], *, address: str) -> Practice:
    """Start a session against these bots, and let them act up to the person's first turn.

    rules: a preset with overrides, or all switches. Raises EngineError for bad rules or bots; Invalid
    `practice_seats`; TooMany `practice_slowed`.
    """
    full, seats = games.resolve_rules(rules), len(bots) + 1
    least, most = games.seats_range(full)
    if not least <= seats <= most:
        raise PracticeSeats(least=least, most=most, field="seats")
    limit = Limit(f"practice from:{network_of(address)}", "", OF_NETWORK)
    count_visit([limit, Limit("practice", "", OF_ALL)], PracticeSlowed)
    purse = max(LEAST_CHIPS, ANTES * _ante(full)) if full["purse"] == "table" else 0
    if full["purse"] != "table" and full["bet_limit"] is None:
        full = {**full, "bet_limit": own_limit(full)}
    seed = secrets.randbits(62)
    practice = Practice(
        code=new_secret(size=16),
        rules=full,
        bots=[None, *bots],
        seed=seed,
        dealer=seed % seats,
        chips=[purse] * seats,
    )
    _play_on(practice)
    with transaction.atomic():
        _make_room()
        practice.save(force_insert=True)
    return practice


def own_limit(rules: Mapping[str, Any]) -> int:
    """The limit of bets, in chips, that a practice adds to rules without one."""
    return max(int(rules["stake"]), STAKED_ANTES * _ante(rules))


def has_own_limit(rules: Mapping[str, Any]) -> bool:
    """Whether the limit of bets is the one that a practice adds."""
    return bool(rules["purse"] != "table" and rules["bet_limit"] == own_limit(rules))


def _ante(rules: Mapping[str, Any]) -> int:
    """What one pays for a deal, in chips."""
    return int(rules["stake"]) * len([pool for pool in games.board(rules) if pool not in rules["undressed"]])


def practice_of(code: str) -> Practice:
    """The practice with this code. Raises NotFound `practice_gone`."""
    practice = Practice.objects.filter(pk=code, used_at__gt=timezone.now() - RESTS).first()
    if practice is None:
        raise PracticeGone
    return practice


def deal_of(practice: Practice) -> games.PracticeDeal:
    """The present deal, replayed by the engine."""
    start = games.PracticeStart(
        rules=practice.rules,
        dealer=practice.dealer,
        chips=practice.chips,
        pools=practice.pools,
        bots=practice.bots,
        seed=practice.seed,
        number=practice.number,
    )
    return games.PracticeDeal(start, practice.actions)


def act(practice: Practice, words: str, moves: int) -> Practice:
    """Do an act of the person ("play 8c"), and let the bots act up to the next turn of the person.

    moves: the number of acts upon which this one was made. Raises Conflict `practice_moved_on`; EngineError
    if the rules refuse the act; TooMany `practice_slowed`; NotFound `practice_gone`.
    """
    with _moved(practice, moves) as practice:
        deal = deal_of(practice)
        deal.act(words)
        _keep(practice, deal)
    return practice


class PracticeOver(Conflict):
    """The session of the practice is over."""

    sentence = gettext_noop("This session is over. Start a new one.")


def next_deal(practice: Practice, moves: int) -> Practice:
    """Deal the next deal. The pools stay, and the next dealer deals.

    Raises Conflict `practice_moved_on`, `practice_deal_open`, `practice_over`; and as `act`.
    """
    with _moved(practice, moves) as practice:
        if not practice.deal_is_over:
            raise PracticeDealOpen
        result = deal_of(practice).result()
        if session_is_over(practice, result):
            raise PracticeOver
        practice.number += 1
        practice.dealer = result["next_dealer"]
        practice.chips, practice.pools, practice.actions = result["chips"], result["pools"], []
        _play_on(practice)
    return practice


def all_steps(practice: Practice) -> dict[str, Any]:
    """The ``poch-steps/1`` of the present deal, with all hands. Raises Conflict `practice_deal_open`."""
    if not practice.deal_is_over:
        raise PracticeDealOpen
    return deal_of(practice).all_steps()


def hint(practice: Practice) -> Any:
    """What the expert would do in the place of the person, and why; None if the deal is over.

    Raises TooMany `practice_slowed`: the expert thinks for some milliseconds, and strangers can ask.
    """
    limit = Limit(f"hint:{practice.pk}", "", OF_HINTS)
    count_visit([limit, Limit("hint", "", OF_ALL_HINTS)], PracticeSlowed)
    return deal_of(practice).advice()


def session_is_over(practice: Practice, result: Mapping[str, Any]) -> bool:
    """Whether no deal can follow: ten were played, or somebody cannot pay the antes."""
    return practice.number >= DEALS or not games.can_ante(practice.rules, result["chips"])


def shares_of(practice: Practice, result: Mapping[str, Any]) -> list[int]:
    """The chips that each seat gets from the board at the end of the session, if the rules share them."""
    seats = len(practice.bots)
    shares, rules, pools = [0] * seats, practice.rules, result["pools"]
    for row in games.leftover(rules, pools=pools, seats=seats, last_dealer=practice.dealer):
        shares[int(row["to"].removeprefix("seat "))] += row["chips"]
    return shares


def forget_old(now: datetime | None = None) -> int:
    """Delete practices that rested for a day; return their number."""
    return Practice.objects.filter(used_at__lte=(now or timezone.now()) - RESTS).delete()[0]


class PracticeGone(NotFound):
    """The practice does not exist any more, or never did."""

    sentence = gettext_noop(
        "This practice does not exist any more. It is deleted a day after the last move. Start a new one."
    )


class PracticeDealOpen(Conflict):
    """The deal of the practice is not over yet."""

    sentence = gettext_noop("This deal is not over yet. Play it to its end first.")


class PracticeMovedOn(Conflict):
    """The deal of the practice went on since the move was made."""

    sentence = gettext_noop(
        "The deal went on since this page was made, so your move changed nothing. Look again, then move."
    )


@contextmanager
def _moved(practice: Practice, moves: int) -> Iterator[Practice]:
    """Lock the practice for one act, and save it afterwards.

    moves: how many acts the practice had when the person saw it. Raises PracticeMovedOn if it has more now,
    PracticeGone if it was deleted, PracticeSlowed if the act comes too early.
    """
    with transaction.atomic():
        fresh = Practice.objects.select_for_update().filter(pk=practice.pk).first()
        if fresh is None:
            raise PracticeGone
        if moves != fresh.moves:
            raise PracticeMovedOn
        now = timezone.now()
        wait = ceil((OF_ACTS.next_free(fresh.taken_until, now) - now).total_seconds())
        if wait > 0:
            raise PracticeSlowed(seconds=wait)
        yield fresh
        fresh.taken_until, fresh.used_at = OF_ACTS.take(fresh.taken_until, now), timezone.now()
        fresh.moves += 1
        fresh.save()


class PracticeSlowed(TooMany):
    """Too many practices were started, or one is played too fast."""

    sentence = gettext_noop("Too many moves came from here at once. Try again in %(seconds)s seconds.")


def _play_on(practice: Practice) -> None:
    """Let the bots act up to the person's first turn of a new deal."""
    deal = deal_of(practice)
    deal.play_on()
    _keep(practice, deal)


def _keep(practice: Practice, deal: games.PracticeDeal) -> None:
    practice.actions = deal.actions
    if deal.over:
        practice.nets = [*practice.nets, deal.result()["net"]]


def _make_room() -> None:
    """Delete those that rested longest, so that there is room for one more."""
    oldest = Practice.objects.order_by("-used_at").values_list("pk", flat=True)[MOST - 1 :]
    Practice.objects.filter(pk__in=list(oldest)).delete()
