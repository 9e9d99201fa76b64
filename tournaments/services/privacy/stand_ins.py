"""Forgetting a person in the rehearsals where a stand-in bears their name."""

from __future__ import annotations

import json
import re

from django.db.models import Q

from tournaments.models import Player, Rehearsal, SeatingWish
from tournaments.rules.names import name_key
from tournaments.services.privacy.draws import forget_in_draws


def forget_stand_ins(player: Player, name: str, alias: str) -> None:
    """In every rehearsal, call who stood in for this player `alias`, and no more by their former `name`."""
    stand_ins = list(player.stand_ins.all())
    if not stand_ins:
        return
    SeatingWish.objects.filter(Q(player__in=stand_ins) | Q(other__in=stand_ins)).delete()
    whole_name = re.compile(rf"(?<!\w){re.escape(_inside(name))}(?!\w)")
    rehearsals = Rehearsal.objects.select_for_update(of=("self",)).filter(
        event__club__in=[stand_in.club_id for stand_in in stand_ins]
    )
    for rehearsal in rehearsals:
        said = json.dumps(rehearsal.told, ensure_ascii=False)
        rehearsal.told = json.loads(whole_name.sub(lambda _found: _inside(alias), said))
        rehearsal.save(update_fields=["told"])
    # Each step of a rehearsal holds its row: nobody draws meanwhile.
    forget_in_draws(stand_ins)
    player.stand_ins.update(name=alias, public_name=alias, name_key=name_key(alias))


def _inside(text: str) -> str:
    """A text as it stands within a JSON text."""
    return json.dumps(text, ensure_ascii=False)[1:-1]
