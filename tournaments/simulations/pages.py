"""The pages of a club that start, watch and show simulations, with the form that starts one."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games.services as games
from tournaments.clubs.access import club_for, may_direct
from tournaments.clubs.models import Club, Role
from tournaments.clubs.pages.frame import club_frame
from tournaments.core.forms import PageForm, column_field
from tournaments.core.pages.acts import Act
from tournaments.core.pages.common import actor_of, members_form, members_page, sent, show, submit
from tournaments.core.refusals import sentence
from tournaments.events.access import event_for_director
from tournaments.events.forms.rules import PREFIX, document_of, initial_of, switch_field
from tournaments.events.models.events import Event
from tournaments.events.rules.tables import Deals
from tournaments.simulations.access import simulation_for_director, simulation_for_member
from tournaments.simulations.models import Simulation, SimulationStatus
from tournaments.simulations.rules import LARGEST_SEED, LONGEST_SESSION, MOST_DEALS, MOST_SEATS
from tournaments.simulations.verbs import simulations as verbs
from tournaments.simulations.verbs.simulations import (
    LONGEST_TITLE,
    deals_of,
    simulations_of,
    spec_of,
    why_failed,
)
from tournaments.simulations.words import report_page, spec_text

# ---- The form that starts a simulation: rules, bots and the number of deals.


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


ON_A_PAGE = 50


@members_page
def simulations(request: HttpRequest, slug: str) -> HttpResponse:
    """The simulations of a club, newest first."""
    club = club_for(actor_of(request), slug)
    listed = simulations_of(club).select_related("started_by")
    rows = Paginator(listed, ON_A_PAGE).get_page(request.GET.get("page"))
    frame = club_frame(request, club, "club")
    return show(request, "simulations/simulations.html", frame | {"simulations": rows})


@members_form
def new_simulation(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, filled in from an event (``?event=``) or an earlier simulation (``?again=``)."""
    club = club_for(actor_of(request), slug, Role.DIRECTOR)
    initial = {} if request.method == "POST" else _initial_values(request, club)
    form = SimulationForm(sent(request), initial=initial)

    def start() -> Simulation:
        title = form.cleaned_data["title"]
        return verbs.start_simulation(club, actor_of(request), spec_of(**form.values()), title)

    started = submit(request, form, start)
    if started is not None:
        return redirect("simulation", started.pk)
    return show(
        request,
        "simulations/simulation_new.html",
        club_frame(request, club, "club") | {"bots": games.bots()},
        form=form,
    )


@members_page
def simulation(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """The progress of a simulation, then its report."""
    simulation_row = simulation_for_member(actor_of(request), simulation_id)
    return show(
        request,
        "simulations/simulation.html",
        club_frame(request, _club_of(simulation_row), "club") | _context(request, simulation_row),
    )


@members_page
def simulation_renew(request: HttpRequest, simulation_id: str) -> HttpResponse:
    """The progress, for a page that is open; 204 if nothing has changed since ``?seen=``."""
    simulation_row = simulation_for_member(actor_of(request), simulation_id)
    if request.GET.get("seen") == simulation_row.stamp:
        return HttpResponse(status=204)
    return show(
        request,
        "simulations/simulation_state.html",
        {"club": simulation_row.club} | _context(request, simulation_row),
    )


def _initial_values(request: HttpRequest, club: Club) -> dict[str, Any]:
    """The initial values of the form: the rules and tables of an event, or an earlier simulation."""
    if ref := request.GET.get("event"):
        event = event_for_director(actor_of(request), ref)
        if event.club_id != club.pk or event.without_rules:
            return {}
        rules, bots = event.rules, [USUAL_BOTS[seat % len(USUAL_BOTS)] for seat in range(event.size)]
        values = {
            "title": event.name,
            "starting_chips": event.starting_chips,
            # A table is as long as a round.
            "deals_each": Deals(event.deals_per_round or 1, str(event.deals_per)).at(event.size),
        }
    elif ref := request.GET.get("again"):
        before = simulation_for_director(actor_of(request), ref)
        spec = before.spec
        rules, bots = games.nearest_preset(spec["rules"]), spec["seats"]
        values = {
            "title": before.title,
            "starting_chips": spec["chips"] or None,
            "deals": deals_of(spec),
            "deals_each": spec["deals_each"],
            "seed": spec["seed"],
        }
    else:
        return {}
    none = {f"{BOT}{seat}": "" for seat in range(MOST_SEATS)}
    return initial_of(rules) | none | {f"{BOT}{seat}": bot for seat, bot in enumerate(bots)} | values


def _club_of(simulation: Simulation) -> Club:
    """The club of a simulation that passed the access check for members."""
    assert simulation.club is not None, "access requires a club"  # noqa: S101
    return simulation.club


def _context(request: HttpRequest, simulation: Simulation) -> dict[str, Any]:
    context = {
        "simulation": simulation,
        "why_failed": why_failed(simulation),
        "directs": may_direct(actor_of(request), _club_of(simulation)),
        "spec": spec_text(simulation.spec),
    }
    if simulation.status == SimulationStatus.DONE and simulation.report is not None:
        context["report"] = report_page(simulation.report)
    return context


ADDRESSES = [
    Act(
        "simulations/<str:ref>/cancel/",
        simulation_for_director,
        verbs.cancel_simulation,
        back=lambda simulation: redirect("simulation", simulation.pk),
        done=_("The simulation is cancelled."),
    ).address,
]
