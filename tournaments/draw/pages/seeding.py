"""The seeding: the order in which a knockout or a ladder begins."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.errors import Invalid
from tournaments.core.forms import guarded
from tournaments.core.pages.common import actor_of, attempt_form, members_form, show
from tournaments.core.refusals import as_invalid, sentence
from tournaments.core.rules.lists import known_names, people_of, read_list
from tournaments.core.rules.names import name_key
from tournaments.core.rules.statuses import EntryStatus
from tournaments.draw.forms import SeedingForm
from tournaments.events.access import event_for_director
from tournaments.events.models.events import Entry, Event
from tournaments.events.pages.frame import manage_frame
from tournaments.events.verbs import entries as verbs


@members_form
def seeding(request: HttpRequest, ref: str) -> HttpResponse:
    """The seeding as text: one name in each line, strongest first."""
    event = event_for_director(actor_of(request), ref)
    seeded = Entry.objects.filter(event=event, seeding__isnull=False).select_related("player")
    written = "\n".join(entry.player.name for entry in seeded.order_by("seeding"))
    form = guarded(
        SeedingForm(request.POST if request.method == "POST" else None, initial={"order": written})
    )
    if request.method == "POST" and form.is_valid():
        order = attempt_form(form, lambda: _entries_in(event, form.cleaned_data["order"]))
        if order is not None:
            kept = attempt_form(form, lambda: (verbs.set_seeding(event, actor_of(request), order), True))
            if kept is not None:
                messages.success(
                    request,
                    ngettext("%(count)d player is seeded.", "%(count)d players are seeded.", len(order))
                    % {"count": len(order)}
                    if order
                    else _("The seeding is removed. Lots decide."),
                )
                return redirect("entries", event.ref)
    others = (
        Entry.objects.filter(event=event, seeding__isnull=True)
        .exclude(status=EntryStatus.WITHDRAWN)
        .select_related("player")
        .order_by("player__sort_key")
    )
    return show(
        request,
        "draw/seeding.html",
        manage_frame(request, event, "players") | {"others": others},
        form=form,
    )


def _entries_in(event: Event, text: str) -> list[str]:
    """The ids of the entries in these lines. Raises Invalid, which names the bad line."""
    names = dict(Entry.objects.filter(event=event).values_list("player__name", "pk"))
    ids = {name_key(name): str(pk) for name, pk in names.items()}
    known = known_names(names)
    with as_invalid("order"):
        people = people_of(read_list(text, known), known=known)
    for refused in people.refused:
        raise Invalid(
            refused.error.code,
            _("Line %(line)d: %(why)s") % {"line": refused.line, "why": sentence(refused.error)},
            field="order",
        )
    order = []
    for line in people.people:
        if name_key(line.name) not in ids:
            raise Invalid(
                "player_unknown",
                _("Line %(line)d: %(name)s is not entered in this event.")
                % {"line": line.line, "name": line.name},
                field="order",
            )
        order.append(ids[name_key(line.name)])
    return order
