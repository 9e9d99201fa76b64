"""For the director: another evening like this one, or a series of them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.pages.common import actor_of, attempt, members_form, show
from tournaments.core.rules.calendar import next_days
from tournaments.desk.forms import DaysForm, SeriesForm
from tournaments.desk.verbs.repeating import names_for
from tournaments.events.access import event_for_director
from tournaments.events.models.events import Event
from tournaments.events.pages.frame import manage_frame
from tournaments.seasons.verbs.evenings import counting, play_again, takes_more


@members_form
def again(request: HttpRequest, ref: str) -> HttpResponse:
    """Choose the days of events like this one. A series is shown as a list before it is created."""
    event = event_for_director(actor_of(request), ref)
    if request.method == "POST" and "dates" in request.POST:
        return _create(request, event)
    taken = Event.objects.filter(club=event.club_id).values_list("starts_on", flat=True)
    near = next_days(event.starts_on, timezone.localdate(), set(taken))
    form = SeriesForm(request.POST if request.method == "POST" else None, initial={"first": near[0]})
    days = form.days if form.is_bound and form.is_valid() else []
    return show(
        request,
        "seasons/again.html",
        manage_frame(request, event, "settings")
        | {
            "near": [(day, names_for(event, [day])[0]) for day in near],
            "days": list(zip(days, names_for(event, days), strict=True)),
            "came": event.entries.exclude(status="withdrawn").count(),
            "seasons": [evening.season for evening in counting(event) if takes_more(evening)],
            "with_players": "players" in request.POST if form.is_bound else True,
        },
        form=form,
    )


def _create(request: HttpRequest, event: Event) -> HttpResponse:
    form = DaysForm(request.POST)
    made: list[Event] = []
    if form.is_valid():
        attempt(
            request,
            lambda: made.extend(
                play_again(event, actor_of(request), form.days, players=form.cleaned_data["players"])
            ),
        )
    else:
        messages.error(request, _("Choose the days again."))
    if not made:
        return redirect("again", event.ref)
    if len(made) == 1:
        messages.success(request, _("%(event)s is created.") % {"event": made[0].name})
        return redirect("entries", made[0].ref)
    messages.success(
        request,
        ngettext("%(count)d event is created.", "%(count)d events are created.", len(made))
        % {"count": len(made)},
    )
    return redirect("club", event.club.slug)
