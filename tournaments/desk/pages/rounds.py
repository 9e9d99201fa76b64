"""Rounds, tables and deals, for everybody who may see the event."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse

import games.services as games
from tournaments.clubs.pages.frame import entry_refs, refs_at_table
from tournaments.core.actors import Actor
from tournaments.core.numbers import number
from tournaments.core.pages.common import actor_of, page, show
from tournaments.core.rules.statuses import RoundStatus
from tournaments.core.rules.units import in_points
from tournaments.core.words.words import account
from tournaments.desk.pages import calls
from tournaments.draw.verbs.draws import visible_plan
from tournaments.draw.words.certificate import verdicts_of
from tournaments.draw.words.tables import (
    bracket_of,
    entries_in,
    entries_of_tables,
    moves_of,
    planned_with_names,
    rules_of,
    seat_net,
    seat_purses,
    table_card,
    table_cards,
    tables_to_draw,
    who_had,
)
from tournaments.events.access import event_for_viewer
from tournaments.events.models.events import Entry
from tournaments.events.pages.frame import event_frame
from tournaments.events.pages.kept import NUMBER, keep_linked_pages, kept, stamped
from tournaments.events.verbs.entries import entries_by_id
from tournaments.events.verbs.plans import Outline, outline_of
from tournaments.events.words.stages import cut_entries, cut_result, round_title
from tournaments.play.pages import claims, drafts
from tournaments.play.pages.frame import actor_at, identity_cookie, table_frame
from tournaments.play.verbs.phones import entry_of_phone, offer_to
from tournaments.play.verbs.results import deals_and_count, last_number, table_ledger, table_version
from tournaments.play.words.deals import short_names, story_of
from tournaments.tables.access import round_for_viewer, table_for_viewer
from tournaments.tables.models.ledger import Deal, seat_account
from tournaments.tables.models.rounds import Round, Table
from tournaments.tables.verbs.table_states import deal_at
from tournaments.tables.verbs.tables import places_by_name, table_ids, table_seats

FEW_PLANNED = 48
"""With more players than this, the planned rounds are only on the page to print."""

TABLES_ON_PAGE = 12
"""A page of a round draws so many tables."""


@page
@kept()
def rounds(request: HttpRequest, ref: str) -> HttpResponse:
    """The rounds of an event, newest first, with the tables of the newest."""
    event = event_for_viewer(actor_of(request), ref)
    outline = outline_of(event)
    newest = next(iter(outline.published), None)
    why, named = _why(newest, outline) if newest else ({}, ())
    return show(
        request,
        "desk/rounds.html",
        event_frame(request, event, "rounds")
        | {"rounds": outline.published, "void_rounds": outline.void}
        | why
        | (_tables(request, newest, outline, named) if newest else {}),
    )


@page
@kept(query={"page": NUMBER})
def round_page(request: HttpRequest, round_id: str) -> HttpResponse:
    """A round with its tables and its certificate."""
    round_ = round_for_viewer(actor_of(request), round_id)
    outline = outline_of(round_.event)
    why, named = _why(round_, outline)
    tables = _tables(request, round_, outline, named)
    response = show(
        request,
        "desk/rounds.html",
        event_frame(request, round_.event, "rounds", round_)
        | {"rounds": outline.published, "void_rounds": outline.void}
        | tables
        | why,
    )
    return keep_linked_pages(request, response, tables["pages"])


@page
@kept()
def round_to_print(request: HttpRequest, round_id: str) -> HttpResponse:
    """All players by name with their seats in a round, and the planned rounds: to print or to search."""
    round_ = round_for_viewer(actor_of(request), round_id)
    outline, frame = outline_of(round_.event), event_frame(request, round_.event, "rounds")
    director = frame["is_director"]
    plan = visible_plan(round_, director=director) if _is_newest(round_, outline) else None
    return show(
        request,
        "desk/round_to_print.html",
        frame
        | {
            "round": round_,
            "round_title": round_title(round_, several=len(outline.stages) > 1),
            "where": places_by_name(round_),
            "planned": planned_with_names(plan, entries_by_id(round_.event)) if plan else [],
        },
    )


@page
@kept(query={"page": NUMBER})
def round_renew(request: HttpRequest, round_id: str) -> HttpResponse:
    """The tables of a round again, or 204 if the event has not changed since ``?version=``."""
    round_ = round_for_viewer(actor_of(request), round_id)
    if request.GET.get("version") == _round_stamp(round_):
        return HttpResponse(status=204)
    context = {"event": round_.event} | _tables(request, round_, outline_of(round_.event))
    response = stamped(show(request, "desk/round_tables.html", context), context["stamp"])
    return keep_linked_pages(request, response, context["pages"])


@page
@kept(query={"ledger": ""})
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """A table with its board, purses and deals; with ``?ledger`` also its last 400 transfers."""
    actor = actor_at(request, table_id)
    table = table_for_viewer(actor, table_id)
    frame = table_frame(request, actor, table, "rounds")
    if actor.phone is not None:
        frame |= {"own_entry": entry_of_phone(actor.phone, table.round.event), "is_sure": True}
    elif not frame["enters"]:
        frame["offer"] = offer_to(identity_cookie(request))
    shown = _table(request, table, actor, calls.calling(table, actor, renews=_renews(table)))
    return show(
        request,
        "desk/table.html",
        frame
        | (drafts.of_form(actor, table) if frame["enters"] else {})
        | shown
        | {"transfers": _newest_moves(table, shown["names"]) if "ledger" in request.GET else None},
    )


def _newest_moves(table: Table, names: list[str]) -> list[dict[str, Any]]:
    """The last 400 transfers of a table for `play/ledger.html`, the newest first."""
    unit = table.round.event.unit
    return [
        {
            "deal": row.deal.number if row.deal else None,
            "source": account(row.source.name, names),
            "source_account": row.source.name,
            "target": account(row.target.name, names),
            "target_account": row.target.name,
            "chips": number(in_points(row.chips, unit)),
            "reason": row.reason,
            "note": row.note,
        }
        for row in table_ledger(table).reverse()[:400]
    ]


@page
@kept()
def table_renew(request: HttpRequest, table_id: str) -> HttpResponse:
    """The live part of a table, for a page that is open; 204 if no deal has changed since ``?version=``."""
    actor = actor_at(request, table_id)
    table = table_for_viewer(actor, table_id)
    calling = calls.calling(table, actor, renews=_renews(table))
    if request.GET.get("version") == _table_stamp(table, calling):
        return HttpResponse(status=204)
    context = table_frame(request, actor, table, "rounds") | _table(request, table, actor, calling)
    return stamped(show(request, "desk/table_now.html", context), context["stamp"])


@page
@kept()
def deal(request: HttpRequest, table_id: str, number: int) -> HttpResponse:
    """A deal: its parts in the order of the rules, its board, showdown and transfers."""
    actor = actor_at(request, table_id)
    table = table_for_viewer(actor, table_id)
    shown = deal_at(table, number)
    playing = who_played(table, shown)
    by_seat = [entry.player.public_name for entry in playing]
    names = [by_seat[seat] for seat in shown.places]
    refs = entry_refs(request, table.round.event, playing)
    own = [refs.get(str(playing[seat].pk), "") for seat in shown.places]
    rows = shown.whole_result["transfers"]
    transfers = [(row["from"], row["to"], row["chips"], row["reason"]) for row in rows]
    story = story_of(names, shown.document, shown.whole_result)
    rules = shown.document["rules"]
    before = _before(shown, transfers)
    return show(
        request,
        "desk/deal.html",
        table_frame(request, actor, table, "rounds")
        | {
            "table": table,
            "round": table.round,
            "deal": shown,
            "two_people": claims.two_people(shown, by_seat) if table.round.event.two_agree else None,
            "story": story,
            "persons": refs_at_table(names, short_names(names), own)
            | {seat_account(seat): ref for seat, ref in enumerate(own)},
            "rules": games.resolve_rules(rules),
            "board": before,
            "paid": [pool for pool, chips in before.items() if chips and not shown.result["pools"][pool]],
            "seats": [
                {
                    "name": name,
                    "net": shown.result["net"][seat],
                    "chips": shown.result["chips"][seat],
                    "dealer": seat == shown.document["dealer"],
                }
                for seat, name in enumerate(names)
            ],
            "after": shown.result["pools"],
            "transfers": [
                {
                    "source": account(source, names),
                    "source_account": source,
                    "target": account(target, names),
                    "target_account": target,
                    "chips": chips,
                    "reason": reason,
                }
                for source, target, chips, reason in transfers
            ],
            "last": last_number(table),
        },
    )


def who_played(table: Table, deal: Deal) -> list[Entry]:
    """Who had each seat of the table in a deal. Its `places` say which seats played."""
    seats = table_seats(table)
    if all(seat.empty_from is None for seat in seats):
        deal.places = [seat.number for seat in seats]
    return [seat.playing(deal.number) for seat in seats]


def _tables(
    request: HttpRequest, round_: Round, outline: Outline, others: Iterable[Entry] = ()
) -> dict[str, Any]:
    """The tables of a round. others: more entries that the page names."""
    event, several = round_.event, len(outline.stages) > 1
    pages = Paginator(table_ids(round_), TABLES_ON_PAGE).get_page(request.GET.get("page"))
    tables = tables_to_draw(round_, only=list(pages.object_list))
    cards = table_cards(event, round_, tables, came=moves_of(round_))
    bracket = bracket_of(round_)
    sitting = [*entries_of_tables(tables), *entries_in(bracket)]
    return {
        "round": round_,
        "round_title": round_title(round_, several=several),
        "several_stages": several,
        "bracket": bracket,
        "persons": entry_refs(request, event, [*sitting, *others]),
        "tables": cards,
        "pages": pages,
        "stamp": _round_stamp(round_),
        "rules": rules_of(event),
        "renews": round_.status in (RoundStatus.PUBLISHED, RoundStatus.PLAYING) and event.is_running,
    }


def _why(round_: Round, outline: Outline) -> tuple[dict[str, Any], Iterable[Entry]]:
    """How a round was made: its certificate, the entries that its stage has chosen, and the next rounds.

    Also return the entries that this names.
    """
    plan = visible_plan(round_, director=False) if _is_newest(round_, outline) else None
    faults = any(certificate["faults"] for certificate in round_.certificate.values())
    entries = entries_by_id(round_.event, None if plan or faults else cut_entries(round_.stage))
    verdicts = verdicts_of(round_, {pk: entry.player.public_name for pk, entry in entries.items()})
    shown = {
        "verdicts": verdicts,
        "several_groups": len(verdicts) > 1,
        "cut": cut_result(round_.stage, entries),
        "planned": planned_with_names(plan, entries) if plan and len(entries) <= FEW_PLANNED else [],
    }
    return shown, entries.values()


def _is_newest(round_: Round, outline: Outline) -> bool:
    return outline.newest is None or outline.newest.number == round_.number


def _round_stamp(round_: Round) -> str:
    return f"{round_.event.version}-{round_.status}"


def _table(request: HttpRequest, table: Table, actor: Actor, calling: dict[str, Any]) -> dict[str, Any]:
    event, every = table.round.event, list(deals_and_count(table).select_related("recorded_by"))
    count = next((row for row in every if row.counted is not None), None)
    deals = [row for row in every if row.counted is None]
    drawn = next(iter(tables_to_draw(table.round, only=[table.pk])))
    rules = rules_of(event)
    card = table_card(drawn, table.round, rules)
    seats = table_seats(table)
    if all(seat.empty_from is None for seat in seats):
        for row in every:
            row.places = [seat.number for seat in seats]
    next_deal = card["deals"] + 1
    playing = [seat["name"] for seat in card["seats"] if (seat["empty_from"] or next_deal + 1) > next_deal]
    persons = entry_refs(request, event, [entry for seat in seats for entry in who_had(seat)])
    waiting = claims.open_claims(table, actor, card["people"], playing)
    return {
        "event": event,
        "round": table.round,
        "table": table,
        "card": card,
        "rules": rules,
        "of_bots": all(seat.entry.player.bot for seat in seats),
        "purses": seat_purses(card, every, event.unit),
        "persons": persons
        | {seat_account(seat["index"]): persons.get(seat["entry"], "") for seat in card["seats"]},
        "count": count,
        "two_people": claims.two_people(count, card["people"]) if count and event.two_agree else None,
        "names": card["people"],
        "short_names": short_names(card["people"]),
        "claims": waiting,
        "may_compare": any(not claim["own"] and not claim["disputed"] for claim in waiting),
        "withdrawn": None if count else claims.withdrawn_claim(table, card["people"], card["deals"]),
        "next_deal": next_deal,
        "last_deal": deals[-1] if deals else None,
        "deals": [
            {
                "deal": row,
                "nets": [
                    (seat.playing(row.number).player.public_name, seat_net(row, seat.number))
                    for seat in seats
                ],
            }
            for row in reversed(deals)
        ],
        "stamp": _table_stamp(table, calling),
        "renews": _renews(table),
    } | calling


def _renews(table: Table) -> bool:
    """Whether a table is played, so that its page looks for changes."""
    round_ = table.round
    return round_.status in (RoundStatus.PUBLISHED, RoundStatus.PLAYING) and round_.event.is_running


def _table_stamp(table: Table, calling: dict[str, Any]) -> str:
    return f"{table_version(table)}-{table.round.status}-{claims.stamp(table)}{calling['call_stamp']}"


def _before(shown: Deal, transfers: list[tuple[str, str, int, str]]) -> dict[str, int]:
    """The pools before this deal, with its antes."""
    rules = games.resolve_rules(shown.document["rules"])
    pools = {pool: shown.document.get("pools", {}).get(pool, 0) for pool in games.board(rules)}
    for _source, target, chips, reason in transfers:
        if reason == "ante":
            pools[target] += chips
    return pools
