"""The form of a stage."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms import PageForm, column_field, deals_per_field
from tournaments.core.models.choices import Reseed, Share, StageFormat
from tournaments.events.models.events import Event, Stage
from tournaments.events.rules.formats import FORMATS
from tournaments.events.rules.phases.events import ANY_TIME

EMPHASES: Final[Mapping[str, tuple[Any, Mapping[str, int]]]] = {
    "usual": (_("New opponents: as few repeats as possible"), {}),
    "equals": (_("Equal opponents: similar rank, even if players meet again"), {"standing": 100}),
    "small": (_("Small tables: everybody equally often, even if players meet again"), {"small": 5_000}),
}
"""What matters most in a draw: the label, and the weights."""

AS_IT_IS: Final = "as_it_is"
"""Keep the weights that a program has set."""

_TABLES: Final = frozenset({"size", "least", "most", "deals_per_round"})
_MAY_BE_EMPTY: Final = _TABLES | {"cut", "rounds_planned"}


def fields_of(stage_format: str) -> set[str]:
    """The fields of a stage of this format."""
    return {"emphasis" if name == "weights" else name for name in FORMATS[stage_format].settings}


_of = partial(column_field, Stage, required=False)


class StageForm(PageForm):
    """A new or existing stage, with the fields that its format uses.

    For a stage that has begun: only the fields that can still change.
    """

    field_of = {"weights": "emphasis", "share": "carry"}

    format = forms.ChoiceField(label=_("Format"), widget=forms.RadioSelect)
    rounds_planned = _of("rounds_planned", _("Rounds"))
    cut = _of(
        "cut",
        _("Players who qualify"),
        _("The best in the standings. Leave it empty for everybody."),
    )
    carry = forms.ChoiceField(
        label=_("Scores of earlier stages"),
        choices=[
            ("yes", _("count")),
            (Share.HALF, _("count by half")),
            (Share.HALF_UP, _("count by half, rounded up to whole points")),
            ("no", _("do not count")),
        ],
        initial="yes",
        required=False,
        widget=forms.RadioSelect,
    )
    rest = _of(
        "rest",
        _("Players who do not qualify"),
        _("If they play on, their places follow those of the players who qualify."),
    )
    advance = _of("advance", _("Players from each table"))
    reseed = _of(
        "reseed",
        _("Seeds of the next round"),
        _("The best players are at different tables, each with some of the weakest."),
        choices=[(Reseed.SNAKE, _("by the current standings")), (Reseed.ORIGINAL, _("by the first seeding"))],
    )
    size = _of("size", _("Players at a table"))
    least = _of("least", _("At least"))
    most = _of("most", _("At most"))
    deals_per_round = _of("deals_per_round", _("Deals in a round"))
    deals_per = deals_per_field(Stage)
    small_tables = _of(
        "small_tables", _("Smaller tables"), _("If the players do not fill tables of the same size.")
    )
    prefer = _of(
        "prefer",
        _("What comes first"),
        _("If small tables are shared out, and fair shares and few repeats pull apart."),
    )
    emphasis = forms.ChoiceField(
        label=_("What matters most"),
        choices=[(value, label) for value, (label, _weights) in EMPHASES.items()],
        initial="usual",
        required=False,
        widget=forms.RadioSelect,
    )
    plan_public = _of("plan_public", _("Everybody can see the planned rounds"))

    def __init__(
        self,
        *args: Any,
        event: Event,
        stage: Stage | None = None,
        first: bool = False,
        begun: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.stage = stage
        self.fields["format"].choices = [  # type: ignore[attr-defined]
            choice for choice in StageFormat.choices if not first or FORMATS[choice[0]].first
        ]
        if first:
            # Everybody plays the first stage, from zero.
            for name in ("cut", "carry", "rest"):
                del self.fields[name]
        for name in _TABLES:
            self.fields[name].widget.attrs["placeholder"] = getattr(event, name)
        self.fields["deals_per"].initial = event.deals_per
        if stage is not None:
            self._fill(stage)
            if begun:
                still = {"emphasis" if name == "weights" else name for name in ANY_TIME}
                for name in set(self.fields) - (fields_of(stage.format) & still):
                    del self.fields[name]

    def _fill(self, stage: Stage) -> None:
        for name in self.fields:
            if hasattr(stage, name) and not (name == "deals_per" and stage.deals_per_round is None):
                self.fields[name].initial = getattr(stage, name)
        if "carry" in self.fields:
            part = "yes" if stage.share == Share.FULL else stage.share
            self.fields["carry"].initial = part if stage.carry else "no"
        matches = [value for value, (_label, weights) in EMPHASES.items() if weights == stage.weights]
        if not matches:
            emphasis: Any = self.fields["emphasis"]
            emphasis.choices = [*emphasis.choices, (AS_IT_IS, gettext("Weights that a program has set"))]
        self.fields["emphasis"].initial = matches[0] if matches else AS_IT_IS

    @property
    def own_tables(self) -> bool:
        """Whether the tables differ from the event or have errors. Then the page shows their fields."""
        fields = [self[name] for name in _TABLES if name in self.fields]
        return any(field.errors or field.value() not in (None, "") for field in fields)

    @property
    def _format(self) -> str | None:
        """The chosen format; after the beginning, the format of the stage."""
        if "format" not in self.fields and self.stage is not None:
            return self.stage.format
        chosen: str | None = self.cleaned_data.get("format")
        return chosen

    def clean(self) -> dict[str, Any]:
        """Require the number of rounds, except for a knockout."""
        cleaned = super().clean() or {}
        if (
            self._format in FORMATS
            and FORMATS[str(self._format)].rounds is not None
            and not cleaned.get("rounds_planned")
            and "rounds_planned" not in self.errors
        ):
            self.add_error("rounds_planned", gettext("Enter the number of rounds."))
        return cleaned

    def values(self) -> dict[str, Any]:
        """The arguments of `add_stage` and `edit_stage` for this format."""
        cleaned = self.cleaned_data
        wanted = fields_of(str(self._format))
        values = {
            name: cleaned[name]
            for name in cleaned
            if name in wanted and (cleaned[name] not in (None, "") or name in _MAY_BE_EMPTY)
        }
        if values.get("deals_per_round") is None:
            values.pop("deals_per", None)  # it belongs to the number
        emphasis = values.pop("emphasis", AS_IT_IS)
        if emphasis != AS_IT_IS:
            values["weights"] = dict(EMPHASES[emphasis][1])
        if "carry" in values:
            part = values["carry"]
            values |= {"carry": part != "no", "share": part if part in Share.values else Share.FULL}
        return values if "format" not in cleaned else {"format": cleaned["format"], **values}
