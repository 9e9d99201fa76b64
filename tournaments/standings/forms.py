"""Forms of standings."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms import PageForm, SelectOfMany
from tournaments.core.settings import SettingsForm
from tournaments.events.rules.people import LONGEST_TAG, MOST_TAGS
from tournaments.standings.rules.prizes import Prize, PrizeList


class PrizeForm(SettingsForm[Prize]):
    """A prize. number: its place in the list, from 1; empty for a new one.

    seen: the digest of the list that the page shows.
    """

    model = Prize
    number = forms.IntegerField(min_value=1, required=False, widget=forms.HiddenInput)
    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)


class PrizeListForm(SettingsForm[PrizeList]):
    """What holds for all prizes."""

    model = PrizeList
    left_out = ("prizes",)
    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)


class TagsForm(PageForm):
    """The tags of a player, separated by commas."""

    tags = forms.CharField(
        label=_("Tags"),
        max_length=(LONGEST_TAG + 2) * MOST_TAGS,
        required=False,
        help_text=_("Such as “newcomer, junior”. Only members see them, until one wins a prize."),
    )

    def listed(self) -> list[str]:
        """The tags that were typed."""
        return [tag.strip() for tag in self.cleaned_data["tags"].split(",") if tag.strip()]


class AdjustmentForm(PageForm):
    """An adjustment, in the unit of the event's score."""

    entry = forms.ChoiceField(label=_("Player"), widget=SelectOfMany)
    chips = forms.IntegerField(label=_("Chips"), help_text=_("Use a minus sign for a penalty."))
    points = forms.DecimalField(
        label=_("Points"),
        help_text=_("Use a minus sign for a penalty. The places at the tables stay as they are."),
    )
    played_round = forms.TypedChoiceField(label=_("Round"), required=False, coerce=int, empty_value=None)
    reason = forms.CharField(
        label=_("Reason"), max_length=200, help_text=_("Everybody who can see the event can read the reason.")
    )

    def __init__(
        self, unit: str, entries: list[tuple[str, str]], rounds: list[int], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["chips" if unit == "points" else "points"]
        self.fields["entry"].choices = entries  # type: ignore[attr-defined]
        self.fields["played_round"].choices = [("", _("none")), *((number, str(number)) for number in rounds)]  # type: ignore[attr-defined]
