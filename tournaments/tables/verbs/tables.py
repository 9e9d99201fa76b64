"""Tables with their seats and players, and the tables of earlier rounds."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import (
    Count,
    Exists,
    F,
    Max,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    prefetch_related_objects,
)
from django.db.models.functions import Coalesce

from tournaments.core.rules.names import sort_key
from tournaments.core.rules.statuses import RoundStatus, VoidCause
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.rules.tables import category_of
from tournaments.tables.models.cards import TableCard
from tournaments.tables.models.ledger import Deal, DealKind
from tournaments.tables.models.rounds import (
    COUNTED,
    Call,
    Occupant,
    Round,
    Seat,
    Table,
    somebody_sits,
    who_sits,
)

IS_LEFT = "is_left"
"""The attribute that `Seat` declares. A literal annotation would declare it a second time."""


def seats_with_people() -> QuerySet[Seat]:
    """Seats in order, each with who sat down first and whether somebody has left it (`Seat.is_left`).

    The players come with their persons, to whom their names lead.
    """
    left = Exists(Occupant.objects.filter(seat=OuterRef("pk")))
    seats = Seat.objects.select_related("entry__player").order_by("number")
    return seats.annotate(**{IS_LEFT: left})


def table_seats(table: Table) -> list[Seat]:
    """The seats of a table in order, with their players."""
    return list(seats_with_people().filter(table=table))


def has_played_in(round_: Round, entry: Entry) -> bool:
    """Whether an entry has, or had, a seat in a round."""
    places = (Seat.objects, Occupant.objects)
    return any(rows.filter(round=round_, entry=entry).exists() for rows in places)


def public_rounds(event: Event) -> QuerySet[Round]:
    """The published rounds of an event, newest first."""
    return Round.objects.filter(event=event).exclude(status=RoundStatus.DRAWN).order_by("-number")


def void_rounds(events: Collection[UUID]) -> QuerySet[Round]:
    """The void rounds of these events that had deals or were closed; none that was taken back."""
    rounds = Round.with_void.filter(event__in=events, status=RoundStatus.VOID)
    return rounds.exclude(void_as=VoidCause.TAKEN_BACK)


def rounds_to_show(event: Event, *, drawn_too: bool, void: bool = False) -> QuerySet[Round]:
    """The rounds of an event with their stage, newest first. void: the void ones, too."""
    every = Round.with_void if void else Round.objects
    rounds = every.filter(event=event).select_related("stage").order_by("-number")
    if not drawn_too:
        rounds = rounds.exclude(status=RoundStatus.DRAWN)
    return rounds.defer("request", "stage__entrants", "stage__cut_report", "stage__weights")


def without_stages(rounds: QuerySet[Round]) -> QuerySet[Round]:
    """The rounds of `rounds_to_show` without the columns of their stages that no list for programs shows."""
    columns = {field.name for field in Stage._meta.concrete_fields} - {"id", "plan_public"}
    return rounds.defer(*(f"stage__{column}" for column in sorted(columns)))


def with_seats(rounds: list[Round]) -> list[Round]:
    """Read the tables of all these rounds as `Round.seated`, and return the rounds.

    Tables, seats and players become no objects: the rounds of an event have thousands of seats.
    """
    tables: defaultdict[UUID, list[dict[str, Any]]] = defaultdict(list)
    seats: defaultdict[UUID, list[dict[str, Any]]] = defaultdict(list)
    about = ("id", "round_id", "number", "deals_planned", "deals_played", "closed_at")
    left = Exists(Occupant.objects.filter(seat__table=OuterRef("pk")))
    changed = False
    rows = _with_counts(Table.objects.filter(round__in=rounds)).order_by("number").annotate(left=left)
    for table in rows.values(*about, "left"):
        changed = table.pop("left") or changed
        tables[table["round_id"]].append({**table, "seats": seats[table["id"]]})
    columns = ("table_id", "number", "entry_id", "entry__player_id", "entry__player__public_name")
    for table_id, number, entry_id, player_id, name in (
        Seat.objects.filter(round__in=rounds).order_by("number").values_list(*columns)
    ):
        entry = {"player_id": player_id, "player": {"public_name": name}}
        seat = {
            "number": number,
            "entry_id": entry_id,
            "entry": entry,
            "successors": [],
            "empty_from": None,
        }
        seats[table_id].append(seat)
    taken = Occupant.objects.filter(round__in=rounds).select_related("entry__player", "seat")
    for row in taken.order_by("from_deal") if changed else ():
        seat = seats[row.seat.table_id][row.seat.number]
        if row.entry is None:
            seat["empty_from"] = row.from_deal
        else:
            seat["successors"].append(row)
    for round_ in rounds:
        round_.seated = tables[round_.pk]
    return rounds


def table_ids(round_: Round) -> list[UUID]:
    """The ids of the tables of a round, table 1 first."""
    return list(Table.objects.filter(round=round_).order_by("number").values_list("pk", flat=True))


def entries_by_table(round_: Round) -> dict[UUID, set[UUID]]:
    """Return the ids of the entries at each table, by the id of the table, table 1 first.

    Who has left a seat is one of them.
    """
    tables: dict[UUID, set[UUID]] = {}
    rows = Table.objects.filter(round=round_).order_by("number")
    for table, *entries in rows.values_list("pk", "seats__entry_id", "seats__occupants__entry_id"):
        # Without a seat, or without anybody who took it over, the id is None.
        tables.setdefault(table, set()).update(filter(None, entries))
    return tables


@dataclass(frozen=True)
class Place:
    """A player at a table. `name` is the public name, `seat` counts from 1."""

    name: str
    table: int
    table_id: UUID
    seat: int
    entry: UUID


def places_by_name(round_: Round) -> list[Place]:
    """Everybody who sits in a round now, ordered by name (one query)."""
    seats = Seat.objects.filter(somebody_sits(), round=round_)
    rows = seats.values_list(
        who_sits("player__public_name"), "table__number", "table_id", F("number") + 1, who_sits()
    )
    return sorted((Place(*row) for row in rows), key=lambda place: (sort_key(place.name), place.table))


def groups_before(round_: Round, number: int) -> Counter[str]:
    """How many tables with a lower number each group of the draw has."""
    first = Seat.objects.filter(round=round_, table__number__lt=number, number=0)
    return Counter(
        category_of(str(entry), round_.stage.upper, is_bot=bool(bot))
        for entry, bot in first.values_list("entry_id", "entry__player__bot")
    )


def seats_by_entry(round_: Round, entries: Collection[str]) -> dict[str, Seat]:
    """The seats that these entries have in a round now, with their tables, by entry (one query)."""
    seats = Seat.objects.filter(somebody_sits(), round=round_)
    seats = seats.annotate(now=who_sits()).filter(now__in=entries)
    return {str(seat.now): seat for seat in seats.select_related("table")}


@dataclass(frozen=True)
class TablePlay:
    """How far a table is.

    closed: it takes no more deals, although some may be left.
    wrong_pins: how often somebody entered a wrong PIN of its card; None: it has no card.
    calls: it has an open call of the director. extra_seconds: its extra time on the clock. table: its row.
    """

    id: UUID
    number: int
    deals: int
    deals_planned: int
    closed: bool
    last_deal_at: datetime | None
    wrong_pins: int | None
    calls: bool = False
    extra_seconds: int = 0
    table: Any = None

    @property
    def over(self) -> bool:
        return self.closed or self.deals >= self.deals_planned


def table_plays(round_: Round) -> list[TablePlay]:
    """How far each table of a round is, table 1 first (one query)."""
    card = TableCard.objects.filter(
        event=OuterRef("round__event"), number=OuterRef("number"), revoked_at__isnull=True
    )
    calls = Exists(Call.objects.filter(table=OuterRef("pk"), ended_at__isnull=True))
    tables = _with_counts(Table.objects.filter(round=round_)).order_by("number")
    wrong_pins = Subquery(card.values("pin_failures")[:1])
    rows: QuerySet[Any] = tables.annotate(wrong_pins=wrong_pins, calls_director=calls)
    return [
        TablePlay(
            id=table.pk,
            number=table.number,
            deals=table.deals_played,
            # A table with a count has played as many deals as it says, planned or not.
            deals_planned=table.deals_played if table.counted else table.deals_planned,
            closed=table.closed_at is not None,
            last_deal_at=table.last_deal_at,
            wrong_pins=table.wrong_pins,
            calls=table.calls_director,
            extra_seconds=table.extra_seconds,
            table=table,
        )
        for table in rows
    ]


def people_at(tables: Collection[UUID], *, for_members: bool = False) -> dict[UUID, list[tuple[str, str]]]:
    """The names at each of these tables with the ids of their entries, in the order of the seats (one query).

    for_members: with the club's names.
    """
    people: dict[UUID, list[tuple[str, str]]] = {table: [] for table in tables}
    seats = Seat.objects.filter(somebody_sits(), table__in=people).order_by("table", "number")
    name_of = who_sits("player__name" if for_members else "player__public_name")
    for table, name, entry in seats.values_list("table_id", name_of, who_sits()):
        people[table].append((name, str(entry)))
    return people


def names_at(tables: Collection[UUID], *, for_members: bool = False) -> dict[UUID, list[str]]:
    """The names at each of these tables, in the order of the seats (one query).

    for_members: the names that the club uses, in place of the public names.
    """
    people = people_at(tables, for_members=for_members)
    return {table: [name for name, _entry in listed] for table, listed in people.items()}


def tables_with_seats() -> QuerySet[Table]:
    """Tables with their seats, players and accounts, and what `_with_counts` adds (three queries)."""
    return _with_counts(Table.objects.all()).order_by("number").prefetch_related(*_people_and_chips())


def tables_of(plays: Sequence[TablePlay]) -> list[Table]:
    """The same for tables whose plays are there (two queries)."""
    tables = [play.table for play in plays]
    prefetch_related_objects(tables, *_people_and_chips())
    return tables


def _people_and_chips() -> tuple[Prefetch[Any], str]:
    return Prefetch("seats", queryset=seats_with_people()), "accounts"


def _with_counts(tables: QuerySet[Table]) -> QuerySet[Table]:
    """The tables, each with `deals_played`, `counted` (None: it has no total), `last_deal_at`, `dealer`.

    `dealer` is the seat that deals next; None before the first deal, which seat 0 deals.
    """
    last = Deal.objects.effective().filter(table=OuterRef("pk")).order_by("-number").values("next_dealer")[:1]
    counts = Q(deals__kind=DealKind.RECORDED, deals__replaced_by__isnull=True)
    return tables.annotate(
        counted=Max("deals__counted", filter=counts),
        # A count stands for its deals.
        deals_played=Count("deals", filter=counts) + Coalesce(Max("deals__counted", filter=counts) - 1, 0),
        last_deal_at=Max("deals__recorded_at", filter=counts),
        dealer=Subquery(last),
    )


def past_tables(event: Event, before_round: int, *, bots: bool) -> list[list[tuple[list[str], int]]]:
    """The tables of people, or of bots, in the published rounds before this one, oldest first.

    A table is the ids of its entries in seat order (of those who had a seat one after the other, the last),
    and its planned deals. A round without such tables is an empty list.
    """
    seats = (
        Seat.objects.filter(round__event=event, round__number__lt=before_round)
        .filter(round__status__in=COUNTED)
        .order_by("round__number", "table__number", "number")
        .values_list(
            "round__number", "table__number", "table__deals_planned", who_sits(), "entry__player__bot"
        )
    )
    rounds: dict[int, dict[int, tuple[list[str], int]]] = {}
    for round_number, table_number, deals, entry_id, bot in seats:
        tables = rounds.setdefault(round_number, {})
        if bool(bot) == bots:
            tables.setdefault(table_number, ([], deals))[0].append(str(entry_id))
    return [list(tables.values()) for tables in rounds.values()]
