"""A round from its draw to its close, and extra chips for a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.access import event_for_director, round_for_director, table_for_director
from tournaments.kernel.refusals import why_refused
from tournaments.models import Entry, EntryStatus, Round
from tournaments.rules.phases import verify_close, verify_publish, verify_redraw, verify_swap
from tournaments.sentences.bracket import moves_of, planned_with_names, several_stages
from tournaments.sentences.certificate import verdicts_of
from tournaments.sentences.seating import rules_of, seat_choices, table_cards, tables_to_draw
from tournaments.sentences.stages import cut_result, round_title
from tournaments.services.draw import draws, searches
from tournaments.services.draw.facts import full_event_facts, round_facts
from tournaments.services.draw.showing import visible_plan
from tournaments.services.evening import rounds as rounds_verbs
from tournaments.services.evening.publish import publish_round
from tournaments.services.events.entries import entries_by_id
from tournaments.services.play import bank
from tournaments.views.common import actor_of, attempt, members_act, members_page, show

from .overview import manage_frame


@members_act
def draw_round(request: HttpRequest, ref: str) -> HttpResponse:
    """Draw the next round, which only directors see."""
    event = event_for_director(actor_of(request), ref)
    drawn: list[Round] = []
    if attempt(request, lambda: drawn.append(draws.draw_round(event, actor_of(request)))):
        return redirect("draw", drawn[0].pk)
    return redirect("manage", event.ref)


@members_page
def draw(request: HttpRequest, round_id: str) -> HttpResponse:
    """A round for its director: the tables, the reasons and the possible steps."""
    round_ = round_for_director(actor_of(request), round_id)
    facts, here = full_event_facts(round_.event), round_facts(round_, round_.event)
    tables = table_cards(
        round_.event, round_, tables_to_draw(round_), for_members=True, came=moves_of(round_)
    )
    entries = entries_by_id(round_.event)
    names = {pk: entry.player.name for pk, entry in entries.items()}
    verdicts = verdicts_of(round_, names, for_directors=True)
    return show(
        request,
        "director/draw.html",
        manage_frame(request, round_.event, "round")
        | {
            "round": round_,
            "tables": tables,
            "rules": rules_of(round_.event),
            "round_title": round_title(round_, several=several_stages(round_.event)),
            "verdicts": verdicts,
            "several_groups": len(verdicts) > 1,
            "cut": cut_result(round_.stage, entries) if _begins(round_) else None,
            "waiting": [
                entries[pk].player.name
                for certificate in round_.certificate.values()
                for pk in certificate.get("waiting", ())
                if pk in entries
            ],
            "planned": planned_with_names(visible_plan(round_, director=True), entries, for_members=True),
            "search": progress_of(round_),
            "may_search": any(verdict.may_improve for verdict in verdicts),
            "choices": seat_choices(tables),
            "substitutes": substitutes(round_),
            "publish_refused": why_refused(verify_publish, facts, here, round_.draw),
            "redraw_refused": why_refused(verify_redraw, facts, here, round_.draw),
            "swap_refused": why_refused(verify_swap, facts, here, round_.draw),
            "close_refused": why_refused(verify_close, facts, here),
            "close_early_refused": why_refused(verify_close, facts, here, early=True),
        },
    )


@members_act
def redraw(request: HttpRequest, round_id: str) -> HttpResponse:
    """Draw the round again."""
    return with_draw(
        request,
        round_id,
        lambda round_, seen: draws.redraw_round(round_, actor_of(request), seen),
        _("The round is drawn again."),
    )


@members_act
def publish(request: HttpRequest, round_id: str) -> HttpResponse:
    """Publish the round."""
    return with_draw(
        request,
        round_id,
        lambda round_, seen: publish_round(round_, actor_of(request), seen),
        _("The round is published. Everybody can see their table."),
        to="manage",
    )


@members_act
def discard(request: HttpRequest, round_id: str) -> HttpResponse:
    """Discard an unpublished draw."""
    round_ = round_for_director(actor_of(request), round_id)
    attempt(request, lambda: draws.discard_draw(round_, actor_of(request)), _("The draw is discarded."))
    return redirect("manage", round_.event.ref)


@members_act
def close_round(request: HttpRequest, round_id: str) -> HttpResponse:
    """Close a round; with `early`, although tables have deals left."""
    round_ = round_for_director(actor_of(request), round_id)
    early = request.POST.get("early") == "1"
    attempt(
        request,
        lambda: rounds_verbs.close_round(round_, actor_of(request), early=early),
        _("Round %(number)d is closed and its standings are kept.") % {"number": round_.number},
    )
    return redirect("manage", round_.event.ref)


@members_act
def issue_chips(request: HttpRequest, table_id: str) -> HttpResponse:
    """Issue extra chips to seats of a table."""
    table = table_for_director(actor_of(request), table_id)
    seats = [int(seat) for seat in request.POST.getlist("seats") if seat.isdecimal() and len(seat) < 3]
    chips = request.POST.get("chips", "")
    attempt(
        request,
        lambda: bank.issue_chips(
            table,
            actor_of(request),
            seats,
            int(chips) if chips.isdecimal() and len(chips) < 10 else 0,
            request.POST.get("reason", ""),
        ),
        _("The chips are issued."),
    )
    return redirect("table", table.pk)


def progress_of(round_: Round) -> searches.SearchProgress | None:
    """The progress of a longer search; None without one."""
    search = searches.search_of(round_)
    return None if search is None else searches.progress_of(search, round_)


def _begins(round_: Round) -> bool:
    """Whether a round is the first of its stage."""
    return not Round.objects.filter(stage=round_.stage_id, number__lt=round_.number).exists()


def substitutes(round_: Round) -> list[Entry]:
    """The entries that can sit in: not withdrawn, and without a seat in this round."""
    return list(
        Entry.objects.filter(event=round_.event)
        .exclude(status=EntryStatus.WITHDRAWN)
        .exclude(seats__round=round_)
        .select_related("player")
        .order_by("player__name_key")
    )


def draw_seen(request: HttpRequest) -> int:
    """The draw that the director saw; 0 for none."""
    seen = request.POST.get("draw", "")
    return int(seen) if seen.isdecimal() and len(seen) < 9 else 0


def with_draw(
    request: HttpRequest, round_id: str, verb: Callable[[Round, int], Any], done: str, *, to: str = "draw"
) -> HttpResponse:
    """Call a verb with the draw that the director saw, so that nobody publishes an unseen draw."""
    round_ = round_for_director(actor_of(request), round_id)
    worked = attempt(request, lambda: verb(round_, draw_seen(request)), done)
    return redirect("manage", round_.event.ref) if worked and to == "manage" else redirect("draw", round_.pk)
