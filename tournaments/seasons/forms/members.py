"""The forms of the evenings and members of a season."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django import forms
from django.forms.models import model_to_dict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import Player
from tournaments.core.forms import PageForm, SelectOfMany, guarded
from tournaments.events.models.events import Event
from tournaments.seasons.forms.seasons import OffersEvents, PointsField
from tournaments.seasons.models import Counted, Division, Evening, EveningKind, MemberStatus, SeasonMember
from tournaments.seasons.rules.exact import written
from tournaments.seasons.rules.scheme import MOST_EVENINGS

MORE_DIVISIONS: Final = 2
"""The form has so many empty rows for more divisions."""

LARGEST: Final = 10_000


class AddEveningsForm(OffersEvents):
    """Events that count from now on, after the others."""

    events = forms.MultipleChoiceField(label=_("Events"), widget=forms.CheckboxSelectMultiple)
    kind = forms.ChoiceField(
        label=_("What they are for"),
        choices=EveningKind.choices,
        initial=EveningKind.COUNTING,
        required=False,
    )

    def __init__(self, events: Sequence[Event], *args: Any, as_director: bool = True, **kwargs: Any) -> None:
        """Without `as_director`, for a director of another club: only the events, no other field."""
        super().__init__(*args, **kwargs)
        if not as_director:
            del self.fields["kind"]
        self.offer(events)


class EveningForm(PageForm):
    """One evening: its number, kind, weight, what counts of it, and for whom."""

    number = forms.IntegerField(label=_("Number in the calendar"), min_value=1, max_value=MOST_EVENINGS)
    kind = forms.ChoiceField(label=_("What it is for"), choices=EveningKind.choices)
    weight = forms.DecimalField(
        label=_("Weight"),
        max_digits=6,
        decimal_places=3,
        min_value=0,
        help_text=_("Its points are multiplied by this, such as 2 or 1.5."),
    )
    counts = forms.ChoiceField(label=_("What of it counts"), choices=Counted.choices)
    stage = forms.IntegerField(label=_("Number of that stage"), min_value=1, max_value=100, required=False)
    division = forms.ChoiceField(label=_("Division"), required=False)

    @classmethod
    def of(cls, evening: Evening, divisions: Sequence[Division], data: Any = None) -> EveningForm:
        """The form of an evening."""
        now = model_to_dict(evening, fields=cls.base_fields)
        now |= {"weight": evening.weight.normalize(), "division": str(evening.division_id or "")}
        form = cls(data, auto_id=f"id_{evening.pk}_%s", initial=now)
        offer_divisions(form, divisions, gettext("all divisions"))
        return guarded(form)

    def values(self) -> dict[str, Any]:
        """The arguments of `edit_evening`."""
        given = dict(self.cleaned_data)
        if given["counts"] != Counted.STAGE:
            given["stage"] = None
        return given


class DivisionRow(PageForm):
    """A row of the form of divisions. The highest division comes first."""

    name = forms.CharField(label=_("Name"), required=False)
    size = forms.IntegerField(label=_("People"), min_value=1, max_value=LARGEST, required=False)
    up = forms.IntegerField(label=_("Go up"), min_value=0, max_value=LARGEST, required=False)
    down = forms.IntegerField(label=_("Go down"), min_value=0, max_value=LARGEST, required=False)
    play_off = forms.IntegerField(
        label=_("Play-off pairs with the one below"), min_value=0, max_value=LARGEST, required=False
    )


def division_rows(divisions: Sequence[Division], data: Any = None) -> list[DivisionRow]:
    """A row for each division, and some empty ones. data: what was sent, with the number of rows."""
    count = len(divisions) + MORE_DIVISIONS
    if data is not None and str(data.get("rows", "")).isdecimal():
        count = min(int(data["rows"]), 60)
    present = [model_to_dict(division, fields=DivisionRow.base_fields) for division in divisions]
    initials = [*present, *({} for _row in range(count))][:count]
    return [
        guarded(DivisionRow(data, prefix=f"row{index}", initial=initial))
        for index, initial in enumerate(initials)
    ]


def _division() -> forms.ChoiceField:
    return forms.ChoiceField(label=_("Division"), required=False)


def _joined() -> forms.IntegerField:
    return forms.IntegerField(
        label=_("From evening number"),
        min_value=1,
        max_value=MOST_EVENINGS,
        initial=1,
        help_text=_("What they missed before is struck first."),
    )


def offer_divisions(form: PageForm, divisions: Sequence[Division], none: str = "") -> None:
    """Let people choose a division, or `none`; while there are no divisions, the form has no such field."""
    choices = [(str(division.pk), division.name) for division in divisions]
    form.fields["division"].choices = [("", none), *choices] if none else choices  # type: ignore[attr-defined]
    if not divisions:
        del form.fields["division"]


class AddMembersForm(PageForm):
    """Players of the roster who become members."""

    players = forms.MultipleChoiceField(label=_("Players"), widget=forms.CheckboxSelectMultiple)
    division = _division()
    status = forms.ChoiceField(
        label=_("They are"),
        choices=[(MemberStatus.ACTIVE, _("active")), (MemberStatus.RESERVE, _("reserve"))],
        initial=MemberStatus.ACTIVE,
        widget=forms.RadioSelect,
    )
    joined = _joined()

    def __init__(
        self,
        players: Sequence[Player],
        divisions: Sequence[Division],
        *args: Any,
        as_director: bool = True,
        in_a_list: bool = False,
        **kwargs: Any,
    ) -> None:
        """Without `as_director`, for a director of another club: only the players, no other field.

        in_a_list: the players come in a list of names (`PeopleForm`), with the same settings.
        """
        super().__init__(*args, **kwargs)
        choices = [(str(player.pk), player.name) for player in players]
        self.fields["players"].choices = choices  # type: ignore[attr-defined]
        self.fields["players"].required = not in_a_list
        offer_divisions(self, divisions if as_director else ())
        if not as_director:
            del self.fields["status"], self.fields["joined"]


class MemberForm(PageForm):
    """One member: status, division, first and last evening, start points."""

    status = forms.ChoiceField(label=_("Status"), choices=MemberStatus.choices, widget=forms.RadioSelect)
    division = _division()
    joined = _joined()
    left = forms.IntegerField(
        label=_("Last evening number"),
        min_value=1,
        max_value=MOST_EVENINGS,
        required=False,
        help_text=_("Only for who has withdrawn. Empty: before all evenings."),
    )
    start = PointsField(label=_("Start points"), required=False, max_length=14)
    position = forms.IntegerField(
        label=_("Place in the list"),
        min_value=1,
        max_value=1_000_000,
        help_text=_("The order in which equal ones are listed."),
    )

    @classmethod
    def of(cls, member: SeasonMember, divisions: Sequence[Division], data: Any = None) -> MemberForm:
        """The form of a member."""
        now = model_to_dict(member, fields=cls.base_fields)
        form = cls(
            data,
            initial=now | {"start": written(member.start), "division": str(member.division_id or "")},
        )
        offer_divisions(form, divisions, "\N{EN DASH}")
        return form

    def values(self) -> dict[str, Any]:
        """The arguments of `edit_member`."""
        given = dict(self.cleaned_data)
        if given["status"] != MemberStatus.WITHDRAWN:
            del given["left"]
        given["start"] = given["start"] or 0
        return given


class CreditForm(PageForm):
    """Points that a director gives or takes."""

    player = forms.ChoiceField(label=_("Who"), widget=SelectOfMany)
    points = PointsField(
        label=_("Points"), max_length=14, help_text=_("Such as 5, or \N{MINUS SIGN}2.5 to take points away.")
    )
    reason = forms.CharField(label=_("Reason"), max_length=200)

    def __init__(self, members: Sequence[SeasonMember], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [(str(member.player_id), member.player.name) for member in members]
        choices = [("", gettext("Choose")), *named]
        self.fields["player"].choices = choices  # type: ignore[attr-defined]
