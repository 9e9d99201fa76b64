"""The code at the door of an evening, by which people say that they are here."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from tournaments.clubs.verbs.second_factors import Limit, count_visit
from tournaments.core import moments
from tournaments.core.actors import Actor
from tournaments.core.change import lock_event, log
from tournaments.core.models.columns import parse_id
from tournaments.core.pace import Pace
from tournaments.core.requests import network_of
from tournaments.core.rules.refusals import NotAllowed, TooMany, gettext_noop
from tournaments.core.rules.statuses import EventStatus
from tournaments.core.secrets import derived_secret, digest
from tournaments.events.models.events import Entry, Event
from tournaments.events.models.replies import Door, Reply
from tournaments.events.rules.phases.events import verify_register
from tournaments.events.verbs import entries
from tournaments.events.verbs.arrivals import check_in_reply
from tournaments.events.verbs.plans import event_facts

OF_NETWORK = Pace(burst=300, interval=timedelta(seconds=1))
"""How often people at one network say that they are here: a whole club comes through one."""

AT_THE_DOOR = Actor(None, "door")


@transaction.atomic
def make_door(event: Event, actor: Actor) -> Door:
    """Make the code of an event, or a new one in its place. Raises Conflict if the event is finished."""
    event = lock_event(event)
    verify_register(event_facts(event))
    door = Door.objects.filter(event=event).first() or Door(event=event, serial=0)
    door.serial += 1
    door.secret_digest = digest(_secret(door))
    door.made_by, door.made_at = actor.user, moments.now()
    door.save()
    log(actor, "make_door", event, within=event, serial=door.serial)
    return door


def secret_of(event: Event) -> str | None:
    """The secret of the code of an event; None without a code, or if SECRET_KEY has changed since."""
    door = Door.objects.filter(event=event).first()
    if door is None or event.status == EventStatus.FINISHED:
        return None
    secret = _secret(door)
    return secret if door.secret_digest == digest(secret) else None


def event_of_door(secret: str) -> Event:
    """The event whose door has this code. Raises NotAllowed `door_closed`."""
    door = Door.objects.select_related("event__club").filter(secret_digest=digest(secret)).first()
    if door is None or door.event.status == EventStatus.FINISHED:
        raise DoorClosed
    return door.event


class ArrivalsSlowed(TooMany):
    """Too many people at one network say that they are here."""

    sentence = gettext_noop("Too many people use this code at once. Try again in %(seconds)s seconds.")


def arrive(secret: str, kind: str, ref: str, *, address: str = "") -> Entry:
    """Check in somebody who says at the door that they are here.

    kind, ref: "entry" and its id; anything else is the id of a reply that is no entry yet. If a reply has the
    name of a player in the roster, the person says by this that they are that player. It gives no more rights
    than the check-in of a player who is entered. address: the network address, for the limit of arrivals.

    Raises NotAllowed `door_closed` for a wrong code, or somebody of another event; TooMany
    `arrivals_slowed`; Conflict as `check_in_reply`.
    """
    if seconds := count_visit([Limit(f"door from:{network_of(address)}", "", OF_NETWORK)]):
        raise ArrivalsSlowed(seconds=seconds)
    event = event_of_door(secret)
    key = parse_id(ref)
    if key is None:
        raise DoorClosed
    if kind == "entry":
        entry = Entry.objects.select_related("event__club", "player").filter(event=event, pk=key).first()
        if entry is not None:
            return entries.check_in(entry, AT_THE_DOOR)
    else:
        reply = Reply.objects.select_related("event__club").filter(event=event, pk=key).first()
        if reply is not None:
            return check_in_reply(reply, AT_THE_DOOR, same_name=True)
    raise DoorClosed


def _secret(door: Door) -> str:
    return derived_secret(f"door {door.event_id} {door.serial}")


class DoorClosed(NotAllowed):
    """The code at the door is wrong, was renewed, or its event is finished."""

    sentence = gettext_noop("This code is wrong or does not work any more. Ask the director.")
