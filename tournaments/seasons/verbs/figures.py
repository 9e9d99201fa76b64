"""Figures of a person from the ledger: chips by part of the game, opponents, best deals. Plain data.

They count what was played at tables in the events that the caller shows (`access.events_of_person`), the
newest `results.MOST` of them. Adjustments are no chips of a table. Whoever took over a seat has what came
afterwards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import Any
from uuid import UUID

from django.db.models import Case, F, OuterRef, Q, QuerySet, Subquery, Sum, UUIDField, When, Window
from django.db.models.functions import Coalesce, RowNumber

from tournaments.clubs.models import Club, Player
from tournaments.clubs.verbs.people import Someone
from tournaments.core.rules.means import Estimate, mean, ratio, share
from tournaments.core.rules.statuses import EventStatus
from tournaments.core.rules.units import TENTHS
from tournaments.events.models.events import Entry, Event
from tournaments.events.verbs.events import events_to_show
from tournaments.seasons.verbs.results import MOST
from tournaments.standings.rules.scoring import Tally
from tournaments.tables.models.ledger import Deal, DealKind, SeatResult, Showdown
from tournaments.tables.models.rounds import COUNTED, Occupant, Seat
from tournaments.tables.verbs import tallies

SIDES = ("target", "source")
"""Of a transfer: who gets the chips, and who gives them."""

MOST_OF_A_CLUB = 300
"""Records of a club are those of so many events, the newest ones."""

AT_DEAL = ("seat__table", "deal", "deal__number")
"""Where a row of a seat belongs."""

BEST_DEALS = 5
"""So many deals of each kind are listed."""


@dataclass(frozen=True)
class PartOfGame:
    """Chips per deal in one part of the game (`tallies.PARTS`): of the person, and of all people."""

    name: str
    own: Estimate
    all: Estimate

    @property
    def has_chips(self) -> bool:
        """Whether anybody had chips in it."""
        return self.own.mean is not None and bool(self.own.mean or self.all.mean)


@dataclass(frozen=True)
class Opponent:
    """Somebody who sat at a table with a person, in how many rounds and deals.

    ref: of their page; names are those of the player with whom it happened last. ahead: the share of tables
    at which the person won more chips than they did; an equal table is half. difference: how many chips more,
    for each table.
    """

    ref: str
    player: Player
    tables: int
    deals: int
    ahead: Estimate
    difference: Estimate


@dataclass(frozen=True)
class BestDeal:
    """A deal of a person. value: chips of the pot, or pools. cards: of the set of four; empty for others."""

    kind: str
    event: UUID
    table: UUID
    deal: UUID
    number: int
    value: int
    cards: str = ""


@dataclass(frozen=True)
class Record:
    """A record of a club, and whose it is. table, deal, number: None and 0 for an evening."""

    kind: str
    player: UUID
    event: UUID
    table: UUID | None
    deal: UUID | None
    number: int
    value: int


Events = QuerySet[Event] | Sequence[UUID]
"""The events that are shown, newest first: a queryset, or ids that were read before."""


_Found = tuple[str, Any, UUID, Any, Any, int, int]
"""What a `Record` says, with the entry in place of the player."""


def chips_by_stage(someone: Someone, events: Events) -> list[PartOfGame]:
    """Where the chips of a person come from, beside those of all people in these events.

    Eight queries at most, one less for ids.
    """
    shown = _newest(events)
    holders, tables = tallies.seated(Seat.objects.filter(round__event__in=shown, entry__player__bot=""))
    accounts, uncounted = tallies.seat_accounts(tables), tallies.deals_that_do_not_count(tables)
    own = _own(someone)
    mine = {place: row for place, row in holders.items() if any(who.player in own for who in row)}
    event_of = {
        str(who.entry): tables[table] for (table, _), row in mine.items() for who in row if who.player in own
    }
    chips: dict[UUID, Counter[str]] = defaultdict(Counter)
    for entry, parts in tallies.chips_of_holders(mine, accounts, uncounted).items():
        if entry in event_of:
            chips[event_of[entry]].update(parts)
    everybody: dict[UUID, Counter[str]] = defaultdict(Counter)
    won, lost = (Sum("chips", filter=Q(**{f"{side}__in": list(accounts)})) for side in SIDES)
    rows = tallies.that_count(tables, uncounted).order_by().values_list("table", "reason")
    for table, reason, more, less in rows.annotate(won=won, lost=lost):
        everybody[tables[table]][tallies.PART_OF[reason]] += (more or 0) - (less or 0)
    deals: Counter[UUID] = Counter()
    all_deals: Counter[UUID] = Counter()
    results = _with_holder(SeatResult.objects.filter(seat__table__in=tables)).order_by().values("seat__table")
    for row in results.annotate(all=Sum("deals"), own=Sum("deals", filter=Q(who__in=list(event_of)))):
        event = tables[row["seat__table"]]
        all_deals[event] += row["all"]
        if row["own"] is not None:
            deals[event] += row["own"]
    return [
        PartOfGame(
            part,
            ratio([(chips[event][part], number) for event, number in deals.items()]),
            ratio([(everybody[event][part], number) for event, number in all_deals.items()]),
        )
        for part in tallies.PARTS
    ]


def opponents(someone: Someone, events: Events) -> list[Opponent]:
    """With whom a person sat, most tables first: head to head.

    Seven queries, one less for ids.
    """
    own = _own(someone)
    at_table: dict[str, list[Tally]] = defaultdict(list)
    tables = _tables_of(someone, _newest(events))
    for tally in tallies.tallies_at(tables):
        if tally.deals > 0:
            at_table[tally.table].append(tally)
    entries = {tally.entry for row in at_table.values() for tally in row}
    rows = Entry.objects.filter(pk__in=entries).values_list("pk", "player")
    player_of = {str(entry): player for entry, player in rows}
    players = Player.objects.select_related("club").in_bulk(set(player_of.values()) - own)
    met: dict[UUID, list[tuple[UUID, int, int | Fraction]]] = defaultdict(list)
    for table in tables:
        row = at_table[str(table)]
        mine = [tally for tally in row if player_of[tally.entry] in own]
        net, played = sum(tally.chips for tally in mine), sum(tally.deals for tally in mine)
        for tally in row:
            player = player_of[tally.entry]
            if player in players and played:
                person = players[player].user_id or player
                met[person].append((player, min(tally.deals, played), net - tally.chips))
    listed = [
        Opponent(
            str(times[-1][0]),
            players[times[-1][0]],
            len(times),
            sum(deals for _player, deals, _more in times),
            share(sum((more > 0) + (more == 0) / 2 for *_both, more in times), len(times)),
            mean([float(more) for *_both, more in times]),
        )
        for times in met.values()
    ]
    return sorted(listed, key=lambda row: (-row.tables, -row.deals, row.player.sort_key, row.ref))


def best_deals(someone: Someone, events: Events) -> list[BestDeal]:
    """The largest pots of a person, the sets of four that they showed, and the most pools in one deal.

    The kinds are `pot`, `four` and `pools`. At most `BEST_DEALS` of each, the best and newest first. Six
    queries, one less for ids.
    """
    shown = _newest(events)
    tables = _tables_of(someone, shown)
    entries = Entry.objects.filter(event__in=shown, player__in=_own(someone))
    mine = list(entries.values_list("pk", flat=True))
    results, showdowns = (
        _with_holder(model.objects.filter(_counts(), seat__table__in=tables)).filter(who__in=mine)
        for model in (SeatResult, Showdown)
    )
    best = []
    for kind, rows, value in (
        ("pot", results.filter(pots__gt=0), "pots"),
        ("four", showdowns.filter(kind="four"), "chips"),
        ("pools", results.filter(pools__gt=1), "pools"),
    ):
        extra = ("cards",) if kind == "four" else ()
        listed = rows.order_by(f"-{value}", "-deal__recorded_at").values_list(*AT_DEAL, value, *extra)
        best += [BestDeal(kind, tables[table], table, *row) for table, *row in listed[:BEST_DEALS]]
    return best


def events_with_records(club: Club, clubs_of_member: Iterable[UUID]) -> QuerySet[Event]:
    """The events whose records a member of these clubs finds on the page of a club."""
    events = events_to_show(club, is_member=club.pk in set(clubs_of_member)).exclude(status=EventStatus.DRAFT)
    return events.filter(pk__in=events.order_by("-pk").values("pk")[:MOST_OF_A_CLUB])


def club_records(events: QuerySet[Event]) -> list[Record]:
    """The records of people in these events: the largest pots, the most pools in one deal, the best evenings.

    The kinds are `pot`, `pools` and `evening` (net chips at the tables of one event). At most `BEST_DEALS` of
    each, the best first and of equal ones the earlier (six queries).
    """
    # Points of another game are no chips.
    settings = list(events.order_by().values_list("pk", "rules__open_totals", "rules__unit", "club"))
    shown = [pk for pk, is_open, unit, _ in settings if not is_open and unit != TENTHS]
    results = SeatResult.objects.order_by()
    if Player.objects.filter(club__in={club for *_, club in settings}).exclude(bot="").exists():
        results = results.filter(seat__entry__player__bot="")
    taken = Occupant.objects.filter(round__event__in=shown).order_by().values_list("seat", flat=True)
    results = _with_holder(results, list(taken))
    found = [*_deals_with_records(results, shown), *_evenings_with_records(results, shown)]
    entries = Entry.objects.filter(pk__in={who for _kind, who, *_rest in found})
    players = dict(entries.values_list("pk", "player"))
    return [Record(kind, players[who], *row) for kind, who, *row in found]


def _deals_with_records(results: Any, shown: Sequence[UUID]) -> Iterator[_Found]:
    """The largest pots and the most pools, in one pass over the deals (one query)."""
    best = (
        results.filter(_counts(), Q(pots__gt=0) | Q(pools__gt=1))
        .filter(deal__table__round__event__in=shown, deal__table__round__status__in=COUNTED)
        .annotate(
            pot=Window(RowNumber(), order_by=("-pots", "deal__recorded_at")),
            pool=Window(RowNumber(), order_by=("-pools", "deal__recorded_at")),
        )
        .filter(Q(pot__lte=BEST_DEALS) | Q(pool__lte=BEST_DEALS))
    )
    extra = ("pots", "pools", "pot", "pool")
    rows = list(best.values_list("who", "deal__table__round__event", *AT_DEAL, *extra))
    for kind, value, place, least in (("pot", -4, -2, 0), ("pools", -3, -1, 1)):
        for row in sorted(rows, key=itemgetter(place)):
            if row[place] <= BEST_DEALS and row[value] > least:
                yield kind, *row[:5], row[value]


def _evenings_with_records(results: Any, shown: Sequence[UUID]) -> Iterator[_Found]:
    """The most chips in one evening (one query)."""
    event = "seat__round__event"
    at_tables = results.filter(seat__round__event__in=shown, seat__round__status__in=COUNTED)
    sums = at_tables.values_list("who", event).annotate(chips=Sum("net")).filter(chips__gt=0)
    for who, played, chips in sums.order_by("-chips", event, "who")[:BEST_DEALS]:
        yield "evening", who, played, None, None, 0, chips


def _own(someone: Someone) -> set[UUID]:
    return {player.pk for player in someone.players}


def _newest(events: Events) -> list[UUID]:
    if isinstance(events, QuerySet):
        events = list(events.values_list("pk", flat=True)[:MOST])
    return list(dict.fromkeys(events))[:MOST]


def _tables_of(someone: Someone, events: Sequence[UUID]) -> dict[UUID, UUID]:
    """The tables where a person had a seat, from its first deal or later, in rounds that count: their events.

    The first ones come first.

    Ids that were read, and no subquery: with it a statement joins so many tables that PostgreSQL searches its
    plan for longer than it runs, or reads all transfers.
    """
    own = _own(someone)
    held, taken = (
        model.objects.filter(entry__event__in=events, entry__player__in=own)
        .filter(round__status__in=COUNTED)
        .order_by()
        .values_list(table, "entry__event", "round__published_at")
        for model, table in ((Seat, "table"), (Occupant, "seat__table"))
    )
    in_order = sorted(held.union(taken), key=itemgetter(2))
    return {table: event for table, event, _published_at in in_order}


def _counts() -> Q:
    """The condition that the deal of a row counts, and is no total."""
    return Q(deal__kind=DealKind.RECORDED, deal__replaced_by__isnull=True, deal__counted__isnull=True)


def _with_holder(rows: Any, taken: Collection[int] | None = None) -> Any:
    """The rows of seats with `who`: the entry that sat there at that deal.

    taken: the seats that somebody took over, if they are known. Of all others nothing more is read.
    """
    number = Deal.objects.filter(pk=OuterRef(OuterRef("deal"))).order_by().values("number")
    at_deal = OuterRef("deal__number") if taken is None else Subquery(number)
    later = Occupant.objects.filter(seat=OuterRef("seat"), entry__isnull=False, from_deal__lte=at_deal)
    first = Subquery(later.order_by("-from_deal").values("entry")[:1])
    who: Any = Coalesce(first, F("seat__entry_id"), output_field=UUIDField())
    if taken is not None:
        who = Case(When(seat__in=taken, then=who), default=F("seat__entry_id"))
    return rows.annotate(who=who)
