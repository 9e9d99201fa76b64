"""The request of a draw, made from an event and its stage, and the proposal, made from the plan.

People and bots are two groups. Each group has its own draw, its own cut and its own final table. Where the
rest plays on after a cut, the rest of each is one more group.

The stored request of a round (`Round.request`, with seed and budget) is enough to repeat its draw. A rotation
is planned as a whole. While players, wishes and tables stay the same, the next round is the planned one, seat
by seat, and the request contains it (`Request.ahead`). When players come or leave, the search starts again
from the plan. When a wish changes, it starts without a plan.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

import games.services as games
from tournaments.core.models.choices import StageFormat
from tournaments.core.refusals import sentence
from tournaments.core.rules.refusals import Conflict, Refusal
from tournaments.draw.rules.certificate.audit import audit
from tournaments.draw.rules.check import check
from tournaments.draw.rules.cut import pairing_scores
from tournaments.draw.rules.draw import draw
from tournaments.draw.rules.groups import Groups, keep_apart
from tournaments.draw.rules.request import (
    MOVES,
    Plan,
    Request,
    Tables,
    Weights,
    request_from_json,
    request_to_json,
)
from tournaments.draw.verbs.entrants import Field, field_of, groups_of_format, results_of
from tournaments.draw.verbs.seating import groups_of
from tournaments.draw.verbs.wishes import constraints_of
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.rules.stages import StagePlan, sizes_of
from tournaments.events.rules.tables import BOTS, PEOPLE, SEAT, Deals, is_of_bots, is_rest
from tournaments.events.verbs.plans import plan_of
from tournaments.tables.models.rounds import Round, Table
from tournaments.tables.verbs.tables import past_tables
from tournaments.teams.verbs.match_days import match_day_of, refuse_unready


@dataclass(frozen=True)
class Brief:
    """Everything that the draw of a round depends on: equal briefs give equal draws.

    requests: of each group. formats: the tables of each group for which the format of the stage demands them
    (knockout, ladder, final).
    """

    stage: Stage
    number: int
    seed: int
    field: Field
    requests: dict[str, Request]
    formats: dict[str, Groups]


class Proposal(NamedTuple):
    """A draw that is not stored yet: tables of entries in seat order, and the reasons.

    certificate, ahead, request: of each group (`people`, `bots`); the request as JSON.
    """

    brief: Brief
    tables: list[list[Entry]]
    certificate: dict[str, Any]
    ahead: dict[str, Any]
    request: dict[str, Any]
    moves: int
    by_hand: int = 0


def brief_of(
    event: Event,
    stage: Stage,
    number: int,
    draw_number: int,
    seed: int | None = None,
    *,
    fresh: bool = False,
    by_hand: bool = False,
) -> Brief:
    """The brief for a draw of this round. `fresh`: ignore the plan of the round before.

    Nothing is searched yet. Raises Conflict if players cannot be seated or required wishes cannot be kept.
    A director who seats the round `by_hand` can overrule them.
    """
    if seed is None:
        seed = seed_of(event.seed, number, draw_number)
    rounds = list(Round.objects.filter(event=event, stage=stage, number__lt=number).order_by("number"))
    for round_ in rounds:
        round_.event = event
    field = field_of(event, stage, number, begins=not rounds)
    day = match_day_of(event, stage, number, [str(entry.pk) for entry in field.players])
    if day is not None and by_hand and not day.is_open:
        day = None  # the certificate would tell who is in a line-up
    if day is not None and not by_hand:
        refuse_unready(day)
        field = field.without_others(day.seated)
    split = groups_of(field.players, field.upper)
    brief = Brief(stage, number, seed, field, {}, {})
    for group, members in split.items():
        with refusing(group if len(split) > 1 else "", field):
            request, format_ = _group_request(event, brief, group, members, rounds)
            if not request.players:
                continue  # this group has played its final
            if day is not None and group == PEOPLE and by_hand:
                request = day.by_hand(request)
            elif day is not None and group == PEOPLE:
                planned = () if fresh or not rounds else _planned_with(rounds[-1], PEOPLE)
                request = day.request(request, plan_of(stage, event), planned)
            if not by_hand:
                check(request)
            if format_ is not None:
                # A required wish can change the tables that the format demands.
                format_ = format_ if by_hand else keep_apart(format_, request)
                request, brief.formats[group] = replace(request, groups=format_.tables), format_
            elif rounds and not fresh:
                request = _as_planned(request, group, rounds[-1])
            brief.requests[group] = request
    return brief


def propose(brief: Brief) -> Proposal:
    """Make the draw. Raises Conflict if no plan keeps all required wishes."""
    plans = {}
    for group, request in brief.requests.items():
        with refusing(group if len(brief.requests) > 1 else "", brief.field):
            plans[group] = plan_for(request)
    return proposal_of(brief, plans)


def propose_by_hand(brief: Brief, seats: Sequence[Sequence[str]]) -> Proposal:
    """The proposal with these seats, which the caller has checked."""
    plans, requests = {}, {}
    for group, request in brief.requests.items():
        here = frozenset(request.players)
        tables = tuple(tuple(table) for table in seats if table[0] in here)
        requests[group], plans[group] = as_seated(request, tables), Plan(tables=tables)
    proposal = proposal_of(replace(brief, requests=requests, formats={}), plans)
    return proposal._replace(brief=brief, by_hand=1, moves=0)


def plan_for(request: Request) -> Plan:
    """The plan for a stored request: the planned round if there is one, else a new draw."""
    if is_as_planned(request):
        return Plan(tables=request.ahead[0], ahead=request.ahead[1:])
    return draw(request)


def is_as_planned(request: Request) -> bool:
    """Whether the planned rounds seat exactly these players at tables of these sizes.

    If not, or if nobody has made their seats yet, the search only starts from them.
    """
    if not request.ahead or not request.ahead_seated:
        return False
    seated = sorted(player for table in request.ahead[0] for player in table)
    return seated == sorted(request.players) and sorted(map(len, request.ahead[0])) == sorted(request.sizes)


def as_seated(request: Request, tables: Tables) -> Request:
    """The request that fits these tables, for the certificate of seats that were changed by hand."""
    return replace(
        request,
        players=tuple(player for table in tables for player in table),
        sizes=tuple(map(len, tables)),
        standing=_by_seat(request.standing, request, tables, max(request.standing, default=0) + 1),
        scores=_by_seat(request.scores, request, tables, min(request.scores, default=0)),
        ahead=(),
        ahead_seated=True,
        groups=(),
        rounds_left=1,
    )


def request_of(round_: Round, group: str, tables: Tables) -> Request:
    """The request of a group of this round, with these tables in place of the drawn ones."""
    players = tuple(player for table in tables for player in table)
    stored = round_.request.get(group)
    request = request_from_json(stored) if stored else Request(players=(), sizes=(), seed=round_.seed)
    if not set(players) <= set(request.players):
        # The stored request does not contain the earlier rounds of a substitute.
        past = past_of(round_.event, group, round_.number)
        request = replace(
            request,
            past=past.tables,
            past_deals=past.deals,
            deals=deals_in(round_),
            clockwise=is_clockwise(round_.event),
        )
    return as_seated(request, tables)


class Past(NamedTuple):
    """The tables of a group in earlier rounds, and their planned deals."""

    tables: tuple[Tables, ...]
    deals: tuple[tuple[int, ...], ...]


def past_of(event: Event, group: str, before_round: int) -> Past:
    """The tables of a group in the rounds before this one, also those of players who have left."""
    rounds = past_tables(event, before_round, bots=is_of_bots(group))
    return Past(
        tuple(tuple(tuple(seats) for seats, _deals in tables) for tables in rounds),
        tuple(tuple(deals for _seats, deals in tables) for tables in rounds),
    )


def deals_in(round_: Round) -> Deals | None:
    """The deals of a stored round; None if it has no table."""
    if round_.deals_each is not None:
        return Deals(round_.deals_each, SEAT)
    planned = Table.objects.filter(round=round_).order_by("number").values_list("deals_planned", flat=True)
    first = planned.first()
    return None if first is None else Deals(first)


def is_clockwise(event: Event) -> bool:
    """Whether the turn to deal passes to the next seat, and not to the one before."""
    rules = event.frozen_rules or games.resolve_rules(event.rules)
    return bool(rules["direction"] == "clockwise")


def seed_of(event_seed: int, number: int, draw_number: int) -> int:
    """The seed of a draw, made from the seed of the event: 53 bits, which JavaScript reads exactly."""
    digest = hashlib.sha256(f"{event_seed}/round {number}/draw {draw_number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 11


@contextmanager
def refusing(group: str, field: Field) -> Iterator[None]:
    """Turn an error of the rules into a Conflict with the names of the players, and name the group."""
    try:
        yield
    except Refusal as error:
        names = {str(entry.pk): entry.player.name for entry in field.players}
        why = sentence(error, names)
        if group and field.upper is not None:
            apart = {
                False: _("Two groups play side by side. Those who qualified: %(reason)s"),
                True: _("Two groups play side by side. The others: %(reason)s"),
            }
            why = apart[is_rest(group)] % {"reason": why}
        elif group:
            why = {
                PEOPLE: _("People and bots sit apart. The people: %(reason)s"),
                BOTS: _("People and bots sit apart. The bots: %(reason)s"),
            }[group] % {"reason": why}
        raise Conflict(error.code, why) from error


def _group_request(
    event: Event, brief: Brief, group: str, members: Sequence[str], rounds: Sequence[Round]
) -> tuple[Request, Groups | None]:
    """The request of a group, and the tables that its format demands. rounds: earlier ones of the stage."""
    stage, field = brief.stage, brief.field
    past, plan = past_of(event, group, brief.number), plan_of(stage, event)
    if is_rest(group) and plan.format == StageFormat.FINAL:
        plan = replace(plan, format=StageFormat.ROTATION)  # a final is for those who qualified
    here = frozenset(members)
    request = Request(
        players=tuple(members),
        sizes=(),
        past=past.tables,
        past_deals=past.deals,
        deals=plan.deals,
        clockwise=is_clockwise(event),
        seed=brief.seed,
        moves=MOVES,
        weights=Weights(**stage.weights),
        small_to=stage.small_tables,
        prefer=stage.prefer,
        **constraints_of(event, [entry for entry in field.players if str(entry.pk) in here])._asdict(),
    )
    results, mates = results_of(rounds[-1], group) if rounds else [], past.tables[-1] if past.tables else ()
    groups = groups_of_format(event, plan, field, members, len(rounds) + 1, results, mates)
    if groups is None:
        return _without_groups(request, plan, field, len(rounds)), None
    sizes = tuple(map(len, groups.tables))
    return replace(request, players=groups.order, sizes=sizes, mix_tables=False), groups


def _without_groups(request: Request, plan: StagePlan, field: Field, played: int) -> Request:
    """The request of a rotation or a Swiss round, where the format demands no tables."""
    sizes = tuple(sizes_of(plan, len(request.players)))
    place = {line.entry: line.place for line in field.ranking}
    if plan.format == StageFormat.SWISS:
        standing = tuple(place[player] for player in request.players)
        # Before the first result, the seeding pairs.
        scores = pairing_scores(field.ranking, request.players) if any(request.past) else ()
        return replace(
            request,
            sizes=sizes,
            standing=standing,
            scores=scores,
            rounds_left=max(1, (plan.rounds_planned or 1) - played),
            mix_tables=False,
        )
    if plan.small_tables != "shared":
        # A rotation does not read the standings, so the order of the players says who is higher.
        here = frozenset(request.players)
        request = replace(request, players=tuple(line.entry for line in field.ranking if line.entry in here))
    return replace(request, sizes=sizes, rounds_left=max(1, (plan.rounds_planned or 1) - played))


def _planned_with(before: Round, group: str) -> tuple[Tables, ...]:
    """The later rounds that were planned with a round."""
    return tuple(tuple(tuple(table) for table in tables) for tables in before.ahead.get(group, ()))


def _as_planned(request: Request, group: str, before: Round) -> Request:
    """The request with the rounds that were planned with the round before, if it is still the same."""
    planned = _planned_with(before, group)
    if len(planned) < request.rounds_left or not before.request.get(group):
        return request
    earlier = request_from_json(before.request[group])
    same = all(
        getattr(earlier, name) == getattr(request, name)
        for name in ("apart", "together", "pins", "weights", "small_to", "prefer", "standing", "mix_tables")
    )
    return replace(request, ahead=planned[: request.rounds_left], ahead_seated=True) if same else request


def proposal_of(brief: Brief, plans: Mapping[str, Plan]) -> Proposal:
    """The proposal that the plans of the groups make, with their certificates.

    The reasons of the format come first. `waiting`: entries that the stage does not take.
    """
    entries = {str(entry.pk): entry for entry in brief.field.players}
    certificate: dict[str, Any] = {}
    for group, plan in plans.items():
        certificate[group] = report = audit(brief.requests[group], plan)
        if format_ := brief.formats.get(group):
            # The draw can move the players of a table to another physical table, for a pin.
            reasons_of = dict(zip(map(frozenset, format_.tables), format_.reasons, strict=True))
            for table, about in zip(plan.tables, report["tables"], strict=True):
                about["reasons"] = [*reasons_of[frozenset(table)], *about["reasons"]]
    if brief.field.waiting and certificate:
        next(iter(certificate.values()))["waiting"] = list(brief.field.waiting)
    return Proposal(
        brief=brief,
        tables=[[entries[pk] for pk in table] for plan in plans.values() for table in plan.tables],
        certificate=certificate,
        ahead={group: plan.ahead for group, plan in plans.items()},
        request={group: request_to_json(request) for group, request in brief.requests.items()},
        moves=MOVES,
    )


def _by_seat(values: Sequence[int], request: Request, tables: Tables, last: int) -> tuple[int, ...]:
    """The places or scores of the players at these tables; `last` is for players who were added by hand."""
    if not values:
        return ()
    value_of = dict(zip(request.players, values, strict=True))
    return tuple(value_of.get(player, last) for table in tables for player in table)
