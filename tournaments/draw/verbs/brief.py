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
from typing import Any

from django.utils.translation import gettext as _

import games.services as games
from tournaments.core.models.choices import StageFormat
from tournaments.core.refusals import sentence
from tournaments.core.rules.refusals import Conflict, Refusal
from tournaments.draw.rules.certificate.audit import audit
from tournaments.draw.rules.check import check
from tournaments.draw.rules.draw import draw
from tournaments.draw.rules.formats.groups import Groups, keep_apart
from tournaments.draw.rules.formats.swiss import pairing_scores
from tournaments.draw.rules.request import (
    MOVES,
    Plan,
    Request,
    Tables,
    Weights,
    request_from_json,
    request_to_json,
)
from tournaments.draw.verbs.entrants import Field, field_of
from tournaments.draw.verbs.groupings import groups_of_format, results_of
from tournaments.draw.verbs.seating import groups_of
from tournaments.draw.verbs.wishes import constraints_of
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.rules.categories import BOTS, PEOPLE, is_of_bots, is_rest
from tournaments.events.rules.deals import SEAT, Deals
from tournaments.events.rules.stages import StagePlan, sizes_of
from tournaments.events.verbs.plans import plan_of
from tournaments.tables.models.rounds import Round, Table
from tournaments.tables.verbs.tables import past_tables
from tournaments.teams.verbs.match_days import MatchDay, match_day_of, refuse_unready


@dataclass(frozen=True)
class GroupBrief:
    """The request of one group, and the tables that the format demands (knockout, ladder, final)."""

    request: Request
    format: Groups | None = None


@dataclass(frozen=True)
class Brief:
    """Everything that the draw of a round depends on: equal briefs give equal draws."""

    stage: Stage
    number: int
    seed: int
    field: Field
    groups: dict[str, GroupBrief]

    @property
    def names(self) -> dict[str, str]:
        """The names of the players, by the id of their entry."""
        return {str(entry.pk): entry.player.name for entry in self.field.players}


@dataclass(frozen=True)
class Proposal:
    """A draw that is not stored yet: tables of entries in seat order, and the reasons."""

    brief: Brief
    moves: int
    tables: list[list[Entry]]
    certificate: dict[str, Any]
    """The certificate of each group (`people`, `bots`). `waiting`: entries that the stage does not take."""
    ahead: dict[str, Any]
    request: dict[str, Any]
    """The request of each group as JSON (see tournaments.draw.rules.request)."""
    by_hand: int = 0

    @property
    def number(self) -> int:
        """The number of the round."""
        return self.brief.number

    @property
    def seed(self) -> int:
        """The seed of the draw."""
        return self.brief.seed

    @property
    def seating(self) -> list[list[str]]:
        """The tables as ids of entries."""
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
    groups = {}
    for group, members in split.items():
        with refusing(group if len(split) > 1 else "", field):
            brief = _group_brief(
                event, stage, field, group, members, rounds, past_of(event, group, number), seed
            )
            if not brief.request.players:
                continue  # this group has played its final
            if day is not None and group == PEOPLE:
                before = None if fresh or not rounds else rounds[-1]
                brief = _as_series(brief, day, plan_of(stage, event), before, by_hand=by_hand)
            if not by_hand:
                brief = _checked(brief)
            if rounds and not fresh:
                brief = _as_planned(brief, group, rounds[-1])
            groups[group] = brief
    return Brief(stage=stage, number=number, seed=seed, field=field, groups=groups)


def propose(brief: Brief) -> Proposal:
    """Make the draw. Raises Conflict if no plan keeps all required wishes."""
    plans = {}
    for group, group_brief in brief.groups.items():
        with refusing(group if len(brief.groups) > 1 else "", brief.field):
            plans[group] = plan_for(group_brief.request)
    return proposal_of(brief, plans)


def propose_by_hand(brief: Brief, seats: Sequence[Sequence[str]]) -> Proposal:
    """The proposal with these seats, which the caller has checked."""
    plans, groups = {}, {}
    for group, group_brief in brief.groups.items():
        here = frozenset(group_brief.request.players)
        tables = tuple(tuple(table) for table in seats if table[0] in here)
        groups[group] = GroupBrief(as_seated(group_brief.request, tables))
        plans[group] = Plan(tables=tables)
    proposal = proposal_of(replace(brief, groups=groups), plans)
    return replace(proposal, brief=brief, by_hand=1, moves=0)


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


@dataclass(frozen=True)
class Past:
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


def _group_brief(
    event: Event,
    stage: Stage,
    field: Field,
    group: str,
    members: Sequence[str],
    rounds: Sequence[Round],
    past: Past,
    seed: int,
) -> GroupBrief:
    plan = plan_of(stage, event)
    if is_rest(group) and plan.format == StageFormat.FINAL:
        plan = replace(plan, format=StageFormat.ROTATION)  # a final is for those who qualified
    here = frozenset(members)
    entries = [entry for entry in field.players if str(entry.pk) in here]
    wishes = constraints_of(event, entries)
    request = Request(
        players=tuple(members),
        sizes=(),
        past=past.tables,
        past_deals=past.deals,
        deals=plan.deals,
        clockwise=is_clockwise(event),
        seed=seed,
        apart=wishes.apart,
        together=wishes.together,
        pins=wishes.pins,
        weights=Weights(**stage.weights),
        small_to=stage.small_tables,
        prefer=stage.prefer,
    )
    results = results_of(rounds[-1], group) if rounds else []
    groups = groups_of_format(
        event, plan, field, members, len(rounds) + 1, results, mates=past.tables[-1] if past.tables else ()
    )
    if groups is None:
        return GroupBrief(_without_groups(request, plan, field, len(rounds)))
    return GroupBrief(
        replace(
            request,
            players=groups.order,
            sizes=tuple(map(len, groups.tables)),
            groups=groups.tables,
            mix_tables=False,
        ),
        groups,
    )


def _checked(brief: GroupBrief) -> GroupBrief:
    """The brief after its check. A must can change the tables that the format demands."""
    if brief.format is None:
        check(brief.request)
        return brief
    check(replace(brief.request, groups=()))
    format_ = keep_apart(brief.format, brief.request)
    return GroupBrief(replace(brief.request, groups=format_.tables), format_)


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


def _as_series(
    brief: GroupBrief, day: MatchDay, plan: StagePlan, before: Round | None, *, by_hand: bool
) -> GroupBrief:
    """The brief of the people on a match day of teams. before: the round whose plan can go on."""
    if by_hand:
        return replace(brief, request=day.by_hand(brief.request))
    planned = () if before is None else _planned_with(before, PEOPLE)
    return replace(brief, request=day.request(brief.request, plan, planned))


def _planned_with(before: Round, group: str) -> tuple[Tables, ...]:
    """The later rounds that were planned with a round."""
    return tuple(tuple(tuple(table) for table in tables) for tables in before.ahead.get(group, ()))


def _as_planned(brief: GroupBrief, group: str, before: Round) -> GroupBrief:
    """The brief with the rounds that were planned with the round before, if the request is still the same."""
    planned = _planned_with(before, group)
    request = brief.request
    if brief.format is not None or len(planned) < request.rounds_left or not before.request.get(group):
        return brief
    earlier = request_from_json(before.request[group])
    same = all(
        getattr(earlier, name) == getattr(request, name)
        for name in ("apart", "together", "pins", "weights", "small_to", "prefer", "standing", "mix_tables")
    )
    if not same:
        return brief
    return replace(brief, request=replace(request, ahead=planned[: request.rounds_left], ahead_seated=True))


def proposal_of(brief: Brief, plans: Mapping[str, Plan]) -> Proposal:
    """The proposal that the plans of the groups make, with their certificates."""
    entries = {str(entry.pk): entry for entry in brief.field.players}
    certificate: dict[str, Any] = {}
    for group, plan in plans.items():
        group_brief = brief.groups[group]
        certificate[group] = certificate_of(group_brief.request, plan, group_brief.format)
    if brief.field.waiting and certificate:
        next(iter(certificate.values()))["waiting"] = list(brief.field.waiting)
    return Proposal(
        brief=brief,
        moves=MOVES,
        tables=[[entries[pk] for pk in table] for plan in plans.values() for table in plan.tables],
        certificate=certificate,
        ahead={group: plan.ahead for group, plan in plans.items()},
        request={group: request_to_json(group_brief.request) for group, group_brief in brief.groups.items()},
    )


def certificate_of(request: Request, plan: Plan, format_: Groups | None = None) -> dict[str, Any]:
    """The certificate of the tables of one group. The reasons of the format come first."""
    certificate: dict[str, Any] = dict(audit(request, plan))
    if format_ is not None:
        # The draw can move the players of a table to another physical table, for a pin.
        reasons_of = {
            frozenset(table): reasons for table, reasons in zip(format_.tables, format_.reasons, strict=True)
        }
        for table, report in zip(plan.tables, certificate["tables"], strict=True):
            report["reasons"] = [*reasons_of[frozenset(table)], *report["reasons"]]
    return certificate


def _by_seat(values: Sequence[int], request: Request, tables: Tables, last: int) -> tuple[int, ...]:
    """The places or scores of the players at these tables; `last` is for players who were added by hand."""
    if not values:
        return ()
    value_of = dict(zip(request.players, values, strict=True))
    return tuple(value_of.get(player, last) for table in tables for player in table)
