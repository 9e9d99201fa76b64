"""For the director: the stages of an event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from tournaments.core.forms import guarded
from tournaments.core.models.choices import StageFormat
from tournaments.core.pages.acts import Act, whole
from tournaments.core.pages.common import (
    actor_of,
    attempt,
    members_act,
    members_form,
    members_page,
    show,
    submit,
)
from tournaments.core.refusals import why_refused
from tournaments.core.rules.refusals import Conflict
from tournaments.core.rules.statuses import EventStatus
from tournaments.desk.verbs import rounds
from tournaments.draw.verbs import play_offs
from tournaments.events.access import event_for_director, stage_for_director
from tournaments.events.forms.stages import StageForm, fields_of
from tournaments.events.models.events import Event, Stage
from tournaments.events.pages.frame import manage_frame
from tournaments.events.rules.formats import FORMATS
from tournaments.events.rules.phases.events import verify_replay_stage
from tournaments.events.rules.phases.facts import RoundFacts, StageFacts
from tournaments.events.verbs import stages as verbs
from tournaments.events.verbs.plans import event_facts, outline_of
from tournaments.events.words.stages import stage_title, steps_of
from tournaments.standings.rules.ranking import PLAY_OFF


@dataclass(frozen=True)
class Plan:
    """A ready plan for an evening: its stages in order."""

    name: str
    title: Any
    sentence: Any
    stages: tuple[Mapping[str, Any], ...]


PLANS: Final = (
    Plan(
        "swiss_final",
        gettext_lazy("5 Swiss rounds, then a final of 4"),
        gettext_lazy("Everybody plays five rounds. The best four play a final."),
        (
            {"format": StageFormat.SWISS, "rounds_planned": 5},
            {"format": StageFormat.FINAL, "rounds_planned": 1, "cut": 4, "carry": True},
        ),
    ),
    Plan(
        "knockout",
        gettext_lazy("Knockout at tables of four, the best two go on"),
        gettext_lazy("Each round halves the field, until one table plays the final."),
        ({"format": StageFormat.KNOCKOUT, "rounds_planned": None, "size": 4, "advance": 2},),
    ),
    Plan(
        "league",
        gettext_lazy("League night: up and down"),
        gettext_lazy("Four rounds. The best player of a table moves up, the last one moves down."),
        ({"format": StageFormat.LADDER, "rounds_planned": 4, "advance": 1},),
    ),
)


@members_page
def stages(request: HttpRequest, ref: str) -> HttpResponse:
    """The stages of an event in order."""
    event = event_for_director(actor_of(request), ref)
    outline = outline_of(event)
    newest, drawn = outline.newest, bool(outline.rounds)
    steps = steps_of(event, outline, public=False)
    begun = StageFacts(number=1, rounds=int(drawn))
    last = None if newest is None else RoundFacts(newest.number, newest.status)
    refused = drawn and why_refused(verify_replay_stage, event_facts(event, last), begun)
    return show(
        request,
        "desk/stages.html",
        manage_frame(request, event, "tables", outline)
        | {
            "steps": steps,
            "replays": [] if refused else [step.stage.pk for step in steps if step.first],
            "plans": [] if drawn or event.status == EventStatus.FINISHED else PLANS,
            "formats": FORMATS.items(),
            "play_off_refused": _play_off_refused(event),
        },
    )


def _play_off_refused(event: Event) -> str | None:
    """Why no play-off can be added now; empty if it can. None if the event has none or is not running."""
    if PLAY_OFF not in event.tie_breaks or event.status != EventStatus.RUNNING:
        return None
    try:
        play_offs.place_of(event)
    except Conflict as refusal:
        return refusal.detail
    return ""


@members_act
def use_plan(request: HttpRequest, ref: str) -> HttpResponse:
    """Replace the stages by a ready plan."""
    event = event_for_director(actor_of(request), ref)
    plan = next((plan for plan in PLANS if plan.name == request.POST.get("plan")), None)
    if plan is not None:
        attempt(request, lambda: _apply(request, event, plan), _("The stages are set. You can change them."))
    return redirect("stages", event.ref)


@transaction.atomic
def _apply(request: HttpRequest, event: Event, plan: Plan) -> None:
    """Set the stages of a plan: all of them, or, when one is refused, none."""
    first, *later = list(Stage.objects.filter(event=event).order_by("number"))
    for stage in reversed(later):
        verbs.remove_stage(stage, actor_of(request))
    verbs.edit_stage(first, actor_of(request), **plan.stages[0])
    for settings in plan.stages[1:]:
        verbs.add_stage(event, actor_of(request), **settings)


@members_form
def new_stage(request: HttpRequest, ref: str) -> HttpResponse:
    """Add a stage at the end."""
    event = event_for_director(actor_of(request), ref)
    format_ = request.GET.get("format", "")
    form = StageForm(
        request.POST if request.method == "POST" else None,
        event=event,
        initial=_defaults(format_ if format_ in FORMATS else StageFormat.FINAL),
    )
    added = submit(request, form, lambda: verbs.add_stage(event, actor_of(request), **form.values()))
    if added is not None:
        messages.success(request, _("“%(stage)s” is added at the end.") % {"stage": stage_title(added)})
        return redirect("stages", event.ref)
    return _stage_page(request, event, form)


@members_act
def add_play_off(request: HttpRequest, ref: str) -> HttpResponse:
    """Add a play-off as the next stage."""
    event = event_for_director(actor_of(request), ref)
    deals = whole(request.POST.get("deals_per_round", "")) or None
    attempt(
        request,
        lambda: play_offs.add_play_off(event, actor_of(request), deals),
        _("The play-off is added. Draw its round next."),
    )
    return redirect("stages", event.ref)


@members_form
def edit_stage(request: HttpRequest, stage_id: str) -> HttpResponse:
    """Change a stage. After its first draw, only some settings can change."""
    stage = stage_for_director(actor_of(request), stage_id)
    form = guarded(
        StageForm(
            request.POST if request.method == "POST" else None,
            event=stage.event,
            stage=stage,
            first=stage.number == 1,
            begun=stage.rounds.exists(),
        )
    )
    changed = submit(request, form, lambda: verbs.edit_stage(stage, actor_of(request), **form.values()))
    if changed is not None:
        messages.success(request, _("“%(stage)s” is changed.") % {"stage": stage_title(changed)})
        return redirect("stages", stage.event.ref)
    return _stage_page(request, stage.event, form)


def _stage_page(request: HttpRequest, event: Event, form: StageForm) -> HttpResponse:
    choices: Any = form.fields["format"].choices if "format" in form.fields else ()  # type: ignore[attr-defined]
    values = {value for value, _label in choices}
    return show(
        request,
        "desk/stage.html",
        manage_frame(request, event, "tables")
        | {
            "stage": form.stage,
            "formats": [(value, form) for value, form in FORMATS.items() if value in values],
            "uses": {
                name: " ".join(f"for-{value}" for value in FORMATS if name in fields_of(value))
                for name in StageForm.base_fields
            },
        },
        form=form,
    )


def _defaults(format_: str) -> dict[str, Any]:
    """The initial values of a new stage of this format."""
    form = FORMATS[format_]
    values = {
        "format": format_,
        "rounds_planned": form.rounds,
        "advance": form.advance,
        "cut": form.usual_cut,
    }
    return values | ({"carry": "no"} if form.rounds is None else {})


def _act(step: str, verb: Callable[..., Any], done: str, sent: Sequence[str] = ()) -> URLPattern:
    """A button of a stage. done: names the `stage`."""
    return Act(
        f"stages/<str:ref>/{step}/",
        stage_for_director,
        verb,
        lambda stage: redirect("stages", stage.event.ref),
        lambda stage: _(done) % {"stage": stage_title(stage)},
        sent,
    ).address


ADDRESSES = [
    _act("remove", verbs.remove_stage, gettext_noop("“%(stage)s” is removed.")),
    _act("end", verbs.end_stage, gettext_noop("“%(stage)s” is over.")),
    _act(
        "replay",
        rounds.replay_stage,
        gettext_noop("“%(stage)s” is played again. Draw its first round."),
        ["reason"],
    ),
]
