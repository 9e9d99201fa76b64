"""Who may see a simulation, and cancel it."""

from __future__ import annotations

from tournaments.clubs.access import by_id, need_role, not_found
from tournaments.clubs.models import Role
from tournaments.core.actors import Actor
from tournaments.simulations.models import Simulation


def simulation_for_member(actor: Actor, ref: object) -> Simulation:
    """A simulation of a club of the actor. Limited keys may not see it."""
    simulation = by_id(Simulation.objects.select_related("club", "started_by"), ref)
    if simulation.club is None or not actor.sees_all_of(simulation.club):
        raise not_found()
    return simulation


def simulation_for_director(actor: Actor, ref: object) -> Simulation:
    """A simulation of a club whose events the actor may run."""
    simulation = simulation_for_member(actor, ref)
    if simulation.club is not None:
        need_role(actor, simulation.club, Role.DIRECTOR)
    return simulation
