"""The forms of seasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games.services as games
from tournaments.clubs.models import Club
from tournaments.core.forms import PageForm
from tournaments.core.models.choices import Visibility
from tournaments.core.rules.refusals import Invalid
from tournaments.core.rules.statuses import EventStatus
from tournaments.core.settings import FIELDS, SettingsForm
from tournaments.events.models.events import Event
from tournaments.programs.documents.forms import LARGEST as LARGEST_DOCUMENT
from tournaments.programs.documents.forms import read, unreadable
from tournaments.seasons.models import League
from tournaments.seasons.rules import scheme as switches
from tournaments.seasons.rules.exact import read_points, written
from tournaments.seasons.rules.scheme import Scheme
from tournaments.seasons.verbs.checks import day_of
from tournaments.seasons.words import thousandths
from tournaments.teams.verbs.leagues import leagues_of

TIE_FIELDS: Final = 5
"""The form has so many tie-breaks, or more if the scheme has more."""

MOST_LISTED: Final = 60
"""A form offers so many events, those that are not finished first."""


class PointsField(forms.CharField):
    """A number of points with at most three decimals; a comma is a point. None if it is empty."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "size": 8})

    def to_python(self, value: Any) -> Any:
        text = str(super().to_python(value) or "").strip().replace(",", ".").replace("\N{MINUS SIGN}", "-")
        return text or None

    def prepare_value(self, value: Any) -> Any:
        return written(value) if isinstance(value, int) else value


class PointsList(forms.CharField):
    """Numbers of points, with spaces between them."""

    def to_python(self, value: Any) -> Any:
        text = str(super().to_python(value) or "").replace("\N{MINUS SIGN}", "-")
        return [number.replace(",", ".").rstrip(".") for number in text.replace(";", " ").split()] or None

    def prepare_value(self, value: Any) -> Any:
        return " ".join(map(written, value)) if isinstance(value, tuple) else value


class DecayField(forms.CharField):
    """Steps of ageing, a line each: "365: 1/2"."""

    widget = forms.Textarea(attrs={"rows": 2, "class": "code", "placeholder": "365: 1/2"})

    def to_python(self, value: Any) -> Any:
        steps = []
        for line in str(super().to_python(value) or "").splitlines():
            days, _colon, factor = line.partition(":")
            if not line.strip():
                continue
            if not days.strip().isdecimal() or len(days.strip()) > 5:
                raise ValidationError(gettext("Write a number of days and a fraction in each line: 365: 1/2"))
            steps.append([int(days), factor.strip()])
        return steps or None

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return "\n".join(f"{days}: {part.numerator}/{part.denominator}" for days, part in value)
        return value


FIELDS.update(
    {
        switches.IN_POINTS: partial(PointsField, max_length=14),
        switches.POINTS_BY_PLACE: partial(PointsList, max_length=4000),
        switches.STEPS_OF_AGE: partial(DecayField, max_length=2000),
    }
)


class SchemeForm(SettingsForm[Scheme]):
    """All switches of a scheme. Each tie-break has a field of its own, after the others."""

    model = Scheme
    left_out = ("ties",)
    field_of: Mapping[str, str] = {"ties": "tie_0", "event": "events"}

    def __init__(self, *args: Any, now: Scheme, **kwargs: Any) -> None:
        super().__init__(*args, now=now, **kwargs)
        worth, plain = self.fields["worth"], Scheme()
        worth.required, worth.widget = True, forms.RadioSelect()
        for name, example in EXAMPLES.items():
            self.fields[name].help_text = format_lazy("{} {}", self.fields[name].help_text, example)
        for name, field in self.fields.items():
            if isinstance(field, PointsField) and self.initial[name] == getattr(plain, name):
                self.initial[name] = None
        choices = [("", "\N{EN DASH}"), *((tie, gettext(name)) for tie, name in switches.TIES.items())]
        for index in range(max(TIE_FIELDS, len(now.ties))):
            self.fields[f"tie_{index}"] = forms.ChoiceField(
                label=gettext("Tie-break %(number)d") % {"number": index + 1},
                choices=choices,
                required=False,
                initial=now.ties[index] if index < len(now.ties) else "",
            )

    @property
    def ties(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("tie_")]

    @property
    def worths(self) -> list[tuple[str, str, Any]]:
        """What an evening can be worth: the value, a name and a sentence of each."""
        return [(value, gettext(name), WORTHS_IN_WORDS[value]) for value, name in switches.WORTHS.items()]

    def typed(self) -> dict[str, Any]:
        typed = super().typed()
        usual = [str(points // 1000) for points in switches.PLACES]
        if typed["worth"] != switches.POINTS and typed.get("points") == usual:
            del typed["points"]  # the form began with this list
        return typed | {
            "ties": [self.cleaned_data[tie.name] for tie in self.ties if self.cleaned_data[tie.name]]
        }

    def refuse(self, refusal: Invalid) -> None:
        """Show a refusal of a switch with the labels of the form, and with points as people write them."""
        words = {name: str(field.label) for name, field in self.fields.items()}
        words |= {tie: gettext(name) for tie, name in switches.TIES.items()}
        for name, value in refusal.params.items():
            if isinstance(value, str):
                points = read_points(value)
                refusal.params[name] = words.get(value, value) if points is None else thousandths(points)
        super().refuse(refusal)

    @property
    def folds(self) -> list[tuple[Any, Any, list[forms.BoundField], bool]]:
        """The folds: the title, what it is about, the fields, and whether one is filled in or wrong."""
        found = []
        for title, about, names in FOLDS:
            fields = [self[name] for name in names] or self.ties
            written = [field for field in fields if not isinstance(field.field, forms.ChoiceField)]
            is_open = any(field.errors for field in fields) or any(field.value() for field in written)
            found.append((title, about, fields, is_open))
        return found


EXAMPLES: Final = {
    "points": _("Such as 10 8 6 5 4 3 2 1. Only for points by place."),
    "carry_step": _("Such as 0.5 or 1. Empty: to a thousandth."),
}
"""What the form says of a switch besides its sentence."""

WORTHS_IN_WORDS: Final[Mapping[str, Any]] = {
    switches.LINEAR: _("The first of an evening gets 1000 points, the last 0."),
    switches.POINTS: _("You write the list: so many for the first place, and so on."),
    switches.ROOT: _("A good place counts more among many people than among few."),
    switches.TABLES: _("The sum of the places at the tables: from 1 down to 0 at each."),
    switches.SCORE: _("Chips or points, just as the evening counts them."),
    switches.EVEN: _("Chips, comparable between tables of different sizes."),
    switches.NET_ROOT: _("One lucky evening does not decide the season."),
}

FOLDS: Final[Sequence[tuple[Any, Any, Sequence[str]]]] = (
    (
        _("What counts"),
        _("struck evenings, means, old evenings"),
        ("struck", "mean_from", "among", "decay"),
    ),
    (
        _("Coming and missing"),
        _("bonus, least number of evenings, absences"),
        (
            "bonus", "least_ranked", "least_in", "excused", "excused_points", "unexcused", "unexcused_points",
            "organiser", "organiser_points",
        ),
    ),
    (_("Equal points"), _("what separates people, in this order"), ()),
    (
        _("A final"),
        _("who plays it, what they take along"),
        ("final", "least_final", "carry", "carry_points", "carry_step"),
    ),
)  # fmt: skip
"""The fields behind a press; the third fold has the tie-breaks."""


class OffersEvents(PageForm):
    """A form whose field `events` offers these events."""

    def offer(self, events: Sequence[Event]) -> None:
        """Let people choose from these events."""
        self.listed = list(events)
        self.fields["events"].choices = [(str(event.pk), event.name) for event in self.listed]  # type: ignore[attr-defined]

    @property
    def offered(self) -> list[tuple[Event, bool]]:
        """The events with whether each is chosen."""
        chosen = {str(key) for key in self["events"].value() or ()}
        return [(event, str(event.pk) in chosen) for event in self.listed]


class NewSeasonForm(OffersEvents, SchemeForm):
    """Name, evenings, points and the best how many; all other switches are folded."""

    name = forms.CharField(label=_("Name"), help_text=_("Such as “Winter 2026/27”."))
    events = forms.MultipleChoiceField(
        label=_("Evenings that count"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("You can add more at any time."),
    )
    visibility = forms.ChoiceField(
        label=_("Who can see it"),
        choices=Visibility.choices,
        initial=Visibility.PUBLIC,
        widget=forms.RadioSelect,
    )
    enrols = forms.BooleanField(
        label=_("Whoever plays one of its evenings becomes a member"), required=False, initial=True
    )
    league = forms.ChoiceField(
        label=_("League"),
        required=False,
        help_text=_("All evenings of a league have the same rules. Other clubs can join a league."),
    )

    def __init__(self, club: Club, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, now=Scheme(), **kwargs)
        self.offer(events_to_offer(club))
        self.leagues: list[League] = list(leagues_of(club))
        if not self.leagues:
            del self.fields["league"]
        else:
            named = [(str(league.pk), league.name) for league in self.leagues]
            first = ("", gettext("the one with these rules"))
            self.fields["league"].choices = [first, *named]  # type: ignore[attr-defined]

    def values(self) -> dict[str, Any]:
        """The arguments of `create_season`."""
        data = self.cleaned_data
        chosen = set(data["events"])
        league = next((row for row in self.leagues if str(row.pk) == data.get("league")), None)
        return {
            "name": data["name"],
            "league": league,
            "events": [event for event in by_day(self.listed) if str(event.pk) in chosen],
            "scheme": self.settings,
            "visibility": data["visibility"],
            "enrols": data["enrols"],
        }


class SeasonForm(PageForm):
    """What can change at any time."""

    name = NewSeasonForm.base_fields["name"]
    visibility = NewSeasonForm.base_fields["visibility"]
    enrols = NewSeasonForm.base_fields["enrols"]


class SeasonDocumentForm(PageForm):
    """The document of a season, in a file."""

    file = forms.FileField(
        label=_("Document"),
        help_text=_("The file that “Download this season” made, here or at another club."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    again = forms.BooleanField(label=_("Import it once more, as a copy"), required=False)

    def clean(self) -> dict[str, Any]:
        """Add `document`."""
        values = dict(super().clean() or {})
        if not self.errors:
            try:
                values["document"] = read(values["file"].read(LARGEST_DOCUMENT + 1))
            except (ValueError, games.EngineError) as error:
                self.add_error("file", unreadable(error))
        return values


def events_to_offer(club: Club, without: Sequence[Any] = ()) -> list[Event]:
    """The events of a club that could count: those to come by day, then finished ones, the newest first."""
    events = Event.objects.filter(club=club, rehearsal_of=None).exclude(pk__in=without).select_related("club")
    coming = events.exclude(status=EventStatus.FINISHED).order_by("starts_on", "created_at")
    over = events.filter(status=EventStatus.FINISHED).order_by("-finished_at")
    return [*coming[:MOST_LISTED], *over[:MOST_LISTED]]


def by_day(events: Sequence[Event]) -> list[Event]:
    """Events in the order in which they were or will be played."""
    return sorted(events, key=lambda event: (day_of(event), event.created_at))
