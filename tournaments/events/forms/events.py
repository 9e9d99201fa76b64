"""The form of an event."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

import games.services as games
from tournaments.core.forms import PageForm, column_field, deals_per_field
from tournaments.core.models.choices import OF_DEALS, Pack, Scoring, StageFormat, TieBreak
from tournaments.core.numbers import typed_amount
from tournaments.core.refusals import sentence
from tournaments.core.rules.units import TENTHS, WHOLE
from tournaments.events.forms.people import InvitationFields
from tournaments.events.forms.rules import PREFIX, document_of, initial_of, switch_field
from tournaments.events.models.events import Event, default_tie_breaks
from tournaments.events.rules.formats import FORMATS
from tournaments.events.verbs.checks import INVITATION
from tournaments.events.verbs.events import ALWAYS
from tournaments.events.words.games import LIKELY, game_cards

TIE_BREAKS = 5
"""The number of tie-breaks that the form offers, or more if the event has more."""

AT_ONCE, AT_A_PACE = "at_once", "at_a_pace"
"""The speed of bots: as fast as the workers can, or one deal every few seconds."""

BOTS_PACE = frozenset({"bots_play", "pace"})
"""The fields that make up `Event.pace_ms`."""

OF_TOTALS = frozenset({"open_totals", "unit"})
"""The fields of another game with chips. They are a part of its rules."""

FOLDS: dict[str, tuple[str, ...]] = {
    "invitation": tuple(sorted(INVITATION - {"starts_on"})),
    "rounds": ("format", "rounds_planned", "deals_per_round", "deals_per", "least", "most", "clock_"),
    "rules": ("starting_chips", PREFIX),
    "score": (
        "scoring",
        "points",
        "missed",
        "missed_score",
        "best_rounds",
        "struck_rounds",
        "least_rounds",
        "tie_break_",
    ),
    "more": ("visibility", "pack", "two_agree", "bots_play", "pace"),
}
"""The folded parts of the form, with the beginnings of the names of their fields."""


_of = partial(column_field, Event)


class PointsField(forms.Field):
    """The points of each place, one line for each table size: "4: 5 3 2 1"."""

    widget = forms.Textarea(attrs={"rows": 4, "class": "code", "placeholder": "3: 4 2 1\n4: 5 3 2 1"})

    def to_python(self, value: Any) -> dict[str, list[int]]:
        points = {}
        for line in str(value or "").splitlines():
            if not line.strip():
                continue
            size, _colon, places = line.partition(":")
            try:
                points[str(int(size))] = [
                    int(place) for place in places.replace(",", " ").replace("\N{MINUS SIGN}", "-").split()
                ]
            except ValueError as error:
                raise ValidationError(gettext("Write one line per table size: 4: 5 3 2 1")) from error
        return points

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return "\n".join(f"{size}: {' '.join(map(str, places))}" for size, places in value.items())


class EventForm(InvitationFields, PageForm):
    """The settings of an event. For a running event: only those that can still change.

    Name, day, game and table size are shown at once. Everything else has a default and is folded.
    """

    field_of: Mapping[str, str] = {"tie_breaks": "tie_break_0", "pace_ms": "pace"}

    name = forms.CharField(label=_("Name"))
    visibility = _of("visibility", _("Who can see it"))
    past = forms.BooleanField(label=_("The event is on a day that is over"), required=False)
    pack = forms.ChoiceField(
        label=_("Cards"),
        choices=[("", _("as the club plays")), *Pack.choices],
        required=False,
        widget=forms.RadioSelect,
        help_text=_("How pages show and name the cards. You can change it at any time."),
    )
    two_agree = _of(
        "two_agree",
        _("Two people must agree on every deal"),
        _("A deal counts when a second person at the table, or a scorer, confirms it."),
    )
    clock_minutes = _of(
        "clock_minutes",
        _("Minutes of a round"),
        _("For the clock on the wall and on phones. Empty: no clock, or the director says it."),
    )
    clock_at_publishing = _of("clock_at_publishing", _("Publishing a round starts its clock"))
    bots_play = forms.ChoiceField(
        label=_("Speed of bots"),
        choices=[(AT_ONCE, _("as fast as possible")), (AT_A_PACE, _("slow enough to watch"))],
        initial=AT_A_PACE,
        required=False,
        widget=forms.RadioSelect,
        help_text=_("For tables of bots. You can change it while they play."),
    )
    pace = forms.FloatField(label=_("Seconds per deal"), min_value=0.1, max_value=600, required=False)
    format = forms.ChoiceField(
        label=_("Format"),
        choices=[choice for choice in StageFormat.choices if FORMATS[choice[0]].first],
        initial=StageFormat.ROTATION,
        required=False,
        widget=forms.RadioSelect,
        help_text=_("You can add more stages later, such as a final."),
    )
    rounds_planned = _of("rounds_planned", _("Rounds"))
    deals_per_round = _of("deals_per_round", _("Deals in a round"))
    deals_per = deals_per_field(Event)
    size = _of("size", _("Players at a table"))
    least = _of("least", _("At least"))
    most = _of("most", _("At most"))
    scoring = _of("scoring", pgettext_lazy("how results count", "Score"), initial=Scoring.AUTO)
    points = PointsField(
        label=_("Points by place"),
        required=False,
        help_text=_(
            "For points or a bonus by place: one line for each table size, with a number for each place."
        ),
    )
    missed = _of("missed", _("A missed round is worth"), required=False)
    missed_score = forms.DecimalField(
        label=_("Fixed value of a missed round"),
        required=False,
        help_text=_("In the unit of the score. Fill it in only if a missed round is worth a fixed value."),
    )
    best_rounds = _of(
        "best_rounds",
        _("Only the best rounds count"),
        _(
            "How many. Empty: all count. Example: with 3, the rounds +30, \N{MINUS SIGN}12, +12 and +5 make "
            "+47."
        ),
    )
    struck_rounds = _of(
        "struck_rounds",
        _("The worst rounds are struck"),
        _(
            "How many. Empty: none. Example: with 1, the rounds +30, \N{MINUS SIGN}12, +12 and +5 make +47. "
            "A missed round can be struck, too."
        ),
    )
    least_rounds = _of(
        "least_rounds",
        _("Minimum of rounds"),
        _(
            "Empty: everybody is ranked. Example: with 3, who has played 2 of 5 rounds stands below the "
            "line, not ranked."
        ),
    )
    preset = forms.ChoiceField(label=_("The game"), initial=LIKELY[0])
    open_totals = forms.BooleanField(
        label=_("Totals need not sum to zero"),
        required=False,
        help_text=_("For Skat or Doppelkopf lists, darts, Rommé: enter the points of each as they are."),
    )
    unit = forms.ChoiceField(
        label=_("Totals are entered in"),
        choices=[(WHOLE, _("whole chips or points")), (TENTHS, _("points with tenths"))],
        initial=WHOLE,
        required=False,
    )
    starting_chips = _of(
        "starting_chips",
        _("Starting chips"),
        _("For games with chips on the table: what each player has at the start of a round."),
    )

    def __init__(self, *args: Any, event: Event | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self.fields["points"].initial = {}
        self.fields["sign_up"].required = False  # it is in a fold, and has a default
        self.cards = game_cards()
        self.fields["preset"].choices = [(card["name"], card["title"]) for card in self.cards]  # type: ignore[attr-defined]
        breaks = [("", _("no further tie-break")), *TieBreak.choices]
        chosen = event.tie_breaks if event else default_tie_breaks()
        for place in range(max(TIE_BREAKS, len(chosen))):
            self.fields[f"tie_break_{place}"] = forms.ChoiceField(
                label=_("First") if place == 0 else _("Then"), choices=breaks, required=False
            )
            self.fields[f"tie_break_{place}"].initial = chosen[place] if place < len(chosen) else ""
        for switch in games.switches():
            self.fields[PREFIX + switch.name] = switch_field(switch)
        self._fill(event)

    def _fill(self, event: Event | None) -> None:
        """Show the settings of the event, and remove the fields that can no longer change."""
        pace_ms = event.pace_ms if event else Event().pace_ms
        self.fields["bots_play"].initial = AT_A_PACE if pace_ms else AT_ONCE
        self.fields["pace"].initial = f"{(pace_ms or Event().pace_ms) / 1000:g}"
        if event is None:
            self.fields["starts_on"].initial = timezone.localdate()
            return
        del self.fields["format"], self.fields["past"]
        if not event.rounds_planned or event.stages.count() > 1:
            # Each stage has its own number of rounds.
            del self.fields["rounds_planned"]
        for name, value in initial_of(event.rules).items():
            if name in self.fields and (name, value) != ("preset", None):
                self.fields[name].initial = value
        for name in list(self.fields):
            if hasattr(event, name):
                self.fields[name].initial = getattr(event, name)
            if name == "price" and event.price is not None and event.currency:
                self.fields[name].initial = f"{typed_amount(event.price)} {event.currency}"
            if event.frozen_rules is not None and name not in ALWAYS | BOTS_PACE:
                del self.fields[name]

    @property
    def overrides(self) -> list[forms.BoundField]:
        """The fields of the switches."""
        return [self[name] for name in self.fields if name.startswith(PREFIX)]

    @property
    def tie_breaks(self) -> list[forms.BoundField]:
        """The fields of the tie-breaks in order."""
        return [self[name] for name in self.fields if name.startswith("tie_break_")]

    @property
    def likely_games(self) -> list[dict[str, Any]]:
        """The games that are shown at once."""
        return [card for card in self.cards if card["name"] in LIKELY]

    @property
    def other_games(self) -> list[dict[str, Any]]:
        """The games in the folded part of the form."""
        return [card for card in self.cards if card["name"] not in LIKELY]

    @property
    def chose_another_game(self) -> bool:
        """Whether the chosen game is in the folded part, so that the page must open it."""
        return self["preset"].value() in [card["name"] for card in self.other_games]

    @property
    def open_folds(self) -> dict[str, bool]:
        """Whether the page opens a folded part, by its name. It opens the parts with an error in them."""
        return {fold: any(name.startswith(fields) for name in self.errors) for fold, fields in FOLDS.items()}

    @property
    def changed_rules(self) -> bool:
        """Whether a switch was changed or has an error. Then the page shows the switches."""
        return any(field.errors or field.value() for field in self.overrides)

    def clean(self) -> dict[str, Any]:
        """Check the rules with the engine. Show its error at the switch that caused it."""
        cleaned = super().clean() or {}
        self._follow_the_size(cleaned)
        day = cleaned.get("starts_on")
        if "past" in cleaned and not cleaned["past"] and day and day < timezone.localdate():
            self.add_error("past", gettext("This day is over. Change it, or say that you mean it."))
        if cleaned.get("bots_play") == AT_A_PACE and "pace" in cleaned and cleaned["pace"] is None:
            self.add_error("pace", gettext("Enter the seconds per deal, or choose the highest speed."))
        if "preset" in cleaned and not self.errors:
            document = document_of(cleaned)
            try:
                games.make_rules(document)
            except games.EngineError as refusal:
                name = PREFIX + (refusal.pointer or "").removeprefix("/rules").strip("/")
                self.add_error(name if name in self.fields else None, sentence(refusal))
            cleaned["rules"] = document
        return cleaned

    def _follow_the_size(self, cleaned: dict[str, Any]) -> None:
        """Adapt the bounds of the table size if nobody has touched them: they are in a folded part."""
        size = cleaned.get("size")
        for name, nearer in (("least", min), ("most", max)):
            bound = cleaned.get(name)
            if size is not None and bound is not None and name not in self.changed_data:
                cleaned[name] = nearer(bound, size)
                if cleaned[name] != bound:  # a refusal belongs to the field that was filled in
                    self.field_of = {**self.field_of, name: "size"}

    def values(self) -> dict[str, Any]:
        """The arguments of `create_event` and `edit_event`."""
        cleaned = self.cleaned_data
        values = {
            name: cleaned[name]
            for name in cleaned
            if name not in BOTS_PACE | OF_TOTALS
            and not name.startswith((PREFIX, "tie_break_", "preset", "past"))
        }
        for name in ("deals_per", "missed", "sign_up"):
            if not values.get(name):
                values.pop(name, None)
        if cleaned.get("bots_play"):  # without this field the pace stays
            values["pace_ms"] = 0 if cleaned["bots_play"] == AT_ONCE else round(cleaned["pace"] * 1000)
        if self.tie_breaks:
            values["tie_breaks"] = [
                cleaned[field.name] for field in self.tie_breaks if cleaned.get(field.name)
            ]
            if not games.has_rules(values.get("rules", {})):
                # The form offers them for Poch, and a total tells none of them.
                values["tie_breaks"] = [name for name in values["tie_breaks"] if name not in OF_DEALS]
        if "format" in values:
            values["stages"] = [self._first_stage(values.pop("format"), values.pop("rounds_planned"))]
        return values

    @staticmethod
    def _first_stage(stage_format: str, rounds: int) -> dict[str, Any]:
        stage_format = stage_format or StageFormat.ROTATION
        ends_by_itself = FORMATS[stage_format].rounds is None
        return {"format": stage_format, "rounds_planned": None if ends_by_itself else rounds}
