"""Forms of leagues."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms import PageForm


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
