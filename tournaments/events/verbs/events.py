"""The settings of an event: creating and changing them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import StrIndex, Upper
from django.utils.crypto import get_random_string

import games.services as games
from tournaments.clubs.models import Club
from tournaments.core import moments
from tournaments.core.actors import Actor
from tournaments.core.change import bump, lock_event, log
from tournaments.core.models.choices import Scoring, SignUp, StageFormat, Visibility
from tournaments.core.models.columns import Fixed, check_value
from tournaments.core.refreshes import queue_refresh
from tournaments.core.rules.names import clean_title
from tournaments.core.rules.refusals import Conflict, Invalid, at, gettext_noop
from tournaments.core.rules.settings import FieldUnknown
from tournaments.core.rules.statuses import EventStatus
from tournaments.core.secrets import SlugTaken, unused_slug
from tournaments.core.zones import today_of
from tournaments.events.models.events import PUBLIC_EVENTS, Event
from tournaments.events.rules.phases.events import verify_edit
from tournaments.events.rules.tables import Deals, check_deals, check_sizes
from tournaments.events.verbs.checks import INVITATION, check_invitation, refuse_what_needs_rules
from tournaments.events.verbs.entries import records_of
from tournaments.events.verbs.plans import event_facts
from tournaments.events.verbs.stages import check_all, check_points, make_stages, plan_rounds
from tournaments.seasons.models import Evening
from tournaments.standings.rules.ranking import METRICS, check_tie_breaks
from tournaments.standings.verbs.counting import COUNTING, check_counts
from tournaments.standings.verbs.spreads import spreads_of

CLOCK = frozenset({"clock_minutes", "clock_at_publishing"})
"""The settings of the clocks of rounds. No result depends on them."""

WITH_PRIZES = frozenset({"currency"})
"""What is stored with the prizes, and can be given with the price. It can change like a price."""

ALWAYS = frozenset(
    {"name", "visibility", "pack", "two_agree", "pace_ms", "auto_draw", "encore", "rounds_planned"}
    | INVITATION
    | CLOCK
)
"""Settings that can change until the event is finished."""

UNTIL_START = COUNTING | {
    *("rules", "starting_chips", "size", "least", "most"),
    *("deals_per_round", "deals_per", "scoring", "points", "tie_breaks"),
}
"""Settings that can change until the event starts, because results depend on them."""

TIE_BREAKS = tuple(METRICS)

DEFAULTS = {
    name: getattr(Event(), name)
    for name in (
        *("visibility", "pack", "size", "least", "most", "starting_chips", "deals_per_round", "deals_per"),
        *("tie_breaks", "missed", "sign_up", "two_agree", "pace_ms", "auto_draw", "encore"),
    )
} | {"scoring": Scoring.AUTO}
"""The settings of a new event that does not give them. Imported events have had others."""


class StagesDecideRounds(Invalid):
    """In an event with several stages, each stage sets its own number of rounds."""

    sentence = gettext_noop("Give the number of rounds of each stage, not of the event.")


@transaction.atomic
def create_event(
    club: Club,
    actor: Actor,
    name: str,
    *,
    slug: str | None = None,
    stages: Sequence[Mapping[str, Any]] | None = None,
    rehearsal_of: Event | None = None,
    **fields: Any,
) -> Event:
    """Create a draft. Fields and errors as in `change_settings`.

    stages: the settings of each stage (`stages.STAGE_SETTINGS`). Without it the event is one rotation of
    `rounds_planned` rounds.
    """
    seed = int(get_random_string(18, "0123456789"))
    event = Event(club=club, created_by=actor.user, seed=seed, rehearsal_of=rehearsal_of)
    event.scoring = DEFAULTS["scoring"]
    _apply(event, {"name": name, **fields})
    if slug is not None and Event.objects.filter(slug=slug).exists():
        raise SlugTaken(sentence=gettext_noop("Another event already has this address."), field="slug")
    if stages is not None and "rounds_planned" in fields:
        raise StagesDecideRounds(field="rounds_planned")
    event.slug = slug or unused_slug(Event, event.name, fallback="event")
    event.save()
    rotation = {"format": StageFormat.ROTATION, "rounds_planned": event.rounds_planned}
    make_stages(event, [rotation] if stages is None else stages)
    log(actor, "create_event", event, within=event, fields=sorted(fields), records=records_of(event))
    return event


def change_settings(event: Event, actor: Actor, fields: Mapping[str, Any]) -> tuple[Event, set[str]]:
    """Change an event: `ALWAYS` until it is finished, `UNTIL_START` until it starts.

    Return the locked event and the names of the fields that changed. `rounds_planned` is the number of
    rounds of its only stage; with several stages, each has its own. Raises Conflict for a frozen field,
    Invalid or games.services.EngineError for a bad value.
    """
    event = lock_event(event)
    if event.status == EventStatus.FINISHED or set(fields) - ALWAYS - WITH_PRIZES:
        verify_edit(event_facts(event))
    fields = dict(fields)
    if fields.get("rounds_planned") == event.rounds_planned:
        fields.pop("rounds_planned", None)  # it changes nothing; 0: a knockout leaves the number open
    before = {name: getattr(event, name) for name in fields}
    _apply(event, fields)
    changed = {name for name in fields if getattr(event, name) != before[name]}
    if changed & {"rules", "scoring"}:
        _keep_to_leagues(event)
    if changed:
        rounds = event.rounds_planned
        event.rounds_planned = before.get("rounds_planned", rounds)
        if event.status == EventStatus.OPEN:
            event.spreads = spreads_of(event)
        event.save()
        if "rounds_planned" in changed:
            plan_rounds(event, actor, rounds)
            event = lock_event(event)
        check_all(event)
        bump(event)
        records = {"prizes": event.prizes} if changed & WITH_PRIZES else {}
        log(actor, "edit_event", event, within=event, changed=sorted(changed), records=records)
        queue_refresh(event.pk)
    return event, changed


class EveningWithoutSpreads(Conflict):
    """The event does not compare tables of different sizes, but the season does."""

    sentence = gettext_noop(
        "Evened chips make the worth of an evening, but %(event)s is not scored in this way."
    )


class EveningOfOtherRules(Conflict):
    """The event is played by other rules than the league."""

    sentence = gettext_noop("%(event)s is played by other rules than %(league)s (%(preset)s).")


def _keep_to_leagues(event: Event) -> None:
    """Raise Conflict for an event that counts in a league with other rules, or where chips are evened."""
    evenings = Evening.objects.filter(event=event).select_related("season__league")
    is_even = event.scoring == Scoring.EVEN
    if not is_even and (evening := evenings.filter(season__scheme__worth="even").first()) is not None:
        raise EveningWithoutSpreads(event=event.name)
    evening = evenings.exclude(season__league__preset=event.rules.get("preset")).first()
    if evening is not None:
        raise EveningOfOtherRules(
            event=event.name, league=evening.season.league.name, preset=evening.season.league.preset
        )


class TableSizeBeyondRules(Invalid):
    """The rules do not allow tables of this size."""

    sentence = gettext_noop("These rules need %(fewest)d to %(most)d players at a table.")


class RehearsalIsPrivate(Invalid):
    """A rehearsal is private, without sign-up and without an event that follows it."""

    sentence = gettext_noop("A rehearsal is private, nobody signs up for it, and no event like it follows.")


def _apply(event: Event, fields: Mapping[str, Any]) -> None:
    """Set these fields of an unsaved event after checking each, and all together."""
    for name, value in fields.items():
        if name not in ALWAYS | UNTIL_START | WITH_PRIZES:
            raise FieldUnknown(
                sentence=gettext_noop("An event has no field “%(name)s”."), name=name, field=name
            )
        if name not in WITH_PRIZES:
            check_value(Event, name, value)
        setattr(event, name, value)
    with at("name"):
        event.name = clean_title(event.name)
    is_shut = event.visibility == Visibility.PRIVATE and event.sign_up == SignUp.CLOSED
    if event.is_rehearsal and (not is_shut or event.encore):
        raise RehearsalIsPrivate(field="visibility")
    check_invitation(event)
    if event.clock_at_publishing and event.clock_minutes is None:
        raise ClockWithoutMinutes(field="clock_minutes")
    check_counts(event)
    if event.without_rules:
        refuse_what_needs_rules(event, fields)
    with at("tie_breaks"):
        check_tie_breaks(event.tie_breaks)
    with at("size"):
        check_sizes(event.size, event.least, event.most)
    with at("deals_per_round"):
        check_deals(Deals(event.deals_per_round, str(event.deals_per)), event.most)
    check_points(event, event.least, event.most)
    rules = games.make_rules(event.rules)
    fewest, most = games.seats_range(rules)
    if event.least < fewest or event.most > most:
        wrong = "least" if event.least < fewest else "most"
        raise TableSizeBeyondRules(fewest=fewest, most=most, field=wrong)


class ClockWithoutMinutes(Invalid):
    """Neither the request nor the event says for how long the clock runs."""

    sentence = gettext_noop("Say for how many minutes the clock runs.")


IN_A_LIST = (
    *("slug", "name", "status", "visibility", "rules", "place", "rounds_planned"),
    *("starts_on", "starts_at", "created_at", "started_at", "finished_at"),
    *("club__name", "club__slug", "club__time_zone"),
)
"""The columns that a page with a list of events shows. An event has sixty others."""


def public_events() -> QuerySet[Event]:
    """The public events of all clubs, without drafts. A rehearsal is private."""
    return Event.objects.filter(PUBLIC_EVENTS).select_related("club")


def events_of(club_ids: Iterable[UUID]) -> QuerySet[Event]:
    """All events of these clubs, without rehearsals."""
    return Event.objects.filter(club_id__in=list(club_ids), rehearsal_of=None).select_related("club")


def hidden_events(club: Club) -> QuerySet[Event]:
    """The events of a club that only its members see."""
    return events_of([club.pk]).exclude(PUBLIC_EVENTS)


def events_to_show(club: Club, *, is_member: bool = False) -> QuerySet[Event]:
    """The events of a club: the next day first, those without a day later, the finished ones last.

    Of the finished ones the newest is first. Members of the club see all events.
    """
    events = events_of([club.pk]) if is_member else public_events().filter(club=club)
    is_over = Case(When(status=EventStatus.FINISHED, then=1), default=0)
    day = Case(When(~Q(status=EventStatus.FINISHED), then="starts_on"))
    over_at = F("finished_at").desc(nulls_last=True)
    return events.order_by(is_over, day.asc(nulls_last=True), over_at, "-created_at")


def next_event(club: Club) -> Event | None:
    """The public event of a club that is next in its calendar, from today on. One query."""
    coming = public_events().filter(club=club, status=EventStatus.OPEN, starts_on__gte=today_of(club))
    return coming.order_by("starts_on", "starts_at", "pk").first()


def evenings_before(event: Event) -> QuerySet[Event]:
    """The finished public events of its season, the season before, and its name; the newest first."""
    seasons = Q(season__evenings__event=event) | Q(season__following__evenings__event=event)
    evenings = Evening.objects.filter(seasons).values("event")
    series = public_events().filter(Q(pk__in=evenings) | Q(club=event.club, name=event.name))
    return with_status(series, EventStatus.FINISHED).exclude(pk=event.pk).order_by("-finished_at")


def once_a_series(events: QuerySet[Event]) -> QuerySet[Event]:
    """These events; of those that began again by themselves, only the newest of these that is over."""
    again = with_status(events.filter(encore=True).order_by(), EventStatus.FINISHED)
    later = again.filter(
        club=OuterRef("club"), name=OuterRef("name"), finished_at__gt=OuterRef("finished_at")
    )
    return events.filter(Q(encore=False) | ~Exists(later))


def with_status(events: QuerySet[Event], status: str) -> QuerySet[Event]:
    """The events with one of the known statuses."""
    return events.filter(status=Fixed(EventStatus(status).value))


def with_name(events: QuerySet[Event], part: str) -> QuerySet[Event]:
    """The events whose name contains this text.

    With LIKE, PostgreSQL expects no row, and plans to read all of them before it sorts.
    """
    return events.alias(found_at=StrIndex(Upper("name"), Upper(Value(part)))).filter(found_at__gt=0)


def near_events(events: QuerySet[Event], most: int) -> list[Event]:
    """Return the running events, the next ones and those finished last: at most `most` of each.

    Each has a query of its own, so that an index answers it, however many events there are.
    """
    events = events.only(*IN_A_LIST)
    waiting = events.filter(status__in=(EventStatus.DRAFT, EventStatus.OPEN))
    # Somewhere on earth it is still the day before.
    day = moments.now().date() - timedelta(days=1)
    coming = list(waiting.filter(starts_on__gte=day).order_by("starts_on", "starts_at", "pk")[:most])
    if len(coming) < most:
        others = waiting.filter(Q(starts_on=None) | Q(starts_on__lt=day)).order_by("-pk")
        coming += others[: most - len(coming)]
    running = with_status(events, EventStatus.RUNNING).order_by("-pk")[:most]
    played = with_status(events, EventStatus.FINISHED).order_by("-finished_at")[:most]
    return [*running, *coming, *played]
