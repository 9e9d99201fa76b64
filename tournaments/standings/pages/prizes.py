"""The prizes of an event and the tags of its players. Members read them, directors change them."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.clubs.pages.persons import entry_refs
from tournaments.core.errors import Invalid
from tournaments.core.pages.common import actor_of, attempt, attempt_form, members_act, members_page, show
from tournaments.core.rules.statuses import EventStatus
from tournaments.events.access import entry_for_director, event_for_director, event_for_scorer, runs_event
from tournaments.events.models.events import Event
from tournaments.events.pages.entries import back_to_entries
from tournaments.events.pages.frame import event_frame, manage_frame
from tournaments.events.verbs.entries import entries_by_id
from tournaments.standings.forms import PrizeForm, PrizeListForm, TagsForm
from tournaments.standings.rules.prizes import PrizeList
from tournaments.standings.verbs import prizes as verbs
from tournaments.standings.verbs.awards import awards_of, final_awards
from tournaments.standings.words.prizes import award_lines, prize_lines


@members_page
def prizes(request: HttpRequest, ref: str) -> HttpResponse:
    """The prizes and who has which tag. With ``?prize=2`` the form has the second prize."""
    event = event_for_scorer(actor_of(request), ref)
    plan = verbs.prizes_of(event)
    number = request.GET.get("prize", "")
    chosen = int(number) if number.isdecimal() and len(number) < 4 else 0
    form = PrizeForm.showing(plan, chosen if 1 <= chosen <= len(plan.prizes) else None)
    return _page(request, event, plan, form)


@members_act
def save_prize(request: HttpRequest, ref: str) -> HttpResponse:
    """Add a prize or change one."""
    event = event_for_director(actor_of(request), ref)
    plan = verbs.prizes_of(event)
    form = PrizeForm(request.POST)
    if form.is_valid():
        given = form.cleaned_data
        number = given["number"]
        at = len(plan.prizes) if number is None else number - 1

        data = verbs.prizes_as_data(plan)
        data["prizes"][at : at + 1] = [given]

        def save() -> Event:
            try:
                new = verbs.plan_of(data)
                return verbs.set_prizes(event, actor_of(request), new, seen=given["seen"])
            except Invalid as refusal:
                place, _slash, part = (refusal.field or "").rpartition("/")
                refusal.field = part if place == f"prizes/{at}" else None
                raise

        if attempt_form(form, save) is not None:
            messages.success(request, _("The prize is saved."))
            return redirect("prizes", event.ref)
    return _page(request, event, plan, form)


@members_act
def remove_prize(request: HttpRequest, ref: str, number: int) -> HttpResponse:
    """Remove a prize from the list."""
    event = event_for_director(actor_of(request), ref)
    plan = verbs.prizes_of(event)
    rest = replace(plan, prizes=plan.prizes[: number - 1] + plan.prizes[number:])
    attempt(
        request,
        lambda: verbs.set_prizes(event, actor_of(request), rest, seen=request.POST.get("seen", "")),
        _("The prize is removed."),
    )
    return redirect("prizes", event.ref)


@members_act
def set_prize_list(request: HttpRequest, ref: str) -> HttpResponse:
    """Set what holds for all prizes."""
    event = event_for_director(actor_of(request), ref)
    plan = verbs.prizes_of(event)
    form = PrizeListForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
        return redirect("prizes", event.ref)
    given = form.cleaned_data
    new = replace(plan, currency=given["currency"], one_each=given["one_each"])
    attempt(
        request,
        lambda: verbs.set_prizes(event, actor_of(request), new, seen=given["seen"]),
        _("The changes are saved."),
    )
    return redirect("prizes", event.ref)


@members_act
def set_tags(request: HttpRequest, entry_id: str) -> HttpResponse:
    """Set the tags of a player."""
    entry = entry_for_director(actor_of(request), entry_id)
    form = TagsForm(request.POST)
    if form.is_valid():
        attempt(request, lambda: verbs.set_tags(entry, actor_of(request), form.listed()))
    else:
        messages.error(request, " ".join(str(error) for error in form.errors["tags"]))
    return back_to_entries(request, entry.event)


def _page(request: HttpRequest, event: Event, plan: PrizeList, form: PrizeForm) -> HttpResponse:
    directs = runs_event(actor_of(request), event)
    frame = manage_frame(request, event, "prizes") if directs else event_frame(request, event, "prizes")
    given = awards_of(event) if directs else final_awards(event)
    winners = entries_by_id(event, {entry for award in given for entry in award.entries}) if given else {}
    initial = {"currency": plan.currency, "one_each": plan.one_each, "seen": plan.digest}
    return show(
        request,
        "standings/edit_prizes.html" if directs else "standings/club_prizes.html",
        frame
        | {
            "prizes": prize_lines(plan),
            "one_each": plan.one_each,
            "seen": plan.digest,
            "holders": verbs.holders_of_tags(event),
            "tags_of_nobody": verbs.tags_of_nobody(event),
            "awards": award_lines(event, given, winners),
            "persons": entry_refs(request, event, winners.values()),
            "edits": directs and event.status != EventStatus.FINISHED,
            "list_form": PrizeListForm(initial=initial, auto_id="id_list_%s"),
        },
        form=form,
    )
