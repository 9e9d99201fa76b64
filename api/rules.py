"""**Without a club.** The rules of Poch, and replaying a deal without storing it."""

from __future__ import annotations

from functools import partial
from typing import Any

from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers
from rest_framework.response import Response

import games.services as games
from api import fields
from api.formats import COMPLETE, RESULT
from api.methods import Act, Show, through
from api.resources import Item, Resource
from api.rights import Right
from api.shapes import Answer, Nothing, Object, Shape
from api.throttles import ReplayLimit
from tournaments.core.rules.refusals import gettext_noop
from tournaments.desk.access import NoSuchPreset

CompleteDocument = partial(Object, schema=COMPLETE)
"""A poch-deal/1 or poch-scorecard/1 with everything that a table would add. The engine checks it."""


class PresetShape(Answer):
    """A preset: a published description of Poch."""

    name = fields.Str()
    title = fields.Str()
    source = fields.Str()  # type: ignore[assignment]
    history = fields.Str()


class PresetSwitches(PresetShape):
    """A preset with the values of all switches."""

    switches = Object()


class SwitchShape(Answer):
    """A switch: one option of a rule set."""

    name = fields.Str()
    kind = fields.Str("How to interpret `values`.")
    values = serializers.ListField()
    label = fields.Str()  # type: ignore[assignment]
    meaning = fields.Str()
    source = fields.Str()  # type: ignore[assignment]


class Rulebook(Answer):
    presets = PresetShape(many=True)
    switches = SwitchShape(many=True)
    bots = fields.Strs()


class ReplayBody(Shape):
    """A complete poch-deal/1 or poch-scorecard/1."""

    document = CompleteDocument()


class Rules(Item, path="rules/"):
    """List the presets of the rules, all switches, and the bots."""

    shape = Rulebook
    fetch = through(lambda _actor: None)
    get = Show(Right.NONE)

    def data(self) -> Any:
        return {
            "presets": [games.preset_info(name) for name in games.presets()],
            "switches": games.switches(),
            "bots": [bot.name for bot in games.bots()],
        }


class Preset(Item, path="rules/<slug:preset>/"):
    """Get a preset with the values of all its switches."""

    shape = PresetSwitches
    get = Show(Right.NONE)

    def fetch(self, preset: str) -> Any:
        if preset not in games.presets():
            raise NoSuchPreset(
                sentence=gettext_noop("No preset has this name. GET /api/v1/rules/ for the list.")
            )
        return preset

    def data(self) -> Any:
        info = games.preset_info(self.target)
        return {
            "name": info.name,
            "title": info.title,
            "source": info.source,
            "history": info.history,
            "switches": games.preset_switches(self.target),
        }


class Replay(Resource, path="replay/"):
    throttle_classes = [ReplayLimit]
    remembers = False
    document_pointer = "/document"
    fetch = through(lambda _actor: None)

    @Act(Right.NONE, ReplayBody, query=Nothing, answers={200: OpenApiResponse(RESULT, "A poch-result/1.")})
    def post(self) -> Any:
        """Replay a document and get its poch-result/1. Nothing is stored."""
        return Response(games.replay(self.body["document"]))
