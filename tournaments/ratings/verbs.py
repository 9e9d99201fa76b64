"""Ratings of the people of a club: one writer, and what is shown.

Ratings are a pure function of the results of the club's finished events and of `ratings.rules`. They are kept
as they were after each event, so a new evening is counted alone, and a correction from its own event on. What
changed shows by the versions and the order of the events (`RatedEvent`). Nothing crosses clubs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from uuid import UUID

from django.db import transaction
from django.db.models import Count, F, FloatField, OuterRef, QuerySet, Subquery, Sum, Window
from django.db.models.functions import RowNumber

from tournaments.clubs.models import Club, Player
from tournaments.clubs.verbs.people import Someone
from tournaments.core import outbox
from tournaments.core.change import lock_club
from tournaments.core.refreshes import RATINGS_TASK
from tournaments.core.rules.statuses import EventStatus, RoundStatus
from tournaments.core.zones import today_of
from tournaments.events.models.events import Entry, Event
from tournaments.ratings import rules
from tournaments.ratings.models import RatedEvent, Rating
from tournaments.standings.rules.scoring import Tally
from tournaments.tables.models.rounds import Round
from tournaments.tables.verbs.tallies import tallies_of_events

MOST = 300
"""A page lists so many ratings, the best ones."""

COLUMNS = ("player_id", "event_id", "family", "mu", "sigma", "events")

Row = tuple[UUID, UUID, str, float, float, int]
"""A rating, as `COLUMNS`."""

Course = list[tuple[UUID, int]]
"""The finished events of a club with their versions."""

_Kept = tuple[int, UUID, int, int, float]
"""An event that was counted: its number, id and version, how many ratings it gave, and their sum."""

NEAR = 1e-6
"""Sums of the same numbers differ by less, in whatever order they are added."""

AT_ONCE = 100
"""So many events are counted in one transaction, so that nobody waits long for the lock."""


def count_on(club_id: UUID | str) -> None:
    """Count the next events of a club whose ratings are not the present ones. More of them are queued."""
    if not _count_some(club_id):
        outbox.add(RATINGS_TASK, club_id)


def refresh(club_id: UUID | str) -> None:
    """Make sure that the ratings of a club are the present ones. Idempotent."""
    while not _count_some(club_id):
        pass


@transaction.atomic
def _count_some(club_id: UUID | str) -> bool:
    """Count some events, from the first one that has changed. Return whether all ratings are present ones.

    What takes long is read without a lock. The club is locked while the ratings are written, so that nobody
    becomes anonymous meanwhile. An event that changes after it was read here has a task of its own.
    """
    club = Club.objects.get(pk=club_id)
    course, kept, stored = course_of(club), _kept(club), _stored(club)
    same_order = _same_order(course, kept)
    stale = _stale(course[:same_order], kept[:same_order], stored)
    changed = stale[0] if stale else same_order
    gone = stored.keys() - {pk for pk, _version in course}
    if changed == len(course) == len(kept) and not gone:
        return True
    begin, end = _with_nobody(club, course, changed, min(changed + AT_ONCE, len(course)))
    rows = list(_counted(course, begin, end))
    club = lock_club(club)
    if _kept(club, begin - 1, end) != [row for row in kept if begin - 1 <= row[0] < end]:
        return False  # another worker was quicker
    wanted = _of_shown(club, rows)
    here = Rating.objects.filter(event__in=[*gone, *(pk for pk, _version in course[begin:end])])
    found = {tuple(row[1:]): row[0] for row in here.values_list("pk", *COLUMNS)}
    Rating.objects.filter(pk__in=[pk for row, pk in found.items() if row not in wanted]).delete()
    new = [dict(zip(COLUMNS, row, strict=True)) for row in wanted - found.keys()]
    Rating.objects.bulk_create([Rating(**columns) for columns in new], batch_size=500)
    # If these events give what they gave, what was counted after them is right.
    right = same_order if found.keys() == wanted else end
    wrong = kept[begin:end] + kept[max(right, end) :]
    RatedEvent.objects.filter(event__in=[pk for _number, pk, *_rest in wrong]).delete()
    _keep(course, begin, end, wanted)
    return end == len(course) or (right == len(course) and all(number < end for number in stale))


def _same_order(course: Course, kept: list[_Kept]) -> int:
    """How many events, from the first one on, are kept in the order in which they count."""
    if any(row[0] != number for number, row in enumerate(kept)):
        return 0
    pairs = enumerate(zip(course, kept, strict=False))
    moved = (number for number, (event, row) in pairs if event[0] != row[1])
    return next(moved, min(len(course), len(kept)))


def _stale(course: Course, kept: list[_Kept], stored: Mapping[UUID, tuple[int, float]]) -> list[int]:
    """The numbers of the events that changed since they were counted, or whose ratings somebody changed."""
    return [
        row[0]
        for row, (_pk, version) in zip(kept, course, strict=True)
        if row[2] != version or not _is_stored(row, stored)
    ]


def _is_stored(row: _Kept, stored: Mapping[UUID, tuple[int, float]]) -> bool:
    """Whether an event still has the ratings that it gave."""
    _number, pk, _version, people, total = row
    there, numbers = stored.get(pk, (0, 0.0))
    return people == there and abs(total - numbers) <= NEAR


def _keep(course: Course, begin: int, end: int, rows: set[Row]) -> None:
    """Keep that these events were counted."""
    totals: dict[object, list[float]] = defaultdict(list)
    for row in rows:
        totals[row[1]].append(row[3] + row[4] + row[5])
    RatedEvent.objects.bulk_create(
        RatedEvent(event_id=pk, number=number, version=version, people=len(totals[pk]), total=sum(totals[pk]))
        for number, (pk, version) in enumerate(course[begin:end], begin)
    )


def _kept(club: Club, first: int = 0, end: int | None = None) -> list[_Kept]:
    """The events that were counted, in their order, with numbers from `first` to before `end` (one query)."""
    rows = RatedEvent.objects.filter(event__club=club, number__gte=first)
    if end is not None:
        rows = rows.filter(number__lt=end)
    columns = rows.values_list("number", "event", "version", "people", "total")
    return list(columns.order_by("number", "event"))


def _stored(club: Club) -> dict[UUID, tuple[int, float]]:
    """How many ratings each event has, and their numbers, added up (one query)."""
    numbers = Sum(F("mu") + F("sigma") + F("events"), output_field=FloatField())
    rows = Rating.objects.filter(event__club=club).values("event").order_by()
    return {
        row["event"]: (row["people"], row["total"])
        for row in rows.annotate(people=Count("pk"), total=numbers)
    }


def _with_nobody(club: Club, course: Course, begin: int, end: int) -> tuple[int, int]:
    """These events and those that must be counted with them: from this number to before that one (one query).

    Nobody anonymous has ratings, from which they could be counted on. So all their events are in one slice.
    """
    number_of = {pk: number for number, (pk, _version) in enumerate(course)}
    played: dict[UUID, list[int]] = defaultdict(list)
    entries = Entry.objects.filter(player__club=club, player__anonymised_at__isnull=False)
    for player, event in entries.values_list("player", "event"):
        if event in number_of:
            played[player].append(number_of[event])
    spans = [(min(numbers), max(numbers)) for numbers in played.values()]
    while before := [first for first, last in spans if first < begin <= last]:
        begin = min(before)
    while after := [last for first, last in spans if first < end <= last]:
        end = max(after) + 1
    return begin, end


def ratings_of(club: Club) -> QuerySet[Rating]:
    """All stored ratings of a club."""
    return Rating.objects.filter(player__club=club)


def course_of(club: Club) -> Course:
    """The finished events of a club with their versions, in the order in which they count (one query)."""
    finished = Event.objects.filter(club=club, status=EventStatus.FINISHED, rehearsal_of=None)
    columns = finished.values_list("starts_on", "started_at", "created_at", "pk", "version")
    in_order = sorted(
        (day or today_of(club, started or created), started or created, pk, version)
        for day, started, created, pk, version in columns
    )
    return [(pk, version) for _day, _time, pk, version in in_order]


def in_order(club: Club) -> bool:
    """Whether all events that count were counted, in their order, and have the ratings that they gave.

    Five queries at most. An event that people have not played may not have been counted yet.
    """
    course, kept, stored = course_of(club), _kept(club), _stored(club)
    counted = {row[1] for row in kept}
    others = [pk for pk, _version in course if pk not in counted]
    return (
        [row[:2] for row in kept] == list(enumerate(pk for pk, _version in course if pk in counted))
        and not (others and Entry.objects.filter(event__in=others, player__bot="").exists())
        and stored.keys() <= counted
        and all(_is_stored(row, stored) for row in kept)
    )


def counted_again(club: Club, begin: int, end: int) -> tuple[list[UUID], set[Row]]:
    """The events with these numbers that were counted, and the ratings that they give.

    They are counted from the ratings before them. Of somebody anonymous there are none, so their earlier
    events are counted, too. If these are too many, there is no event here.
    """
    course: Course = [(pk, version) for _number, pk, version, *_rest in _kept(club)]
    first, _end = _with_nobody(club, course, begin, end)
    if begin - first > AT_ONCE:
        return [], set()
    pks = [pk for pk, _version in course[begin:end]]
    rows = _of_shown(club, _counted(course, first, end))
    return pks, {row for row in rows if row[1] in set(pks)}


def _of_shown(club: Club, rows: Iterable[Row]) -> set[Row]:
    """The ratings without those of people who are anonymous (one query)."""
    hidden = Player.objects.filter(club=club, anonymised_at__isnull=False).values_list("pk", flat=True)
    nobody = set(hidden)
    return {row for row in rows if row[0] not in nobody}


def _counted(course: Course, begin: int, end: int) -> Iterator[Row]:
    """The ratings after these events of a club, counted on from those that are kept before them."""
    pks = [pk for pk, _version in course[begin:end]]
    events = Event.objects.filter(pk__in=pks).only("rules").in_bulk()
    results = _results(pks)
    families: dict[str, list[UUID]] = defaultdict(list)
    for pk in pks:
        if family := str(events[pk].rules.get("preset", "")) if not events[pk].without_rules else "":
            families[family].append(pk)
    for family, listed in families.items():
        history = [results[pk] for pk in listed]
        people = {person for tables in history for at_table, _scores in tables for person in at_table}
        after = rules.rate(history, _before(people, family, begin))
        for pk, each in zip(listed, after, strict=True):
            for player, own in each.items():
                yield UUID(player), pk, family, own.mu, own.sigma, own.events


def _before(people: set[str], family: str, begin: int) -> dict[str, rules.Strength]:
    """The ratings of these people after the events with lower numbers (one query)."""
    earlier = Rating.objects.filter(player=OuterRef("pk"), family=family, event__rated__number__lt=begin)
    newest = Player.objects.filter(pk__in=people).values(
        rating=Subquery(earlier.order_by("-events").values("pk")[:1])
    )
    return {str(row.player_id): row.strength for row in Rating.objects.filter(pk__in=newest)}


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
    """The newest rating of each player by rule family, best first and provisional ones last (two queries).

    sees: whether the reader may see the page of a person; others are left out.
    """
    # Ratings that join their players let PostgreSQL read the ratings of all clubs.
    players = Player.objects.filter(club=club, removed_at=None).select_related("club").in_bulk()
    rows = list(_newest(Rating.objects.filter(player__in=list(players)), 1))
    for row in rows:
        row.player = players[row.player_id]
    families: dict[str, list[Rating]] = defaultdict(list)
    best_first = sorted(
        rows, key=lambda row: (row.family, row.events < rules.KNOWN, -row.mu, row.player.sort_key)
    )
    for row in best_first:
        if sees(Someone((row.player,))) and len(families[row.family]) < MOST:
            families[row.family].append(row)
    return dict(families)


def _newest(rows: QuerySet[Rating], most: int) -> QuerySet[Rating]:
    """The newest so many of these ratings, of each player in each rule family."""
    back = Window(RowNumber(), partition_by=["player", "family"], order_by="-events")
    return rows.annotate(back=back).filter(back__lte=most)


def curves_of(someone: Someone, newest: int) -> dict[tuple[str, str], list[Rating]]:
    """The ratings of a person by club and rule family, oldest first: the `newest` last ones (one query)."""
    rows = _newest(Rating.objects.filter(player__in=someone.players), newest)
    rows = rows.select_related("player__club", "event")
    curves: dict[tuple[str, str], list[Rating]] = defaultdict(list)
    for row in rows.order_by("player__club__sort_key", "family", "events"):
        curves[row.player.club.name, row.family].append(row)
    return dict(curves)
