"""From an event and its stage to what the pure draw is asked, and from its answer to tables of entries.

People and bots are drawn apart, each group for itself, and so they are cut and knocked out: the best of
either go on, and either come to a final table of their own.

A draw can be made again from what is stored with its round: what each group's draw was asked
(`Round.request`), seed and budget among it. A rotation is planned as a whole: while its players, their
wishes and the tables stay as they were, its next round is the one that was planned, to the seat, and the
request holds it (`Request.ahead`). Where somebody left or came they are planned anew, from what was played,
and the search begins with what was planned; where a wish was heard, with nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from tournaments.errors import Conflict
from tournaments.kernel.refusals import sentence
from tournaments.models import Entry, Event, Round, Stage, StageFormat
from tournaments.rules.errors import RulesError
from tournaments.rules.formats.divisions import BOTS, PEOPLE
from tournaments.rules.formats.groups import Groups
from tournaments.rules.formats.keep_apart import keep_apart
from tournaments.rules.formats.stages import StagePlan, sizes_of
from tournaments.rules.seating.certificate.audit import audit
from tournaments.rules.seating.check import check
from tournaments.rules.seating.draw import draw
from tournaments.rules.seating.request import MOVES, Plan, Request, Tables, Weights
from tournaments.rules.seating.wire import request_from_json, request_to_json
from tournaments.services.draw.tables import past_tables
from tournaments.services.events.plans import plan_of
from tournaments.services.events.wishes import constraints_of

from .entrants import Field, field_of
from .groupings import groups_of_format, results_of
from .seating import groups_of


@dataclass(frozen=True)
class GroupBrief:
    """What one group's draw is asked, and what the format says of its tables (knockout, ladder, final)."""

    request: Request
    format: Groups | None = None


@dataclass(frozen=True)
class Brief:
    """What the draw of a round is asked: equal briefs give equal draws."""

    stage: Stage
    number: int
    seed: int
    field: Field
    groups: dict[str, GroupBrief]

    @property
    def names(self) -> dict[str, str]:
        """What the players are called, by the entries' ids."""
        return {str(entry.pk): entry.player.name for entry in self.field.players}


@dataclass(frozen=True)
class Proposal:
    """A seating that was drawn and not stored: tables of entries in seat order, and why it is so."""

    brief: Brief
    moves: int
    tables: list[list[Entry]]
    certificate: dict[str, Any]
    """The audit of each group (`people`, `bots`): see `Certificate` in the rules. Besides,
    `waiting`: entries that are here, and that the stage lets in no more."""
    ahead: dict[str, Any]
    request: dict[str, Any]
    """What each group's draw was asked: see tournaments.rules.seating.wire."""
    by_hand: int = 0

    @property
    def number(self) -> int:
        """The round's number."""
        return self.brief.number

    @property
    def seed(self) -> int:
        """The draw's seed."""
        return self.brief.seed

    @property
    def seating(self) -> list[list[str]]:
        """The tables as ids."""
        return [[str(entry.pk) for entry in table] for table in self.tables]


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
    """What a draw of this round is asked. `fresh`: anew, whatever was planned before.

    Raises Conflict for what cannot be seated, or not as it must be (which a director who seats the round
    `by_hand` may overrule); nothing is searched yet.
    """
    if seed is None:
        seed = seed_of(event.seed, number, draw_number)
    rounds = list(Round.objects.filter(event=event, stage=stage, number__lt=number).order_by("number"))
    for round_ in rounds:
        round_.event = event
    field = field_of(event, stage, number, begins=not rounds)
    split = groups_of(field.players)
    groups = {}
    for group, members in split.items():
        with refusing(group if len(split) > 1 else "", field):
            brief = _group_brief(
                event, stage, field, group, members, rounds, past_of(event, group, number), seed
            )
            if not brief.request.players:
                continue  # it has played its final
            if not by_hand:
                brief = _kept(brief)
            if rounds and not fresh:
                brief = _as_planned(brief, group, rounds[-1])
            groups[group] = brief
    return Brief(stage=stage, number=number, seed=seed, field=field, groups=groups)


def propose(brief: Brief) -> Proposal:
    """Make the draw. Raises Conflict where no plan keeps what must be kept."""
    plans = {}
    for group, asked in brief.groups.items():
        with refusing(group if len(brief.groups) > 1 else "", brief.field):
            plans[group] = plan_for(asked.request)
    return proposal_of(brief, plans)


def propose_by_hand(brief: Brief, seats: Sequence[Sequence[str]]) -> Proposal:
    """The proposal that seats everybody like this; `seats` was found without a fault."""
    plans, groups = {}, {}
    for group, asked in brief.groups.items():
        here = frozenset(asked.request.players)
        tables = tuple(tuple(table) for table in seats if table[0] in here)
        groups[group] = GroupBrief(as_seated(asked.request, tables))
        plans[group] = Plan(tables=tables)
    proposal = proposal_of(replace(brief, groups=groups), plans)
    return replace(proposal, brief=brief, by_hand=1, moves=0)


def plan_for(request: Request) -> Plan:
    """The pure answer to a request as it is stored: the round that was planned for it, or the draw."""
    if is_as_planned(request):
        return Plan(tables=request.ahead[0], ahead=request.ahead[1:])
    return draw(request)


def is_as_planned(request: Request) -> bool:
    """Whether the rounds kept ready seat exactly these players at tables of these sizes: then one is drawn.

    Else, where there are any, they are only where the search begins.
    """
    if not request.ahead:
        return False
    seated = sorted(player for table in request.ahead[0] for player in table)
    return seated == sorted(request.players) and sorted(map(len, request.ahead[0])) == sorted(request.sizes)


def as_seated(request: Request, tables: Tables) -> Request:
    """The request as it must have been for these tables: for the audit of seats that were changed by hand."""
    return replace(
        request,
        players=tuple(player for table in tables for player in table),
        sizes=tuple(map(len, tables)),
        standing=_standing_at(request, tables),
        ahead=(),
        groups=(),
        rounds_left=1,
    )


def request_of(round_: Round, group: str, tables: Tables) -> Request:
    """What the draw of a group of this round was asked, for these tables in place of those drawn."""
    players = tuple(player for table in tables for player in table)
    stored = round_.request.get(group)
    asked = request_from_json(stored) if stored else Request(players=(), sizes=(), seed=round_.seed)
    if not set(players) <= set(asked.players):
        # A substitute's past is not among what the draw was told.
        asked = replace(asked, past=past_of(round_.event, group, round_.number))
    return as_seated(asked, tables)


def past_of(event: Event, group: str, before_round: int) -> tuple[Tables, ...]:
    """The tables of a group in the rounds before this one, those of people who have left since among them."""
    rounds = past_tables(event, before_round, bots=group == BOTS)
    return tuple(tuple(map(tuple, tables)) for tables in rounds)


def seed_of(event_seed: int, number: int, draw_number: int) -> int:
    """The seed of a draw, from the event's: 53 bits, which a client in JavaScript reads without loss."""
    digest = hashlib.sha256(f"{event_seed}/round {number}/draw {draw_number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 11


@contextmanager
def refusing(group: str, field: Field) -> Iterator[None]:
    """Turn a refusal of the pure rules into a Conflict with the players' names; say of which group it is."""
    try:
        yield
    except RulesError as error:
        names = {str(entry.pk): entry.player.name for entry in field.players}
        why = sentence(error, names)
        if group:
            why = {
                PEOPLE: _("People and bots sit apart. The people: %s"),
                BOTS: _("People and bots sit apart. The bots: %s"),
            }[group] % why
        raise Conflict(error.code, why) from error


def _group_brief(
    event: Event,
    stage: Stage,
    field: Field,
    group: str,
    members: Sequence[str],
    rounds: Sequence[Round],
    past: tuple[Tables, ...],
    seed: int,
) -> GroupBrief:
    plan = plan_of(stage, event)
    here = frozenset(members)
    entries = [entry for entry in field.players if str(entry.pk) in here]
    wishes = constraints_of(event, entries)
    asked = Request(
        players=tuple(members),
        sizes=(),
        past=past,
        seed=seed,
        apart=wishes.apart,
        together=wishes.together,
        pins=wishes.pins,
        weights=Weights(**stage.weights),
        small_to=stage.small_tables,
    )
    results = results_of(rounds[-1], group) if rounds else []
    groups = groups_of_format(event, plan, field, members, len(rounds) + 1, results)
    if groups is None:
        return GroupBrief(_without_groups(asked, plan, field, len(rounds)))
    return GroupBrief(
        replace(
            asked,
            players=groups.order,
            sizes=tuple(map(len, groups.tables)),
            groups=groups.tables,
            mix_tables=False,
        ),
        groups,
    )


def _kept(brief: GroupBrief) -> GroupBrief:
    """The brief after its check, with a format's tables changed where something else must be kept."""
    if brief.format is None:
        check(brief.request)
        return brief
    check(replace(brief.request, groups=()))
    format_ = keep_apart(brief.format, brief.request)
    return GroupBrief(replace(brief.request, groups=format_.tables), format_)


def _without_groups(asked: Request, plan: StagePlan, field: Field, played: int) -> Request:
    """A rotation, or a Swiss round: chance and the standings decide who sits together."""
    sizes = tuple(sizes_of(plan, len(asked.players)))
    place = {line.entry: line.place for line in field.ranking}
    if plan.format == StageFormat.SWISS:
        standing = tuple(place[player] for player in asked.players)
        return replace(asked, sizes=sizes, standing=standing, mix_tables=False)
    if plan.small_tables != "shared":
        # Who is higher is told by the order of the players where the draw does not look at the standings.
        here = frozenset(asked.players)
        asked = replace(asked, players=tuple(line.entry for line in field.ranking if line.entry in here))
    return replace(asked, sizes=sizes, rounds_left=max(1, (plan.rounds_planned or 1) - played))


def _as_planned(brief: GroupBrief, group: str, before: Round) -> GroupBrief:
    """The brief with the rounds that were planned with the round before, if as much is asked as then."""
    planned = tuple(tuple(tuple(table) for table in tables) for tables in before.ahead.get(group, ()))
    asked = brief.request
    if brief.format is not None or len(planned) < asked.rounds_left or not before.request.get(group):
        return brief
    was = request_from_json(before.request[group])
    same = all(
        getattr(was, name) == getattr(asked, name)
        for name in ("apart", "together", "pins", "weights", "small_to", "standing", "mix_tables")
    )
    if not same:
        return brief
    return replace(brief, request=replace(asked, ahead=planned[: asked.rounds_left]))


def proposal_of(brief: Brief, plans: Mapping[str, Plan]) -> Proposal:
    """The proposal that each group's plan makes, with its certificate."""
    entries = {str(entry.pk): entry for entry in brief.field.players}
    certificate: dict[str, Any] = {}
    for group, plan in plans.items():
        asked = brief.groups[group]
        certificate[group] = certificate_of(asked.request, plan, asked.format)
    if brief.field.waiting and certificate:
        next(iter(certificate.values()))["waiting"] = list(brief.field.waiting)
    return Proposal(
        brief=brief,
        moves=MOVES,
        tables=[[entries[pk] for pk in table] for plan in plans.values() for table in plan.tables],
        certificate=certificate,
        ahead={group: plan.ahead for group, plan in plans.items()},
        request={group: request_to_json(asked.request) for group, asked in brief.groups.items()},
    )


def certificate_of(request: Request, plan: Plan, format_: Groups | None = None) -> dict[str, Any]:
    """The audit of a group's tables; what its format says of each stands first among the reasons."""
    found: dict[str, Any] = dict(audit(request, plan))
    if format_ is not None:
        # The draw may give a group another physical table (somebody is pinned to one).
        told = {
            frozenset(table): reasons for table, reasons in zip(format_.tables, format_.reasons, strict=True)
        }
        for table, report in zip(plan.tables, found["tables"], strict=True):
            report["reasons"] = [*told[frozenset(table)], *report["reasons"]]
    return found


def _standing_at(request: Request, tables: Tables) -> tuple[int, ...]:
    """The places of those at the tables; whoever came in by hand stands last."""
    if not request.standing:
        return ()
    place = dict(zip(request.players, request.standing, strict=True))
    last = max(request.standing) + 1
    return tuple(place.get(player, last) for table in tables for player in table)
