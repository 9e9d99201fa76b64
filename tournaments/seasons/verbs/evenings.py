"""The evenings of a season: which events count, with which weight, and what of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from django.db import transaction
from django.db.models import Max, Q, QuerySet

from tournaments.core.actors import Actor
from tournaments.core.change import change, lock_event
from tournaments.core.models.choices import Scoring
from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.core.rules.settings import FieldUnknown
from tournaments.desk.verbs.repeating import repeat_on
from tournaments.events.models.events import Event, Stage
from tournaments.seasons.models import Counted, Evening, EveningKind, LeagueClub, Season, SeasonStatus
from tournaments.seasons.rules.scheme import EVEN, MOST_EVENINGS, Scheme, SeasonFinalMissing
from tournaments.seasons.verbs.checks import (
    check_choice,
    consent_of,
    division_of,
    lock_evening,
    lock_unfinished,
)
from tournaments.seasons.verbs.tables import note
from tournaments.teams.verbs.line_ups import people_changed, refuse_open_line_ups

LARGEST_WEIGHT = Decimal(100)
SETTINGS = ("number", "kind", "weight", "counts", "stage", "division")
"""What `edit_evening` changes."""
COLUMNS = ("number", "kind", "weight", "counts", "stage", "division_id")


@transaction.atomic
def add_evenings(
    season: Season, actor: Actor, events: Sequence[Event], *, kind: str = EveningKind.COUNTING
) -> list[Evening]:
    """Let several events count, in this order, after the others. All or none; raises as `add_evening`."""
    for pk in sorted(event.pk for event in events):
        lock_event(pk)
    return [add_evening(season, actor, event, kind=kind) for event in events]


class EventOfOtherRules(Invalid):
    """The event is played by other rules than the league."""

    code = "evening_of_other_rules"
    sentence = gettext_noop("%(event)s is played by other rules than %(league)s (%(preset)s).")


class EveningKnown(Invalid):
    """The event counts in the season already."""

    sentence = gettext_noop("%(event)s counts in %(season)s already.")


class EveningIsARehearsal(Invalid):
    """A rehearsal counts in no season."""

    sentence = gettext_noop("A rehearsal counts in no season. Choose its event.")


@transaction.atomic
def add_evening(
    season: Season,
    actor: Actor,
    event: Event,
    *,
    number: int | None = None,
    kind: str = EveningKind.COUNTING,
    weight: Any = 1,
    counts: str = Counted.STANDING,
    stage: int | None = None,
    division: Any = None,
) -> Evening:
    """Let an event count in a season. The actor directs the club of the event.

    number: its place in the calendar; None: after the others. weight: a number with at most three decimals.
    counts: its final standing, one stage (`stage`: its number), or the sum of all rounds. division: an id, a
    number or a row; None: all divisions.

    Raises Conflict `season_finished`; Invalid `evening_known`, `evening_is_a_rehearsal`,
    `evening_of_other_rules`, `club_not_in_league`, `season_evenings_too_many`, `evening_without_spreads`,
    `evening_out_of_range`, `evening_stage_missing`, `season_final_missing`, `season_value_unknown`,
    `division_unknown`.
    """
    event = lock_event(event)
    season = lock_unfinished(season)
    evening = Evening(season=season, event=event, through=consent_of(season.league, event.club_id))
    if Evening.objects.filter(season=season, event=event).exists():
        raise EveningKnown(event=event.name, season=season.name, field="event")
    if event.is_rehearsal:
        raise EveningIsARehearsal(field="event")
    if event.rules.get("preset") != season.league.preset:
        raise EventOfOtherRules(
            event=event.name, league=season.league.name, preset=season.league.preset, field="event"
        )
    if number is None:
        number = (Evening.objects.filter(season=season).aggregate(last=Max("number"))["last"] or 0) + 1
    _set(evening, number=number, kind=kind, weight=weight, counts=counts, stage=stage, division=division)
    refuse_evenings(season, season.switches, evening)
    evening.save(force_insert=True)
    note(actor, "add_evening", evening, season, event=str(event.pk), number=number, kind=str(kind))
    return evening


def counting(event: Event) -> QuerySet[Evening]:
    """The evenings that this event is in seasons that go on, apart from finals and from parts of an event.

    Those of a league that its club has left are not among them.
    """
    joined = LeagueClub.objects.filter(club=event.club_id, agreed_at__isnull=False, left_at=None)
    return (
        Evening.objects.filter(event=event, kind=EveningKind.COUNTING, counts=Counted.STANDING)
        .filter(Q(season__league__club=event.club_id) | Q(season__league__in=joined.values("league")))
        .exclude(season__status=SeasonStatus.FINISHED)
        .select_related("season__league")
        .order_by("season_id")
    )


def takes_more(evening: Evening) -> bool:
    """Whether its season takes another evening like this one."""
    another = Evening(
        season=evening.season, event=evening.event, kind=evening.kind, division_id=evening.division_id
    )
    try:
        refuse_evenings(evening.season, evening.season.switches, another, counted=True)
    except SeasonEveningsTooMany:
        return False
    return True


@transaction.atomic
def play_again(event: Event, actor: Actor, days: Sequence[date], *, players: bool = False) -> list[Event]:
    """Create events like this one (`repeat_on`), and let them count where this one counts.

    A season takes no more evenings than its scheme plans. Raises as `repeat_on`.
    """
    made = repeat_on(event, actor, days, players=players)
    for evening in counting(event):
        with suppress(SeasonEveningsTooMany):
            for again in made:
                add_evening(evening.season, actor, again, weight=evening.weight, division=evening.division)
    return made


def edit_evening(evening: Evening, actor: Actor, **settings: Any) -> Evening:
    """Change `SETTINGS` of an evening, as in `add_evening`; also while the season is running. Idempotent."""
    about, then = str(evening.season_id), people_changed(actor)
    with change(evening, actor, "edit_evening", notes=COLUMNS, then=then, season=about) as evening:
        counted = evening.kind != EveningKind.FRIENDLY
        _set(evening, **{name: getattr(evening, name) for name in SETTINGS} | settings)
        refuse_evenings(evening.season, evening.season.switches, evening, counted=counted)
    return evening


@transaction.atomic
def take_off_evening(evening: Evening, actor: Actor) -> None:
    """Let an event count no more, with the absences of its evening. The event stays as it is.

    Line-ups that are still hidden are removed with it; an evening with line-ups that everybody sees stays.
    Raises Conflict `season_finished`, `evening_gone`, `evening_has_line_ups`.
    """
    evening = lock_evening(evening)
    refuse_open_line_ups(evening)
    note(actor, "take_off_evening", evening, evening.season, event=str(evening.event_id))
    evening.delete()


class SeasonEveningsTooMany(Invalid):
    """More evenings would count than the scheme plans."""

    sentence = gettext_noop(
        "The scheme plans %(planned)d evenings, not %(number)d. Take one off, or plan more."
    )


class EventWithoutSpreads(Invalid):
    """The event does not compare tables of different sizes, but the season does."""

    code = "evening_without_spreads"
    sentence = gettext_noop(
        "Evened chips make the worth of an evening, but the event of evening %(number)d has none."
    )


def refuse_evenings(
    season: Season, scheme: Scheme, changed: Evening | None = None, *, counted: bool = False
) -> None:
    """Refuse evenings that a scheme does not fit: those of the season, with this one as it will be.

    Raises Invalid `season_evenings_too_many` if more count in a table than the scheme plans, and
    `evening_without_spreads` if it evens chips, and an event does not. changed: only its event is asked for
    spreads, and not if it counted before.
    """
    rows = Evening.objects.filter(season=season).exclude(kind=EveningKind.FRIENDLY).select_related("event")
    evenings = list(rows if changed is None else rows.exclude(pk=changed.pk))
    if changed is not None and changed.kind != EveningKind.FRIENDLY:
        evenings.append(changed)
    times = Counter(each.division_id for each in evenings if each.kind == EveningKind.COUNTING)
    number = times.pop(None, 0) + max(times.values(), default=0)
    if scheme.planned is not None and number > scheme.planned:
        raise SeasonEveningsTooMany(planned=scheme.planned, number=number, field="events")
    asked = evenings if changed is None else [each for each in evenings if each is changed and not counted]
    other = next((each for each in asked if each.event.scoring != Scoring.EVEN), None)
    if scheme.worth == EVEN and other is not None:
        raise EventWithoutSpreads(number=other.number, field="event")


class EveningStageMissing(Invalid):
    """It is not clear what of the event counts."""

    sentence = gettext_noop("Say which stage of the event counts, or choose what else counts.")


def _set(evening: Evening, **settings: Any) -> None:
    """Set these settings after checking each, and all together."""
    for name in settings:
        if name not in SETTINGS:
            raise FieldUnknown(name=name, field=name)
    number = settings["number"]
    if type(number) is not int or not 1 <= number <= MOST_EVENINGS:
        raise _out_of_range("number")
    check_choice(settings["kind"], EveningKind.values, "kind")
    check_choice(settings["counts"], Counted.values, "counts")
    stage = settings["stage"]
    if (stage is not None) != (settings["counts"] == Counted.STAGE) or (
        stage is not None
        and not Stage.objects.filter(event=evening.event_id, number=stage, play_off=False).exists()
    ):
        raise EveningStageMissing(field="stage")
    evening.division = division_of(evening.season, settings["division"])
    evening.number, evening.kind, evening.counts = number, settings["kind"], settings["counts"]
    evening.stage, evening.weight = stage, _weight(settings["weight"])
    if evening.kind == EveningKind.FINAL and evening.season.switches.final is None:
        raise SeasonFinalMissing(
            sentence=gettext_noop(
                "The scheme of the season has no final. Say in it how many people play the final."
            ),
            field="kind",
        )


def _weight(value: Any) -> Decimal:
    try:
        weight = Decimal(str(value))
    except InvalidOperation:
        raise _out_of_range("weight") from None
    if not weight.is_finite() or not 0 < weight <= LARGEST_WEIGHT or weight != round(weight, 3):
        raise _out_of_range("weight")
    return round(weight, 3)


class EveningOutOfRange(Invalid):
    """The number or the weight of an evening is too small or too large."""

    sentence = gettext_noop(
        "The number of an evening goes from 1 to %(most)d, its weight from 0.001 to %(largest)d."
    )


def _out_of_range(name: str) -> Invalid:
    return EveningOutOfRange(most=MOST_EVENINGS, largest=int(LARGEST_WEIGHT), field=name)
