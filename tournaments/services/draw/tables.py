"""Tables with their seats and players, and the tables of earlier rounds."""

from __future__ import annotations

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


def rounds_with_tables(event: Event, *, drawn_too: bool) -> QuerySet[Round]:
    """The rounds of an event, newest first, with stage, tables (`tables_with_seats`), seats and players."""
    rounds = Round.objects.filter(event=event).select_related("stage").order_by("-number")
    if not drawn_too:
        rounds = rounds.exclude(status=RoundStatus.DRAWN)
    return rounds.prefetch_related(Prefetch("tables", queryset=tables_with_seats()))


def tables_with_seats() -> QuerySet[Table]:
    """Tables with their seats, players and accounts, each with `deals_played` and `last_deal_at`."""
    counts = Q(deals__kind=DealKind.RECORDED, deals__replaced_by__isnull=True)
    return (
        Table.objects.annotate(
            deals_played=Count("deals", filter=counts), last_deal_at=Max("deals__recorded_at", filter=counts)
        )
        .order_by("number")
        .prefetch_related(
            Prefetch("seats", queryset=Seat.objects.select_related("entry__player").order_by("number")),
            "accounts",
        )
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
