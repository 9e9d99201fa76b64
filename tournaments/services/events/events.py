"""Events: making, changing, opening, starting, finishing, reopening them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

import games.services as games
from tournaments.errors import Invalid
from tournaments.kernel import outbox
from tournaments.kernel.audit import Actor, log
from tournaments.kernel.locks import bump, lock_event
from tournaments.kernel.points import check_points
from tournaments.kernel.reasons import clean_reason
from tournaments.kernel.refusals import as_conflict, as_invalid
from tournaments.kernel.slugs import unused_slug
from tournaments.models import (
    Club,
    Entry,
    EntryStatus,
    Event,
    EventStatus,
    Overtaken,
    Scoring,
    Stage,
    StageFormat,
    Visibility,
)
from tournaments.rules.names import clean_name
from tournaments.rules.phases import verify_edit, verify_finish, verify_open, verify_reopen, verify_start
from tournaments.rules.ranking import check_tie_breaks
from tournaments.rules.seating.sizes import check_sizes
from tournaments.services.play import claims
from tournaments.services.play.turns import keep_pace
from tournaments.services.standings import standings

from .facts import event_facts, full_event_facts
from .stages import LIMITS as STAGE_LIMITS
from .stages import check_all, make_stages, plan_rounds, settings_of
from .wishes import ask_again

ALWAYS = frozenset(
    {"name", "visibility", "starts_on", "two_agree", "pace_ms", "auto_draw", "encore", "rounds_planned"}
)
"""What may be changed at any time before the event is finished."""

UNTIL_START = frozenset(
    {"rules", "starting_chips", "size", "least", "most", "deals_per_round", "scoring", "points", "tie_breaks"}
)
"""What may be changed until the event starts: results depend on it."""

LIMITS = {
    **{name: STAGE_LIMITS[name] for name in ("size", "least", "most", "rounds_planned", "deals_per_round")},
    "starting_chips": (1, 1_000_000),
    "pace_ms": (0, 600_000),
}


@transaction.atomic
def create_event(
    club: Club,
    actor: Actor,
    name: str,
    *,
    slug: str | None = None,
    stages: Sequence[Mapping[str, Any]] | None = None,
    **fields: Any,
) -> Event:
    """A new draft. Fields as in `edit_event`; raises Invalid, or games.services.EngineError for the rules.

    stages: the settings of each stage, `format` among them (services.stages.STAGE_SETTINGS). Without it
    the event is one rotation of `rounds_planned` rounds; with it the stages say how many rounds they make.
    """
    event = Event(club=club, created_by=actor.user, seed=int(get_random_string(18, "0123456789")))
    _apply(event, {"name": name, **fields})
    if slug is not None and Event.objects.filter(slug=slug).exists():
        raise Invalid("slug_taken", _("Another event has this address."), field="slug")
    if stages is not None and "rounds_planned" in fields:
        raise Invalid(
            "stages_decide_rounds",
            _("Say at each stage how many rounds it makes, not of the event."),
            field="rounds_planned",
        )
    event.slug = slug or unused_slug(Event, event.name, fallback="event")
    event.save()
    rotation = {"format": StageFormat.ROTATION, "rounds_planned": event.rounds_planned}
    make_stages(event, [rotation] if stages is None else stages)
    log(actor, "create_event", event, of=event, fields=sorted(fields))
    return event


@transaction.atomic
def edit_event(event: Event, actor: Actor, **fields: Any) -> Event:
    """Change an event: `ALWAYS` until it is finished, `UNTIL_START` until it starts.

    `rounds_planned` is the number of its stage's rounds; with several stages each has its own.
    Raises Conflict for a field that is frozen, Invalid or games.services.EngineError for a value that
    makes no sense.
    """
    event = lock_event(event)
    with as_conflict():
        if event.status == EventStatus.FINISHED or set(fields) - ALWAYS:
            verify_edit(event_facts(event))
    if fields.get("rounds_planned") == event.rounds_planned:
        del fields["rounds_planned"]  # 0, too: with a knockout it is not known
    before = {name: getattr(event, name) for name in fields}
    _apply(event, fields)
    changed = [name for name in fields if getattr(event, name) != before[name]]
    if changed:
        rounds = event.rounds_planned
        event.rounds_planned = before.get("rounds_planned", rounds)
        event.save()
        if "rounds_planned" in changed:
            plan_rounds(event, actor, rounds)
            event = lock_event(event)
        check_all(event)
        bump(event)
        log(actor, "edit_event", event, of=event, changed=sorted(changed))
        outbox.add("standings.refresh", event.pk)
        if not event.two_agree and "two_agree" in changed:
            claims.withdraw_all(event, actor, Overtaken.ONE_IS_ENOUGH)
        if "pace_ms" in changed:
            keep_pace(event)
        if event.auto_draw and {"auto_draw", "rounds_planned"} & set(changed):
            outbox.add("rounds.advance", event.pk)
    return event


@transaction.atomic
def open_event(event: Event, actor: Actor) -> Event:
    """Take entries and check-ins, and show the event to whom it is open."""
    event = lock_event(event)
    with as_conflict():
        verify_open(event_facts(event))
    event.status = EventStatus.OPEN
    event.save(update_fields=["status"])
    log(actor, "open_event", event, of=event)
    return event


@transaction.atomic
def start_event(event: Event, actor: Actor) -> Event:
    """Freeze the rules and begin: rounds can be drawn."""
    event = lock_event(event)
    with as_conflict():
        verify_start(full_event_facts(event))
    event.frozen_rules = games.resolve_rules(event.rules)
    event.status = EventStatus.RUNNING
    event.started_at = timezone.now()
    event.save(update_fields=["frozen_rules", "status", "started_at"])
    bump(event)
    log(actor, "start_event", event, of=event, rules=event.frozen_rules)
    outbox.add("standings.refresh", event.pk)
    if event.auto_draw:
        outbox.add("rounds.advance", event.pk)
    return event


@transaction.atomic
def finish_event(event: Event, actor: Actor) -> Event:
    """Make the standings final."""
    event = lock_event(event)
    with as_conflict():
        verify_finish(full_event_facts(event))
    event.status = EventStatus.FINISHED
    event.finished_at = timezone.now()
    event.save(update_fields=["status", "finished_at"])
    bump(event)
    standings.write(event)
    log(actor, "finish_event", event, of=event)
    return event


@transaction.atomic
def reopen_event(event: Event, actor: Actor, reason: str = "") -> Event:
    """Let a finished event go on."""
    reason = clean_reason(reason, required=False)
    event = lock_event(event)
    with as_conflict():
        verify_reopen(event_facts(event))
    event.status = EventStatus.RUNNING
    event.finished_at = None
    event.save(update_fields=["status", "finished_at"])
    bump(event)
    log(actor, "reopen_event", event, of=event, reason=reason)
    outbox.add("standings.refresh", event.pk)
    return event


@transaction.atomic
def repeat_event(event: Event, actor: Actor) -> Event:
    """A new event like this one, not started yet: the same stages, the same players checked in, their wishes.

    Who has withdrawn, left the roster or was made anonymous is not asked to come again.
    """
    again = create_event(
        event.club,
        actor,
        event.name,
        stages=[settings_of(stage) for stage in Stage.objects.filter(event=event).order_by("number")],
        **{
            name: getattr(event, name)
            for name in (ALWAYS | UNTIL_START) - {"name", "starts_on", "rounds_planned"}
        },
    )
    again = open_event(again, actor)
    Entry.objects.bulk_create(
        Entry(
            event=again,
            player=entry.player,
            number=number,
            status=EntryStatus.CHECKED_IN,
            seeding=entry.seeding,
        )
        for number, entry in enumerate(
            Entry.objects.filter(event=event)
            .exclude(status=EntryStatus.WITHDRAWN)
            .filter(player__removed_at__isnull=True, player__anonymised_at__isnull=True)
            .order_by("number"),
            1,
        )
    )
    ask_again(event, again)
    return again


def _apply(event: Event, fields: Mapping[str, Any]) -> None:
    """Set these fields of an unsaved event after checking each, and all together."""
    for name, value in fields.items():
        if name not in ALWAYS | UNTIL_START:
            raise Invalid(
                "field_unknown", _("An event has no field “%(name)s”.") % {"name": name}, field=name
            )
        if name in LIMITS:
            _check_number(name, value)
        setattr(event, name, value)
    with as_invalid("name"):
        event.name = clean_name(event.name)
    for name, known in (("visibility", Visibility), ("scoring", Scoring)):
        if getattr(event, name) not in known.values:
            raise Invalid(
                f"{name}_unknown",
                _("Choose one of: %(known)s.") % {"known": ", ".join(known.values)},
                field=name,
            )
    with as_invalid("tie_breaks"):
        check_tie_breaks(event.tie_breaks)
    with as_invalid("size"):
        check_sizes(event.size, event.least, event.most)
    check_points(event, event.least, event.most)
    rules = games.make_rules(event.rules)
    fewest, most = games.seats_range(rules)
    if event.least < fewest or event.most > most:
        raise Invalid(
            "table_size_beyond_rules",
            _("These rules are for %(fewest)d to %(most)d players at a table.")
            % {"fewest": fewest, "most": most},
            field="least" if event.least < fewest else "most",
        )


def _check_number(name: str, value: object) -> None:
    low, high = LIMITS[name]
    if type(value) is not int or not low <= value <= high:
        raise Invalid(
            "number_out_of_range",
            _("“%(name)s” is a whole number from %(low)d to %(high)d.")
            % {"name": name, "low": low, "high": high},
            field=name,
        )


def events_to_show(club_ids_of_member: Iterable[UUID] = ()) -> QuerySet[Event]:
    """Public events that are no drafts, and every event of the clubs given; running ones first."""
    return (
        Event.objects.filter(
            Q(visibility=Visibility.PUBLIC) & ~Q(status=EventStatus.DRAFT)
            | Q(club_id__in=list(club_ids_of_member))
        )
        .select_related("club")
        .order_by("-created_at")
    )
