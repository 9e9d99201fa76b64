"""Forms about persons: which account a player has, and whom a club is asked about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Member, Player

from .fields import PageForm
from .leagues import AskClubForm


class AskPlayerForm(AskClubForm):
    """A player of another club, by the address of the club and the public name."""

    name = forms.CharField(
        label=_("The name there"),
        max_length=60,
        help_text=_("As the standings of that club show it."),
    )


class AccountForm(PageForm):
    """The account of a player: of a member of the club."""

    account = forms.ChoiceField(label=_("Account"), required=False)

    def __init__(self, player: Player, members: Iterable[Member], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, initial={"account": str(player.user_id or "")}, **kwargs)
        self.members = {str(member.user_id): member.user for member in members}
        people = sorted((user.get_username(), pk) for pk, user in self.members.items())
        choices = [("", _("no account")), *((pk, name) for name, pk in people)]
        self.fields["account"].choices = choices  # type: ignore[attr-defined]
