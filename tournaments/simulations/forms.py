"""The form that starts a simulation: rules, bots and the number of deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games.services as games
from tournaments.core.forms import PageForm, column_field
from tournaments.core.refusals import sentence
from tournaments.events.forms.stages import PREFIX, document_of, initial_of, switch_field
from tournaments.events.models.events import Event
from tournaments.events.rules.tables import Deals
from tournaments.simulations.rules import LARGEST_SEED, LONGEST_SESSION, MOST_DEALS, MOST_SEATS
from tournaments.simulations.verbs.specs import LONGEST_TITLE, deals_of

BOT = "bot_"
USUAL_BOTS = ("expert", "bold", "cautious", "random")


class SimulationForm(PageForm):
    """The question of a simulation."""

    field_of = {"rules": "preset", "seats": "bot_0", "chips": "starting_chips"}

    title = forms.CharField(
        label=_("Title"),
        max_length=LONGEST_TITLE,
        required=False,
        help_text=_("Leave it empty to use the names of the rules and bots."),
    )
    preset = forms.ChoiceField(label=_("The game"))
    starting_chips = column_field(
        Event,
        "starting_chips",
        _("Starting chips"),
        _("For games with chips on the table: what each bot has at the start."),
        required=False,
    )
    deals = forms.IntegerField(label=_("Deals"), min_value=1, max_value=MOST_DEALS, initial=200_000)
    deals_each = forms.IntegerField(
        label=_("Deals at each table"),
        min_value=1,
        max_value=LONGEST_SESSION,
        required=False,
        help_text=_(
            "Pools that no player wins stay for the next deal of the table. Leave it empty for about 50."
        ),
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
            self.fields[f"{BOT}{seat}"] = forms.ChoiceField(
                label=gettext("Seat %(number)d") % {"number": seat + 1},
                choices=[("", _("no bot")), *bots],
                initial=dict(enumerate(USUAL_BOTS)).get(seat, ""),
                required=False,
            )

    @property
    def overrides(self) -> list[forms.BoundField]:
        """The fields of the switches."""
        return [self[name] for name in self.fields if name.startswith(PREFIX)]

    @property
    def bots(self) -> list[forms.BoundField]:
        """The bot at each seat."""
        return [self[name] for name in self.fields if name.startswith(BOT)]

    @property
    def changes_rules(self) -> bool:
        """Whether a switch was changed or has an error. Then the page shows the switches."""
        shown = [*self.overrides, self["starting_chips"]]
        return any(field.errors for field in shown) or any(field.value() for field in self.overrides)

    def clean(self) -> dict[str, Any]:
        """Check the rules with the engine, and show its error at the switch that caused it."""
        cleaned = super().clean() or {}
        if not self.errors:
            cleaned["rules"] = document_of(cleaned)
            try:
                cleaned["switches"] = games.make_rules(cleaned["rules"])
            except games.EngineError as refusal:
                name = PREFIX + (refusal.pointer or "").removeprefix("/rules").strip("/")
                self.add_error(name if name in self.fields else "preset", sentence(refusal))
        return cleaned

    def values(self) -> dict[str, Any]:
        """The arguments of `spec_of`."""
        cleaned = self.cleaned_data
        on_the_table = cleaned["switches"]["purse"] == "table"
        return {
            **{name: cleaned[name] for name in ("rules", "deals", "deals_each", "seed")},
            "seats": [cleaned[f"{BOT}{seat}"] for seat in range(MOST_SEATS) if cleaned[f"{BOT}{seat}"]],
            "chips": cleaned["starting_chips"] or 0 if on_the_table else 0,
        }


def initial_from_event(event: Event) -> dict[str, Any]:
    """The initial values for the rules and tables of an event, with tables as long as a round."""
    return {
        **initial_of(event.rules),
        **_bots_at([USUAL_BOTS[seat % len(USUAL_BOTS)] for seat in range(event.size)]),
        "title": event.name,
        "starting_chips": event.starting_chips,
        "deals_each": Deals(event.deals_per_round or 1, str(event.deals_per)).at(event.size),
    }


def initial_from_spec(spec: Mapping[str, Any], title: str = "") -> dict[str, Any]:
    """The initial values for the spec of an earlier simulation."""
    return {
        **initial_of(games.nearest_preset(spec["rules"])),
        **_bots_at(spec["seats"]),
        "title": title,
        "starting_chips": spec["chips"] or None,
        "deals": deals_of(spec),
        "deals_each": spec["deals_each"],
        "seed": spec["seed"],
    }


def _bots_at(seats: Sequence[str]) -> dict[str, Any]:
    """The bots of all seats; "" for seats without a bot."""
    return {f"{BOT}{seat}": dict(enumerate(seats)).get(seat, "") for seat in range(MOST_SEATS)}
