"""A longer search for a better draw, which the workers make in slices.

A slice takes about a second. One transaction stores its result and the outbox row of the next slice, so a
search survives the death of a worker. A slice depends only on stored data, so the search always ends with the
same plan. The round does not change until a director takes the best draw; its seed and moves are stored, and
repeat it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from tournaments.core import outbox
from tournaments.core.actors import Actor
from tournaments.core.change import lock_round, log
from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.core.rules.statuses import RoundStatus
from tournaments.draw.models import DrawSearch, SearchStatus
from tournaments.draw.rules.draw import SearchState, begin, improve, plan_of
from tournaments.draw.rules.request import Request, request_from_json, request_to_json
from tournaments.draw.rules.search.prices import costs
from tournaments.draw.rules.search.problems import problem_of
from tournaments.draw.verbs.brief import Brief, brief_of, proposal_of, refusing
from tournaments.draw.verbs.draws import round_facts, store_draw
from tournaments.draw.verbs.seating import seats_by_group
from tournaments.events.rules.phases.seats import verify_search
from tournaments.events.verbs.plans import event_facts
from tournaments.tables.models.rounds import Round

USUAL_MOVES, MOST_MOVES = 20_000_000, 2_000_000_000
"""Swaps that a search tries for each group: about a minute, and some hours."""

SLICE = 400_000
"""Swaps in one slice: about a second without a lock."""


Slice = tuple[str, dict[str, Any], int]
"""A slice before it is stored: the group, the state of its search, and the moves made."""


def search_of(round_: Round) -> DrawSearch | None:
    """Return the search for a better draw of this round, if there is one since its last change."""
    return DrawSearch.objects.filter(round=round_).first()


class SearchRunning(Conflict):
    """A search for this round is running."""

    sentence = gettext_noop("A search for this round is already running. Stop it first.")


class MovesOutOfRange(Invalid):
    """The number of moves to search is too small or too large."""

    sentence = gettext_noop("Enter a number of swaps from 1 to %(most)d.")


@transaction.atomic
def start_search(round_: Round, actor: Actor, draw_seen: int, moves: int | None = None) -> DrawSearch:
    """Start a search for a better draw of this round, for `moves` swaps.

    It begins like the draw of the round and continues where that ended. Raises Conflict; Invalid for a number
    of swaps out of range.
    """
    if moves is None:
        moves = USUAL_MOVES
    if not 1 <= moves <= MOST_MOVES:
        raise MovesOutOfRange(most=MOST_MOVES, field="moves")
    round_ = lock_round(round_)
    verify_search(event_facts(round_.event), round_facts(round_, round_.event), draw_seen)
    running = DrawSearch.objects.filter(round=round_).first()
    if running is not None and running.status == SearchStatus.RUNNING:
        raise SearchRunning
    brief = _brief(round_)
    requests = {group: replace(request, moves=moves) for group, request in brief.requests.items()}
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
    log(actor, "start_search", round_, within=round_.event, draw=round_.draw, moves=moves)
    if search.status == SearchStatus.RUNNING:
        outbox.add("draws.search", search.pk, 0)
    return search


@transaction.atomic
def stop_search(round_: Round, actor: Actor) -> DrawSearch:
    """Stop the search. Its best draw can still be taken. Idempotent; Conflict if there is no search."""
    round_ = lock_round(round_)
    search = _search(round_)
    if search.status == SearchStatus.RUNNING:
        search.status = SearchStatus.STOPPED
        search.save(update_fields=["status", "updated_at"])
        log(actor, "stop_search", round_, within=round_.event, moves=search.moves_done)
    return search


class SearchOutdated(Conflict):
    """The draw, the players or the wishes changed after the search began."""

    sentence = gettext_noop(
        "Players, wishes or the draw have changed since the search began. Start a new search."
    )


class SearchNotBetter(Conflict):
    """The search has not found a better draw than the present one."""

    sentence = gettext_noop("The current draw is already the best so far. Keep it, or search longer.")


class SearchEmpty(Conflict):
    """The search has not found a draw yet."""

    sentence = gettext_noop("The search has no result yet. Wait a moment.")


@transaction.atomic
def take_search(round_: Round, actor: Actor, draw_seen: int) -> Round:
    """Seat the round as in the best plan so far, and end the search.

    Raises Conflict if the draw is not the one that the director saw, if there is no better plan yet, or if
    players, wishes or settings have changed since the search began.
    """
    round_ = lock_round(round_)
    verify_search(event_facts(round_.event), round_facts(round_, round_.event), draw_seen)
    search = _search(round_)
    brief = _brief(round_)
    if search.draw != round_.draw or not _has_same_request(brief, search):
        raise SearchOutdated
    searches = _searches(search)
    if not all(state.rounds for state in searches.values()):
        raise SearchEmpty
    if not progress_of(search, round_)["takeable"]:
        raise SearchNotBetter
    # The number of attempts is stored, so that the draw can be repeated seat by seat.
    requests = {group: replace(state.request, attempts=state.attempt) for group, state in searches.items()}
    plans = {}
    for group, request in requests.items():
        with refusing(group if len(requests) > 1 else "", brief.field):
            plans[group] = plan_of(request, searches[group]._replace(request=request))
    proposal = proposal_of(replace(brief, requests=requests), plans)
    round_.draw += 1
    store_draw(round_, proposal._replace(moves=max(state.moves for state in searches.values())))
    search.status = SearchStatus.TAKEN
    search.save(update_fields=["status", "updated_at"])
    log(actor, "take_search", round_, within=round_.event, draw=round_.draw, moves=round_.moves)
    return round_


def search_slice(search_id: UUID | str, step: int | str) -> Slice | None:
    """Search for one slice and return the result. Return None if this is not the next step.

    It changes nothing; `keep_slice` stores the result.
    """
    search = DrawSearch.objects.filter(pk=search_id, status=SearchStatus.RUNNING).first()
    if search is None or search.state["step"] != int(step):
        return None
    group = _group_to_do(search.state)
    if group is None:
        return None
    before = _searches(search)[group]
    after = improve(before, SLICE)
    return group, after.as_json(), after.moves - before.moves


def keep_slice(result: Slice | None, search_id: UUID | str, step: int | str) -> bool:
    """Store the result of a slice and queue the next one. Return False if this is not the next step.

    Call it in the transaction that marks the outbox row of the slice as done.
    """
    search = DrawSearch.objects.select_for_update().filter(pk=search_id, status=SearchStatus.RUNNING).first()
    if result is None or search is None or search.state["step"] != int(step):
        return False
    group, state, moves = result
    search.state["groups"][group] = state
    search.state["step"] += 1
    search.moves_done += moves
    is_current = Round.objects.filter(pk=search.round_id, draw=search.draw, status=RoundStatus.DRAWN).exists()
    if not is_current:
        search.status = SearchStatus.STOPPED
    elif _group_to_do(search.state) is None:
        search.status = SearchStatus.DONE
    search.updated_at = timezone.now()
    search.save(update_fields=["state", "moves_done", "status", "updated_at"])
    if search.status == SearchStatus.RUNNING:
        outbox.add("draws.search", search.pk, search.state["step"])
    return True


def progress_of(search: DrawSearch, round_: Round) -> dict[str, Any]:
    """The progress of this search for `round_` (no query).

    Three numbers count the repeats in the whole stage as planned. repeats_now: with the current draw; None if
    its later rounds are not planned. repeats_best: with the best plan; None before the first plan.
    repeats_least: no plan can have fewer. takeable: whether the best plan is better than the draw.
    stamp: changes with every other member.
    """
    states = {
        group: state | {"costs": _costs_of_round(search, group, state)}
        for group, state in search.state["groups"].items()
    }
    now: dict[str, Any] | None = search.state["now"]
    # A format that decides who sits together (knockout, ladder) leaves nothing to search.
    best = [state["costs"] for state in states.values() if state["costs"] or not state["done"]]
    complete = bool(best) and all(best)
    # A search always keeps pins, and they cost nothing. Only a change by hand can break one.
    cheaper = (
        now is None
        or _pin_missed(round_)
        or any(
            [state["costs"][name] for name in ("broken", "weighed")]
            < [now[group][name] for name in ("broken", "weighed")]
            for group, state in states.items()
            if state["costs"] and now.get(group)
        )
    )
    running, taken = search.status == SearchStatus.RUNNING, search.status == SearchStatus.TAKEN
    return {
        "running": running,
        "taken": taken,
        "proved": all(state["proved"] for state in states.values()),
        "done": search.moves_done,
        "planned": search.moves_planned,
        "percent": min(99, 100 * search.moves_done // max(1, search.moves_planned)) if running else 100,
        "repeats_now": None if now is None else sum(cost["repeats"] for cost in now.values()),
        "repeats_best": sum(cost["repeats"] for cost in best) if complete else None,
        "repeats_least": sum(
            report.get("outlook", {}).get("least_repeats", 0) for report in round_.certificate.values()
        ),
        "takeable": complete and cheaper and not taken and search.draw == round_.draw,
        "stamp": f"{search.pk}/{search.state['step']}/{search.status}/{round_.draw}",
    }


def _pin_missed(round_: Round) -> bool:
    """Whether a change by hand broke a pin."""
    return any(
        reason["code"] in ("pinned_seat_missed", "pinned_table_missed")
        for report in round_.certificate.values()
        for table in report["tables"]
        for reason in table["reasons"]
    )


class NoSearch(Conflict):
    """This round has no search for a better draw."""

    sentence = gettext_noop("This draw has no search. Start one, or reload the page.")


def _search(round_: Round) -> DrawSearch:
    search = DrawSearch.objects.select_for_update().filter(round=round_).first()
    if search is None:
        raise NoSearch
    return search


def _brief(round_: Round) -> Brief:
    """The brief of the round, with the same seed."""
    return brief_of(round_.event, round_.stage, round_.number, round_.draw, round_.seed, fresh=True)


def _has_same_request(brief: Brief, search: DrawSearch) -> bool:
    """Whether a search that starts now would have the same request."""
    now = {group: request_to_json(request) for group, request in brief.requests.items()}
    before = {
        group: request | {"moves": now[group]["moves"]}
        for group, request in search.request.items()
        if group in now
    }
    return bool(json.loads(json.dumps(now)) == before) and len(before) == len(search.request)


def _searches(search: DrawSearch) -> dict[str, SearchState]:
    return {
        group: SearchState.from_json(request_from_json(search.request[group]), state)
        for group, state in search.state["groups"].items()
    }


def _group_to_do(state: Mapping[str, Any]) -> str | None:
    """The group of the next slice: the first whose search is not done."""
    return next((group for group, search in state["groups"].items() if not search["done"]), None)


def _costs_now(round_: Round, requests: Mapping[str, Request]) -> dict[str, Any] | None:
    """The cost of the current draw by group; None if its later rounds are not planned."""
    now = {}
    for group, tables in seats_by_group(round_).items():
        ahead = round_.ahead.get(group) or []
        request = requests.get(group)
        if request is None or sorted(request.players) != sorted(
            player for table in tables for player in table
        ):
            return None
        later = 0 if request.standing else request.rounds_left - 1
        if len(ahead) < later:
            return None
        now[group] = _costs(request, [tables, *ahead[:later]])
    return now


def _costs_of_round(search: DrawSearch, group: str, state: Mapping[str, Any]) -> dict[str, Any] | None:
    """The costs of the best plan; in a Swiss, of its next round, because the others are not kept."""
    costs_: dict[str, Any] | None = state["costs"]
    if costs_ is None or len(state["rounds"]) == 1 or costs_["broken"]:
        return costs_
    request = request_from_json(search.request[group])
    if not request.standing:
        return costs_
    plan = plan_of(request, SearchState.from_json(request, state))
    return _costs(request, [plan.tables])


def _costs(request: Request, rounds: Sequence[Sequence[Sequence[str]]]) -> dict[str, Any]:
    number_of = {player: number for number, player in enumerate(request.players)}
    problem = problem_of(replace(request, rounds_left=len(rounds)), range(len(request.players)))
    numbered = [[[number_of[player] for player in table] for table in tables] for tables in rounds]
    return costs(problem, numbered)._asdict()
