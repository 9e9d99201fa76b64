"""For the director: a round from its draw to its close."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.clubs.pages.frame import entry_refs
from tournaments.core.actors import Actor
from tournaments.core.pages.acts import Act, to_overview, whole
from tournaments.core.pages.common import (
    actor_of,
    attempt,
    members_act,
    members_page,
    show,
)
from tournaments.core.refusals import why_refused
from tournaments.core.rules.statuses import EntryStatus, RoundStatus
from tournaments.desk.verbs import rounds
from tournaments.desk.verbs import rounds as rounds_verbs
from tournaments.desk.verbs.rounds import publish_round
from tournaments.draw.models import DrawSearch
from tournaments.draw.verbs import draws, searches
from tournaments.draw.verbs.draws import full_event_facts, round_facts, visible_plan
from tournaments.draw.verbs.entrants import is_closed
from tournaments.draw.words.certificate import verdicts_of
from tournaments.draw.words.tables import moves_of, planned_with_names, rules_of, table_cards, tables_to_draw
from tournaments.events.access import event_for_director
from tournaments.events.models.events import Entry
from tournaments.events.pages.frame import manage_frame
from tournaments.events.rules.phases.facts import RoundFacts
from tournaments.events.rules.phases.rounds import (
    verify_close,
    verify_publish,
    verify_redraw,
    verify_take_back,
)
from tournaments.events.rules.phases.seats import verify_reseat
from tournaments.events.verbs.entries import entries_by_id
from tournaments.events.verbs.plans import Outline, outline_of
from tournaments.events.words.stages import cut_result, round_title
from tournaments.play.verbs import leftovers
from tournaments.tables.access import round_for_director, table_for_director
from tournaments.tables.models.rounds import Round
from tournaments.tables.verbs.tables import entries_by_table
from tournaments.teams.verbs.showing import evening_with_hidden_line_ups

TABLES_ON_PAGE = 12
"""The page of a round shows its director so many tables."""

FEW_PLANNED = 48
"""With more players than this, the page does not show the planned rounds."""


@members_act
def draw_round(request: HttpRequest, ref: str) -> HttpResponse:
    """Draw the next round, which only directors see."""
    event = event_for_director(actor_of(request), ref)
    drawn: list[Round] = []
    if attempt(request, lambda: drawn.append(draws.draw_round(event, actor_of(request)))):
        return redirect("draw", drawn[0].pk)
    match_day = evening_with_hidden_line_ups(event)
    if match_day is not None:  # there a director can show them
        return redirect("team_evening", match_day.season.ref, match_day.pk)
    return redirect("manage", event.ref)


@members_page
def draw(request: HttpRequest, round_id: str) -> HttpResponse:
    """A round for its director: the tables, the reasons and the possible steps."""
    round_ = round_for_director(actor_of(request), round_id)
    outline = outline_of(round_.event)
    entries = entries_by_id(round_.event)
    seated = entries_by_table(round_)
    is_newest = _is_newest(round_, outline)
    everybody = set().union(*seated.values()) if is_newest else None
    facts = full_event_facts(round_.event, outline, entries=entries.values(), seated=everybody)
    here = (facts.last if is_newest else None) or round_facts(round_, round_.event)
    pages = Paginator(list(seated), TABLES_ON_PAGE).get_page(request.GET.get("page"))
    drawn = tables_to_draw(round_, only=list(pages.object_list))
    tables = table_cards(round_.event, round_, drawn, for_members=True, came=moves_of(round_))
    # A table with a deal keeps its seats, so it is not offered for changes by hand.
    free = [table for table in tables if not table["deals"]]
    plan = visible_plan(round_, director=True)
    names = {pk: entry.player.name for pk, entry in entries.items()}
    verdicts = verdicts_of(round_, names, for_directors=True)
    return show(
        request,
        "desk/draw.html",
        manage_frame(request, round_.event, "tables", outline)
        | {
            "round": round_,
            "persons": entry_refs(request, round_.event, entries.values()),
            "tables": tables,
            "pages": pages,
            "rules": rules_of(round_.event),
            "round_title": round_title(round_, several=len(outline.stages) > 1),
            "verdicts": verdicts,
            "several_groups": len(verdicts) > 1,
            "cut": cut_result(round_.stage, entries) if _begins(round_, outline) else None,
            "waiting": [
                entries[pk].player.name
                for certificate in round_.certificate.values()
                for pk in certificate.get("waiting", ())
                if pk in entries
            ],
            "stage_is_closed": is_closed(round_.stage, outline.stages),
            "planned": planned_with_names(plan, entries, for_members=True)
            if len(entries) <= FEW_PLANNED
            else [],
            "search": progress_of(round_),
            "may_search": any(verdict["may_improve"] for verdict in verdicts),
            "free_tables": free,
            "substitutes": substitutes(entries, set().union(*seated.values())),
            "publish_refused": why_refused(verify_publish, facts, here, round_.draw),
            "redraw_refused": why_refused(verify_redraw, facts, here, round_.draw),
            "swap_refused": why_refused(verify_reseat, "swap_seats", facts, here, round_.draw),
            "take_back_refused": why_refused(verify_take_back, facts, here, _entered(round_, here)),
            "deals": here.deals,
            "close_refused": why_refused(verify_close, facts, here),
            "close_early_refused": why_refused(verify_close, facts, here, early=True),
        },
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
def take_back(request: HttpRequest, round_id: str) -> HttpResponse:
    """Take a published round back, for a reason."""
    round_ = round_for_director(actor_of(request), round_id)
    reason = request.POST.get("reason", "")
    proposals: list[Round] = []
    done = _("Round %(number)d is taken back. Only directors can see its draw now.") % {
        "number": round_.number
    }
    if attempt(
        request,
        lambda: proposals.append(rounds.take_back_round(round_, actor_of(request), reason)),
        done,
    ):
        return redirect("draw", proposals[0].pk)
    return redirect("draw", round_.pk)


@members_act
def close_round(request: HttpRequest, round_id: str) -> HttpResponse:
    """Close a round; with `early`, although tables have deals left."""
    round_ = round_for_director(actor_of(request), round_id)
    early = request.POST.get("early") == "1"
    closed: list[Round] = []
    if attempt(
        request, lambda: closed.append(rounds_verbs.close_round(round_, actor_of(request), early=early))
    ):
        done = (
            _("Round %(number)d was not played, so it decides nothing. You can draw it again.")
            if closed[0].status == RoundStatus.VOID
            else _("Round %(number)d is closed and its standings are kept.")
        )
        messages.success(request, done % {"number": round_.number})
    return redirect("manage", round_.event.ref)


@members_act
def issue_chips(request: HttpRequest, table_id: str) -> HttpResponse:
    """Issue extra chips to seats of a table."""
    table = table_for_director(actor_of(request), table_id)
    seats = [whole(seat, -1) for seat in request.POST.getlist("seats")]
    attempt(
        request,
        lambda: leftovers.issue_chips(
            table,
            actor_of(request),
            seats,
            whole(request.POST.get("chips", "")),
            request.POST.get("reason", ""),
        ),
        _("The chips are issued."),
    )
    return redirect("table", table.pk)


def progress_of(round_: Round) -> dict[str, Any] | None:
    """Return the progress of a longer search; None without one. `round_for_director` has read it."""
    search: DrawSearch | None = getattr(round_, "search", None)
    return None if search is None else searches.progress_of(search, round_)


def _is_newest(round_: Round, outline: Outline) -> bool:
    return outline.newest is not None and outline.newest.pk == round_.pk


def _entered(round_: Round, here: RoundFacts) -> int:
    """How many deals and claims forbid to take a round back; counted only where that decides."""
    return here.deals or (rounds.entered_in(round_) if here.status == RoundStatus.PUBLISHED else 0)


def _begins(round_: Round, outline: Outline) -> bool:
    """Whether a round is the first of its stage."""
    earlier = (other for other in outline.rounds if other.number < round_.number)
    return all(other.stage_id != round_.stage_id for other in earlier)


def substitutes(entries: Mapping[str, Entry], seated: Collection[UUID]) -> list[Entry]:
    """Return the entries that can sit in, by name: not withdrawn, and without a seat in this round."""
    free = [
        entry
        for entry in entries.values()
        if entry.status != EntryStatus.WITHDRAWN and entry.pk not in seated
    ]
    return sorted(free, key=lambda entry: entry.player.sort_key)


def draw_seen(request: HttpRequest) -> int:
    """The version of the draw that the director saw; 0 if the form does not have it."""
    return whole(request.POST.get("draw", ""))


def with_draw(
    request: HttpRequest, round_id: str, verb: Callable[[Round, int], Any], done: str, *, to: str = "draw"
) -> HttpResponse:
    """Call a verb with the draw that the director saw, so that nobody publishes an unseen draw."""
    round_ = round_for_director(actor_of(request), round_id)
    worked = attempt(request, lambda: verb(round_, draw_seen(request)), done)
    return redirect("manage", round_.event.ref) if worked and to == "manage" else redirect("draw", round_.pk)


# ---- Changes of seats by hand: swap, move, a missing player, or the whole seating as text.


def act_on_draw(step: str, verb: Callable[..., Any], done: Promise, name: str = "") -> URLPattern:
    """A button that acts on the draw that the director saw, so that nobody publishes an unseen draw."""

    def act(round_: Round, actor: Actor, draw: str) -> None:
        verb(round_, actor, whole(draw))

    name = name or verb.__name__
    return Act(f"rounds/<str:ref>/{step}/", round_for_director, act, to_draw, done, ["draw"], name).address


def to_draw(round_: Round) -> HttpResponse:
    """Redirect to the page of a round for its director."""
    return redirect("draw", round_.pk)


ADDRESSES = [
    act_on_draw("redraw", draws.redraw_round, gettext_lazy("The round is drawn again."), "redraw"),
    Act(
        "rounds/<str:ref>/discard/",
        round_for_director,
        draws.discard_draw,
        to_overview,
        gettext_lazy("The draw is discarded."),
        name="discard",
    ).address,
]
