"""The rules of the game."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from .base import Object, Shape
from .formats import COMPLETE


@extend_schema_field(COMPLETE)
class CompleteDocument(Object):
    """A poch-deal/1 or poch-scorecard/1 with everything that a table would add. The engine checks it."""


class PresetShape(Shape):
    """A preset: a published description of Poch."""

    name = serializers.CharField(read_only=True)
    title = serializers.CharField(read_only=True)
    source = serializers.CharField(read_only=True)  # type: ignore[assignment]
    history = serializers.CharField(read_only=True)


class PresetSwitches(PresetShape):
    """A preset with the values of all switches."""

    switches = Object(read_only=True)


class SwitchShape(Shape):
    """A switch: one option of a rule set."""

    name = serializers.CharField(read_only=True)
    kind = serializers.CharField(read_only=True, help_text="How to interpret `values`.")
    values = serializers.ListField(read_only=True)
    label = serializers.CharField(read_only=True)  # type: ignore[assignment]
    meaning = serializers.CharField(read_only=True)
    source = serializers.CharField(read_only=True)  # type: ignore[assignment]


class Rulebook(Shape):
    presets = PresetShape(many=True, read_only=True)
    switches = SwitchShape(many=True, read_only=True)
    bots = serializers.ListField(child=serializers.CharField(), read_only=True)


class ReplayBody(Shape):
    """A complete poch-deal/1 or poch-scorecard/1."""

    document = CompleteDocument()
