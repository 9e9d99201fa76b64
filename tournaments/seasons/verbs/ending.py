"""The end of a season: one act with a preview of every move. It makes the draft of the next season.

`plan_end` says everything that `end_season` does: both call `_plan`, a pure function of the facts and of what
the director says. Honours stay as they were announced, also if a correction moves the table afterwards. Only
reopening the season takes them back.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from django.db import transaction
from django.db.models import Count, F, QuerySet

from tournaments.clubs.models import Player
from tournaments.core import moments
from tournaments.core.actors import Actor
from tournaments.core.refusals import clean_reason, sentence
from tournaments.core.rules.refusals import Conflict, Invalid, Refusal, gettext_noop
from tournaments.seasons.models import Division, Honour, League, MemberStatus, Season, SeasonStatus
from tournaments.seasons.rules import divisions as divisions_rules
from tournaments.seasons.rules.exact import thousandths
from tournaments.seasons.rules.names import numbered_on
from tournaments.seasons.rules.table import Line, table
from tournaments.seasons.verbs.checks import SeasonMemberUnknown, clean_season_name, consent_of, refuse_unless
from tournaments.seasons.verbs.divisions import rules_divisions
from tournaments.seasons.verbs.facts import SeasonFacts, read_facts
from tournaments.seasons.verbs.finals import refuse_open_evenings
from tournaments.seasons.verbs.members import people_to_enter
from tournaments.seasons.verbs.tables import (
    END,
    final_places,
    lock_with_events,
    note,
    places_in_final,
    tell,
    write,
)
from tournaments.site.verbs import Seat, lock_following, next_season, removed_from_draft

HONOUR_FIELDS = ("division", "place", "points", "finalist", "move", "next_division")
"""What is frozen at the end."""


@dataclass(frozen=True)
class EndPlan:
    """Everything that the end of a season does. Persons are the ids of the members' players.

    honours: `HONOUR_FIELDS` of all members, by division and place; points in thousandths. moves: of
    everybody, in the order of the next season's divisions. divisions: who is in each division of the next
    season, in order, by its name. pairs: play-offs between divisions. removed: members of the draft of the
    next season who leave it with this season.
    """

    honours: Mapping[str, dict[str, Any]]
    moves: tuple[divisions_rules.Move, ...]
    divisions: Mapping[str, tuple[str, ...]]
    pairs: tuple[divisions_rules.Pair, ...]
    reserves: Mapping[str, tuple[str, ...]]
    removed: tuple[str, ...] = ()

    @property
    def seats(self) -> list[Seat]:
        """Everybody of the next season, in order."""
        groups = ((MemberStatus.ACTIVE, self.divisions), (MemberStatus.RESERVE, self.reserves))
        return [
            (player, name, status)
            for status, by_name in groups
            for name, people in by_name.items()
            for player in people
        ]

    @property
    def people(self) -> set[str]:
        """Everybody whom the plan names."""
        return {*self.honours, *(move.person for move in self.moves), *self.removed}

    @cached_property
    def digest(self) -> str:
        """A digest of this plan: `end_season` refuses if it would do something else than the director saw."""
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:16]


def plan_end(
    season: Season,
    *,
    leaving: Collection[str] = (),
    newcomers: Sequence[str] = (),
    winners: Collection[str] = (),
) -> EndPlan:
    """What `end_season` would do now. It refuses the same things, and changes nothing.

    leaving: players who will not be in the next season; who has withdrawn leaves anyway. newcomers: players
    for the foot of its last division, in their order. winners: of play-offs between divisions.
    """
    with transaction.atomic():
        return _plan_of(lock_with_events(season), leaving, newcomers, winners)


class SeasonEndChanged(Conflict):
    """The end of the season would differ from the plan that was seen."""

    sentence = gettext_noop(
        "Something has changed meanwhile. Look at the moves again, then finish the season."
    )


@transaction.atomic
def end_season(
    season: Season,
    actor: Actor,
    *,
    leaving: Collection[str] = (),
    newcomers: Sequence[str] = (),
    winners: Collection[str] = (),
    next_name: str = "",
    seen: str | None = None,
) -> Season:
    """Finish a season, once: keep its honours, draw lots, and make the draft of the next season.

    The other arguments are those of `plan_end`. next_name: the name of the next season; by default this name
    with the next number. seen: the `digest` of the plan that the director has seen. Returns the next season,
    with the same scheme, divisions and visibility, and the members in their new divisions. A reopened season
    may have such a draft: then only what follows from this plan changes there (`site.verbs`).

    Raises Conflict `season_status`, `season_evening_open`, `season_empty`, `season_end_changed`; Invalid
    `season_member_unknown`, `player_unknown`, `club_not_in_league`, or a code of `seasons.rules.divisions`.
    """
    season = lock_with_events(season)
    lock_following(season)
    plan = _plan_of(season, leaving, newcomers, winners)
    if seen is not None and seen != plan.digest:
        raise SeasonEndChanged
    season.status, season.finished_at = SeasonStatus.FINISHED, moments.now()
    season.save(update_fields=["status", "finished_at"])
    members = {str(member.player_id): member for member in season.members.all()}
    Honour.objects.bulk_create(
        Honour(member=members[player], **honour) for player, honour in plan.honours.items()
    )
    named = clean_season_name(next_name) if next_name else numbered_on(season.name)
    following = next_season(season, actor, named, plan.seats, plan.removed)
    note(
        actor,
        "end_season",
        season,
        season,
        next=str(following.pk),
        moves=[asdict(move) for move in plan.moves],
        records={"honours": frozen_honours(season)},
    )
    write(season)
    tell(season, END)
    return following


class SeasonNextStarted(Conflict):
    """The next season has started."""

    sentence = gettext_noop("%(season)s has started already, so %(before)s stays as it was announced.")


@transaction.atomic
def reopen_season(season: Season, actor: Actor, reason: str) -> Season:
    """Continue a finished season: its honours are taken back until it ends again, and lots with them.

    The draft of the next season stays, and follows the next end. Raises Conflict `season_status`,
    `season_next_started`, `person_twice_in_season`; Invalid `reason_missing`. `honours_now` is the preview.
    """
    reason = clean_reason(reason)
    season = lock_with_events(season)
    following = lock_following(season)
    refuse_unless(season, SeasonStatus.FINISHED)
    if following is not None and not following.is_planned:
        raise SeasonNextStarted(season=following.name, before=season.name)
    _refuse_twins(season)
    Honour.objects.filter(member__season=season).delete()
    season.status, season.finished_at = SeasonStatus.RUNNING, None
    season.save(update_fields=["status", "finished_at"])
    note(actor, "reopen_season", season, season, reason=reason, records={"honours": {}})
    write(season)
    return season


def frozen_honours(season: Season) -> dict[str, dict[str, Any]]:
    """The stored honours of a season, by player."""
    rows = Honour.objects.filter(member__season=season).values("member__player", *HONOUR_FIELDS)
    return {str(row.pop("member__player")): row for row in rows}


def honours_again(facts: SeasonFacts, moves: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The honours that a finished season gives, by player, as long as its table is that of its end.

    moves: those of the players. They say who left, and who won a play-off between divisions; all else follows
    from the table. Raises Refusal with the codes of `seasons.rules.divisions`.
    """
    leaving = [player for player, move in moves.items() if move == divisions_rules.LEAVES]
    winners = [player for player, move in moves.items() if move == divisions_rules.WON]
    return dict(_plan(facts, leaving, (), winners).honours)


def honours_of(season: Season) -> QuerySet[Honour]:
    """The honours of a finished season, by division, place and name; who has none comes last."""
    rows = Honour.objects.filter(member__season=season).select_related(
        "member__player__club", "member__division"
    )
    place = F("place").asc(nulls_last=True)
    return rows.order_by("member__division__number", place, "member__player__sort_key", "pk")


def honours_of_league(league: League, *, places: int = 3) -> QuerySet[Honour]:
    """The first places of all finished seasons of a league, the newest season first, by division."""
    rows = Honour.objects.filter(member__season__league=league, place__lte=places).select_related(
        "member__season", "member__player__club", "member__division"
    )
    return rows.order_by(
        "-member__season__finished_at",
        "member__season",
        "member__division__number",
        "place",
        "member__player__sort_key",
    )


class PersonTwiceInSeason(Conflict):
    """The person is in the season already, as another player."""

    sentence = gettext_noop("%(name)s is in %(season)s already, as a player of another club.")


def _refuse_twins(season: Season) -> None:
    """Raise Conflict if one account has taken two members since the end."""
    players = Player.objects.filter(seasons__in=season.members.filter(set_aside=False), user__isnull=False)
    twice = players.values("user").annotate(times=Count("pk")).filter(times__gt=1).values("user")
    player = players.filter(user__in=twice).order_by("sort_key").first()
    if player is not None:
        raise PersonTwiceInSeason(name=player.public_name, season=season.name)


class SeasonEmpty(Conflict):
    """No evening of the season is over."""

    sentence = gettext_noop("No evening of %(season)s is over.")


def _plan_of(
    season: Season, leaving: Collection[str], newcomers: Sequence[str], winners: Collection[str]
) -> EndPlan:
    """The plan of a locked season that is running."""
    refuse_unless(season, SeasonStatus.RUNNING)
    write(season)
    facts = read_facts(season)
    refuse_open_evenings(facts)
    if not facts.worths:
        raise SeasonEmpty(season=season.name)
    known = {str(member.player_id) for member in facts.members}
    for player in (*leaving, *winners):
        if str(player) not in known:
            raise SeasonMemberUnknown(id=str(player)[:100], field="leaving")
    new = people_to_enter(newcomers, "newcomers")
    for club in {player.club_id for player in new}:
        consent_of(season.league, club)
    people = [str(player.pk) for player in new]
    season.status = SeasonStatus.FINISHED  # lots are drawn in the last table; nothing is saved here
    try:
        plan = _plan(facts, leaving, people, winners)
    except Refusal as error:
        names = dict(Player.objects.filter(pk__in=[*known, *people]).values_list("pk", "name"))
        text = sentence(error, {str(pk): name for pk, name in names.items()})
        raise Invalid(error.code, text, field="divisions") from error
    finally:
        season.status = SeasonStatus.RUNNING
    return replace(plan, removed=removed_from_draft(facts, plan.seats))


def _plan(
    facts: SeasonFacts, leaving: Collection[str], newcomers: Sequence[str], winners: Collection[str]
) -> EndPlan:
    """The end of a season: a pure function of its facts and of what the director says."""
    status = {str(member.player_id): member.status for member in facts.members}
    gone = {str(player) for player in leaving}
    gone |= {player for player, each in status.items() if each == MemberStatus.WITHDRAWN}
    honours: dict[str, dict[str, Any]] = {}
    orders: dict[str, list[str]] = {}
    reserves: dict[str, tuple[str, ...]] = {}
    for division in facts.tables:
        name = "" if division is None else division.name
        lines = table(facts.of(division), facts.scheme, trend=False)
        ranked = _in_final_order(facts, division, lines)
        for line, place, finalist in ranked:
            points = thousandths(line.score)
            honours[line.person] = {"division": name, "place": place, "points": points, "finalist": finalist}
        people = [line.person for line, _place, _finalist in ranked]
        orders["" if division is None else str(division.pk)] = [
            person for person in people if status[person] != MemberStatus.RESERVE
        ]
        reserves[name] = tuple(
            person for person in people if status[person] == MemberStatus.RESERVE and person not in gone
        )
    present = (
        rules_divisions(facts.season, orders)
        if facts.divisions
        else [divisions_rules.Division("", tuple(orders[""]))]
    )
    end = divisions_rules.end_of_season(present, gone, newcomers, winners)
    moves = {move.person: move for move in end.moves}
    for person, honour in honours.items():
        move = moves.get(person)
        honour |= {"move": move.reason if move else "", "next_division": (move and move.after) or ""}
    return EndPlan(honours, end.moves, end.divisions, end.pairs, reserves)


def _in_final_order(
    facts: SeasonFacts, division: Division | None, lines: Sequence[Line]
) -> list[tuple[Line, int | None, bool]]:
    """The members of a table in their last order, with the place and whether the final made it."""
    after = final_places(facts, division, lines)
    if not after:
        return [(line, line.place, False) for line in lines]
    finalists = places_in_final(facts, division)
    by_person = {line.person: line for line in lines}
    ranked = [(by_person[person], place, person in finalists) for person, place in after.items()]
    return ranked + [(line, None, False) for line in lines if line.person not in after]
