"""Tables with their seats and players, and the tables of earlier rounds."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Count, Max, Prefetch, Q, QuerySet

from tournaments.models import DealKind, Event, Round, RoundStatus, Seat, Table


def table_seats(table: Table) -> list[Seat]:
    """The seats of a table in order, with their players."""
    return list(Seat.objects.filter(table=table).select_related("entry__player").order_by("number"))


def public_rounds(event: Event) -> QuerySet[Round]:
    """The published rounds of an event, newest first."""
    return Round.objects.filter(event=event).exclude(status=RoundStatus.DRAWN).order_by("-number")


def closed_rounds(event: Event) -> list[int]:
    """The numbers of the closed rounds of an event, oldest first."""
    rounds = Round.objects.filter(event=event, status=RoundStatus.CLOSED).order_by("number")
    return list(rounds.values_list("number", flat=True))


def rounds_to_show(event: Event, *, drawn_too: bool) -> QuerySet[Round]:
    """The rounds of an event with their stage, newest first."""
    rounds = Round.objects.filter(event=event).select_related("stage").order_by("-number")
    if not drawn_too:
        rounds = rounds.exclude(status=RoundStatus.DRAWN)
    return rounds.defer("request", "stage__entrants", "stage__cut_report", "stage__weights")


def with_seats(rounds: list[Round]) -> list[Round]:
    """Read the tables of all these rounds as `Round.seated`, and return the rounds.

    Tables, seats and players become no objects: the rounds of an event have thousands of seats.
    """
    seats: dict[UUID, list[dict[str, Any]]] = {}
    columns = ("table_id", "number", "entry_id", "entry__player_id", "entry__player__public_name")
    rows = Seat.objects.filter(round__in=rounds).order_by("number").values_list(*columns)
    for table_id, number, entry_id, player_id, name in rows:
        entry = {"player_id": player_id, "player": {"public_name": name}}
        seats.setdefault(table_id, []).append({"number": number, "entry_id": entry_id, "entry": entry})
    tables: dict[UUID, list[dict[str, Any]]] = {}
    about = ("id", "round_id", "number", "deals_planned", "deals_played", "closed_at")
    for table in _with_counts(Table.objects.filter(round__in=rounds)).order_by("number").values(*about):
        tables.setdefault(table["round_id"], []).append({**table, "seats": seats.get(table["id"], [])})
    for round_ in rounds:
        round_.seated = tables.get(round_.pk, [])
    return rounds


def tables_with_seats() -> QuerySet[Table]:
    """Tables with their seats, players and accounts, each with `deals_played` and `last_deal_at`."""
    return (
        _with_counts(Table.objects.all())
        .order_by("number")
        .prefetch_related(
            Prefetch("seats", queryset=Seat.objects.select_related("entry__player").order_by("number")),
            "accounts",
        )
    )


def _with_counts(tables: QuerySet[Table]) -> QuerySet[Table]:
    counts = Q(deals__kind=DealKind.RECORDED, deals__replaced_by__isnull=True)
    return tables.annotate(
        deals_played=Count("deals", filter=counts), last_deal_at=Max("deals__recorded_at", filter=counts)
    )


def past_tables(event: Event, before_round: int, *, bots: bool) -> list[list[list[str]]]:
    """The tables of people, or of bots, in the published rounds before this one, oldest first.

    A table is the ids of its entries in seat order. A round without such tables is an empty list.
    """
    seats = (
        Seat.objects.filter(round__event=event, round__number__lt=before_round)
        .exclude(round__status=RoundStatus.DRAWN)
        .order_by("round__number", "table__number", "number")
        .values_list("round__number", "table__number", "entry_id", "entry__player__bot")
    )
    rounds: dict[int, dict[int, list[str]]] = {}
    for round_number, table_number, entry_id, bot in seats:
        tables = rounds.setdefault(round_number, {})
        if bool(bot) == bots:
            tables.setdefault(table_number, []).append(str(entry_id))
    return [list(tables.values()) for tables in rounds.values()]
