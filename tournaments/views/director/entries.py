"""The players of an event: enter, check in, withdraw."""

from __future__ import annotations

import unicodedata
from collections import Counter
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.access import entry_for_director, event_for_director
from tournaments.forms.events import PasteForm
from tournaments.kernel.refusals import why_refused
from tournaments.models import Answer, Entry, EntryStatus, Event, EventStatus
from tournaments.rules.phases import verify_start
from tournaments.services.clubs.players import called
from tournaments.services.draw.facts import full_event_facts
from tournaments.services.events import entries as verbs
from tournaments.services.events.arrivals import numbers_expected
from tournaments.views.common import actor_of, attempt, attempt_form, members_act, members_form, show
from tournaments.views.persons import entry_refs

from .overview import manage_frame

ENTRIES_ON_PAGE = 100
"""A page of the list shows so many players."""


@members_form
def entries(request: HttpRequest, ref: str) -> HttpResponse:
    """The players of an event, with a form for a pasted list."""
    event = event_for_director(actor_of(request), ref)
    form = PasteForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        report = attempt_form(
            form,
            lambda: verbs.paste_entries(
                event, actor_of(request), form.cleaned_data["names"], checked_in="here" in request.POST
            ),
        )
        if report is not None:
            count = len(report.entries)
            if count:
                messages.success(
                    request,
                    ngettext("%(count)d player is entered.", "%(count)d players are entered.", count)
                    % {"count": count},
                )
            for line in report.refused:
                messages.warning(
                    request,
                    _("Line %(line)d, “%(text)s”: %(why)s")
                    % {"line": line.line, "text": _printed(line.text[:80]), "why": line.detail},
                )
            return redirect("entries", event.ref)
    statuses = Counter(Entry.objects.filter(event=event).values_list("status", flat=True))
    searched = request.GET.get("name", "").strip()[:100]
    listed = verbs.entries_of(event).order_by("player__sort_key", "number")
    if searched:
        listed = listed.filter(called(searched, "player__"))
    listed = listed.select_related("player")
    pages = Paginator(listed, ENTRIES_ON_PAGE).get_page(request.GET.get("page"))
    shown = list(pages.object_list)
    return show(
        request,
        "director/entries.html",
        manage_frame(request, event, "players")
        | {
            "entries": shown,
            "persons": entry_refs(request, event, shown),
            "pages": pages,
            "searched": searched,
            "long": statuses.total() > ENTRIES_ON_PAGE,
            "registered": statuses[EntryStatus.REGISTERED],
            "here": statuses[EntryStatus.CHECKED_IN],
            "may_start": may_start(event, statuses),
        },
        form=form,
    )


@members_act
def check_in(request: HttpRequest, entry_id: str) -> HttpResponse:
    """Check a player in."""
    entry = entry_for_director(actor_of(request), entry_id)
    attempt(request, lambda: verbs.check_in(entry, actor_of(request)))
    return back_to_entries(request, entry.event)


@members_act
def undo_check_in(request: HttpRequest, entry_id: str) -> HttpResponse:
    """Undo a check-in."""
    entry = entry_for_director(actor_of(request), entry_id)
    attempt(request, lambda: verbs.undo_check_in(entry, actor_of(request)))
    return back_to_entries(request, entry.event)


@members_act
def withdraw(request: HttpRequest, entry_id: str) -> HttpResponse:
    """Withdraw a player."""
    entry = entry_for_director(actor_of(request), entry_id)
    attempt(
        request,
        lambda: verbs.withdraw(entry, actor_of(request)),
        _("%(name)s has withdrawn. Their results stay, and they get no seat in later rounds.")
        % {"name": entry.player.name},
    )
    return back_to_entries(request, entry.event)


@members_act
def check_in_all(request: HttpRequest, ref: str) -> HttpResponse:
    """Check in all registered players."""
    event = event_for_director(actor_of(request), ref)
    attempt(request, lambda: verbs.check_in_all(event, actor_of(request)))
    return back_to_entries(request, event)


def may_start(event: Event, statuses: Counter[str]) -> bool:
    """Whether everybody is here and the event can start, so that starting it is the next step."""
    if event.status != EventStatus.OPEN or statuses[EntryStatus.REGISTERED]:
        return False
    if not statuses[EntryStatus.CHECKED_IN] or numbers_expected(event)[Answer.YES]:
        return False
    return not why_refused(verify_start, full_event_facts(event))


def back_to_entries(request: HttpRequest, event: Event) -> HttpResponse:
    """Redirect to the part of the list where the button was pressed."""
    part = {name: request.POST[name] for name in ("name", "page") if request.POST.get(name)}
    address = reverse("entries", args=[event.ref])
    return redirect(f"{address}?{urlencode(part)}" if part else address)


def _printed(text: str) -> str:
    """Replace invisible characters, which could change the direction of the sentence."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(char) in {"Cc", "Cf", "Cs"} else char
        for char in text
    )
