"""Forms for prizes and tags."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms import PageForm
from tournaments.standings.rules.prizes import (
    LAST_PLACE,
    LONGEST_CURRENCY,
    LONGEST_PRIZE,
    LONGEST_TAG,
    MOST_TAGS,
    Prize,
    PrizeList,
)
from tournaments.standings.words.prizes import typed_amount


class PrizeForm(PageForm):
    """A prize. `number` is its place in the list, from 1; empty for a new one.

    `seen` is the digest of the list that the page shows.
    """

    first = forms.IntegerField(label=_("From place"), min_value=1, max_value=LAST_PLACE)
    last = forms.IntegerField(
        label=_("To place"),
        min_value=1,
        max_value=LAST_PLACE,
        required=False,
        help_text=_("Leave it empty for one place. Each of these places gets the prize."),
    )
    tag = forms.CharField(
        label=_("Only players with the tag"),
        max_length=LONGEST_TAG,
        required=False,
        help_text=_("Such as “newcomer”: the best newcomer is place 1. Leave it empty for all players."),
    )
    what = forms.CharField(
        label=_("What they get"),
        max_length=LONGEST_PRIZE,
        required=False,
        help_text=_("Such as “a ham”."),
    )
    amount = forms.CharField(
        label=_("Amount"),
        max_length=20,
        required=False,
        help_text=_("Such as 50 or 12.50. Players who share a place share it."),
        widget=forms.TextInput(attrs={"inputmode": "decimal"}),
    )
    number = forms.IntegerField(min_value=1, required=False, widget=forms.HiddenInput)
    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)

    @classmethod
    def showing(cls, plan: PrizeList, number: int | None) -> PrizeForm:
        """The form for the prize of this number, or for a new one."""
        initial: dict[str, Any] = {"seen": plan.digest}
        if number is not None:
            prize: Prize = plan.prizes[number - 1]
            initial |= {
                "number": number,
                "first": prize.first,
                "last": prize.last if prize.last != prize.first else None,
                "tag": prize.tag,
                "what": prize.what,
                "amount": typed_amount(prize.amount) if prize.amount else "",
            }
        return cls(initial=initial)


class PrizeListForm(PageForm):
    """What holds for all prizes."""

    currency = forms.CharField(
        label=_("Currency"), max_length=LONGEST_CURRENCY, required=False, help_text=_("Such as EUR or €.")
    )
    one_each = forms.BooleanField(
        label=_("Nobody wins two prizes"),
        required=False,
        help_text=_("Whoever wins a prize for a place is passed over for tags, and then for later tags."),
    )
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
