"""The forms of teams and of leagues of several clubs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms import PageForm, column_field
from tournaments.seasons.models import SeasonMember
from tournaments.seasons.rules.scheme import MOST_EVENINGS
from tournaments.teams.models import TeamMember, TeamScheme


class LeagueForm(PageForm):
    """The name of a league."""

    name = forms.CharField(label=_("Name"))


class ClubAddressForm(PageForm):
    """A club, by the address of its page or the last part of it."""

    club = forms.CharField(
        label=_("The address of the club"), max_length=300, help_text=_("The address of its page here.")
    )

    @property
    def slug(self) -> str:
        """The last part of the address."""
        return str(self.cleaned_data["club"]).strip().rstrip("/").rpartition("/")[2]


class TeamForm(PageForm):
    """The names of a team."""

    name = forms.CharField(label=_("Name of the team"))
    short_name = forms.CharField(
        label=_("Short name"),
        max_length=12,
        required=False,
        help_text=_("For narrow tables. Empty: the beginning of the name."),
    )


class TeamSchemeForm(PageForm):
    """How teams count."""

    result = column_field(TeamScheme, "result", _("The result of a team is"))
    best = column_field(
        TeamScheme, "best", _("So many members count"), _("For the sum of the best members of an evening.")
    )
    size = column_field(
        TeamScheme, "size", _("People in a line-up"), _("For matches of teams, like the next two.")
    )
    least = column_field(TeamScheme, "least", _("With fewer people a team does not play"))
    substitutions = column_field(TeamScheme, "substitutions", _("Substitutions of a team on a match day"))


class TeamMembersForm(PageForm):
    """Members of the season who join a team."""

    players = forms.MultipleChoiceField(label=_("Players"), widget=forms.CheckboxSelectMultiple)
    joined = forms.IntegerField(
        label=_("From evening number"), min_value=1, max_value=MOST_EVENINGS, initial=1
    )

    def __init__(self, members: Sequence[SeasonMember], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(str(member.player_id), member.player.public_name) for member in members]
        self.fields["players"].choices = choices  # type: ignore[attr-defined]


class LineUpForm(PageForm):
    """Who plays for a team: a choice for each place."""

    def __init__(
        self,
        members: Sequence[TeamMember],
        size: int,
        *args: Any,
        chosen: Mapping[int, str] | None = None,
        **kwargs: Any,
    ) -> None:
        """chosen: who has each place now."""
        super().__init__(*args, **kwargs)
        for number in range(1, size + 1):
            self.fields[f"place_{number}"] = forms.ChoiceField(
                label=gettext("Place %(number)d") % {"number": number},
                choices=_choices(members),
                required=False,
                initial=(chosen or {}).get(number, ""),
            )

    def players(self) -> list[str]:
        """The chosen players in the order of their places; empty places are left out."""
        return [player for player in self.cleaned_data.values() if player]


class SubstituteForm(PageForm):
    """Somebody who takes a place of a line-up from the next series on."""

    place = forms.TypedChoiceField(label=_("Who leaves"), coerce=int)
    player = forms.ChoiceField(label=_("Who comes in"))

    def __init__(
        self, members: Sequence[TeamMember], places: Sequence[tuple[int, str]], *args: Any, **kwargs: Any
    ) -> None:
        """places: the number of each place, and what people read for it."""
        super().__init__(*args, **kwargs)
        self.fields["place"].choices = [(str(number), text) for number, text in places]  # type: ignore[attr-defined]
        self.fields["player"].choices = _choices(members)  # type: ignore[attr-defined]


def _choices(members: Sequence[TeamMember]) -> list[tuple[str, str]]:
    named = [(str(row.member.player_id), row.member.player.public_name) for row in members]
    return [("", "\N{EN DASH}"), *named]
