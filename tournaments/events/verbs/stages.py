"""The stages of an event: adding, changing, ending and removing them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

import games.services as games
from tournaments.core import moments
from tournaments.core.actors import Actor
from tournaments.core.change import lock_event, log
from tournaments.core.models.choices import DealsPer, Scoring
from tournaments.core.models.columns import check_value
from tournaments.core.refreshes import count_again
from tournaments.core.rules.refusals import Conflict, Invalid, at, gettext_noop
from tournaments.core.rules.settings import NumberOutOfRange
from tournaments.core.rules.statuses import RoundStatus
from tournaments.draw.rules.request import Weights
from tournaments.events.models.events import Event, Stage
from tournaments.events.rules.formats import FORMATS
from tournaments.events.rules.phases.events import (
    MOST_STAGES,
    verify_add_stage,
    verify_edit_stage,
    verify_end_stage,
    verify_remove_stage,
)
from tournaments.events.rules.stages import RoundsMissing, StagesMissing, check_stages
from tournaments.events.rules.tables import check_deals
from tournaments.events.verbs.plans import (
    StageProgress,
    courses,
    deals_of,
    event_facts,
    keep_total,
    newest_round_facts,
    plan_of,
)
from tournaments.standings.verbs.counting import check_enough_rounds
from tournaments.tables.models.rounds import Round

STAGE_SETTINGS = tuple(
    column.name
    for column in Stage._meta.concrete_fields
    if column.name not in ("id", "event", "number", "entrants", "cut_report", "ended_at")
)
"""The settings of a stage. None means the value of the event (size, least, most, deals_per_round), a number
that the format decides (rounds_planned of a knockout), or no cut. deals_per belongs to its own
deals_per_round."""

DEFAULTS = {
    name: getattr(Stage(), name)
    for name in ("reseed", "carry", "share", "rest", "small_tables", "prefer", "plan_public")
}
"""The settings of a new stage that does not give them, where the format does not matter."""

MOST_WEIGHT = 1_000_000
MOST_POINTS = 1_000_000

UNRANKED = frozenset({"prefer", "weights", "plan_public"})
"""Settings without influence on standings and results."""


@transaction.atomic
def add_stage(event: Event, actor: Actor, format: str, **settings: Any) -> Stage:  # noqa: A002 - its name
    """Add a stage at the end. Settings as in STAGE_SETTINGS, the others have their defaults.

    Raises Conflict for a finished event, Invalid for a bad setting.
    """
    event = lock_event(event)
    stages = Stage.objects.filter(event=event).count()
    stage = insert_stage(event, stages + 1, {"format": format, **settings})
    log(actor, "add_stage", stage, within=event, number=stage.number, format=stage.format)
    return stage


def insert_stage(event: Event, number: int, settings: Mapping[str, Any]) -> Stage:
    """Make a stage of a locked event with this number. Stages from this number on move back.

    The caller writes the log. Raises what `add_stage` raises.
    """
    verify_add_stage(event_facts(event), Stage.objects.filter(event=event).count())
    for later in Stage.objects.filter(event=event, number__gte=number).order_by("-number"):
        later.number += 1
        later.save(update_fields=["number"])
    stage = _make(event, number, settings)
    check_all(event)
    _changed(event)
    return stage


class PlayOffFixed(Conflict):
    """Only the number of deals of a play-off can change."""

    sentence = gettext_noop(
        "A play-off is one round of players who are equal. You can only change its number of deals."
    )


@transaction.atomic
def edit_stage(stage: Stage, actor: Actor, **settings: Any) -> Stage:
    """Change a stage. After its first draw, only rounds, deals per round, weights and visibility can change.

    A new number of rounds continues a stage that was ended, if the next stage has not begun.
    """
    event, stage, course = lock_stage(stage)
    before = settings_of(stage)
    _apply(stage, settings)
    changed = {name: after for name, after in settings_of(stage).items() if after != before[name]}
    verify_edit_stage(event_facts(event), course.facts, changed.keys(), changed.get("rounds_planned"))
    if before["play_off"] and set(changed) - {"deals_per_round"}:
        raise PlayOffFixed
    if not changed:
        return stage
    if "rounds_planned" in changed:
        stage.ended_at = None
    stage.save()
    check_all(event)
    if set(changed) - UNRANKED:
        _changed(event)
    log(actor, "edit_stage", stage, within=event, number=stage.number, changed=changed)
    return stage


@transaction.atomic
def remove_stage(stage: Stage, actor: Actor) -> None:
    """Remove a stage without rounds. The later stages move up."""
    event, stage, course = lock_stage(stage)
    count, void = Stage.objects.filter(event=event).count(), Round.with_void.filter(stage=stage).count()
    verify_remove_stage(event_facts(event), course.facts, count, void - course.drawn)
    log(actor, "remove_stage", stage, within=event, number=stage.number, settings=settings_of(stage))
    stage.delete()
    for later in Stage.objects.filter(event=event, number__gt=stage.number).order_by("number"):
        later.number -= 1
        later.save(update_fields=["number"])
    check_all(event)
    _changed(event)


@transaction.atomic
def end_stage(stage: Stage, actor: Actor) -> Stage:
    """End a stage before its last round. The next one begins, or the event can be finished."""
    event, stage, course = lock_stage(stage)
    verify_end_stage(event_facts(event, newest_round_facts(event)), course.facts)
    stage.ended_at = moments.now()
    stage.save(update_fields=["ended_at"])
    _changed(event)
    log(actor, "end_stage", stage, within=event, number=stage.number, rounds=course.drawn)
    return stage


class FormatMissing(Invalid):
    """A stage needs a format."""

    sentence = gettext_noop("Give the format of stage %(stage)d.")


def make_stages(event: Event, stages: Sequence[Mapping[str, Any]]) -> None:
    """Create the stages of a new event from their settings. Raises Invalid with the field `stages`."""
    if not 1 <= len(stages) <= MOST_STAGES:
        raise StagesMissing(
            sentence=gettext_noop("An event has 1 to %(most)d stages."), most=MOST_STAGES, field="stages"
        )
    for number, settings in enumerate(stages, 1):
        if "format" not in settings:
            raise FormatMissing(stage=number, field="stages")
        _make(event, number, settings)
    check_all(event)
    keep_total(event)


class RoundsDecidedByStages(Conflict):
    """In an event with several stages, each stage sets its own number of rounds."""

    code = "stages_decide_rounds"
    sentence = gettext_noop("This event has several stages. Give the number of rounds of each stage.")


def plan_rounds(event: Event, actor: Actor, rounds: int) -> None:
    """Change the number of rounds of an event with one stage.

    Raises Conflict `stages_decide_rounds` for several stages.
    """
    stages = list(Stage.objects.filter(event=event))
    if len(stages) > 1:
        raise RoundsDecidedByStages
    edit_stage(stages[0], actor, rounds_planned=rounds)


def settings_of(stage: Stage) -> dict[str, Any]:
    """The settings of a stage by name."""
    return {name: getattr(stage, name) for name in STAGE_SETTINGS}


def planned_stages(event: Event) -> list[dict[str, Any]]:
    """The settings of the stages in order, for another event like this one. Play-offs cannot be planned."""
    stages = Stage.objects.filter(event=event, play_off=False).order_by("number")
    return [settings_of(stage) for stage in stages]


class PointsIncomplete(Invalid):
    """The points do not cover each place."""

    sentence = gettext_noop(
        "Enter the points or the bonus for each place at a table of %(size)d: %(size)d whole numbers."
    )


def check_points(event: Event, least: int, most: int) -> None:
    """Raise Invalid `points_incomplete` if an event is scored by points and a table size has no points."""
    if event.scoring not in (Scoring.POINTS, Scoring.UMA):
        return
    # A bonus may be a malus.
    fewest = 0 if event.scoring == Scoring.POINTS else -MOST_POINTS
    for size in range(least, most + 1):
        places = event.points.get(str(size)) if isinstance(event.points, dict) else None
        listed = places if isinstance(places, list) else []
        fit = [points for points in listed if type(points) is int and fewest <= points <= MOST_POINTS]
        if not len(fit) == len(listed) == size:
            raise PointsIncomplete(size=size, field="points")


def check_all(event: Event) -> None:
    """Raise Invalid if the stages do not fit together, or do not fit the rules and scoring of the event."""
    plans = [plan_of(stage, event) for stage in Stage.objects.filter(event=event).order_by("number")]
    fewest, most = games.seats_range(games.make_rules(event.rules))
    with at("stages"):
        check_stages(plans, fewest, most)
    for plan in plans:
        if not plan.play_off:  # it counts plain chips
            check_points(event, plan.least, plan.most)
    check_enough_rounds(event, plans)


def _make(event: Event, number: int, settings: Mapping[str, Any]) -> Stage:
    stage = Stage(event=event, number=number)
    if (usual := FORMATS.get(settings["format"])) is not None:
        stage.rounds_planned, stage.advance = usual.rounds, usual.advance
    _apply(stage, settings)
    stage.save()
    return stage


class SettingUnknown(Invalid):
    """A stage does not have this setting."""

    sentence = gettext_noop("A stage has no setting “%(name)s”.")


class DealsMissing(Invalid):
    """The stage says what its number of deals counts, but has no number."""

    sentence = gettext_noop("Say how many times everybody deals in this stage, with “deals_per_round”.")


def _apply(stage: Stage, settings: Mapping[str, Any]) -> None:
    """Check each setting and set it. Raises Invalid."""
    for name, value in settings.items():
        if name not in STAGE_SETTINGS:
            raise SettingUnknown(name=name, field=name)
        check_value(Stage, name, value)
        setattr(stage, name, _weights(value) if name == "weights" else value)
    if stage.deals_per_round is None:
        if settings.get("deals_per") == DealsPer.SEAT:
            raise DealsMissing(field="deals_per_round")
        stage.deals_per = DealsPer.TABLE
    else:
        with at("deals_per_round"):
            check_deals(deals_of(stage, stage.event), stage.most or stage.event.most)
    if stage.rounds_planned is None and FORMATS[stage.format].rounds is not None:
        raise RoundsMissing(
            sentence=gettext_noop("Give the number of rounds. Only a knockout ends by itself."),
            field="rounds_planned",
        )


class WeightUnknown(Invalid):
    """No weight has this name."""

    sentence = gettext_noop("Weights are numbers for: %(fields)s.")


def _weights(weights: Any) -> dict[str, int]:
    """The weights that differ from the defaults. Raises Invalid."""
    if not isinstance(weights, dict) or not weights.keys() <= set(Weights._fields):
        raise WeightUnknown(fields=", ".join(Weights._fields), field="weights")
    for name, value in weights.items():
        if type(value) is not int or not 0 <= value <= MOST_WEIGHT:
            raise NumberOutOfRange(name=name, low=0, high=MOST_WEIGHT, field="weights")
    defaults = Weights()
    return {name: value for name, value in weights.items() if value != getattr(defaults, name)}


class StageGone(Conflict):
    """The stage was removed in the meantime."""

    sentence = gettext_noop("This stage was removed meanwhile. Reload the page.")


def lock_stage(stage: Stage) -> tuple[Event, Stage, StageProgress]:
    """The locked event, the stage read again, and the progress of the stage."""
    event = lock_event(stage.event_id)
    course = next((course for course in courses(event) if course.stage.pk == stage.pk), None)
    if course is None:
        raise StageGone
    course.stage.event = event
    return event, course.stage, course


def _changed(event: Event) -> None:
    """Update what depends on the number of rounds."""
    keep_total(event)
    count_again(event)


def reopen_entrants(stage: Stage) -> None:
    """Forget the entrants, the cut and the end of a stage that has no round any more."""
    if not Round.objects.filter(stage=stage).exists():
        stage.entrants = stage.cut_report = stage.ended_at = None
        stage.save(update_fields=["entrants", "cut_report", "ended_at"])


def stages_of(event: Event) -> QuerySet[Stage]:
    """The stages of an event, each with `in_public`: whether one of its rounds was published."""
    published = Round.objects.filter(stage=OuterRef("pk")).exclude(status=RoundStatus.DRAWN)
    return Stage.objects.filter(event=event).annotate(in_public=Exists(published))
