"""Draws and occupants of seats in a document.

The certificate is computed from the tables by the code that computes every certificate. The document must
agree with it and may leave parts out. Only the reasons that a format gives (who goes on, by which standing)
cannot be computed afterwards. They are taken from the document if the format can give them and they name
players at the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Q

from tournaments.core.models.choices import StageFormat
from tournaments.core.rules.refusals import Refusal
from tournaments.draw.rules.certificate.audit import audit
from tournaments.draw.rules.check import check_players
from tournaments.draw.rules.request import Plan, Request, Tables, request_from_json
from tournaments.draw.verbs.brief import deals_in, is_clockwise, past_of, request_of
from tournaments.draw.verbs.seating import entries_at, groups_of, seating_of
from tournaments.events.models.events import Entry
from tournaments.programs.documents.event_parts import ENTRIES, FORMAT_REASONS, MOVES, DealPart, TablePart
from tournaments.programs.documents.parts import Contradiction, plain, read_part
from tournaments.programs.documents.people import People
from tournaments.tables.models.rounds import Occupant, Round, Seat, Table
from tournaments.tables.verbs.tables import has_played_in

SEATED_BY_FORMAT = frozenset({StageFormat.KNOCKOUT, StageFormat.FINAL, StageFormat.LADDER})

LATER_ROUNDS = 100
"""The most later rounds that are planned with a round."""

SENTENCE_FIELDS = frozenset({"detail", "template"})
"""The sentence beside the code of a fault. It may differ by language and release."""


def import_draw(
    round_: Round,
    request: Mapping[str, Any],
    ahead: Mapping[str, Any],
    certificate: Mapping[str, Any],
    place: str,
) -> None:
    """Store the request, the planned later rounds and the certificate of a round that has its seats.

    request, ahead, certificate: from the document, with the ids of this installation. Raises InvalidDocument.
    """
    entries = frozenset(str(pk) for pk in round_.event.entries.values_list("pk", flat=True))
    seats = seating_of(round_)
    groups = groups_of(entries_at(seats).values(), round_.stage.upper)
    for absent in sorted({*ahead, *certificate} - groups.keys()):
        name = "ahead" if absent in ahead else "certificate"
        raise Contradiction("draw_disagrees.category", f"{place}/{name}/{absent}")
    for group, data in request.items():
        _check_request(round_, group, data, entries, f"{place}/request/{group}")
    for group, rounds in ahead.items():
        _check_ahead(rounds, entries, f"{place}/ahead/{group}")
    round_.request, round_.ahead, round_.certificate = dict(request), dict(ahead), {}
    for group, members in groups.items():
        category = frozenset(members)
        tables = tuple(tuple(table) for table in seats if table[0] in category)
        if not category.issuperset(player for table in tables for player in table):
            raise Contradiction("draw_disagrees.groups", f"{place}/tables")
        round_.certificate[group] = _certificate(
            round_, group, tables, certificate.get(group, {}), entries, f"{place}/certificate/{group}"
        )
    round_.save(update_fields=["request", "ahead", "certificate"])


def verify_draw(round_: Round) -> None:
    """Compute the certificates of a stored draw again. Raises InvalidDocument if one differs.

    A draw that was changed by hand, or whose request was deleted, was certified with the wishes of that
    time. These are not kept, so nothing can be compared.
    """
    seats = seating_of(round_)
    entries = entries_at(seats)
    groups = groups_of(entries.values(), round_.stage.upper)
    if round_.certificate.keys() != groups.keys():
        raise Contradiction("draw_disagrees.uncertified", "/certificate")
    if round_.by_hand:
        return
    every = frozenset(str(pk) for pk in round_.event.entries.values_list("pk", flat=True))
    for group, members in groups.items():
        category = frozenset(members)
        tables = tuple(tuple(table) for table in seats if table[0] in category)
        stored = round_.certificate[group]
        if group in round_.request:
            computed = _certificate(round_, group, tables, stored, every, group)
            _compare(plain(computed), stored, group)


def _check_request(
    round_: Round, group: str, data: Mapping[str, Any], entries: frozenset[str], place: str
) -> None:
    names = data["names"]
    if len(set(names)) != len(names) or not entries >= set(names):
        raise Contradiction("draw_disagrees.entries", f"{place}/names")
    try:
        pure = request_from_json(data)
        check_players(pure)
    except (IndexError, Refusal) as error:
        raise Contradiction("draw_disagrees.request", place) from error
    if pure.seed != round_.seed:
        raise Contradiction("draw_disagrees.seed", f"{place}/seed")
    _check_ahead(pure.ahead, entries, f"{place}/ahead")
    if pure.standing and len(pure.standing) != len(pure.players):
        raise Contradiction("draw_disagrees.standing", f"{place}/standing")
    if pure.scores and (len(pure.scores) != len(pure.players) or not pure.standing):
        raise Contradiction("draw_disagrees.scores", f"{place}/scores")
    past = past_of(round_.event, group, round_.number)
    if pure.past != past.tables:
        raise Contradiction("draw_disagrees.past", f"{place}/past")
    of_tables = (deals_in(round_), past.deals, is_clockwise(round_.event))
    if (pure.deals, pure.past_deals, pure.clockwise) != of_tables:
        raise Contradiction("draw_disagrees.deals", f"{place}/deals")


def _check_ahead(rounds: Sequence[Tables], entries: frozenset[str], place: str) -> None:
    if len(rounds) > LATER_ROUNDS:
        raise Contradiction("draw_disagrees.ahead", place)
    for index, tables in enumerate(rounds):
        seated = [player for table in tables for player in table]
        if len(set(seated)) != len(seated) or not entries >= set(seated):
            raise Contradiction("draw_disagrees.entries", f"{place}/{index}")


def _certificate(
    round_: Round, group: str, tables: Tables, data: Mapping[str, Any], entries: frozenset[str], place: str
) -> dict[str, Any]:
    """Compute the certificate of the tables of a category, and compare it with the document."""
    request, plan = _request_and_plan(round_, group, tables, _moves(round_, data, place))
    computed: dict[str, Any] = dict(audit(request, plan))
    tables_data = data.get("tables", [])
    if "tables" in data and (not isinstance(tables_data, list) or len(tables_data) != len(tables)):
        raise Contradiction("draw_disagrees.tables", f"{place}/tables")
    for index, (table, about, row) in enumerate(zip(tables, computed["tables"], tables_data, strict=False)):
        head = _format_reasons(round_, table, about["reasons"], row, entries, f"{place}/tables/{index}")
        about["reasons"] = [*head, *about["reasons"]]
    if "waiting" in data:
        read_part(ENTRIES, data["waiting"], f"{place}/waiting")
        if not entries >= set(data["waiting"]):
            raise Contradiction("draw_disagrees.entries", f"{place}/waiting")
        computed["waiting"] = data["waiting"]
    _compare(data, plain(computed), place)
    return computed


def _moves(round_: Round, data: Mapping[str, Any], place: str) -> int:
    moves: int = data.get("moves", round_.moves)
    return read_part(MOVES, moves, f"{place}/moves")


def _request_and_plan(round_: Round, group: str, tables: Tables, moves: int) -> tuple[Request, Plan]:
    """The seats that the certificate describes: the drawn ones, or the present ones after changes by hand."""
    if round_.by_hand or group not in round_.request:
        return request_of(round_, group, tables), Plan(tables=tables, moves=moves)
    planned = tuple(tuple(map(tuple, later)) for later in round_.ahead.get(group, ()))
    return request_from_json(round_.request[group]), Plan(tables=tables, ahead=planned, moves=moves)


def _format_reasons(
    round_: Round,
    table: Sequence[str],
    computed: Sequence[Any],
    data: Any,
    entries: frozenset[str],
    place: str,
) -> list[Any]:
    """The reasons of the format, which come before the computed reasons of a table."""
    reasons = data.get("reasons") if isinstance(data, dict) else None
    if not isinstance(reasons, list):
        return []
    head = reasons[: max(0, len(reasons) - len(computed))]
    if head and round_.stage.format not in SEATED_BY_FORMAT:
        raise Contradiction("draw_disagrees.format", f"{place}/reasons")
    read_part(FORMAT_REASONS, head, f"{place}/reasons")
    for index, reason in enumerate(head):
        # A player who was tied with somebody at this table may sit at another table.
        if not entries >= set(reason["players"]) or (
            reason["players"] and set(reason["players"]).isdisjoint(table)
        ):
            raise Contradiction("draw_disagrees.reason", f"{place}/reasons/{index}")
    return head


def _compare(data: Any, computed: Any, place: str) -> None:
    """Refuse a value that differs from the computed one. The document may leave values out."""
    if isinstance(data, dict) and isinstance(computed, dict):
        for name in data.keys() - SENTENCE_FIELDS:
            if name not in computed:
                raise Contradiction("draw_disagrees.field", f"{place}/{name}")
            _compare(data[name], computed[name], f"{place}/{name}")
    elif isinstance(data, list) and isinstance(computed, list) and len(data) == len(computed):
        for index, (value, expected) in enumerate(zip(data, computed, strict=True)):
            _compare(value, expected, f"{place}/{index}")
    elif data != computed:
        raise Contradiction("draw_disagrees", place)


def import_occupants(table: Table, data: TablePart, people: People, place: str) -> None:
    """Store who took over a seat of this table, and which seats stayed empty. Raises InvalidDocument.

    place: of the table in the document.
    """
    event = table.round.event
    seats = {seat.number: seat for seat in Seat.objects.filter(table=table)}
    kinds = dict(Entry.objects.filter(event=event).values_list("pk", "player__bot"))
    played = max((act.number for act in data.game if isinstance(act, DealPart)), default=0)
    for index, row in enumerate(data.later):
        seat = seats.get(row.seat)
        entry = None if row.entry is None else people.entry_of(row.entry)
        before = Occupant.objects.filter(seat=seat)
        if (
            seat is None
            or (row.entry is not None and entry is None)
            or (entry is not None and has_played_in(table.round, entry))
            or (entry is not None and bool(kinds[entry.pk]) != bool(kinds[seat.entry_id]))
            or row.from_deal > played + 1
            or row.version > event.version
            or before.filter(Q(from_deal__gte=row.from_deal) | Q(entry=None)).exists()
        ):
            raise Contradiction("seats_disagree.taken_over", f"{place}/later/{index}")
        Occupant.objects.create(
            seat=seat,
            round=table.round,
            entry=entry,
            from_deal=row.from_deal,
            event_version=row.version,
        )
