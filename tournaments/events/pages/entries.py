"""The players of an event, one by one and from lists."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.clubs.pages.frame import player_refs
from tournaments.core.actors import Actor
from tournaments.core.models.choices import StageFormat
from tournaments.core.pages.common import actor_of, attempt, attempt_form, members_act, members_form, show
from tournaments.core.refusals import why_refused
from tournaments.core.requests import outside_address
from tournaments.core.rules.lists import CONTACT, PAID, TAGS, RefusedName
from tournaments.core.rules.statuses import EntryStatus, EventStatus
from tournaments.draw.verbs.draws import full_event_facts
from tournaments.events.access import entry_for_director, event_for_director
from tournaments.events.forms.people import PeopleForm
from tournaments.events.models.events import Entry, Event
from tournaments.events.models.replies import Answer
from tournaments.events.pages.frame import manage_frame
from tournaments.events.rules.phases.events import verify_start
from tournaments.events.verbs import entries as entries_verbs
from tournaments.events.verbs.arrivals import TakenIn, people_of, take_in
from tournaments.events.verbs.debts import debts_of, sums_of
from tournaments.events.verbs.lists import PasteReport, names_known, paste_entries

LIST_SAYS = (TAGS, CONTACT, PAID)
"""What a list of people of an event can say of them beside the name."""

ENTRIES_ON_PAGE = 100
"""A page of the list shows so many players."""


@members_form
def entries(request: HttpRequest, ref: str) -> HttpResponse:
    """Everybody who is entered or has replied, with a form for a pasted list."""
    event = event_for_director(actor_of(request), ref)
    form = PeopleForm(offers=LIST_SAYS)
    if request.method == "POST":
        form = PeopleForm(request.POST, request.FILES, known=names_known(event), offers=LIST_SAYS)
    if (pasted := form.read()) is not None:

        def enter() -> PasteReport:
            here = "here" in request.POST
            return paste_entries(event, actor_of(request), pasted, form.columns, checked_in=here)

        report = None if form.asks else attempt_form(form, enter)
        if report is not None:
            count = len(report.entries)
            if count:
                messages.success(
                    request,
                    ngettext("%(count)d player is entered.", "%(count)d players are entered.", count)
                    % {"count": count},
                )
            report_refused(request, report.refused)
            return redirect("entries", event.ref)
        if form.columns is not None:
            frame = manage_frame(request, event, "people")
            return ask_columns(request, form, "events/manage_base.html", frame)
    searched = request.GET.get("name", "").strip()[:100]
    debts = list(debts_of(event))
    everybody = people_of(event, debts)
    states = Counter(person.state for person in everybody)
    listed = [person for person in everybody if not searched or person.is_called(searched)]
    # First those who wait for the director, last those who do not come.
    listed.sort(key=lambda person: (person.is_gone, person.state != Answer.PENDING))
    pages = Paginator(listed, ENTRIES_ON_PAGE).get_page(request.GET.get("page"))
    shown = list(pages.object_list)
    in_line = [reply.pk for reply in debts if reply.answer == Answer.WAITING]
    return show(
        request,
        "events/entries.html",
        manage_frame(request, event, "people")
        | {
            "rows": [
                {
                    "person": person,
                    "place": in_line.index(person.reply.pk) + 1
                    if person.reply and person.state == Answer.WAITING
                    else None,
                }
                for person in shown
            ],
            "persons": player_refs(request, event, [person.player for person in shown]),
            "pages": pages,
            "searched": searched,
            "long": len(everybody) > ENTRIES_ON_PAGE,
            "states": states,
            "said_yes": states[EntryStatus.REGISTERED] + states[Answer.YES],
            "totals": sums_of(debts),
            "may_start": may_start(event, states),
            "takes_seeds": event.stages.exclude(format=StageFormat.ROTATION).exists(),
            "address": outside_address(request, reverse("sign_up", args=[event.ref])),
        },
        form=form,
    )


@members_act
def check_in_all(request: HttpRequest, ref: str) -> HttpResponse:
    """Check in everybody who said yes."""
    event, actor = event_for_director(actor_of(request), ref), actor_of(request)

    def check() -> None:
        with transaction.atomic():
            taken = take_in(event, actor, same_names=True)
            entries_verbs.check_in_all(event, actor)
        say_taken_in(request, taken)

    attempt(request, check)
    return back_to_entries(request, event)


def say_taken_in(request: HttpRequest, taken: TakenIn) -> None:
    """Say how many who signed up are entered, and of whom a director must say who they are."""
    if count := len(taken.entries):
        messages.success(
            request,
            ngettext("%(count)d player is entered.", "%(count)d players are entered.", count)
            % {"count": count},
        )
    for name in taken.left:
        messages.warning(
            request, _("%(name)s is on the list twice. Say whether that is one person.") % {"name": name}
        )


def may_start(event: Event, statuses: Counter[str]) -> bool:
    """Whether everybody is here and the event can start, so that starting it is the next step.

    statuses: how many people have each state of `people_of`.
    """
    if event.status != EventStatus.OPEN or statuses[EntryStatus.REGISTERED]:
        return False
    if not statuses[EntryStatus.CHECKED_IN] or statuses[Answer.YES]:
        return False
    return not why_refused(verify_start, full_event_facts(event))


def back_to_entries(request: HttpRequest, event: Event) -> HttpResponse:
    """Redirect to the part of the list where the button was pressed."""
    part = {name: request.POST[name] for name in ("name", "page") if request.POST.get(name)}
    address = reverse("entries", args=[event.ref])
    return redirect(f"{address}?{urlencode(part)}" if part else address)


MOST_REPORTED = 20
"""So many lines that were left out are named one by one."""


def ask_columns(
    request: HttpRequest, form: PeopleForm, base: str, context: Mapping[str, Any]
) -> HttpResponse:
    """The page that shows a table and asks what its columns are. base: the template that it extends."""
    return show(
        request,
        "events/people_table.html",
        {**context, "base": base, "preview": form.preview()},
        form=form,
    )


def report_refused(request: HttpRequest, refused: Sequence[RefusedName]) -> None:
    """Say which lines of a list were left out, and why."""
    for line in refused[:MOST_REPORTED]:
        messages.warning(
            request,
            _("Line %(line)d, “%(text)s”: %(why)s")
            % {"line": line.line, "text": _printed(line.text[:80]), "why": line.detail},
        )
    if len(refused) > MOST_REPORTED:
        more = len(refused) - MOST_REPORTED
        sentence = ngettext("%(count)d more line is left out.", "%(count)d more lines are left out.", more)
        messages.warning(request, sentence % {"count": more})


def _printed(text: str) -> str:
    """Replace invisible characters, which could change the direction of the sentence."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(char) in {"Cc", "Cf", "Cs"} else char
        for char in text
    )


def _act(step: str, verb: Callable[[Entry, Actor], Entry], done: str = "") -> URLPattern:
    """A button of an entry, which leads back to its part of the list. done: has the `name`."""

    @members_act
    def press(request: HttpRequest, entry_id: str) -> HttpResponse:
        entry = entry_for_director(actor_of(request), entry_id)
        said = _(done) % {"name": entry.player.name} if done else ""
        attempt(request, lambda: verb(entry, actor_of(request)), said)
        return back_to_entries(request, entry.event)

    return path(f"entries/<str:entry_id>/{step}/", press, name=verb.__name__)


ADDRESSES = [
    _act("check-in", entries_verbs.check_in),
    _act("undo-check-in", entries_verbs.undo_check_in),
    _act(
        "withdraw",
        entries_verbs.withdraw,
        gettext_noop("%(name)s has withdrawn. Their results stay, and they get no seat in later rounds."),
    ),
]
