"""Tables as the pages draw them: the board, the seats around it, the reasons of the draw; and the course of a
stage: the bracket of a knockout, moves up and down, planned rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum

import games.services as games
from tournaments.core.models.choices import StageFormat, TieBreak
from tournaments.core.numbers import number
from tournaments.core.rules.statuses import RoundStatus
from tournaments.core.rules.units import WHOLE, in_points
from tournaments.core.words.words import names as listed
from tournaments.draw.rules.certificate.explain import private
from tournaments.draw.verbs.seating import groups_of
from tournaments.events.models.events import Entry, Event
from tournaments.tables.models.ledger import BOARD, Deal, seat_account
from tournaments.tables.models.rounds import Occupant, Round, Seat, who_sits
from tournaments.tables.rules.places import in_turn, places_in
from tournaments.tables.verbs.tables import IS_LEFT, TablePlay, groups_before, people_at, tables_with_seats

Card = dict[str, Any]
"""A table of a round as pages show it (`table_card`)."""


def table_lines(plays: Sequence[TablePlay], *, for_members: bool = False) -> list[dict[str, Any]]:
    """How far these tables are, and who sits there: names and ids of entries (one query).

    for_members: with the club's names.
    """
    people = people_at([play.id for play in plays], for_members=for_members)
    return [{"play": play, "people": people[play.id]} for play in plays]


def tables_to_draw(round_: Round, *, only: Collection[UUID] | None = None) -> list[Any]:
    """Read the tables of a round, or some of them, with all data of their cards (three queries)."""
    tables = tables_with_seats().filter(round=round_)
    return list(tables if only is None else tables.filter(pk__in=only))


def table_cards(
    event: Event,
    round_: Round,
    tables: Sequence[Any],
    *,
    for_members: bool = False,
    came: Mapping[str, str] | None = None,
    explained: bool = True,
) -> list[Card]:
    """The cards of the tables of a round (from `tables_to_draw`).

    One query at most, for names of players at other tables in the reasons. for_members: with the club's names
    and the reasons for directors. came: "up" or "down" by entry. explained: with the reasons of the draw.
    """
    rules = rules_of(event)
    if not explained:
        return [table_card(table, round_, rules, for_members=for_members, came=came) for table in tables]
    # Each group has its own draw, and each certificate numbers its tables from 1.
    counts = groups_before(round_, tables[0].number) if tables and tables[0].number > 1 else Counter()
    reasons_of = []
    for table in tables:
        group = next(iter(groups_of([seat.entry for seat in table.seats.all()[:1]], round_.stage.upper)), "")
        counts[group] += 1
        reasons_of.append(_reasons(round_, group, counts[group], for_members=for_members))
    elsewhere = _elsewhere(tables, reasons_of, for_members=for_members)
    return [
        table_card(table, round_, rules, reasons, for_members=for_members, came=came, elsewhere=elsewhere)
        for table, reasons in zip(tables, reasons_of, strict=True)
    ]


def entries_of_tables(tables: Sequence[Any]) -> list[Entry]:
    """Everybody who has or had a seat at these tables (from `tables_to_draw`)."""
    return [entry for table in tables for seat in table.seats.all() for entry in who_had(seat)]


def who_had(seat: Seat) -> list[Entry]:
    """Who has or had a seat, in order."""
    return [seat.entry, *(row.entry for row in seat.successors if row.entry is not None)]


def rules_of(event: Event) -> dict[str, Any]:
    """All switches of the rules of an event, also those that came after its start."""
    return games.resolve_rules(event.frozen_rules or event.rules)


def _reasons(round_: Round, group: str, number: int, *, for_members: bool) -> Sequence[Mapping[str, Any]]:
    reports = round_.certificate.get(group, {}).get("tables", [])
    reasons: Sequence[Mapping[str, Any]] = next(
        (report["reasons"] for report in reports if report["number"] == number), []
    )
    return [reason for reason in reasons if for_members or not private(reason["code"])]


def _elsewhere(
    tables: Sequence[Any], reasons_of: Sequence[Sequence[Mapping[str, Any]]], *, for_members: bool
) -> dict[str, str]:
    """The names, by entry, of players whom a reason mentions but who sit at another table."""
    missing = {
        entry
        for table, reasons in zip(tables, reasons_of, strict=True)
        for reason in reasons
        for entry in set(reason["players"]) - {str(seat.entry_id) for seat in table.seats.all()}
    }
    entries = Entry.objects.filter(pk__in=missing).select_related("player") if missing else []
    return {
        str(entry.pk): entry.player.name if for_members else entry.player.public_name for entry in entries
    }


def table_card(
    table: Any,
    round_: Round,
    rules: Mapping[str, Any],
    reasons: Sequence[Mapping[str, Any]] = (),
    *,
    for_members: bool = False,
    came: Mapping[str, str] | None = None,
    elsewhere: Mapping[str, str] | None = None,
) -> Card:
    """The card of one table: its board, its seats clockwise (down the right, up the left), its progress.

    elsewhere: names of players at other tables, for the reasons. counted: the deals of the count of the
    table, on_board: the chips that stay on the board after it. changes: who took over a seat.
    """
    balances = {account.name: account.balance for account in table.accounts.all()}
    rows = list(table.seats.all())
    names = {
        str(entry.pk): entry.player.name if for_members else entry.player.public_name
        for row in rows
        for entry in who_had(row)
    }
    planned = table.deals_played if table.counted else table.deals_planned
    closed = table.closed_at is not None or round_.status == RoundStatus.CLOSED
    over = closed or table.deals_played >= planned
    published = round_.status != RoundStatus.DRAWN
    dealer = _dealer(table, rows, rules) if published else 0
    seats = [_seat(row, names) for row in rows]
    for seat in seats:
        purse = balances.get(seat_account(seat["index"]))
        if published and purse is not None:
            seat["purse"] = in_points(purse, rules.get("unit"))
        seat["deals_next"] = seat["index"] == dealer and not over
        seat["came"] = (came or {}).get(seat["entry"], "")
    half = (len(seats) + 1) // 2
    return {
        "id": str(table.pk),
        "number": table.number,
        "pools": {pool: balances.get(pool, 0) for pool in games.board(rules)},
        "on_board": balances.get(BOARD, 0),
        "seats": seats,
        "right": seats[:half],
        "left": seats[half:],
        "people": [seat["name"] for seat in seats],
        "deals": table.deals_played,
        "deals_planned": planned,
        "counted": table.counted,
        "over": over,
        "last_deal_at": table.last_deal_at,
        "reasons": [_reason(reason, {**(elsewhere or {}), **names}) for reason in reasons],
        "changes": [_change(row, taken, names) for row in rows for taken in row.changes],
    }


def _seat(seat: Seat, names: Mapping[str, str]) -> dict[str, Any]:
    """A seat with who has it now, since which deal, and who had it before: name, first and last deal.

    number: from 1, as people count. empty_from: the first deal in which nobody has it; `name` had it last.
    """
    sitting = str(seat.sitting.pk)
    starts = [1, *(row.from_deal for row in seat.successors)]
    return {
        "index": seat.number,
        "number": seat.number + 1,
        "entry": sitting,
        "name": names[sitting],
        "purse": None,
        "since": max(starts),
        "empty_from": seat.empty_from,
        "last_deal": None if seat.empty_from is None else seat.empty_from - 1,
        "before": [
            {"name": names[str(entry.pk)], "first": first, "last": after - 1}
            for entry, first, after in zip(who_had(seat), starts, starts[1:], strict=False)
        ],
    }


def _dealer(table: Any, seats: Sequence[Seat], rules: Mapping[str, Any]) -> int:
    """The number of the seat that deals next."""
    empty = {seat.number: seat.empty_from for seat in seats if seat.empty_from is not None}
    if not empty:
        return table.dealer or 0
    numbers = [seat.number for seat in seats]
    places = places_in(numbers, empty, table.deals_played + 1)
    return places[in_turn(table.dealer or 0, places_in(numbers, empty, table.deals_played), places, rules)]


def _change(seat: Seat, row: Occupant, names: Mapping[str, str]) -> dict[str, Any]:
    """Who took over a seat, and from which deal on. into: the new player; empty if the seat stays empty."""
    out = [names[str(seat.playing(row.from_deal - 1).pk)]]
    return {"deal": row.from_deal, "out": out, "into": [names[str(row.entry_id)]] if row.entry else []}


def _reason(reason: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """A reason of a certificate for `draw/reason.html`, with names, scores and the tie-break in words."""
    numbers = {
        name: number(Fraction(value, 1_000)) if name.endswith("_score") else value
        for name, value in reason.get("numbers", {}).items()
    }
    people = listed(names.get(player, "?") for player in reason["players"])
    metric = dict(TieBreak.choices).get(reason["code"].rpartition("_by_")[2], "")
    return {"code": reason["code"], "players": people, "times": reason["times"], "metric": metric, **numbers}


def seat_net(deal: Deal, seat: int) -> int | None:
    """The net chips of a seat in a deal; None if it did not play."""
    return deal.result["net"][deal.places.index(seat)] if seat in deal.places else None


def seat_purses(card: Card, deals: Sequence[Deal], unit: str = WHOLE) -> list[dict[str, Any]]:
    """The net chips of each player of a table in these deals, by seat (no query). unit: `Event.unit`.

    A seat has one row for each player who had it, in turn. left: the first and the last deal of a player who
    has left the seat (`first`, `last`); None for the player who has it now.
    """
    purses = []
    for seat in card["seats"]:
        nets = {deal.number: seat_net(deal, seat["index"]) or 0 for deal in deals}
        own = {"name": seat["name"], "first": seat["since"], "last": max(nets, default=0)}
        for shift in (*seat["before"], own):
            net = sum(chips for number, chips in nets.items() if shift["first"] <= number <= shift["last"])
            left = None if shift is own else shift
            purses.append({"seat": seat, "name": shift["name"], "net": in_points(net, unit), "left": left})
    return purses


MOST_TABLES = 16
"""A round with more tables than this is no column of a bracket."""


def bracket_of(round_: Round) -> list[dict[str, Any]]:
    """The public rounds of the knockout that contains this round, without those of very many tables.

    Empty for other formats (two queries). The state of a player: "on" (went on), "out", or "open" before the
    next round.
    """
    if round_.stage.format != StageFormat.KNOCKOUT:
        return []
    rounds = list(
        Round.objects.filter(stage=round_.stage)
        .exclude(status=RoundStatus.DRAWN)
        .annotate(table_count=Count("tables"))
        .filter(table_count__lte=MOST_TABLES)
        .defer("request", "certificate", "ahead")
        .order_by("number")
    )
    seats = list(
        Seat.objects.filter(round__in=rounds)
        .annotate(chips=Sum("results__net", default=0))
        .select_related("entry__player", "table")
        .annotate(**{IS_LEFT: Exists(Occupant.objects.filter(seat=OuterRef("pk")))})
        .order_by("table__number", "number")
    )
    seated = {here.pk: {seat.sitting.pk for seat in seats if seat.round_id == here.pk} for here in rounds}
    columns = []
    for here, later in zip(rounds, [*rounds[1:], None], strict=True):
        tables: dict[Any, dict[str, Any]] = {}
        for seat in seats:
            if seat.round_id != here.pk:
                continue
            blank = {"id": str(seat.table_id), "number": seat.table.number, "people": []}
            people = tables.setdefault(seat.table_id, blank)["people"]
            for entry, chips in _players(seat, round_.event.unit):
                went_on = later is not None and entry.pk in seated[later.pk]
                state = "open" if later is None else "on" if went_on else "out"
                people.append({"entry": entry, "chips": chips, "state": state})
        for table in tables.values():
            table["people"].sort(key=lambda player: -player["chips"])
        if tables:
            live = here.status != RoundStatus.CLOSED
            columns.append({"round": here, "live": live, "tables": list(tables.values())})
    return columns


def entries_in(bracket: Sequence[dict[str, Any]]) -> list[Entry]:
    """Everybody whom a bracket names."""
    return [player["entry"] for column in bracket for table in column["tables"] for player in table["people"]]


def _later() -> QuerySet[Any]:
    """Who took over seats, each with the net chips of the seat since then as `chips`."""
    since = Q(seat__results__deal__number__gte=F("from_deal"))
    rows = Occupant.objects.select_related("entry__player").exclude(entry=None).order_by("from_deal")
    return rows.annotate(chips=Sum("seat__results__net", filter=since, default=0))


def _players(seat: Any, unit: str) -> list[tuple[Entry, int | Fraction]]:
    """Who had a seat one after the other, with their own net chips. unit: `Event.unit`."""
    later = list(_later().filter(seat=seat)) if seat.is_left else []
    chips = [seat.chips, *(row.chips for row in later), 0]
    players = [seat.entry, *(row.entry for row in later)]
    own = [since - after for since, after in pairwise(chips)]
    return [(entry, in_points(net, unit)) for entry, net in zip(players, own, strict=True)]


def moves_of(round_: Round) -> dict[str, str]:
    """ "up" or "down" for each entry that changed tables in an up-and-down stage (at most one query)."""
    if round_.stage.format != StageFormat.LADDER:
        return {}
    tables: dict[int, dict[str, int]] = {}
    for round_number, entry, table in (
        Seat.objects.filter(
            round__stage_id=round_.stage_id, round__number__in=(round_.number - 1, round_.number)
        )
        .exclude(round__status=RoundStatus.VOID)
        .values_list("round__number", who_sits(), "table__number")
    ):
        tables.setdefault(round_number, {})[str(entry)] = table
    before, now = tables.get(round_.number - 1, {}), tables.get(round_.number, {})
    moved = {entry: table - now[entry] for entry, table in before.items() if entry in now}
    return {entry: "up" if by > 0 else "down" for entry, by in moved.items() if by}


def planned_with_names(
    planned: Sequence[Mapping[str, Any]] | None, entries: Mapping[str, Entry], *, for_members: bool = False
) -> list[dict[str, Any]]:
    """The planned rounds with names, without players who have left."""
    names = {
        pk: entry.player.name if for_members else entry.player.public_name for pk, entry in entries.items()
    }
    return [
        {
            "number": round_["number"],
            "tables": [[names[pk] for pk in table if pk in names] for table in round_["tables"]],
        }
        for round_ in planned or ()
    ]
