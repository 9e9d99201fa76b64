"""The final of a season, and what people need to reach it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.db import transaction

from tournaments.clubs.models import Player
from tournaments.core.actors import Actor
from tournaments.core.change import lock_event, log
from tournaments.core.rules.refusals import Conflict, Invalid, gettext_noop
from tournaments.core.rules.statuses import EntryStatus, EventStatus
from tournaments.events.models.events import Entry
from tournaments.events.verbs import entries
from tournaments.seasons.models import Division, Evening, EveningKind, MemberStatus, Season
from tournaments.seasons.rules.divisions import Qualified, carried, qualify
from tournaments.seasons.rules.exact import written
from tournaments.seasons.rules.needs import Need, Terms, needs, tells_places
from tournaments.seasons.rules.scheme import ALL, DEALS, MEMBERS, POINTS, Scheme
from tournaments.seasons.rules.table import Line, table
from tournaments.seasons.verbs.checks import refuse_unless
from tournaments.seasons.verbs.facts import SeasonFacts, read_facts
from tournaments.seasons.verbs.tables import TABLED, groups_of, lock_with_events, write
from tournaments.seasons.verbs.worths import worths_of
from tournaments.standings.rules.scoring import unit_of
from tournaments.standings.verbs.adjustments import add_adjustment


def qualified(evening: Evening, here: Collection[str] | None = None) -> Qualified:
    """Who plays a final by the present table. here: the players who can come; None: all."""
    facts = read_facts(evening.season)
    return _qualified(facts, evening, here)


@transaction.atomic
def enter_finalists(evening: Evening, actor: Actor, here: Collection[str] | None = None) -> list[Entry]:
    """Enter the finalists in the event of a final, with their seeds from the table. Idempotent.

    here: the ids of members who can come; the next ones move up for the others. Raises Conflict
    `season_status`, `season_evening_open` while an evening before the final is not over, `event_finished`;
    Invalid `evening_is_no_final`, `final_player_missing` for a finalist who is no player of that club.
    """
    event = lock_event(evening.event_id)
    season = lock_with_events(evening.season)
    evening = _final(season, evening)
    write(season)
    facts = read_facts(season)
    refuse_open_evenings(facts, evening)
    result = _qualified(facts, evening, here)
    players = _players_in(facts, evening, [finalist.person for finalist in result.finalists])
    entered = {str(entry.player_id): entry for entry in Entry.objects.filter(event=event)}
    missing = [player for player in players if player not in entered]
    if missing:
        entries.add_entries(event, actor, missing)
        entered = {str(entry.player_id): entry for entry in Entry.objects.filter(event=event)}
    order = entries.set_seeding(event, actor, [str(entered[player].pk) for player in players])
    log(actor, "enter_finalists", evening, within=season.league.club, season=str(season.pk), players=players)
    return order


class FinalPointsNotWhole(Conflict):
    """Points that somebody takes along do not fit the score of the final."""

    sentence = gettext_noop(
        "%(name)s would take %(points)s points along, which does not fit the score of %(event)s. "
        "Give them by hand."
    )


class FinalPointsGiven(Conflict):
    """The players of the final have their start points already."""

    sentence = gettext_noop(
        "The players of %(event)s have their start points already. Correct them by adjustments."
    )


@transaction.atomic
def give_start_points(evening: Evening, actor: Actor, reason: str) -> int:
    """Give those who are entered in a final the points that they take along, as adjustments.

    It works once, while the event is running. reason: of the adjustments. Returns how many people got points.
    Raises Conflict `final_points_given`, `event_not_running`, `season_evening_open`, or, if points do not fit
    the score of the event, `final_points_not_whole`; Invalid `evening_is_no_final`.
    """
    event = lock_event(evening.event_id)
    season = lock_with_events(evening.season)
    evening = _final(season, evening)
    if evening.start_given:
        raise FinalPointsGiven(event=event.name)
    write(season)  # a correction may wait for the workers
    facts = read_facts(season)
    refuse_open_evenings(facts, evening)
    lines = _lines(facts, evening)
    by_person = {line.person: line for line in lines}
    is_chips = unit_of(event.scoring) == "chips"
    given = 0
    playing = Entry.objects.filter(event=event).exclude(status=EntryStatus.WITHDRAWN)
    for entry in playing.select_related("player").order_by("number"):
        line = by_person.get(facts.same.get(str(entry.player_id), ""))
        start = 0 if line is None else carried(line, lines, facts.scheme)
        if not start:
            continue
        if start % (1000 if is_chips else 10):
            raise FinalPointsNotWhole(name=entry.player.name, points=written(start), event=event.name)
        amount = {"chips": start // 1000} if is_chips else {"points": Decimal(start) / 1000}
        add_adjustment(event, actor, entry, reason, **amount)
        given += 1
    evening.start_given = True
    evening.save(update_fields=["start_given"])
    log(actor, "give_start_points", evening, within=season.league.club, season=str(season.pk), given=given)
    return given


class SeasonEveningOpen(Conflict):
    """An evening of the season is not over."""

    sentence = gettext_noop("Evening %(number)d is not over yet. Finish its event, or let it count no more.")


def refuse_open_evenings(facts: SeasonFacts, final: Evening | None = None) -> None:
    """Raise Conflict `season_evening_open` if an evening is not over, or is reopened.

    final: only the counting evenings of its table; None: all evenings.
    """
    for evening in facts.evenings:
        if final is not None and evening.kind != EveningKind.COUNTING:
            continue
        divisions = {evening.division_id, evening.division_id if final is None else final.division_id}
        if len(divisions - {None}) > 1:
            continue
        if evening.kind != EveningKind.FRIENDLY and evening.event.status != EventStatus.FINISHED:
            raise SeasonEveningOpen(number=evening.number)


class EveningIsNoFinal(Invalid):
    """The evening is no final."""

    sentence = gettext_noop("This evening is no final.")


def _final(season: Season, evening: Evening) -> Evening:
    refuse_unless(season, *TABLED)
    fresh = Evening.objects.filter(pk=evening.pk, season=season).select_related("event", "division").first()
    if fresh is None or fresh.kind != EveningKind.FINAL:
        raise EveningIsNoFinal(field="evening")
    fresh.season = season
    return fresh


def _lines(facts: SeasonFacts, final: Evening) -> list[Line]:
    division = final.division or facts.tables[0]
    return table(facts.of(division), facts.scheme, trend=False)


def _qualified(facts: SeasonFacts, final: Evening, here: Collection[str] | None) -> Qualified:
    active = {str(member.player_id) for member in facts.members if member.status != "withdrawn"}
    able = active if here is None else active & {str(player) for player in here}
    return qualify(_lines(facts, final), facts.scheme, able, str(facts.season.seed))


class FinalPlayerMissing(Invalid):
    """A finalist is no player of the club of the final."""

    sentence = gettext_noop(
        "%(name)s is no player of %(club)s yet. Add them to its roster, and link the two players."
    )


def _players_in(facts: SeasonFacts, evening: Evening, persons: list[str]) -> list[str]:
    """The players of the club of an event by whom these members play in it."""
    club = evening.event.club_id
    players = Player.objects.filter(pk__in=facts.same, club=club, removed_at=None)
    by_member = {facts.same[str(player)]: str(player) for player in players.values_list("pk", flat=True)}
    for person in persons:
        if person not in by_member:
            name = Player.objects.get(pk=person).name
            raise FinalPlayerMissing(name=name, club=evening.event.club.name, field="players")
    return [by_member[person] for person in persons]


def what_if(
    season: Season, scheme: Scheme | Mapping[str, Any]
) -> list[tuple[Division | None, list[tuple[Line, int | None]]]]:
    """The tables of a season under another scheme, for the evenings that are over. Stores nothing.

    Each line comes with the place of the same person in the present table. All evenings are read anew, so it
    takes some queries for each. Raises Invalid with the codes of schemes (as `seasons.set_scheme`).
    """
    other = Scheme.read(scheme, "scheme")
    facts = read_facts(season)
    evenings = list(facts.evenings)
    counted = worths_of(evenings, other, groups_of(season, other, evenings), anew=True)
    changed = read_facts(season, {pk: each.worth for pk, each in counted.items()}, evenings)
    tables = []
    for division in facts.tables:
        now = table(facts.of(division), facts.scheme, trend=False)
        before = {line.person: line.place for line in now}
        after = table(changed.of(division), other, trend=False)
        tables.append((division, [(line, before.get(line.person)) for line in after]))
    return tables


@dataclass(frozen=True)
class LastEvening:
    """The last evening of a table, and what the first ten need on it.

    people: how many can have a place at the most; None: nobody knows, so needs tell points and no places.
    goal: the place that they need. final: it is the last one for the final.
    chances: of each of them; empty where nothing can be told (`seasons.rules.forecast`).
    """

    evening: Evening
    division: Division | None
    people: int | None
    needs: Sequence[Need]
    goal: int = 1
    final: bool = False
    chances: Mapping[str, float] = field(default_factory=dict)


def needs_on_last_evening(
    season: Season, *, goal: int | None = None, facts: SeasonFacts | None = None
) -> list[LastEvening]:
    """What the first ten of each table need on its last evening.

    goal: the place to reach; None: the last one for the final of the table, or the first if it has none.

    Only for tables of which exactly one counting evening is still to come, and no other is planned. None
    where a minimum is a number of deals: nobody knows how many the last evening has.
    facts: of the season, if they are at hand.
    """
    from tournaments.seasons.rules.forecast import chances  # noqa: PLC0415 - it brings numpy along

    facts = facts or read_facts(season)
    if facts.scheme.least_in == DEALS and (facts.scheme.least_ranked or facts.scheme.least_final):
        return []
    last = []
    for division in facts.tables:
        counting = [each for each in facts.evenings_of(division) if each.kind == EveningKind.COUNTING]
        coming = [evening for evening in counting if evening.pk not in facts.worths]
        if len(coming) != 1 or len(counting) < max(facts.scheme.planned or 0, 2):
            continue
        (evening,) = coming
        final = goal is None and bool(facts.scheme.final) and _has_final(facts, division)
        place = goal or (facts.scheme.final if final else None) or 1
        known, by = facts.of(division), facts.scheme
        terms = Terms(
            str(evening.pk),
            evening.number,
            _people(season, facts, division, evening),
            evening.exact_weight,
            newcomers=_enrols(season, facts, division, evening),
            goal=place,
            final=final,
        )
        people = terms.people[-1] if tells_places(known, by, terms) else None
        likely = chances(known, by, terms, _expected(facts, division, evening))
        last.append(LastEvening(evening, division, people, needs(known, by, terms), place, final, likely))
    return last


def _is_begun(evening: Evening) -> bool:
    """Whether only an act of a director can enter further people."""
    return evening.event.status not in (EventStatus.DRAFT, EventStatus.OPEN)


def _enrols(season: Season, facts: SeasonFacts, division: Division | None, evening: Evening) -> bool:
    """Whether a guest of an evening becomes a member of this table."""
    return season.enrols and division is facts.tables[-1] and not _is_begun(evening)


def _people(season: Season, facts: SeasonFacts, division: Division | None, evening: Evening) -> range:
    """How many people may have a place on an evening; empty if nobody knows.

    A list of points is worth the same whatever the number is, so more places than points and members say
    nothing new.
    """
    event, scheme = evening.event, facts.scheme
    if scheme.among == MEMBERS and not _enrols(season, facts, division, evening):
        members = map(facts.rules_member, facts.members_of(division))
        most: int | None = sum(not member.has_left(evening.number) for member in members)
    elif _is_begun(evening):
        most = Entry.objects.filter(event=event).exclude(status=EntryStatus.WITHDRAWN).count()
    else:
        most = event.capacity
    if scheme.worth == POINTS:
        enough = len(scheme.points) + len(facts.members) + 1
        most = enough if most is None else min(most, enough)
    return range(2, most + 1) if most else range(0)


def _expected(facts: SeasonFacts, division: Division | None, evening: Evening) -> int:
    """Among how many people the places of an evening count for this table."""
    is_shared = facts.scheme.among == ALL and evening.division_id is None
    members = facts.members if is_shared else facts.members_of(division)
    return sum(member.status == MemberStatus.ACTIVE for member in members)


def _has_final(facts: SeasonFacts, division: Division | None) -> bool:
    """Whether a table leads to a final; while none is in the calendar, only the first one does."""
    if any(evening.kind == EveningKind.FINAL for evening in facts.evenings):
        return facts.final_of(division) is not None
    return facts.scheme.final is not None and division is facts.tables[0]
