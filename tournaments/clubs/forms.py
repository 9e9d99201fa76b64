"""The forms of a club (settings, members, players, API keys, how it looks) and of a second factor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, cast

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games.services as games
from tournaments.clubs.models import Club, Member, Player, Role, Scope
from tournaments.clubs.verbs.accounts import SCOPE_NEEDS
from tournaments.clubs.verbs.clubs import MEDIA_TYPES, MOST_LINKS
from tournaments.core.forms import PageForm, SelectOfMany, column_field, guarded
from tournaments.core.models.choices import Pack
from tournaments.core.rules.statuses import EventStatus, RoundStatus
from tournaments.core.zones import offered, zones_to_choose
from tournaments.events.models.events import Event
from tournaments.tables.models.rounds import Table
from tournaments.teams.forms import ClubAddressForm


class JoinForm(PageForm):
    """A new user who accepts an invitation."""

    username = forms.CharField(
        label=_("Name to sign in with"),
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        help_text=_("At least ten characters. Three words are easy to remember."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class AskForPlayerForm(ClubAddressForm):
    """The player of a club who is the user, by the address of the club and the public name."""

    name = forms.CharField(label=_("The name there"), help_text=_("As the standings of that club show it."))


CODE_WRONG = _("This code is wrong or was used before. Enter another one.")


class CodeForm(PageForm):
    """A code of the user's app, or one of their recovery codes."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )

    def __init__(self, *args: Any, label: str = "", digits_only: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if label:
            self.fields["code"].label = label
        if digits_only:
            self.fields["code"].widget.attrs["inputmode"] = "numeric"


class AppForm(CodeForm):
    """The secret that the app has got from this page, the code that it shows, and the password.

    The password proves that this is the user, and nobody who has borrowed the device.
    """

    secret = forms.CharField(widget=forms.HiddenInput)
    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class InviteForm(PageForm):
    """The role of an invited person."""

    role = forms.ChoiceField(
        label=_("Role"),
        choices=Role.choices,
        initial=Role.SCORER,
        widget=forms.RadioSelect,
        help_text=_("Scorers enter deals. Directors also run events. Owners also manage the club."),
    )


class ClubForm(PageForm):
    """The settings of a club."""

    name = forms.CharField(label=_("Name of the club"))
    language = forms.ChoiceField(
        label=_("Language of mails"),
        required=False,
        help_text=_(
            "Also that of previews of links, and of names that the program gives. Pages are in the language "
            "that each reader chooses."
        ),
    )

    pack = forms.ChoiceField(
        label=_("Cards"),
        choices=Pack.choices,
        widget=forms.RadioSelect,
        help_text=_("How pages show and name the cards. An event can have its own, and so can each reader."),
    )

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        widget=SelectOfMany,
        help_text=_(
            "Of all hours and days of the club. If you change it, the hours of events stay as they were "
            "written. The end of a sign-up stays the same moment, so look at it again."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zones = dict.fromkeys((*zones_to_choose(), self.initial.get("time_zone") or "UTC"))
        cast("forms.ChoiceField", self.fields["time_zone"]).choices = [(zone, zone) for zone in zones]
        languages = offered()
        usual = gettext("as on this server: %(language)s") % {"language": languages[settings.LANGUAGE_CODE]}
        field = cast("forms.ChoiceField", self.fields["language"])
        field.choices = [("", usual), *languages.items()]

    @classmethod
    def of(cls, club: Club, data: QueryDict | None = None) -> ClubForm:
        language = club.language if club.language in offered() else ""
        settings = {"name": club.name, "language": language, "pack": club.pack, "time_zone": club.time_zone}
        return guarded(cls(data, initial=settings))

    def clean_time_zone(self) -> str | None:
        """The time zone; None leaves it as it is."""
        return self.cleaned_data["time_zone"] or None


class PlayerForm(PageForm):
    """A player of the roster."""

    name = forms.CharField(label=_("Name"), help_text=_("The name that the club uses."))
    public_name = forms.CharField(
        label=_("Name shown to the public"),
        required=False,
        help_text=_("Leave it empty to show the same name."),
    )

    @classmethod
    def of(cls, player: Player, sent: QueryDict | None = None) -> PlayerForm:
        public_name = "" if player.public_name == player.name else player.public_name
        return cls(sent, initial={"name": player.name, "public_name": public_name})


class NewPlayerForm(PlayerForm):
    """A person or a bot for the roster."""

    bot = forms.ChoiceField(label=_("Played by"), required=False, widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("A person")), *((bot.name, gettext(bot.title)) for bot in games.bots())]
        self.fields["bot"].choices = choices  # type: ignore[attr-defined]


class VisibilityForm(PageForm):
    """Who may see the pages of a person."""

    visibility = column_field(Player, "visibility", _("Who may see these pages"))


class KeyForm(PageForm):
    """A new API key of a member."""

    LASTS = ((30, _("30 days")), (365, _("a year")), (0, _("until revoked")))

    name = forms.CharField(label=_("Name"), help_text=_("What the key is for, such as “scoring tablet”."))
    scopes = forms.MultipleChoiceField(label=_("What it may do"), widget=forms.CheckboxSelectMultiple)
    events = forms.MultipleChoiceField(
        label=_("Only for these events"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("For a key that can only enter deals. Choose none to allow all events of the club."),
    )
    tables = forms.MultipleChoiceField(
        label=_("Only for these tables"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("For a program at one table. The list has the tables of the current rounds."),
    )
    lasts = forms.TypedChoiceField(
        label=_("Valid for"), choices=LASTS, coerce=int, initial=365, widget=forms.RadioSelect
    )

    def __init__(self, member: Member, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.of_club = {str(event.pk): event for event in _events_to_come(member)}
        self.at_play = {str(table.pk): table for table in _tables_at_play(self.of_club.values())}
        self._offer(
            "scopes", [(scope.value, str(scope.label)) for scope in Scope if member.may(SCOPE_NEEDS[scope])]
        )
        self._offer("events", [(key, event.name) for key, event in self.of_club.items()])
        self._offer("tables", [(key, _named(table)) for key, table in self.at_play.items()])

    def _offer(self, name: str, choices: Sequence[tuple[str, str]]) -> None:
        """Offer these choices. Without any, remove the field."""
        field = self.fields[name]
        if choices and isinstance(field, forms.MultipleChoiceField):
            field.choices = choices
        else:
            del self.fields[name]

    def chosen_tables(self) -> list[Table]:
        """The tables that the key is limited to."""
        return [self.at_play[key] for key in self.cleaned_data.get("tables", [])]

    def chosen_events(self) -> list[Event]:
        """The events that the key is limited to. Without events and tables: the whole club."""
        return [self.of_club[key] for key in self.cleaned_data.get("events", [])]

    def expires_at(self) -> datetime | None:
        """The time at which the key expires, or None."""
        days: int = self.cleaned_data["lasts"]
        return timezone.now() + timedelta(days=days) if days else None


def _events_to_come(member: Member) -> list[Event]:
    """The unfinished events of the member's club, newest first."""
    events = Event.objects.filter(club=member.club_id).exclude(status=EventStatus.FINISHED)
    return list(events.select_related("club").order_by("-id")[:50])


def _tables_at_play(events: Iterable[Event]) -> list[Table]:
    """The tables of the published and playing rounds of these events, at most 400."""
    tables = Table.objects.filter(
        round__event__in=list(events), round__status__in=[RoundStatus.PUBLISHED, RoundStatus.PLAYING]
    )
    return list(tables.select_related("round__event__club").order_by("-round__event_id", "number")[:400])


def _named(table: Table) -> str:
    return gettext("%(event)s, round %(round)d, table %(table)d") % {
        "event": table.round.event.name,
        "round": table.round.number,
        "table": table.number,
    }


class PictureForm(PageForm):
    """A new picture."""

    picture = forms.FileField(
        label=_("Picture"),
        help_text=_(
            "A PNG, JPEG or WebP file of at most 2 MB. It is made small, and only its pixels are kept."
        ),
        widget=forms.FileInput(attrs={"accept": ",".join(MEDIA_TYPES.values())}),
    )


class FaceForm(PageForm):
    """The colour and the links."""

    accent = forms.CharField(
        label=_("Colour"),
        required=False,
        max_length=20,
        help_text=_(
            "A line in this colour is on your pages, such as #2f7a4d. It must be seen in light and in dark. "
            "Empty: no line."
        ),
    )
    links = forms.CharField(
        label=_("Links"),
        required=False,
        max_length=2000,
        help_text=_("One in a line: the address, then its title. Such as: https://example.org Our house"),
        widget=forms.Textarea(attrs={"rows": MOST_LINKS}),
    )

    @classmethod
    def of(cls, club: Club, sent: QueryDict | None = None) -> FaceForm:
        lines = [f"{link['url']} {link['title']}" for link in club.links]
        return guarded(cls(sent, initial={"accent": club.accent, "links": "\n".join(lines)}))

    def clean_links(self) -> list[dict[str, str]]:
        """Return each line as `url` and `title`."""
        links: list[dict[str, str]] = []
        for line in self.cleaned_data["links"].splitlines():
            url, _space, title = line.strip().partition(" ")
            if url and not title.strip():
                raise forms.ValidationError(
                    gettext("Write a title after the address %(url)s."), params={"url": url}
                )
            if url:
                links.append({"url": url, "title": title.strip()})
        return links
