"""Calls of the director, as steps of the overview."""

from __future__ import annotations

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.core.words.words import relative_time
from tournaments.desk.verbs.calls import open_calls
from tournaments.desk.words.needs import Need
from tournaments.events.models.events import Event
from tournaments.tables.models.calls import Call
from tournaments.tables.verbs.tables import names_at


def calls_of(event: Event) -> list[Need]:
    """A step for each open call of an event, the longest waiting first (two queries)."""
    calls = list(open_calls(event))
    names = names_at([call.table_id for call in calls], for_members=True) if calls else {}
    return [_need(call, names[call.table_id]) for call in calls]


def _need(call: Call, names: list[str]) -> Need:
    now = timezone.now()
    about = call.get_kind_display() or _("no reason given")
    if call.answered_at is not None:
        params = {"number": call.table.number, "ago": relative_time(call.answered_at, now), "about": about}
        return Need(
            _("A director is on the way to table %(number)d") % params,
            _("Answered %(ago)s: %(about)s.") % params,
            _("Table %(number)d is settled") % params,
            reverse("end_call", args=[call.pk]),
            post=True,
            urgent=False,
        )
    who = names[call.seat] if call.seat is not None and call.seat < len(names) else ""
    if not who and call.by_user is not None:
        who = call.by_user.get_username()
    params = {
        "number": call.table.number,
        "ago": relative_time(call.opened_at, now),
        "about": about,
        "name": who,
    }
    return Need(
        _("Table %(number)d calls you") % params,
        (_("%(name)s called %(ago)s: %(about)s.") if who else _("Somebody called %(ago)s: %(about)s."))
        % params,
        _("I am on the way to table %(number)d") % params,
        reverse("answer_call", args=[call.pk]),
        post=True,
    )
