"""Forms of standings."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms import PageForm
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
