"""Draws in a document.

The certificate is computed from the tables by the code that computes every certificate. The document must
agree with it and may leave parts out. Only the reasons that a format gives (who goes on, by which standing)
cannot be computed afterwards. They are taken from the document if the format can give them and they name
players at the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.core.rules.refusals import Refusal
from tournaments.draw.rules.certificate.audit import audit
from tournaments.draw.rules.check import check_players
from tournaments.draw.rules.request import Plan, Tables, request_from_json
from tournaments.draw.verbs.brief import deals_in, is_clockwise, past_of, request_of
from tournaments.draw.verbs.seating import seats_by_group
from tournaments.events.rules.formats import FORMATS
from tournaments.programs.documents.event_parts import ENTRIES, FORMAT_REASONS, MOVES
from tournaments.programs.documents.parts import Contradiction, plain, read_part
from tournaments.tables.models.rounds import Round

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
    entries = _entries(round_)
    tables_of, upper = seats_by_group(round_), round_.stage.upper or ()
    if any(
        len({player in upper for player in table}) > 1 for tables in tables_of.values() for table in tables
    ):
        raise Contradiction("draw_disagrees.groups", f"{place}/tables")
    for name, part in (("ahead", ahead), ("certificate", certificate)):
        for absent in sorted(part.keys() - tables_of.keys()):
            raise Contradiction("draw_disagrees.category", f"{place}/{name}/{absent}")
    for group, data in request.items():
        _check_request(round_, group, data, entries, f"{place}/request/{group}")
    for group, rounds in ahead.items():
        _check_ahead(rounds, entries, f"{place}/ahead/{group}")
    round_.request, round_.ahead = dict(request), dict(ahead)
    round_.certificate = {
        group: _certificate(
            round_, group, tables, certificate.get(group, {}), entries, f"{place}/certificate/{group}"
        )
        for group, tables in tables_of.items()
    }
    round_.save(update_fields=["request", "ahead", "certificate"])


def verify_draw(round_: Round) -> None:
    """Compute the certificates of a stored draw again. Raises InvalidDocument if one differs.

    A draw that was changed by hand, or whose request was deleted, was certified with the wishes of that
    time. These are not kept, so nothing can be compared.
    """
    tables_of = seats_by_group(round_)
    if round_.certificate.keys() != tables_of.keys():
        raise Contradiction("draw_disagrees.uncertified", "/certificate")
    if round_.by_hand:
        return
    entries = _entries(round_)
    for group, tables in tables_of.items():
        stored = round_.certificate[group]
        if group in round_.request:
            computed = _certificate(round_, group, tables, stored, entries, group)
            _compare(plain(computed), stored, group)


def _entries(round_: Round) -> frozenset[str]:
    return frozenset(str(pk) for pk in round_.event.entries.values_list("pk", flat=True))


def _check_request(
    round_: Round, group: str, data: Mapping[str, Any], entries: frozenset[str], place: str
) -> None:
    _check_names(data["names"], entries, f"{place}/names")
    try:
        request = request_from_json(data)
        check_players(request)
    except (IndexError, Refusal) as error:
        raise Contradiction("draw_disagrees.request", place) from error
    _check_ahead(request.ahead, entries, f"{place}/ahead")
    players, past = len(request.players), past_of(round_.event, group, round_.number)
    deals = deals_in(round_), past.deals, is_clockwise(round_.event)
    for part, agrees in {
        "seed": request.seed == round_.seed,
        "standing": len(request.standing) in (0, players),
        "scores": len(request.scores) in (0, len(request.standing)),
        "past": request.past == past.tables,
        "deals": (request.deals, request.past_deals, request.clockwise) == deals,
    }.items():
        if not agrees:
            raise Contradiction(f"draw_disagrees.{part}", f"{place}/{part}")


def _check_names(names: Sequence[str], entries: frozenset[str], place: str) -> None:
    """Refuse ids that are not entries of the event, each once."""
    if len(set(names)) != len(names) or not entries >= set(names):
        raise Contradiction("draw_disagrees.entries", place)


def _check_ahead(rounds: Sequence[Tables], entries: frozenset[str], place: str) -> None:
    if len(rounds) > LATER_ROUNDS:
        raise Contradiction("draw_disagrees.ahead", place)
    for index, tables in enumerate(rounds):
        _check_names([player for table in tables for player in table], entries, f"{place}/{index}")


def _certificate(
    round_: Round, group: str, tables: Tables, data: Mapping[str, Any], entries: frozenset[str], place: str
) -> dict[str, Any]:
    """Compute the certificate of the tables of a category, and compare it with the document."""
    moves = read_part(MOVES, data.get("moves", round_.moves), f"{place}/moves")
    if round_.by_hand or group not in round_.request:
        # The present seats, after changes by hand. Else the drawn ones.
        request, plan = request_of(round_, group, tables), Plan(tables=tables, moves=moves)
    else:
        ahead = tuple(tuple(map(tuple, later)) for later in round_.ahead.get(group, ()))
        request = request_from_json(round_.request[group])
        plan = Plan(tables=tables, ahead=ahead, moves=moves)
    computed: dict[str, Any] = dict(audit(request, plan))
    if "tables" in data:
        if not isinstance(data["tables"], list) or len(data["tables"]) != len(tables):
            raise Contradiction("draw_disagrees.tables", f"{place}/tables")
        by_format = "weights" not in FORMATS[round_.stage.format].own  # else the search alone seats
        for index, (table, about, row) in enumerate(
            zip(tables, computed["tables"], data["tables"], strict=True)
        ):
            here = f"{place}/tables/{index}/reasons"
            about["reasons"] = [
                *_format_reasons(row, len(about["reasons"]), table, entries, here, by_format=by_format),
                *about["reasons"],
            ]
    if "waiting" in data:
        read_part(ENTRIES, data["waiting"], f"{place}/waiting")
        if not entries >= set(data["waiting"]):
            raise Contradiction("draw_disagrees.entries", f"{place}/waiting")
        computed["waiting"] = data["waiting"]
    _compare(data, plain(computed), place)
    return computed


def _format_reasons(
    row: Any, computed: int, table: Sequence[str], entries: frozenset[str], place: str, *, by_format: bool
) -> list[Any]:
    """The reasons of the format, which come before the computed reasons of a table."""
    reasons = row.get("reasons") if isinstance(row, dict) else None
    head = reasons[: max(0, len(reasons) - computed)] if isinstance(reasons, list) else []
    if head and not by_format:
        raise Contradiction("draw_disagrees.format", place)
    read_part(FORMAT_REASONS, head, place)
    for index, reason in enumerate(head):
        # A player who was tied with somebody at this table may sit at another table.
        players = set(reason["players"])
        if not entries >= players or (players and players.isdisjoint(table)):
            raise Contradiction("draw_disagrees.reason", f"{place}/{index}")
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
