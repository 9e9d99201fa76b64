"""Trials of a scheme before a season starts: start, watch, stop."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Collection, Item
from api.rights import Right
from api.shapes.base import Shape
from api.shapes.season_trials import NewTrial, TrialLine, TrialShape
from api.views.simulations import SOON
from tournaments.access import season_for_director, trial_for_director
from tournaments.services.seasons import trying
from tournaments.services.seasons.trying import report_of, trials_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.models import SchemeTrial, Season

STORED = (
    *("id", "season_id", "status", "evenings", "planned", "done", "created_at", "ended_at", "percent"),
    *("scheme", "wins", "wins_without_final"),
)
"""What the response contains of a row."""


class TrialList(Collection["Season"]):
    rights = {"GET": Right.EVENTS, "POST": Right.EVENTS}
    bodies = {"POST": NewTrial}
    shape = TrialLine
    answers = {"POST": {202: TrialShape}}
    by_columns = True
    order = "-id"

    def fetch(self, season: str) -> Season:
        return season_for_director(self.actor, season)

    def rows(self) -> QuerySet[SchemeTrial]:
        return trials_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the trials of schemes for a season, the newest first."""
        return self.page()

    def post(self, request: Request, **ids: Any) -> Response:
        """Try a scheme: the workers play seasons with people whose results spread as those of the club.

        They show how often the best person wins, with and without a final. GET the trial for its progress
        and what it has shown so far. A season has one trial at a time. It is refused (422) until two people
        have played two events of the club.
        """
        trial = trying.start_trial(self.target, self.actor, **self.body)
        address = reverse("api:season-trial", args=[self.target.pk, trial.pk])
        return Response(trial_data(trial), status=202, headers={"Location": address, **SOON})


def trial_data(trial: SchemeTrial) -> Any:
    """Return a trial with what it has shown, in its shape."""
    columns = {name: getattr(trial, name) for name in STORED}
    return TrialShape(SimpleNamespace(**columns, report=report_of(trial))).data


class TrialRoute(Item["SchemeTrial"]):
    """A route about a trial, for the directors of its season."""

    shape: ClassVar[type[Shape]] = TrialShape
    held_by = "season"

    def fetch(self, season: str, trial: str) -> SchemeTrial:
        parent = season_for_director(self.actor, season)
        return self.within(trial_for_director(self.actor, trial), season_id=parent.pk)

    def serialize(self, thing: SchemeTrial) -> Any:
        return trial_data(thing)


class TrialOne(TrialRoute):
    rights = {"GET": Right.EVENTS}

    def get(self, request: Request, **ids: Any) -> Response:
        """Get a trial: its progress, and how often the best person has won so far."""
        return self.show()


class TrialStop(TrialRoute):
    rights = {"POST": Right.EVENTS}

    def post(self, request: Request, **ids: Any) -> Response:
        """Stop a trial. What was played so far stays."""
        return self.changed(trying.stop_trial(self.target, self.actor))
