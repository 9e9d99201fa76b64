"""Removing a person's name from the rehearsals in which a stand-in has it."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from tournaments.models import Player, Rehearsal, SeatingWish
from tournaments.rules.names import name_key
from tournaments.services.privacy.draws import forget_in_draws


def forget_stand_ins(player: Player, name: str, alias: str) -> None:
    """Replace the former `name` of a player by `alias` in every rehearsal, and delete the copied wishes."""
    stand_ins = list(player.stand_ins.all())
    if not stand_ins:
        return
    SeatingWish.objects.filter(Q(player__in=stand_ins) | Q(other__in=stand_ins)).delete()
    for rehearsal in Rehearsal.objects.select_for_update(of=("self",)).filter(
        event__club__in=[stand_in.club_id for stand_in in stand_ins]
    ):
        rehearsal.refusals = _replaced(rehearsal.refusals, name, alias)
        rehearsal.save(update_fields=["refusals"])
    # Each step of a rehearsal locks its row, so no draw runs meanwhile.
    forget_in_draws(stand_ins)
    player.stand_ins.update(name=alias, public_name=alias, name_key=name_key(alias))


def _replaced(value: Any, name: str, alias: str) -> Any:
    """Return the JSON value with `alias` in place of each parameter that equals the name."""
    if isinstance(value, dict):
        return {key: _replaced(item, name, alias) for key, item in value.items()}
    if isinstance(value, list):
        return [_replaced(item, name, alias) for item in value]
    return alias if value == name else value
