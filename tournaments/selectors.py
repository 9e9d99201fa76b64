"""Reads that are more than one filter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db.models import CharField, Count, Exists, Max, OuterRef, Prefetch, Q, QuerySet, Sum, Value
from django.db.models.functions import Cast, Coalesce, Concat

import games.services as games
from tournaments.rules.names import free_slug, name_key, slugify
from tournaments.rules.scoring import Tally
from tournaments.services.standings import table_states

from .compiled import Compiled
from .models import (
    Account,
    Adjustment,
    Club,
    Deal,
    DealClaim,
    DealKind,
    Entry,
    EntryStatus,
    Event,
    EventStatus,
    Member,
    Payout,
    Player,
    Round,
    RoundStatus,
    Seat,
    SeatingWish,
    SeatResult,
    Showdown,
    Simulation,
    Stage,
    Standing,
    Table,
    Transfer,
    Visibility,
    Webhook,
    WebhookDelivery,
    seat_account,
)

TableState = table_states.TableState
table_state = table_states.table_state


def table_seats(table: Table) -> list[Seat]:
    """A table's seats in their order, with the players who sit there."""
    return list(Seat.objects.filter(table=table).select_related("entry__player").order_by("number"))


def table_ledger(table: Table) -> QuerySet[Transfer]:
    """Every transfer of a table, in the order it happened."""
    return Transfer.objects.filter(table=table).select_related("source", "target", "deal").order_by("id")


def deal_revisions(table: Table, number: int) -> QuerySet[Deal]:
    """Every revision of a table's deal, voids too, in order."""
    return Deal.objects.filter(table=table, number=number).order_by("revision")


def claims_of(table: Table) -> QuerySet[DealClaim]:
    """What was entered at a table for a second person to confirm, settled or not."""
    return DealClaim.objects.filter(table=table)


def disputed_in(round_: Round) -> QuerySet[DealClaim]:
    """The disputed claims of a round, which wait for a director."""
    return (
        DealClaim.objects.filter(table__round=round_, status="disputed")
        .select_related("table")
        .order_by("table__number")
    )


def waiting_in(round_: Round) -> QuerySet[DealClaim]:
    """The claims of a round that wait for a second person, with the names of who sits there."""
    return (
        DealClaim.objects.filter(table__round=round_, status="pending")
        .select_related("table", "by_user")
        .prefetch_related("table__seats__entry__player")
        .order_by("table__number")
    )


def claim_behind(deal: Deal) -> DealClaim | None:
    """The claim that became this deal, with who made and who confirmed it."""
    return DealClaim.objects.filter(deal=deal).select_related("by_user", "settled_by_user").first()


def table_deals(table: Table) -> QuerySet[Deal]:
    """The deals of a table that count, in order."""
    return Deal.objects.effective().filter(table=table).order_by("number")


def rounds_with_tables(event: Event, *, drawn_too: bool) -> QuerySet[Round]:
    """An event's rounds, the newest first, with stage, tables, seats, players; each table's deals counted."""
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


# Who sits down next


def seatable_entries(event: Event, round_number: int) -> list[Entry]:
    """The entries that a draw of this round seats: checked in, and counting from it or earlier."""
    return list(
        Entry.objects.filter(event=event, status=EntryStatus.CHECKED_IN, from_round__lte=round_number)
        .select_related("player")
        .order_by("number")
    )


def purse_accounts(tables: Iterable[Table]) -> QuerySet[Account]:
    """The purses of these tables' seats. (The account of a seat that was taken away stays, and is empty.)"""
    seats = Seat.objects.filter(table=OuterRef("table")).annotate(
        account=Concat(Value("seat "), Cast("number", CharField()))
    )
    return Account.objects.filter(Exists(seats.filter(account=OuterRef("name"))), table__in=tables)


def unfinished_tables(round_: Round) -> Sequence[Table]:
    """The tables of a round that have deals left to play and can play them (two queries).

    A table with `table` purses is finished, too, once somebody there cannot pay the antes.
    """
    rules = round_.event.rules_in_force
    tables = Table.objects.filter(round=round_, closed_at__isnull=True).annotate(
        deals_played=Count(
            "deals", filter=Q(deals__kind=DealKind.RECORDED, deals__replaced_by__isnull=True), distinct=True
        )
    )
    unfinished = [table for table in tables if table.deals_played < table.deals_planned]
    if rules["purse"] == "credit" or not unfinished:
        return unfinished
    purses: dict[UUID, list[int]] = {}
    for table_id, balance in purse_accounts(unfinished).values_list("table_id", "balance"):
        purses.setdefault(table_id, []).append(balance)
    return [table for table in unfinished if games.can_ante(rules, purses[table.pk])]


def past_tables(event: Event, before_round: int, *, bots: bool) -> list[list[list[str]]]:
    """The tables of people, or of bots, in the published rounds before this one, oldest first.

    Each is its entries' ids in seat order. Tables keep their places though everybody there has left, and a
    round without any is an empty one.
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


# Standings


def seat_tallies(event: Event, round_number: int | None = None) -> list[Tally]:
    """What every seat did at its table, for every seat of the published rounds of an event (two queries).

    In the order of rounds, tables and seats; with `round_number` those of that round alone.

    Voids carry negated numbers, so plain sums are right. What is paid when a table's game ends
    (`leftover`) counts, less what was taken back; chips that the bank brought to the table do not.
    """
    only = {} if round_number is None else {"round__number": round_number}
    leftover: Counter[tuple[UUID, str]] = Counter()
    for table_id, source, target, chips in (
        Transfer.objects.filter(
            **{f"table__{name}": number for name, number in only.items()},
            table__round__event=event,
            reason="leftover",
        )
        .values_list("table_id", "source__name", "target__name")
        .annotate(chips=Sum("chips"))
        .order_by()
    ):
        leftover[table_id, target] += chips
        leftover[table_id, source] -= chips
    seats = (
        Seat.objects.filter(round__event=event, **only)
        .exclude(round__status=RoundStatus.DRAWN)
        .annotate(
            sum_played=Coalesce(Sum("results__deals"), 0),
            sum_net=Coalesce(Sum("results__net"), 0),
            sum_staked=Coalesce(Sum("results__staked"), 0),
            sum_pots=Coalesce(Sum("results__pots"), 0),
            sum_out=Coalesce(Sum("results__out"), 0),
            sum_pools=Coalesce(Sum("results__pools"), 0),
            sum_showdowns=Coalesce(Sum("results__showdowns"), 0),
        )
        .order_by("round__number", "table__number", "number")
        .values_list(
            "entry_id",
            "round__number",
            "table_id",
            "number",
            "sum_played",
            "sum_net",
            "sum_staked",
            "sum_pots",
            "sum_out",
            "sum_pools",
            "sum_showdowns",
        )
    )
    return [
        Tally(
            entry=str(entry),
            round=number,
            table=str(table),
            deals=played,
            chips=net + leftover[table, seat_account(seat)],
            pochen=pots - staked,
            out=out,
            pools=pools,
            showdowns=showdowns,
        )
        for entry, number, table, seat, played, net, staked, pots, out, pools, showdowns in seats
    ]


def current_standing(event: Event) -> Standing | None:
    """The newest standing that was computed, or None before the first."""
    return Standing.objects.filter(event=event).order_by("-version").first()


def newest_standing_version(event: Event) -> int | None:
    """The version of the newest standing, without its rows: what everybody who watches asks for."""
    found = _NEWEST_VERSION.rows(event)
    return found[0]["version"] if found else None


_NEWEST_VERSION = Compiled(
    Event, lambda event: Standing.objects.filter(event=event).order_by("-version").values("version")[:1]
)


def standing_after(event: Event, round_number: int) -> Standing | None:
    """The standing kept at this round's close."""
    return Standing.objects.filter(event=event, round__number=round_number).first()


def entries_by_id(event: Event) -> dict[str, Entry]:
    """An event's entries with their players, by id as a string: what gives a standing's rows their names."""
    return {str(entry.pk): entry for entry in Entry.objects.filter(event=event).select_related("player")}


# Lists of events


def clubs() -> QuerySet[Club]:
    """Every club that is one: those in which events are rehearsed are not."""
    return Club.objects.filter(rehearses__isnull=True)


def events_to_show(club_ids_of_member: Iterable[UUID] = ()) -> QuerySet[Event]:
    """Public events that are no drafts, and every event of the clubs given; running ones first."""
    return (
        Event.objects.filter(
            Q(visibility=Visibility.PUBLIC) & ~Q(status=EventStatus.DRAFT)
            | Q(club_id__in=list(club_ids_of_member))
        )
        .select_related("club")
        .order_by("-created_at")
    )


def seat_nets(table: Table) -> dict[int, int]:
    """Net chips of each seat of a table so far (leftover apart), by seat number."""
    return dict(
        SeatResult.objects.filter(seat__table=table)
        .values_list("seat__number")
        .annotate(net=Sum("net"))
        .order_by()
    )


def unused_slug(model: type[Club | Event], name: str, fallback: str) -> str:
    """The address of a new club or event of this name, numbered where others have it."""
    stem = slugify(name, fallback, longest=40)  # of 50: every number that is tried leaves this much of it
    near = model._default_manager.filter(slug__startswith=stem)
    return free_slug(name, set(near.values_list("slug", flat=True)), fallback)


# Lists, each to be ordered by who asks for it


def members_of(club: Club) -> QuerySet[Member]:
    """A club's members, with their users."""
    return Member.objects.filter(club=club).select_related("user")


def webhooks_of(club: Club) -> QuerySet[Webhook]:
    """A club's webhooks. For owners alone."""
    return Webhook.objects.filter(club=club, removed_at__isnull=True).select_related("event")


def deliveries_of(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """The log of a webhook: its messages. For owners alone."""
    return WebhookDelivery.objects.filter(webhook=webhook)


def players_of(club: Club, *, search: str = "", bots: bool | None = None) -> QuerySet[Player]:
    """A club's roster: those whose name has `search` in it; bots only, persons only, or both (None)."""
    players = Player.objects.filter(club=club, removed_at__isnull=True)
    if search:
        players = players.filter(name_key__contains=name_key(search))
    if bots is not None:
        players = players.exclude(bot="") if bots else players.filter(bot="")
    return players


def entries_of(event: Event) -> QuerySet[Entry]:
    """An event's entries, with their players."""
    return Entry.objects.filter(event=event).select_related("player")


def stages_of(event: Event) -> QuerySet[Stage]:
    """An event's stages, each with `in_public`: whether one of its rounds was published."""
    published = Round.objects.filter(stage=OuterRef("pk")).exclude(status=RoundStatus.DRAWN)
    return Stage.objects.filter(event=event).annotate(in_public=Exists(published))


def wishes_of(event: Event) -> QuerySet[SeatingWish]:
    """What is asked of an event's draws: its own wishes, and its club's about who is entered in it.

    For directors alone: families are their own affair.
    """
    entered = Entry.objects.filter(event=event).values("player_id")
    return SeatingWish.objects.filter(
        Q(event=event) | Q(event=None, club_id=event.club_id, player__in=entered, other__in=entered)
    ).select_related("event", "player", "other")


def wishes_of_club(club: Club) -> QuerySet[SeatingWish]:
    """What a club asks of the draws of all its events. For directors alone."""
    return SeatingWish.objects.filter(club=club, event=None).select_related("player", "other")


def simulations_of(club: Club) -> QuerySet[Simulation]:
    """A club's simulations, the newest first; what is long in them is not fetched. For members alone."""
    newest = Simulation.objects.filter(club=club).order_by("-created_at", "-pk")
    return newest.select_related("started_by").defer("spec", "report")


def adjustments_of(event: Event) -> QuerySet[Adjustment]:
    """An event's adjustments, cancelled ones too."""
    return Adjustment.objects.filter(event=event).select_related(
        "entry__player", "round", "author", "cancelled_by"
    )


def payouts_of(event: Event) -> QuerySet[Payout]:
    """The payouts of the deals of an event that count."""
    return _of_deals_that_count(Payout.objects.all(), event)


def showdowns_of(event: Event) -> QuerySet[Showdown]:
    """Every seat's part in the Pochen of the deals of an event that count."""
    return _of_deals_that_count(Showdown.objects.all(), event)


def _of_deals_that_count(rows: QuerySet[Any], event: Event) -> QuerySet[Any]:
    return rows.filter(
        deal__table__round__event=event, deal__kind=DealKind.RECORDED, deal__replaced_by__isnull=True
    ).select_related("deal__table__round", "seat__entry__player")
