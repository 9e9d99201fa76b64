"""A longer search for a better draw, done by the workers, a slice at a time.

A slice is about a second of searching. What it found is stored in one transaction with the outbox's row
for the next slice, so that a search goes on whatever becomes of a worker; and as every slice depends on
nothing but what is stored, it ends with the same plan. The round stays as it is until somebody takes the
best that was found: then seed and moves are stored with it, and give that very draw again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import Conflict, Invalid
from tournaments.kernel import outbox
from tournaments.kernel.audit import Actor, log
from tournaments.kernel.locks import lock_round
from tournaments.kernel.refusals import as_conflict
from tournaments.models import DrawSearch, Round, RoundStatus, SearchStatus
from tournaments.rules.phases import verify_search
from tournaments.rules.seating.draw import Search, begin, improve, plan_of
from tournaments.rules.seating.request import Request, Tables
from tournaments.rules.seating.search.board import Costs, costs
from tournaments.rules.seating.search.problems import problem_of
from tournaments.rules.seating.wire import request_from_json, request_to_json
from tournaments.services.draw.facts import round_facts
from tournaments.services.events.facts import event_facts

from .brief import Brief, brief_of, proposal_of, refusing
from .draws import store_draw
from .seating import entries_at, groups_of, seating_of

USUAL_MOVES, MOST_MOVES = 20_000_000, 2_000_000_000
"""Swaps tried for each group of players: about a minute, and some hours."""

SLICE = 400_000
"""Moves of a slice: about a second, in which nothing is locked."""


@dataclass(frozen=True)
class Slice:
    """What a slice found, not stored yet: for which group, and the search as it stands after it."""

    group: str
    found: dict[str, Any]
    moves: int


@dataclass(frozen=True)
class SearchProgress:
    """How far a search is, for those who watch it. Repeats are those of the whole stage as planned.

    now: of the round's present draw, None where its later rounds are not planned. best: of the best that
    was found, None before. least: unavoidable. takeable: something better was found.
    stamp: changes when anything here does.
    """

    running: bool
    taken: bool
    proved: bool
    done: int
    planned: int
    now: int | None
    best: int | None
    least: int
    takeable: bool
    stamp: str

    @property
    def percent(self) -> int:
        return 100 if not self.running else min(99, 100 * self.done // max(1, self.planned))

    @property
    def tried(self) -> int:
        return self.done


def search_of(round_: Round) -> DrawSearch | None:
    """The search for a better draw of this round, if there was one since it was drawn or changed."""
    return DrawSearch.objects.filter(round=round_).first()


@transaction.atomic
def start_search(round_: Round, actor: Actor, draw_seen: int, moves: int | None = None) -> DrawSearch:
    """Let the workers search for a better draw of this round, as long as `moves` swaps tried.

    It begins as the round's draw began, and goes on where that ended. Raises Conflict; Invalid for a
    number of moves out of range.
    """
    if moves is None:
        moves = USUAL_MOVES
    if not 1 <= moves <= MOST_MOVES:
        raise Invalid(
            "moves_out_of_range", _("Try 1 to %(most)d swaps.") % {"most": MOST_MOVES}, field="moves"
        )
    round_ = lock_round(round_)
    with as_conflict():
        verify_search(event_facts(round_.event), round_facts(round_, round_.event), draw_seen)
    running = DrawSearch.objects.filter(round=round_).first()
    if running is not None and running.status == SearchStatus.RUNNING:
        raise Conflict("search_running", _("A search for this round is running: stop it first."))
    brief = _brief(round_)
    requests = _requests(brief, dict.fromkeys(brief.groups, moves))
    state: dict[str, Any] = {"step": 0, "groups": {}, "now": _costs_now(round_, requests)}
    for group, request in requests.items():
        with refusing(group if len(requests) > 1 else "", brief.field):
            state["groups"][group] = begin(request).as_json()
    DrawSearch.objects.filter(round=round_).delete()
    search = DrawSearch.objects.create(
        round=round_,
        draw=round_.draw,
        status=SearchStatus.DONE if _group_to_do(state) is None else SearchStatus.RUNNING,
        seed=round_.seed,
        moves_planned=moves * len(requests),
        request={group: request_to_json(request) for group, request in requests.items()},
        state=state,
        started_by=actor.user,
    )
    log(actor, "start_search", round_, of=round_.event, draw=round_.draw, moves=moves)
    if search.status == SearchStatus.RUNNING:
        outbox.add("draws.search", search.pk, 0)
    return search


@transaction.atomic
def stop_search(round_: Round, actor: Actor) -> DrawSearch:
    """Search no further; what was found can still be taken. Twice is once. Raises Conflict for no search."""
    round_ = lock_round(round_)
    search = _search(round_)
    if search.status == SearchStatus.RUNNING:
        search.status = SearchStatus.STOPPED
        search.save(update_fields=["status", "updated_at"])
        log(actor, "stop_search", round_, of=round_.event, moves=search.moves_done)
    return search


@transaction.atomic
def take_search(round_: Round, actor: Actor, draw_seen: int) -> Round:
    """Seat the round as the best plan says that was found so far; a search that runs is ended.

    Raises Conflict where the draw is not the one that was seen or searched, where nothing was found yet, or
    nothing better, or where players, wishes or settings have changed since the search began.
    """
    round_ = lock_round(round_)
    with as_conflict():
        verify_search(event_facts(round_.event), round_facts(round_, round_.event), draw_seen)
    search = _search(round_)
    brief = _brief(round_)
    if search.draw != round_.draw or not _asks_the_same(brief, search):
        raise Conflict(
            "search_outdated",
            _("Players, wishes or the draw have changed since the search began: search again."),
        )
    found = _found(search)
    if not all(one.rounds for one in found.values()):
        raise Conflict("search_empty", _("The search has found nothing yet: wait a moment."))
    if not progress_of(search, round_).takeable:
        raise Conflict(
            "search_not_better",
            _("The search has found nothing better than the present draw: keep that, or search for longer."),
        )
    # How many attempts there were is stored: with it the draw is made again to the seat.
    requests = {group: replace(one.request, attempts=one.attempt) for group, one in found.items()}
    plans = {}
    for group, request in requests.items():
        with refusing(group if len(requests) > 1 else "", brief.field):
            plans[group] = plan_of(request, replace(found[group], request=request))
    asked = {group: replace(brief.groups[group], request=request) for group, request in requests.items()}
    proposal = proposal_of(replace(brief, groups=asked), plans)
    round_.draw += 1
    store_draw(round_, replace(proposal, moves=max(one.moves for one in found.values())))
    search.status = SearchStatus.TAKEN
    search.save(update_fields=["status", "updated_at"])
    log(actor, "take_search", round_, of=round_.event, draw=round_.draw, moves=round_.moves)
    return round_


def search_slice(search_id: UUID | str, step: int | str) -> Slice | None:
    """Search on for a slice, and return what it found; None if this step is not the next (any more).

    It changes nothing: `keep_slice` does, once.
    """
    search = DrawSearch.objects.filter(pk=search_id, status=SearchStatus.RUNNING).first()
    if search is None or search.state["step"] != int(step):
        return None
    group = _group_to_do(search.state)
    if group is None:
        return None
    before = _found(search)[group]
    found = improve(before, SLICE)
    return Slice(group, found.as_json(), found.moves - before.moves)


def keep_slice(found: Slice | None, search_id: UUID | str, step: int | str) -> bool:
    """Store what a slice found, and have the next one made; False if the search has gone another way.

    Called within the transaction that marks the slice's row of the outbox as done.
    """
    search = DrawSearch.objects.select_for_update().filter(pk=search_id, status=SearchStatus.RUNNING).first()
    if found is None or search is None or search.state["step"] != int(step):
        return False
    search.state["groups"][found.group] = found.found
    search.state["step"] += 1
    search.moves_done += found.moves
    still_asked = Round.objects.filter(
        pk=search.round_id, draw=search.draw, status=RoundStatus.DRAWN
    ).exists()
    if not still_asked:
        search.status = SearchStatus.STOPPED
    elif _group_to_do(search.state) is None:
        search.status = SearchStatus.DONE
    search.updated_at = timezone.now()
    search.save(update_fields=["state", "moves_done", "status", "updated_at"])
    if search.status == SearchStatus.RUNNING:
        outbox.add("draws.search", search.pk, search.state["step"])
    return True


def progress_of(search: DrawSearch, round_: Round) -> SearchProgress:
    """How far this search for `round_` is (no query)."""
    found: dict[str, Any] = search.state["groups"]
    now: dict[str, Any] | None = search.state["now"]
    best = [one["costs"] for one in found.values() if not _is_seated_by_its_format(one)]
    complete = all(best)
    outlooks = [
        report["outlook"]["least_repeats"]
        for report in round_.certificate.values()
        if "least_repeats" in report.get("outlook", {})
    ]
    # A seat or table of one's own costs nothing: a search keeps it always, only a change by hand does not.
    cheaper = (
        now is None
        or _pin_missed(round_)
        or any(
            (one["costs"]["broken"], one["costs"]["weighed"]) < (now[group]["broken"], now[group]["weighed"])
            for group, one in found.items()
            if one["costs"] and now.get(group)
        )
    )
    taken = search.status == SearchStatus.TAKEN
    return SearchProgress(
        running=search.status == SearchStatus.RUNNING,
        taken=taken,
        proved=all(one["proved"] for one in found.values()),
        done=search.moves_done,
        planned=search.moves_planned,
        now=None if now is None else sum(one["repeats"] for one in now.values()),
        best=sum(one["repeats"] for one in best) if best and complete else None,
        least=sum(outlooks),
        takeable=bool(best) and complete and cheaper and not taken and search.draw == round_.draw,
        stamp=f"{search.pk}/{search.state['step']}/{search.status}/{round_.draw}",
    )


def _pin_missed(round_: Round) -> bool:
    """Whether somebody was taken by hand from the seat or the table that is theirs."""
    return any(
        told["code"] in ("pinned_seat_missed", "pinned_table_missed")
        for report in round_.certificate.values()
        for table in report["tables"]
        for told in table["reasons"]
    )


def _search(round_: Round) -> DrawSearch:
    search = DrawSearch.objects.select_for_update().filter(round=round_).first()
    if search is None:
        raise Conflict(
            "no_search", _("There is no search for this draw (any more): begin one, or look once more.")
        )
    return search


def _brief(round_: Round) -> Brief:
    """What the round's draw is asked, drawn anew with the same seed."""
    return brief_of(round_.event, round_.stage, round_.number, round_.draw, round_.seed, fresh=True)


def _requests(brief: Brief, moves: Mapping[str, int]) -> dict[str, Request]:
    return {group: replace(one.request, moves=moves[group]) for group, one in brief.groups.items()}


def _asks_the_same(brief: Brief, search: DrawSearch) -> bool:
    """Whether the search would be asked the same now."""
    if set(brief.groups) != set(search.request):
        return False
    moves = {group: request_from_json(asked).moves for group, asked in search.request.items()}
    now = {group: request_to_json(request) for group, request in _requests(brief, moves).items()}
    asked: Any = json.loads(json.dumps(now))
    return bool(asked == search.request)


def _found(search: DrawSearch) -> dict[str, Search]:
    return {
        group: Search.from_json(request_from_json(search.request[group]), found)
        for group, found in search.state["groups"].items()
    }


def _group_to_do(state: Mapping[str, Any]) -> str | None:
    """The group that is searched for next: the first whose search is not done."""
    return next((group for group, found in state["groups"].items() if not found["done"]), None)


def _is_seated_by_its_format(found: Mapping[str, Any]) -> bool:
    """Whether there is nothing to search: a knockout or a ladder says who sits together."""
    return bool(found["done"] and found["rounds"] and found["costs"] is None)


def _costs_now(round_: Round, requests: Mapping[str, Request]) -> dict[str, Any] | None:
    """What the round's present draw costs, by group; None where its later rounds are not planned."""
    seats = seating_of(round_)
    now = {}
    for group, members in groups_of(entries_at(seats).values()).items():
        here = frozenset(members)
        ahead = round_.ahead.get(group) or []
        request = requests.get(group)
        if request is None or sorted(request.players) != sorted(here):
            return None
        if len(ahead) < request.rounds_left - 1:
            return None
        rounds = [[table for table in seats if table[0] in here], *ahead[: request.rounds_left - 1]]
        now[group] = _costs(request, rounds)._asdict()
    return now


def _costs(request: Request, rounds: Sequence[Sequence[Sequence[str]]] | Sequence[Tables]) -> Costs:
    number_of = {player: number for number, player in enumerate(request.players)}
    problem, _remain = problem_of(request, range(len(request.players)))
    return costs(
        problem, [[[number_of[player] for player in table] for table in tables] for tables in rounds]
    )
