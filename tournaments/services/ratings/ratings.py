"""Ratings of the people of a club: one writer, and what is shown.

Ratings are a pure function of the results of the club's finished events and of `rules.ratings`. After each
event and each correction all of them are made anew. Nothing crosses clubs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from tournaments.kernel.locks import lock_club
from tournaments.models import Club, Entry, Event, EventStatus, Player, Rating, Round, RoundStatus
from tournaments.rules import ratings as rules
from tournaments.rules.scoring import Tally
from tournaments.services.seasons.days import day_of
from tournaments.services.seasons.people import Someone
from tournaments.services.standings.tallies import tallies_of_events

MOST = 300
"""A page lists so many ratings, the best ones."""

COLUMNS = ("player_id", "event_id", "family", "mu", "sigma", "events")


@transaction.atomic
def refresh(club_id: UUID | str) -> None:
    """Make sure that the ratings of a club are the present ones. Idempotent."""
    club = lock_club(Club.objects.get(pk=club_id))
    wanted = derive(club)
    kept = {row.pk: tuple(getattr(row, name) for name in COLUMNS) for row in ratings_of(club)}
    Rating.objects.filter(pk__in=[pk for pk, row in kept.items() if row not in wanted]).delete()
    new = [dict(zip(COLUMNS, row, strict=True)) for row in wanted - set(kept.values())]
    Rating.objects.bulk_create([Rating(**columns) for columns in new], batch_size=500)


def ratings_of(club: Club) -> QuerySet[Rating]:
    """All stored ratings of a club."""
    return Rating.objects.filter(player__club=club)


def derive(club: Club) -> set[tuple[object, ...]]:
    """Compute all ratings of a club, as `COLUMNS` (seven queries)."""
    finished = Event.objects.filter(club=club, status=EventStatus.FINISHED)
    events = list(finished.only("rules", "starts_on", "started_at", "created_at"))
    for event in events:
        event.club = club
    events.sort(key=lambda event: (day_of(event), event.started_at or event.created_at, event.pk))
    results = _results([event.pk for event in events])
    shown = set(Player.objects.filter(club=club, bot="", anonymised_at=None).values_list("pk", flat=True))
    families: dict[str, list[Event]] = defaultdict(list)
    for event in events:
        if family := str(event.rules.get("preset", "")) if not event.without_rules else "":
            families[family].append(event)
    return {
        (UUID(player), event.pk, family, each.mu, each.sigma, each.events)
        for family, listed in families.items()
        for event, after in zip(listed, rules.rate(results[event.pk] for event in listed), strict=True)
        for player, each in after.items()
        if UUID(player) in shown
    }


def _results(events: list[UUID]) -> dict[UUID, list[rules.TableResult]]:
    """The results of events from the ledger, round by round: net chips, without adjustments (six queries).

    Left out are tables with a bot, play-offs, whose chips count nowhere, and tables at which somebody came or
    went in the middle of the round.
    """
    entries = Entry.objects.filter(event__in=events, player__bot="")
    people = {
        str(pk): (event, str(player)) for pk, event, player in entries.values_list("pk", "event", "player")
    }
    closed = Round.objects.filter(event__in=events, status=RoundStatus.CLOSED, stage__play_off=False)
    counting = {str(pk) for pk in closed.values_list("tables", flat=True)}
    at_table: dict[str, list[Tally]] = defaultdict(list)
    for tally in tallies_of_events(events):
        if tally.table in counting:
            at_table[tally.table].append(tally)
    results: dict[UUID, list[rules.TableResult]] = defaultdict(list)
    for tallies in at_table.values():
        deals = {tally.deals for tally in tallies}
        is_whole = (
            len(deals) == 1 and 0 not in deals and len({tally.seat for tally in tallies}) == len(tallies)
        )
        if len(tallies) > 1 and is_whole and all(tally.entry in people for tally in tallies):
            event = people[tallies[0].entry][0]
            results[event].append(
                ([people[tally.entry][1] for tally in tallies], [float(tally.chips) for tally in tallies])
            )
    return results


def has_ratings(club: Club) -> bool:
    """Whether somebody's rating is no longer provisional, so that the club shows ratings (one query)."""
    return ratings_of(club).filter(events__gte=rules.KNOWN).exists()


def present_ratings(club: Club, sees: Callable[[Someone], bool]) -> dict[str, list[Rating]]:
    """The newest rating of each player by rule family, best first and provisional ones last (one query).

    sees: whether the reader may see the page of a person; others are left out.
    """
    later = Rating.objects.filter(
        player=OuterRef("player"), family=OuterRef("family"), events__gt=OuterRef("events")
    )
    rows = ratings_of(club).filter(~Exists(later), player__removed_at=None).select_related("player__club")
    families: dict[str, list[Rating]] = defaultdict(list)
    best_first = sorted(
        rows, key=lambda row: (row.family, row.events < rules.KNOWN, -row.mu, row.player.sort_key)
    )
    for row in best_first:
        if sees(Someone((row.player,))) and len(families[row.family]) < MOST:
            families[row.family].append(row)
    return dict(families)


def curves_of(someone: Someone) -> dict[tuple[str, str], list[Rating]]:
    """The ratings of a person, the oldest first, by club and rule family (one query)."""
    rows = Rating.objects.filter(player__in=someone.players).select_related("player__club", "event")
    curves: dict[tuple[str, str], list[Rating]] = defaultdict(list)
    for row in rows.order_by("player__club__sort_key", "family", "events"):
        curves[row.player.club.name, row.family].append(row)
    return dict(curves)
