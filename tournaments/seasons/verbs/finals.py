"""The final of a season: who qualifies, who is entered in its event, and the points that they take along."""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext_noop as _

from tournaments.clubs.models.people import Player
from tournaments.core.audit import Actor, log
from tournaments.core.errors import Conflict, Invalid
from tournaments.core.locks import lock_event
from tournaments.core.rules.statuses import EntryStatus, EventStatus
from tournaments.events.models.events import Entry
from tournaments.events.verbs import entries
from tournaments.seasons.models.seasons import Evening, EveningKind, Season
from tournaments.seasons.rules.exact import written
from tournaments.seasons.rules.final import Qualified, carried, qualify
from tournaments.seasons.rules.table import Line, table
from tournaments.seasons.verbs.checks import refuse_unless
from tournaments.seasons.verbs.facts import SeasonFacts, read_facts
from tournaments.seasons.verbs.tables import TABLED, lock_with_events, write
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


@transaction.atomic
def give_start_points(evening: Evening, actor: Actor, reason: str) -> int:
    """Give those who are entered in a final the points that they take along, as adjustments. Once.

    The event is running. reason: for the adjustments. Returns how many people got points. Raises Conflict
    `final_points_given`, `final_points_not_whole` if points do not fit the score of the event,
    `event_not_running`, `season_evening_open`; Invalid `evening_is_no_final`.
    """
    event = lock_event(evening.event_id)
    season = lock_with_events(evening.season)
    evening = _final(season, evening)
    if evening.start_given:
        raise Conflict(
            "final_points_given",
            _("The players of %(event)s have their start points already. Correct them by adjustments."),
            {"event": event.name},
        )
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
            raise Conflict(
                "final_points_not_whole",
                _(
                    "%(name)s would take %(points)s points along, which does not fit the score of %(event)s. "
                    "Give them by hand."
                ),
                {"name": entry.player.name, "points": written(start), "event": event.name},
            )
        amount = {"chips": start // 1000} if is_chips else {"points": Decimal(start) / 1000}
        add_adjustment(event, actor, entry, reason, **amount)
        given += 1
    evening.start_given = True
    evening.save(update_fields=["start_given"])
    log(actor, "give_start_points", evening, within=season.league.club, season=str(season.pk), given=given)
    return given


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
            raise Conflict(
                "season_evening_open",
                _("Evening %(number)d is not over yet. Finish its event, or take it off the season."),
                {"number": evening.number},
            )


def _final(season: Season, evening: Evening) -> Evening:
    refuse_unless(season, *TABLED)
    fresh = Evening.objects.filter(pk=evening.pk, season=season).select_related("event", "division").first()
    if fresh is None or fresh.kind != EveningKind.FINAL:
        raise Invalid("evening_is_no_final", _("This evening is no final."), field="evening")
    fresh.season = season
    return fresh


def _lines(facts: SeasonFacts, final: Evening) -> list[Line]:
    division = final.division or facts.tables[0]
    return table(facts.of(division), facts.scheme, trend=False)


def _qualified(facts: SeasonFacts, final: Evening, here: Collection[str] | None) -> Qualified:
    active = {str(member.player_id) for member in facts.members if member.status != "withdrawn"}
    able = active if here is None else active & {str(player) for player in here}
    return qualify(_lines(facts, final), facts.scheme, able, str(facts.season.seed))


def _players_in(facts: SeasonFacts, evening: Evening, persons: list[str]) -> list[str]:
    """The players of the club of an event by whom these members play in it."""
    club = evening.event.club_id
    players = Player.objects.filter(pk__in=facts.same, club=club, removed_at=None)
    by_member = {facts.same[str(player)]: str(player) for player in players.values_list("pk", flat=True)}
    for person in persons:
        if person not in by_member:
            name = Player.objects.get(pk=person).name
            raise Invalid(
                "final_player_missing",
                _("%(name)s is no player of %(club)s yet. Add them to its roster, and link the two players."),
                {"name": name, "club": evening.event.club.name},
                field="players",
            )
    return [by_member[person] for person in persons]
