"""The wall, and the clock and announcements.

The wall is pages in large type for a screen in the hall, that turn by themselves. The server sends all pages
with all their lines. `wall.js` shows one screen after the other, with as many lines as fit. Without scripts
it is one long page.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import segno
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.forms import PageForm
from tournaments.core.pages.common import actor_of, attempt, members_act, members_form, page, show
from tournaments.core.requests import outside_address
from tournaments.core.rules.statuses import RoundStatus
from tournaments.desk.forms import AnnouncementForm, ClockForm, TimeForm
from tournaments.desk.verbs import clocks
from tournaments.desk.words.cockpit import progress_of
from tournaments.draw.verbs.wishes import fixed_at_tables
from tournaments.events.access import event_for_director, event_for_viewer
from tournaments.events.models.events import Event
from tournaments.events.pages.frame import event_frame, notices_of
from tournaments.events.pages.kept import kept, stamped
from tournaments.events.verbs import announcements
from tournaments.events.verbs.plans import clock_of, outline_of
from tournaments.play.pages.cards import actor_at
from tournaments.seasons.verbs.seasons import public_season_of_event
from tournaments.seasons.verbs.tables import newest_standing
from tournaments.seasons.words import short_tables
from tournaments.standings.pages.prizes import awards_to_show
from tournaments.standings.verbs.forecasts import may_end_soon
from tournaments.standings.verbs.prizes import final_awards
from tournaments.standings.verbs.standings import newest_standing_version, standings_to_show
from tournaments.standings.words.ranking import may_change, table_of
from tournaments.tables.access import round_for_director, table_for_viewer
from tournaments.tables.models.rounds import Round
from tournaments.tables.verbs.tables import TablePlay, places_by_name, table_plays

IN_A_SEASON = 30
"""The wall shows so many lines of each division of a season."""

FEW = 8
"""So few lines are shown in one column, in larger type."""


@page
@kept()
def projector(request: HttpRequest, ref: str) -> HttpResponse:
    """The wall of an event."""
    event = event_for_viewer(actor_of(request), ref)
    return show(request, "desk/projector.html", _wall(event))


@page
@kept()
def projector_renew(request: HttpRequest, ref: str) -> HttpResponse:
    """All pages of the wall again, or 204 if nothing has changed."""
    event = event_for_viewer(actor_of(request), ref)
    if request.GET.get("version") == _stamp(event, newest_standing_version(event)):
        return HttpResponse(status=204)
    wall = _wall(event)
    return stamped(show(request, "desk/projector_wall.html", wall), wall["stamp"])


@page
@kept()
def projector_season(request: HttpRequest, ref: str) -> HttpResponse:
    """The table of the season in which the event counts, as further pages of the wall; 204 without one.

    It renews itself apart from the wall: it changes rarely, and after the evening.
    """
    event = event_for_viewer(actor_of(request), ref)
    season = public_season_of_event(event)
    newest = newest_standing(season) if season else None
    if season is None or newest is None:
        return HttpResponse(status=204)
    tables = short_tables(season, newest, IN_A_SEASON)
    return show(request, "desk/projector_season.html", {"tables": tables})


@page
def wall_qr(request: HttpRequest, ref: str) -> HttpResponse:
    """The QR code of the page "Where do I sit?", as an image. It is not kept: it names the host."""
    event = event_for_viewer(actor_of(request), ref)
    address = outside_address(request, reverse("find", args=[event.ref]))
    picture = BytesIO()
    segno.make(address, error="m", micro=False).save(
        picture, kind="svg", border=2, dark="#000", light="#fff", omitsize=True
    )
    return HttpResponse(picture.getvalue(), content_type="image/svg+xml")


def _stamp(event: Event, standing: int | None) -> str:
    """Everything that the wall shows, as one word. Deals and rounds change the version."""
    return f"{event.version}-{standing}-{event.status}-{notices_of(event)['stamp']}"


def _wall(event: Event) -> dict[str, Any]:
    outline = outline_of(event)
    newest = next(iter(outline.published), None)
    plays = table_plays(newest) if newest else []
    standings = standings_to_show(event)
    table = table_of(event, standings, standings[0].rows if standings else [])
    awards = awards_to_show(event, final_awards(event))
    progress = progress_of(event, newest, plays, outline)
    seating = places_by_name(newest) if newest is not None and _is_seating_down(newest, plays) else []
    fixed = fixed_at_tables(event) if seating else {}
    marked = [(place, fixed.get(place.entry) == place.table) for place in seating]
    return {
        "event": event,
        "round": newest,
        "notices": notices_of(event),
        "seating": marked,
        "some_are_fixed": any(is_fixed for _place, is_fixed in marked),
        "standing": table,
        "few": len(table.lines) <= FEW,
        "few_seats": len(marked) <= FEW,
        "awards": awards,
        "few_awards": len(awards) <= FEW // 2,
        "progress": progress,
        "next_round": _next_round(event, progress.round, is_open=progress.open),
        "ends_soon": may_end_soon(event, outline, standings[0] if standings else None),
        "stamp": _stamp(event, table.version if standings else None),
        "renews": may_change(event, table.version),
    }


def _is_seating_down(newest: Round, plays: list[TablePlay]) -> bool:
    """Whether people still look for their seats: fewer deals than tables are played."""
    if newest.status == RoundStatus.PUBLISHED:
        return True
    return newest.status == RoundStatus.PLAYING and sum(play.deals for play in plays) < len(plays)


def _next_round(event: Event, newest: int, *, is_open: bool) -> int | None:
    """The number of the round that comes next, between rounds; None if none does, or one is being played."""
    if not event.is_running or is_open or newest >= event.rounds_planned:
        return None
    return newest + 1


# ---- Clock and announcements, for the director and for everybody.
#
# A browser counts the clock down by itself. It asks so that it learns of a pause or a new announcement, and
# reads the time of the server from the answer.


def notice_forms(event: Event, newest: Round | None) -> dict[str, Any]:
    """The context of `desk/edit_notices.html`: what can be done now with clock and announcement."""
    is_open = newest is not None and newest.status in (RoundStatus.PUBLISHED, RoundStatus.PLAYING)
    clock = clock_of(event)
    return {
        "clock_form": ClockForm(event=event) if event.is_running and is_open and clock is None else None,
        "time_form": TimeForm(prefix="more") if clock is not None else None,
        "announcement_form": AnnouncementForm(event=event, prefix="say"),
    }


@members_act
def start_clock(request: HttpRequest, round_id: str) -> HttpResponse:
    """Start the clock of a round."""
    round_ = round_for_director(actor_of(request), round_id)
    form = ClockForm(request.POST, event=round_.event)
    return _act(
        request,
        round_.event,
        form,
        lambda: clocks.start_clock(round_, actor_of(request), **form.cleaned_data),
        _("The clock of round %(number)d runs.") % {"number": round_.number},
    )


@members_act
def pause_clock(request: HttpRequest, round_id: str) -> HttpResponse:
    """Pause the clock of a round."""
    round_ = round_for_director(actor_of(request), round_id)
    attempt(request, lambda: clocks.pause_clock(round_, actor_of(request)), _("The clock is paused."))
    return redirect("manage", round_.event.ref)


@members_act
def resume_clock(request: HttpRequest, round_id: str) -> HttpResponse:
    """Let the clock of a round go on."""
    round_ = round_for_director(actor_of(request), round_id)
    attempt(request, lambda: clocks.resume_clock(round_, actor_of(request)), _("The clock runs again."))
    return redirect("manage", round_.event.ref)


@members_act
def add_time(request: HttpRequest, round_id: str) -> HttpResponse:
    """Give a round or a table more time, or less."""
    round_ = round_for_director(actor_of(request), round_id)
    form = TimeForm(request.POST, prefix="more")
    minutes = form.cleaned_data["minutes"] if form.is_valid() else 0
    done = ngettext("%(minutes)+d minute.", "%(minutes)+d minutes.", abs(minutes)) % {"minutes": minutes}
    return _act(
        request,
        round_.event,
        form,
        lambda: clocks.add_time(round_, actor_of(request), **form.cleaned_data),
        done,
    )


@members_form
def announce(request: HttpRequest, ref: str) -> HttpResponse:
    """Announce something on all pages of an event. The form is on the overview; GET shows it alone."""
    event = event_for_director(actor_of(request), ref)
    form = AnnouncementForm(request.POST or None, event=event, prefix="say")
    if request.method == "POST" and form.is_valid():
        done = _("Everybody sees the announcement now.")
        if attempt(request, lambda: announcements.announce(event, actor_of(request), **form.values()), done):
            return redirect("manage", event.ref)
    context = event_frame(request, event, "manage") | {"part": "overview", "round": None}
    return show(request, "desk/announce.html", context, form=form)


@members_act
def take_down(request: HttpRequest, ref: str) -> HttpResponse:
    """Take the announcement down."""
    event = event_for_director(actor_of(request), ref)
    attempt(
        request,
        lambda: announcements.take_down(event, actor_of(request)),
        _("The announcement is taken down."),
    )
    return redirect("manage", event.ref)


def _act(
    request: HttpRequest, event: Event, form: PageForm, verb: Callable[[], Any], done: str
) -> HttpResponse:
    """Do it, or say what is wrong with the form; then go back to the overview."""
    if form.is_valid():
        attempt(request, verb, done)
    else:
        for field, errors in form.errors.items():
            label = form.fields[field].label if field in form.fields else ""
            messages.error(request, f"{label}: {errors[0]}" if label else str(errors[0]))
    return redirect("manage", event.ref)


@page
@kept()
def event_notices(request: HttpRequest, ref: str) -> HttpResponse:
    """The notices of an event."""
    event = event_for_viewer(actor_of(request), ref)
    return _renewed(request, event, notices_of(event), {})


@page
@kept()
def table_notices(request: HttpRequest, table_id: str) -> HttpResponse:
    """The notices of an event, with the time of one table, for everybody who sees that table."""
    table = table_for_viewer(actor_at(request, table_id), table_id)
    event = table.round.event
    return _renewed(request, event, notices_of(event, table.extra_seconds), {"table": table})


def _renewed(
    request: HttpRequest, event: Event, notices: dict[str, Any], about: dict[str, Any]
) -> HttpResponse:
    if request.GET.get("version") == notices["stamp"]:
        return HttpResponse(status=204)
    context = {"event": event, "notices": notices} | about
    return stamped(show(request, "desk/notices.html", context), notices["stamp"])
