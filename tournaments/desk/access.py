"""Who may call the director, and answer a call. Also the refusal for a preset that does not exist."""

from __future__ import annotations

from tournaments.clubs.access import by_id, row_for
from tournaments.clubs.models import Role
from tournaments.core.actors import Actor
from tournaments.core.rules.refusals import NotFound, gettext_noop
from tournaments.desk.verbs.calls import seat_of_user
from tournaments.tables.access import _scored_by, _tables
from tournaments.tables.models.rounds import Call, Table


class NoSuchPreset(NotFound):
    """No preset has this name."""

    sentence = gettext_noop("No preset has this name.")


def call_for_director(actor: Actor, ref: object) -> Call:
    """A call at a table of an event that the actor may run."""
    return row_for(actor, Role.DIRECTOR, Call.objects.all(), ref, "table__round__event__club")


def table_for_caller(actor: Actor, ref: object) -> Table:
    """A table from which the actor may call the director: a scorer, a phone or a player who sits there."""
    table = by_id(_tables(), ref)
    if actor.is_phone_at(table) or (actor.member is None and seat_of_user(table, actor.user) is not None):
        return table
    return _scored_by(actor, table)
