"""The prizes of an event and the tags of its players. Members read them, directors change them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.clubs.pages.frame import entry_refs
from tournaments.core.numbers import money
from tournaments.core.pages.acts import Act
from tournaments.core.pages.common import actor_of, attempt, attempt_form, members_act, members_page, show
from tournaments.core.rules.statuses import EventStatus
from tournaments.events.access import entry_for_director, event_for_director, event_for_scorer, runs_event
from tournaments.events.models.events import Entry, Event
from tournaments.events.pages.entries import back_to_entries
from tournaments.events.pages.frame import event_frame, manage_frame
from tournaments.events.verbs.entries import entries_by_id
from tournaments.standings.forms import PrizeForm, PrizeListForm, TagsForm
from tournaments.standings.rules.prizes import Award, PrizeList
from tournaments.standings.verbs import prizes as verbs


@members_page
def prizes(request: HttpRequest, ref: str) -> HttpResponse:
    """The prizes and who has which tag. With ``?prize=2`` the form has the second prize."""
    event = event_for_scorer(actor_of(request), ref)
    plan = verbs.prizes_of(event)
    numbered = {str(number): prize for number, prize in enumerate(plan.prizes, 1)}
    number = request.GET.get("prize", "")
    now = numbered.get(number)
    form = PrizeForm(now=now, initial={"number": number if now else None, "seen": plan.digest})
    return _page(request, event, plan, form)


@members_act
def save_prize(request: HttpRequest, ref: str) -> HttpResponse:
    """Add a prize or change one."""
    event = event_for_director(actor_of(request), ref)
    plan = verbs.prizes_of(event)
    form = PrizeForm(request.POST)
    if form.is_valid():
        number = form.cleaned_data["number"] or len(plan.prizes) + 1

        def save() -> Event:
            changed = plan.replaced(number, form.settings)
            return verbs.set_prizes(event, actor_of(request), changed, seen=form.cleaned_data["seen"])

        if attempt_form(form, save, within=f"prizes/{number - 1}/"):
            messages.success(request, _("The prize is saved."))
            return redirect("prizes", event.ref)
    return _page(request, event, plan, form)


@members_act
def set_prize_list(request: HttpRequest, ref: str) -> HttpResponse:
    """Set what holds for all prizes."""
    event = event_for_director(actor_of(request), ref)
    form = PrizeListForm(request.POST, now=verbs.prizes_of(event))
    if form.is_valid():
        plan, seen = form.settings, form.cleaned_data["seen"]
        attempt(
            request,
            lambda: verbs.set_prizes(event, actor_of(request), plan, seen=seen),
            _("The changes are saved."),
        )
    else:
        messages.error(request, form.in_words)
    return redirect("prizes", event.ref)


@members_act
def set_tags(request: HttpRequest, entry_id: str) -> HttpResponse:
    """Set the tags of a player."""
    entry = entry_for_director(actor_of(request), entry_id)
    form = TagsForm(request.POST)
    if form.is_valid():
        attempt(request, lambda: verbs.set_tags(entry, actor_of(request), form.listed()))
    else:
        messages.error(request, form.in_words)
    return back_to_entries(request, entry.event)


ADDRESSES = [
    path("events/<str:ref>/prizes/", prizes, name="prizes"),
    path("events/<str:ref>/manage/prizes/save/", save_prize, name="save_prize"),
    path("events/<str:ref>/manage/prizes/list/", set_prize_list, name="set_prize_list"),
    path("entries/<str:entry_id>/tags/", set_tags, name="set_tags"),
    Act(
        "events/<str:ref>/manage/prizes/<int:number>/remove/",
        event_for_director,
        verbs.remove_prize,
        back="prizes",
        done=gettext_lazy("The prize is removed."),
        sent=["seen"],
    ).address,
]


def prizes_to_show(plan: PrizeList) -> dict[str, Any]:
    """The list of prizes for `standings/prize.html`."""
    return {
        "prizes": [{"of": prize, "alone": plan.has_one(prize.tag)} for prize in plan.prizes],
        "plan": plan,
    }


def awards_to_show(
    event: Event, given: Sequence[Award], entries: Mapping[str, Entry] | None = None
) -> list[dict[str, Any]]:
    """Who gets what, for `standings/awards.html`. entries: at least the winners, if they are at hand."""
    if not given:
        return []
    plan = verbs.prizes_of(event)
    if entries is None:
        entries = entries_by_id(event, [entry for award in given for entry in award.entries])
    rows = []
    for award in given:
        names = [entries[entry].player.public_name for entry in award.entries]
        amounts = [money(amount, plan.currency) for amount in award.amounts]
        same = len(set(amounts)) == 1
        shares = [""] * len(names) if same else amounts
        rows.append(
            {
                "of": award,
                "alone": plan.has_one(award.tag) and award.last == 1,
                "winners": list(zip(names, shares, strict=True)),
                "each": [*([amounts[0]] if same and any(award.amounts) else []), *award.each],
                "together": [_times(count, thing) for thing, count in Counter(award.together).items()],
            }
        )
    return rows


def _times(count: int, thing: str) -> str:
    return thing if count == 1 else _("%(count)d times %(thing)s") % {"count": count, "thing": thing}


def _page(request: HttpRequest, event: Event, plan: PrizeList, form: PrizeForm) -> HttpResponse:
    directs = runs_event(actor_of(request), event)
    frame = manage_frame(request, event, "paper") if directs else event_frame(request, event, "prizes")
    given = verbs.awards_of(event) if directs else verbs.final_awards(event)
    winners = entries_by_id(event, {entry for award in given for entry in award.entries}) if given else {}
    return show(
        request,
        "standings/edit_prizes.html" if directs else "standings/club_prizes.html",
        frame
        | prizes_to_show(plan)
        | {
            "holders": verbs.holders_of_tags(event),
            "tags_of_nobody": verbs.tags_of_nobody(event),
            "awards": awards_to_show(event, given, winners),
            "persons": entry_refs(request, event, winners.values()),
            "edits": directs and event.status != EventStatus.FINISHED,
            "list_form": PrizeListForm(now=plan, initial={"seen": plan.digest}, auto_id="id_list_%s"),
        },
        form=form,
    )
