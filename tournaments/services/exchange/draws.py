"""The draw of an imported round: its request, what was planned with it, and its certificate.

A certificate is counted anew from the tables, by the code that counts every draw's, and what the document
says must agree with that. What it leaves out is filled in. It cannot be found out any more what a format
said of its tables (who went on, by which standing): those reasons are taken over where they are of that
format and speak of people at the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from django.utils.translation import gettext as _
from pydantic import AfterValidator, Field, TypeAdapter, with_config
from typing_extensions import TypedDict

from tournaments.models import Round, StageFormat
from tournaments.rules.errors import RulesError
from tournaments.rules.seating.certificate.audit import audit
from tournaments.rules.seating.certificate.reasons import REASONS, of_format
from tournaments.rules.seating.check import check_players
from tournaments.rules.seating.request import Plan, Request, Tables
from tournaments.rules.seating.wire import request_from_json
from tournaments.services.draw.brief import past_of, request_of
from tournaments.services.draw.seating import entries_at, groups_of, seating_of

from .format import STRICT
from .shape import InvalidDocument, Items, Ref, check_shape

SEATED_BY_FORMAT = frozenset({StageFormat.KNOCKOUT, StageFormat.FINAL, StageFormat.LADDER})

LATER_ROUNDS = 100
"""More rounds than that are never planned with one."""

MOST_MOVES = 10**9
"""Swaps that a search may have tried; nobody can count them afterwards."""

IN_WORDS = frozenset({"detail", "template"})
"""The sentence of a fault, beside its code: it may be in another language or better words by now."""

FORMAT_CODES = frozenset(filter(of_format, REASONS))


def _format_code(code: str) -> str:
    if code not in FORMAT_CODES:
        raise ValueError(_("This must be a reason that a format gives."))
    return code


@with_config(STRICT)
class FormatReason(TypedDict):
    """Why the format of a stage put these players at a table."""

    code: Annotated[str, AfterValidator(_format_code)]
    players: Items[Ref]
    times: Annotated[int, Field(ge=0, le=1_000)]
    numbers: Annotated[dict[Any, Any], Field(max_length=0)]


FORMAT_REASONS = TypeAdapter[Any](Items[FormatReason], config=STRICT)
MOVES = TypeAdapter[Any](Annotated[int, Field(ge=0, le=MOST_MOVES)], config=STRICT)
ENTRIES = TypeAdapter[Any](Items[Ref], config=STRICT)


def take_draw(
    round_: Round, request: Mapping[str, Any], ahead: Mapping[str, Any], told: Mapping[str, Any], place: str
) -> None:
    """Store with the saved and seated `round_` what its draw was asked and planned, and its certificate.

    request, ahead, told: as the document has them (`told` is the certificate), of its shape, with the ids of
    this installation. Raises InvalidDocument.
    """
    entries = frozenset(str(pk) for pk in round_.event.entries.values_list("pk", flat=True))
    seats = seating_of(round_)
    groups = groups_of(entries_at(seats).values())
    for asked_of in sorted({*ahead, *told} - groups.keys()):
        name = "ahead" if asked_of in ahead else "certificate"
        raise _disagrees(f"{place}/{name}/{asked_of}", _("Nobody of this group sits in the round."))
    for group, asked in request.items():
        _check_request(round_, group, asked, entries, f"{place}/request/{group}")
    for group, rounds in ahead.items():
        _check_ahead(rounds, entries, f"{place}/ahead/{group}")
    round_.request, round_.ahead, round_.certificate = dict(request), dict(ahead), {}
    for group, members in groups.items():
        here = frozenset(members)
        tables = tuple(tuple(table) for table in seats if table[0] in here)
        if not here.issuperset(player for table in tables for player in table):
            raise _disagrees(f"{place}/tables", _("People and bots never share a table."))
        round_.certificate[group] = _certificate(
            round_, group, tables, told.get(group, {}), entries, f"{place}/certificate/{group}"
        )
    round_.save(update_fields=["request", "ahead", "certificate"])


def _check_request(
    round_: Round, group: str, asked: Mapping[str, Any], entries: frozenset[str], place: str
) -> None:
    names = asked["names"]
    if len(set(names)) != len(names) or not entries >= set(names):
        raise _disagrees(f"{place}/names", _("Each of these is one of the entries, once."))
    try:
        pure = request_from_json(asked)
        check_players(pure)
    except (IndexError, RulesError) as error:
        raise _disagrees(place, _("No round can be drawn from this request.")) from error
    if pure.seed != round_.seed:
        raise _disagrees(f"{place}/seed", _("This is not the seed of the round."))
    _check_ahead(pure.ahead, entries, f"{place}/ahead")
    if pure.standing and len(pure.standing) != len(pure.players):
        raise _disagrees(f"{place}/standing", _("Everybody who is drawn has a place."))
    if pure.past != past_of(round_.event, group, round_.number):
        raise _disagrees(f"{place}/past", _("These are not the rounds that were played before."))


def _check_ahead(rounds: Sequence[Tables], entries: frozenset[str], place: str) -> None:
    if len(rounds) > LATER_ROUNDS:
        raise _disagrees(place, _("So many rounds are never planned at once."))
    for index, tables in enumerate(rounds):
        seated = [player for table in tables for player in table]
        if len(set(seated)) != len(seated) or not entries >= set(seated):
            raise _disagrees(f"{place}/{index}", _("Each of these is one of the entries, once."))


def _certificate(
    round_: Round,
    group: str,
    tables: Tables,
    told: Mapping[str, Any],
    entries: frozenset[str],
    place: str,
) -> dict[str, Any]:
    """The certificate of a group's tables, held against what is told of it."""
    request, plan = _asked(round_, group, tables, _moves(round_, told, place))
    counted: dict[str, Any] = dict(audit(request, plan))
    said = told.get("tables", [])
    if "tables" in told and (not isinstance(said, list) or len(said) != len(tables)):
        raise _disagrees(f"{place}/tables", _("There are other tables in this round."))
    for index, (table, about, of_table) in enumerate(zip(tables, counted["tables"], said, strict=False)):
        head = _of_format(round_, table, about["reasons"], of_table, entries, f"{place}/tables/{index}")
        about["reasons"] = [*head, *about["reasons"]]
    if "waiting" in told:
        check_shape(ENTRIES, told["waiting"], f"{place}/waiting")
        if not entries >= set(told["waiting"]):
            raise _disagrees(f"{place}/waiting", _("Each of these is one of the entries, once."))
        counted["waiting"] = told["waiting"]
    _agree(told, _plain(counted), place)
    return counted


def _moves(round_: Round, told: Mapping[str, Any], place: str) -> int:
    moves: int = told.get("moves", round_.moves)
    check_shape(MOVES, moves, f"{place}/moves")
    return moves


def _asked(round_: Round, group: str, tables: Tables, moves: int) -> tuple[Request, Plan]:
    """What was audited: the draw as it was asked, or, once hands were in it, the tables as they are."""
    if round_.by_hand or group not in round_.request:
        return request_of(round_, group, tables), Plan(tables=tables, moves=moves)
    planned = tuple(tuple(map(tuple, later)) for later in round_.ahead.get(group, ()))
    return request_from_json(round_.request[group]), Plan(tables=tables, ahead=planned, moves=moves)


def _of_format(
    round_: Round,
    table: Sequence[str],
    counted: Sequence[Any],
    told: Any,
    entries: frozenset[str],
    place: str,
) -> list[Any]:
    """The reasons that the document has for a table before those that are counted."""
    reasons = told.get("reasons") if isinstance(told, dict) else None
    if not isinstance(reasons, list):
        return []
    head = reasons[: max(0, len(reasons) - len(counted))]
    if head and round_.stage.format not in SEATED_BY_FORMAT:
        raise _disagrees(f"{place}/reasons", _("The format of this stage says nothing of its tables."))
    check_shape(FORMAT_REASONS, head, f"{place}/reasons")
    for index, reason in enumerate(head):
        # Whoever was level with somebody here for going on may sit elsewhere.
        if not entries >= set(reason["players"]) or (
            reason["players"] and set(reason["players"]).isdisjoint(table)
        ):
            raise _disagrees(f"{place}/reasons/{index}", _("It speaks of nobody at this table."))
    return head


def _agree(told: Any, counted: Any, place: str) -> None:
    """Refuse what is told otherwise than it is counted; what is not told is no lie."""
    if isinstance(told, dict) and isinstance(counted, dict):
        for name in told.keys() - IN_WORDS:
            if name not in counted:
                raise _disagrees(f"{place}/{name}", _("No certificate says anything like this."))
            _agree(told[name], counted[name], f"{place}/{name}")
    elif isinstance(told, list) and isinstance(counted, list) and len(told) == len(counted):
        for index, (one, other) in enumerate(zip(told, counted, strict=True)):
            _agree(one, other, f"{place}/{index}")
    elif told != counted:
        raise _disagrees(place, _("The tables of the document make another certificate than this."))


def _plain(value: Any) -> Any:
    """As JSON brings it back."""
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value


def _disagrees(place: str, detail: str) -> InvalidDocument:
    return InvalidDocument("draw_disagrees", place, detail)
