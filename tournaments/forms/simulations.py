"""The form that starts a simulation: rules, bots, number of deals, and a second side to compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games.services as games
from tournaments.kernel.refusals import sentence
from tournaments.models import Event
from tournaments.rules.deals import Deals
from tournaments.sentences.rulebook import nearest_preset
from tournaments.services.events.events import LIMITS
from tournaments.services.simulations.titles import LONGEST_TITLE

from .fields import PageForm
from .rules import PREFIX, document_of, initial_of, switch_field

DEALS, SESSIONS = "deals", "sessions"
"""The unit of the amount: deals at tables of the usual length, or sessions with their own length."""

BOT, OTHER_BOT, OTHER_RULE, OTHER_PRESET = "bot_", "other_bot_", "other_rule_", "other_preset"

MOST_SEATS = 10
MOST_DEALS = 100_000_000
LONGEST_SESSION = 100_000
LARGEST_SEED = 2**63 - 1

USUAL_BOTS = ("expert", "bold", "cautious", "random")


class SimulationForm(PageForm):
    """The question of a simulation.

    The second side has only the differences: another preset, other switches, other bots. If they are empty,
    there is no comparison.
    """

    field_of = {"rules": "preset", "seats": "bot_0", "chips": "starting_chips", "compare": OTHER_PRESET}

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

    @property
    def overrides(self) -> list[forms.BoundField]:
        """The fields of the switches."""
        return self._named(PREFIX)

    @property
    def bots(self) -> list[forms.BoundField]:
        """The bot at each seat."""
        return self._named(BOT)

    @property
    def other_rules(self) -> list[forms.BoundField]:
        """The fields of the switches of the second side."""
        return self._named(OTHER_RULE)

    @property
    def other_bots(self) -> list[forms.BoundField]:
        """The bots of the second side."""
        return self._named(OTHER_BOT)

    @property
    def changes_rules(self) -> bool:
        """Whether a switch was changed or has an error. Then the page shows the switches."""
        return _any_filled(self.overrides) or bool(self["starting_chips"].errors)

    @property
    def changes_other_rules(self) -> bool:
        """The same for the second side."""
        return _any_filled(self.other_rules)

    @property
    def changes_other_bots(self) -> bool:
        """Whether a seat has another bot on the second side."""
        return _any_filled(self.other_bots)

    @property
    def compares(self) -> bool:
        """Whether a field of the second side is filled in."""
        return self.changes_other_rules or self.changes_other_bots or _any_filled([self[OTHER_PRESET]])

    def _named(self, prefix: str) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith(prefix)]

    def clean(self) -> dict[str, Any]:
        """Check the rules of both sides with the engine. Show its errors at the fields that caused them."""
        cleaned = super().clean() or {}
        self._check_numbers(cleaned)
        if self.errors:
            return cleaned
        seats = [bot for bot in self._bots(cleaned, BOT) if bot]
        cleaned["rules"] = document_of(cleaned)
        cleaned["seats"] = seats
        switches = self._switches(cleaned["rules"], PREFIX, "preset")
        if switches is not None:
            self._check_seats(switches, len(seats), f"{BOT}0")
        compare = self._compare(cleaned)
        if compare.get("rules"):
            others = self._switches(compare["rules"], OTHER_RULE, OTHER_PRESET)
            if others is not None and switches is not None:
                self._check_seats(others, len(seats), OTHER_PRESET)
        cleaned["compare"] = compare or None
        return cleaned

    def values(self) -> dict[str, Any]:
        """The arguments of `spec_of`."""
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
        for name in SESSIONS_FIELDS if cleaned.get("how") == SESSIONS else DEALS_FIELDS:
            if name in cleaned and cleaned[name] is None:
                self.add_error(name, gettext("Enter a number."))

    def _check_seats(self, switches: Mapping[str, Any], seats: int, name: str) -> None:
        least, most = games.seats_range(switches)
        if not least <= seats <= most:
            message = gettext("There are %(seats)d bots. These rules need %(least)d to %(most)d.")
            self.add_error(name, message % {"seats": seats, "least": least, "most": most})

    def _switches(self, document: Mapping[str, Any], prefix: str, whole: str) -> Mapping[str, Any] | None:
        """The full switches. None, with an error at the field, if the engine refuses them."""
        try:
            return games.make_rules(document)
        except games.EngineError as refusal:
            name = prefix + (refusal.pointer or "").removeprefix("/rules").strip("/")
            self.add_error(name if name in self.fields else whole, sentence(refusal))
            return None

    def _compare(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """The differences of the second side."""
        compare: dict[str, Any] = {}
        changed = {
            switch.name: cleaned[OTHER_RULE + switch.name]
            for switch in games.switches()
            if cleaned.get(OTHER_RULE + switch.name) not in (None, [], "")
        }
        other = cleaned.get(OTHER_PRESET)
        if changed or other:
            rules = {"preset": other} if other else cleaned["rules"]
            standard = games.preset_switches(rules["preset"])
            merged = {**rules, **changed}
            compare["rules"] = {
                name: value for name, value in merged.items() if name == "preset" or value != standard[name]
            }
        pairs = list(zip(self._bots(cleaned, BOT), self._bots(cleaned, OTHER_BOT), strict=True))
        for seat, (first, second) in enumerate(pairs):
            if second and not first:
                message = gettext("This seat has no bot. Choose its first bot above.")
                self.add_error(f"{OTHER_BOT}{seat}", message)
        if any(second for _first, second in pairs):
            compare["seats"] = [second or first for first, second in pairs if first]
        return compare

    @staticmethod
    def _bots(cleaned: Mapping[str, Any], prefix: str) -> list[str]:
        return [cleaned.get(f"{prefix}{seat}") or "" for seat in range(MOST_SEATS)]


DEALS_FIELDS = ("deals",)
SESSIONS_FIELDS = ("tables", "deals_each")
"""The required fields by unit."""


def _any_filled(fields: list[forms.BoundField]) -> bool:
    return any(field.errors or field.value() for field in fields)


def initial_from_event(event: Event) -> dict[str, Any]:
    """The initial values for the rules and tables of an event, with sessions as long as a round."""
    return {
        **initial_of(event.rules),
        **_bots_at([USUAL_BOTS[seat % len(USUAL_BOTS)] for seat in range(event.size)]),
        "title": event.name,
        "starting_chips": event.starting_chips,
        "how": SESSIONS,
        "deals_each": Deals(event.deals_per_round or 1, str(event.deals_per)).at(event.size),
    }


def initial_from_spec(spec: Mapping[str, Any], title: str = "") -> dict[str, Any]:
    """The initial values for the spec of an earlier simulation."""
    first, *others = spec["sides"]
    initial: dict[str, Any] = {
        **initial_of(nearest_preset(first["rules"])),
        **_bots_at(first["seats"]),
        "title": title,
        "rotate": spec["rotate"],
        "seed": spec["seed"],
    }
    numbers = {"tables": spec["tables"], "deals_each": spec["deals_each"]}
    deals = spec["tables"] * spec["deals_each"]
    side = {name: first[name] for name in ("rules", "seats", "chips")}
    if numbers.items() <= games.simulation_spec([side], deals=deals, seed=0).items():
        initial |= {"how": DEALS, "deals": deals}
    else:
        initial |= {"how": SESSIONS, **numbers}
    if first["chips"]:
        initial["starting_chips"] = first["chips"]
    for other in others:
        initial |= _initial_of_other(first, other)
    return initial


def _initial_of_other(first: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    initial: dict[str, Any] = {}
    if first["rules"] != other["rules"]:
        near, own = nearest_preset(first["rules"]), nearest_preset(other["rules"])
        changed = {name: value for name, value in other["rules"].items() if value != first["rules"][name]}
        if near["preset"] != own["preset"] and len(own) <= len(changed):
            initial[OTHER_PRESET] = own["preset"]
            changed = {name: value for name, value in own.items() if name != "preset"}
        for name, value in initial_of(changed).items():
            if name != "preset":
                initial[OTHER_RULE + name.removeprefix(PREFIX)] = value
    pairs = zip(first["seats"], other["seats"], strict=True)
    return initial | {f"{OTHER_BOT}{seat}": bot for seat, (was, bot) in enumerate(pairs) if bot != was}


def _bots_at(seats: list[str]) -> dict[str, Any]:
    """The bots of all seats; "" for seats without a bot."""
    return {f"{BOT}{seat}": dict(enumerate(seats)).get(seat, "") for seat in range(MOST_SEATS)}
