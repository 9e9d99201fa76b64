"""Access to events, their stages, entries and replies."""

from __future__ import annotations

from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery

from tournaments.clubs.access import come_to_row, need_role, not_found, row_for
from tournaments.clubs.models import Role
from tournaments.core.actors import Actor
from tournaments.core.models.choices import Visibility
from tournaments.core.models.columns import parse_id
from tournaments.core.rules.refusals import NotAllowed, gettext_noop
from tournaments.core.rules.statuses import EventStatus
from tournaments.events.models.events import Entry, Event, Stage
from tournaments.events.models.replies import Reply
from tournaments.tables.models.rounds import Table


def may_see_event(actor: Actor, event: Event, *, by_slug: bool) -> bool:
    """Whether the actor may see an event: a public one, an unlisted one by its id, or one of their club.

    Only members see drafts.
    """
    open_to_all = event.visibility == Visibility.PUBLIC or (
        event.visibility == Visibility.UNLISTED and not by_slug
    )
    if open_to_all and event.status != EventStatus.DRAFT:
        return True
    if actor.grants is not None:
        return event.pk in actor.grants.events
    return actor.member_of(event.club) is not None


def may_name_event(actor: Actor, event: Event) -> bool:
    """Whether a list, such as a season, may give the actor the name and the id of an event.

    An unlisted event is for whoever was given its address, so no list gives it to strangers.
    """
    return may_see_event(actor, event, by_slug=True)


def with_own_entry(rows: QuerySet[Any], actor: Actor, event: str) -> QuerySet[Any]:
    """The rows with `own_entry`, the id of the entry of a signed-in user. It is not there for others.

    event: the field of the row that leads to the event.
    """
    if actor.user is None or not actor.user.is_authenticated:
        return rows
    own = Entry.objects.filter(event=OuterRef(event), player__user=actor.user).order_by("pk")
    annotated: QuerySet[Any] = rows.annotate(own_entry=Subquery(own.values("pk")[:1]))
    return annotated


def event_for_viewer(actor: Actor, ref: str) -> Event:
    """An event by its slug or id that the actor may look at, with their own entry."""
    events = Event.objects.select_related("club", "clock")
    return _visible(actor, ref, with_own_entry(events, actor, "pk"))


def event_for_watcher(actor: Actor, ref: str) -> Event:
    """The same as `event_for_viewer` for frequent requests: reads the version and a few other columns."""
    watched = (
        "slug",
        "status",
        "visibility",
        "version",
        "pack",
        "club__slug",
        "club__pack",
        "club__time_zone",
    )
    return _visible(actor, ref, Event.objects.select_related("club").only(*watched))


def _visible(actor: Actor, ref: str, events: QuerySet[Event]) -> Event:
    key = parse_id(ref)
    event = events.filter(pk=key).first() if key else events.filter(slug=ref).first()
    if event is None or not may_see_event(actor, event, by_slug=key is None):
        raise not_found()
    come_to_row(event)
    return event


def _event_for(actor: Actor, ref: str, role: str) -> Event:
    event = event_for_viewer(actor, ref)
    need_role(actor, event.club, role)
    return event


def runs_event(actor: Actor, event: Event) -> bool:
    """Whether the actor may run this event. If so, they also see its unpublished parts."""
    member = actor.member_of(event.club)
    return member is not None and member.may(Role.DIRECTOR) and actor.grants is None


def event_for_scorer(actor: Actor, ref: str) -> Event:
    """An event whose results the actor may enter."""
    return _event_for(actor, ref, Role.SCORER)


def event_for_recording(actor: Actor, ref: str) -> Event:
    """An event for which the actor may enter results. A limited key may be limited to some of its tables."""
    key = parse_id(ref)
    event = Event.objects.select_related("club", "clock").filter(Q(pk=key) if key else Q(slug=ref)).first()
    tables = () if actor.grants is None else actor.grants.tables
    if event is None or not (
        may_see_event(actor, event, by_slug=key is None)
        or Table.objects.filter(pk__in=tables, round__event=event).exists()
    ):
        raise not_found()
    need_role(actor, event.club, Role.SCORER)
    come_to_row(event)
    return event


class KeyIsLimited(NotAllowed):
    """A key that is limited to some tables cannot share them."""

    sentence = gettext_noop("A key for some tables cannot make cards. Use a key for the whole club.")


def event_for_host(actor: Actor, ref: str) -> Event:
    """An event whose cards the actor may make and revoke. A limited key may not."""
    event = event_for_scorer(actor, ref)
    if actor.grants is not None:
        raise KeyIsLimited
    return event


def event_for_director(actor: Actor, ref: str) -> Event:
    """An event that the actor may run."""
    return _event_for(actor, ref, Role.DIRECTOR)


def stage_for_director(actor: Actor, ref: object) -> Stage:
    """A stage of an event that the actor may run."""
    return row_for(actor, Role.DIRECTOR, Stage.objects.select_related("event__clock"), ref, "event__club")


def entry_for_director(actor: Actor, ref: object) -> Entry:
    """An entry of an event that the actor may run."""
    return row_for(actor, Role.DIRECTOR, Entry.objects.select_related("player"), ref, "event__club")


def reply_for_director(actor: Actor, ref: object) -> Reply:
    """A reply to the invitation of an event that the actor may run."""
    return row_for(actor, Role.DIRECTOR, Reply.objects.select_related("player"), ref, "event__club")
