"""Which format finds the best player: advice for who plans an event."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from tournaments.access import club_for
from tournaments.forms.formats import FormatsForm
from tournaments.models import Role
from tournaments.sentences.formats import format_table
from tournaments.services.events.advice import advise_formats
from tournaments.views.common import actor_of, members_page, show
from tournaments.views.frames import club_frame


@members_page
def format_advice(request: HttpRequest, slug: str) -> HttpResponse:
    """A form for people, tables and hours; then the formats with what they find. It stores nothing."""
    club = club_for(actor_of(request), slug, Role.DIRECTOR)
    form = FormatsForm(request.GET or None)
    advice = None
    if form.is_bound and form.is_valid():
        values = form.cleaned_data
        advice = advise_formats(
            values["people"],
            values["tables"],
            values["hours"],
            values["minutes"],
            by_place=form.is_by_place(),
        )
    table = None if advice is None else format_table(advice)
    context = club_frame(request, club, "events") | {"advice": table}
    return show(request, "director/formats.html", context, form=form)
