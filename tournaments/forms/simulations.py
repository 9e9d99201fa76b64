"""The form that asks the bots: rules, a bot for each seat, how many deals, and what to compare them with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games.services as games
from tournaments.kernel.refusals import sentence
from tournaments.models import Event
from tournaments.sentences.rulebook import nearest_preset
from tournaments.services.events.events import LIMITS
from tournaments.services.simulations.titles import LONGEST_TITLE

from .fields import PageForm
from .rules import PREFIX, document_of, initial_of, switch_field

DEALS, SESSIONS = "deals", "sessions"
"""How the number is meant: deals at tables of a usual length, or sessions whose length is said."""

BOT, OTHER_BOT, OTHER_RULE, OTHER_PRESET = "bot_", "other_bot_", "other_rule_", "other_preset"

MOST_SEATS = 10
MOST_DEALS = 100_000_000
LONGEST_SESSION = 100_000
LARGEST_SEED = 2**63 - 1

USUAL_BOTS = ("expert", "bold", "cautious", "random")


class SimulationForm(PageForm):
    """What is asked of the bots; `values` is what `spec_of` takes.

    What is compared is written as what differs: another game or single other rules, another bot at a seat.
    With nothing of it filled in there is no comparison.
    """

    field_of = {
        "rules": "preset",
        "seats": "bot_0",
        "chips": "starting_chips",
        "compare": OTHER_PRESET,
    }

    title = forms.CharField(
        label=_("Title"),
        max_length=LONGEST_TITLE,
        required=False,
        help_text=_("Leave it empty to use the names of the rules and bots."),
    )
    preset = forms.ChoiceField(label=_("The game"))
    starting_chips = forms.IntegerField(
        label=_("Starting chips"),
        min_value=LIMITS["starting_chips"][0],
        max_value=LIMITS["starting_chips"][1],
        initial=100,
        required=False,
        help_text=_("For games with chips on the table: what each bot has at the start."),
    )
    how = forms.ChoiceField(
        label=_("The bots play"),
        choices=[(DEALS, _("a number of deals")), (SESSIONS, _("whole sessions"))],
        initial=DEALS,
        widget=forms.RadioSelect,
        help_text=_(
            "Pools that no player wins stay for the next deal of the table. Deals are divided into "
            "tables of about 50 deals."
        ),
    )
    deals = forms.IntegerField(
        label=_("Deals"), min_value=1, max_value=MOST_DEALS, initial=200_000, required=False
    )
    tables = forms.IntegerField(
        label=_("Sessions"), min_value=1, max_value=MOST_DEALS, initial=10_000, required=False
    )
    deals_each = forms.IntegerField(
        label=_("Deals in a session"), min_value=1, max_value=LONGEST_SESSION, initial=20, required=False
    )
    rotate = forms.BooleanField(
        label=_("The bots change seats"),
        initial=True,
        required=False,
        help_text=_("So no bot has an advantage from its neighbours."),
    )
    seed = forms.IntegerField(
        label=_("Seed"),
        min_value=0,
        max_value=LARGEST_SEED,
        required=False,
        help_text=_("The same seed deals the same cards. Leave it empty for a random one."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        presets = [(name, gettext(games.preset_info(name).title)) for name in games.presets()]
        bots = [(bot.name, gettext(bot.title)) for bot in games.bots()]
        self.fields["preset"].choices = presets  # type: ignore[attr-defined]
        for switch in games.switches():
            self.fields[PREFIX + switch.name] = switch_field(switch)
        for seat in range(MOST_SEATS):
            label = gettext("Seat %(number)d") % {"number": seat + 1}
            self.fields[f"{BOT}{seat}"] = forms.ChoiceField(
                label=label,
                choices=[("", _("no bot")), *bots],
                initial=dict(enumerate(USUAL_BOTS)).get(seat, ""),
                required=False,
            )
        self.fields[OTHER_PRESET] = forms.ChoiceField(
            label=_("Another game"), choices=[("", _("the same game")), *presets], required=False
        )
        for switch in games.switches():
            self.fields[OTHER_RULE + switch.name] = switch_field(switch, _("unchanged"))
        for seat in range(MOST_SEATS):
            label = gettext("At seat %(number)d") % {"number": seat + 1}
            self.fields[f"{OTHER_BOT}{seat}"] = forms.ChoiceField(
                label=label, choices=[("", _("the same bot")), *bots], required=False
            )

    # What the page lays out

    @property
    def overrides(self) -> list[forms.BoundField]:
        """The fields of single switches."""
        return self._named(PREFIX)

    @property
    def bots(self) -> list[forms.BoundField]:
        """The bot at each seat."""
        return self._named(BOT)

    @property
    def other_rules(self) -> list[forms.BoundField]:
        """The single switches of the second side."""
        return self._named(OTHER_RULE)

    @property
    def other_bots(self) -> list[forms.BoundField]:
        """The bots of the second side."""
        return self._named(OTHER_BOT)

    @property
    def changes_rules(self) -> bool:
        """Whether any single rule was changed or refused: then their list is shown open."""
        return _any_said(self.overrides) or bool(self["starting_chips"].errors)

    @property
    def changes_other_rules(self) -> bool:
        """The same of the second side."""
        return _any_said(self.other_rules)

    @property
    def changes_other_bots(self) -> bool:
        """Whether any seat has another bot on the second side."""
        return _any_said(self.other_bots)

    @property
    def compares(self) -> bool:
        """Whether anything of the second side is filled in."""
        return self.changes_other_rules or self.changes_other_bots or _any_said([self[OTHER_PRESET]])

    def _named(self, prefix: str) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(prefix)]

    # What was said

    def clean(self) -> dict[str, Any]:
        """Let the engine judge both sides' rules, and put what is wrong next to the field it is about."""
        cleaned = super().clean() or {}
        self._check_numbers(cleaned)
        if self.errors:
            return cleaned
        seats = [bot for bot in self._bots(cleaned, BOT) if bot]
        cleaned["rules"] = document_of(cleaned)
        cleaned["seats"] = seats
        switches = self._judged(cleaned["rules"], PREFIX, "preset")
        if switches is not None:
            self._check_seats(switches, len(seats), f"{BOT}0")
        compare = self._compare(cleaned)
        if compare.get("rules"):
            others = self._judged(compare["rules"], OTHER_RULE, OTHER_PRESET)
            if others is not None and switches is not None:
                self._check_seats(others, len(seats), OTHER_PRESET)
        cleaned["compare"] = compare or None
        return cleaned

    def values(self) -> dict[str, Any]:
        """What `spec_of` takes."""
        cleaned = self.cleaned_data
        values = {name: cleaned[name] for name in ("rules", "seats", "seed", "rotate", "compare")}
        if cleaned["how"] == SESSIONS:
            values["sessions"] = (cleaned["tables"], cleaned["deals_each"])
        else:
            values["deals"] = cleaned["deals"]
        documents = [cleaned["rules"], (cleaned["compare"] or {}).get("rules", cleaned["rules"])]
        if any(games.resolve_rules(document)["purse"] == "table" for document in documents):
            values["chips"] = cleaned["starting_chips"] or 0
        return values

    def _check_numbers(self, cleaned: Mapping[str, Any]) -> None:
        for name in SESSIONS_ASK if cleaned.get("how") == SESSIONS else DEALS_ASK:
            if name in cleaned and cleaned[name] is None:
                self.add_error(name, gettext("Enter a number."))

    def _check_seats(self, switches: Mapping[str, Any], seats: int, name: str) -> None:
        least, most = games.seats_range(switches)
        if not least <= seats <= most:
            said = gettext("There are %(seats)d bots; these rules seat %(least)d to %(most)d.")
            self.add_error(name, said % {"seats": seats, "least": least, "most": most})

    def _judged(self, document: Mapping[str, Any], prefix: str, whole: str) -> Mapping[str, Any] | None:
        """The full switches; None if the engine refuses them, and the fields say why."""
        try:
            return games.make_rules(document)
        except games.EngineError as refusal:
            name = prefix + (refusal.pointer or "").removeprefix("/rules").strip("/")
            self.add_error(name if name in self.fields else whole, sentence(refusal))
            return None

    def _compare(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """What the second side has of its own."""
        compare: dict[str, Any] = {}
        said = {
            switch.name: cleaned[OTHER_RULE + switch.name]
            for switch in games.switches()
            if cleaned.get(OTHER_RULE + switch.name) not in (None, [], "")
        }
        other = cleaned.get(OTHER_PRESET)
        if said or other:
            rules = {"preset": other} if other else cleaned["rules"]
            standard = games.preset_switches(rules["preset"])
            merged = {**rules, **said}
            compare["rules"] = {
                name: value for name, value in merged.items() if name == "preset" or value != standard[name]
            }
        others = self._bots(cleaned, OTHER_BOT)
        if any(others):
            pairs = zip(self._bots(cleaned, BOT), others, strict=True)
            for seat, (bot, instead) in enumerate(pairs):
                if instead and not bot:
                    self.add_error(
                        f"{OTHER_BOT}{seat}", gettext("This seat has no bot. Choose its first bot above.")
                    )
            compare["seats"] = [
                other or bot for bot, other in zip(self._bots(cleaned, BOT), others, strict=True) if bot
            ]
        return compare

    @staticmethod
    def _bots(cleaned: Mapping[str, Any], prefix: str) -> list[str]:
        return [cleaned.get(f"{prefix}{seat}") or "" for seat in range(MOST_SEATS)]


DEALS_ASK = ("deals",)
SESSIONS_ASK = ("tables", "deals_each")
"""The fields that count, by what is played."""


def _any_said(fields: list[forms.BoundField]) -> bool:
    return any(field.errors or field.value() for field in fields)


# What a form begins with


def asked_of_event(event: Event) -> dict[str, Any]:
    """An event's game, at its tables: whole sessions as long as a round."""
    return {
        **initial_of(event.rules),
        **_bots_at([(*USUAL_BOTS, *USUAL_BOTS, *USUAL_BOTS)[seat] for seat in range(event.size)], BOT),
        "title": event.name,
        "starting_chips": event.starting_chips,
        "how": SESSIONS,
        "deals_each": event.deals_per_round or 1,
    }


def asked_before(spec: Mapping[str, Any], title: str = "") -> dict[str, Any]:
    """What a simulation asked, to be asked again."""
    first, *others = spec["sides"]
    rules = nearest_preset(first["rules"])
    asked: dict[str, Any] = {
        **initial_of(rules),
        **_bots_at(first["seats"], BOT),
        "title": title,
        "rotate": spec["rotate"],
        "seed": spec["seed"],
    }
    numbers = {"tables": spec["tables"], "deals_each": spec["deals_each"]}
    deals = spec["tables"] * spec["deals_each"]
    usual = games.simulation_spec(
        [{name: first[name] for name in ("rules", "seats", "chips")}], deals=deals, seed=0
    )
    if {name: usual[name] for name in numbers} == numbers:
        asked |= {"how": DEALS, "deals": deals}
    else:
        asked |= {"how": SESSIONS, **numbers}
    if first["chips"]:
        asked["starting_chips"] = first["chips"]
    for other in others:
        asked |= _other_asked(first, other)
    return asked


def _other_asked(first: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    asked: dict[str, Any] = {}
    if first["rules"] != other["rules"]:
        near, own = nearest_preset(first["rules"]), nearest_preset(other["rules"])
        changed = {name: value for name, value in other["rules"].items() if value != first["rules"][name]}
        if near["preset"] != own["preset"] and len(own) <= len(changed):
            asked[OTHER_PRESET] = own["preset"]
            changed = {name: value for name, value in own.items() if name != "preset"}
        for name, value in initial_of(changed).items():
            if name != "preset":
                asked[OTHER_RULE + name.removeprefix(PREFIX)] = value
    pairs = zip(first["seats"], other["seats"], strict=True)
    return asked | {f"{OTHER_BOT}{seat}": bot for seat, (was, bot) in enumerate(pairs) if bot != was}


def _bots_at(seats: list[str], prefix: str) -> dict[str, Any]:
    """The fields of every seat, nobody at those that are left."""
    return {f"{prefix}{seat}": dict(enumerate(seats)).get(seat, "") for seat in range(MOST_SEATS)}
