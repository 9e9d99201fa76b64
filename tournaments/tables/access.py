"""Access to rounds, tables and adjustments: who may see them, enter results and direct."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from tournaments.clubs.access import by_id, need_role, not_found, row_for
from tournaments.clubs.models import Role
from tournaments.core.actors import Actor
from tournaments.core.models.columns import parse_id
from tournaments.core.rules.refusals import NotAllowed, gettext_noop
from tournaments.events.access import KeyIsLimited, may_see_event, with_own_entry
from tournaments.tables.models.ledger import Adjustment
from tournaments.tables.models.rounds import Round, Table
from tournaments.tables.verbs.table_states import with_highest_number


def _check_round(actor: Actor, round_: Round) -> None:
    """NotFound unless the actor may see this round. Only directors see a round that is not published."""
    if not may_see_event(actor, round_.event, by_slug=False):
        raise not_found()
    if not round_.is_public:
        member = actor.member_of(round_.event.club)
        if member is None or not member.may(Role.DIRECTOR) or actor.grants is not None:
            raise not_found()


def round_for_viewer(actor: Actor, ref: object) -> Round:
    """A round of an event that the actor may look at, with their own entry."""
    all_rounds = Round.with_void.select_related("event__club", "event__clock", "stage")
    rounds: QuerySet[Round] = with_own_entry(all_rounds, actor, "event")
    round_ = by_id(rounds, ref)
    _check_round(actor, round_)
    return round_


def round_for_director(actor: Actor, ref: object) -> Round:
    """Return a round of an event that the actor may run, with its stage and its search for a better draw."""
    rows = Round.with_void.select_related("event__clock", "stage", "search")
    return row_for(actor, Role.DIRECTOR, rows, ref, "event__club")


def _tables() -> QuerySet[Table]:
    # The deferred fields hold the whole draw, which only the pages of the round need.
    return Table.objects.select_related("round__event__club", "round__event__clock").defer(
        "round__request", "round__certificate", "round__ahead"
    )


def table_for_viewer(actor: Actor, ref: object) -> Table:
    """A table of a round that the actor may look at, with their own entry."""
    tables: QuerySet[Table] = with_own_entry(_tables(), actor, "round__event")
    table = by_id(tables, ref)
    if not (actor.holds(table) and table.round.is_public):
        _check_round(actor, table.round)
    return table


def table_for_scorer(actor: Actor, ref: object) -> Table:
    """A table at which the actor may enter, void and correct deals."""
    return _scored_by(actor, by_id(_tables(), ref))


class TableNotGiven(NotAllowed):
    """The key is limited to other tables."""

    sentence = gettext_noop("This key is for other tables. Use a key for this table.")


class GuestMayNot(NotAllowed):
    """The card of a table allows access to the deals of its table only."""

    sentence = gettext_noop(
        "With the card of a table you can see deals and enter the next one. Ask the director to do this."
    )


def _scored_by(actor: Actor, table: Table) -> Table:
    if actor.is_phone_at(table):
        raise GuestMayNot
    need_role(actor, table.round.event.club, Role.SCORER)
    if actor.grants is not None and not actor.grants.holds(table):
        _check_round(actor, table.round)
        raise TableNotGiven
    return table


def table_for_recording(actor: Actor, ref: object) -> Table:
    """A table at which the actor may enter the next deal, as a scorer or as a phone of the table.

    `Table.highest_number` is the highest number of its deals.
    """
    table = by_id(with_highest_number(_tables()), ref)
    return table if actor.is_phone_at(table) else _scored_by(actor, table)


def refs_without_table(refs: Iterable[str]) -> set[str]:
    """Those of `refs` that no table has as its id. This is one query for any number of them."""
    keys = {ref: parse_id(ref) for ref in set(refs)}
    ids = [key for key in keys.values() if key is not None]
    tables = set(Table.objects.filter(pk__in=ids).values_list("pk", flat=True))
    return {ref for ref, key in keys.items() if key not in tables}


def table_for_host(actor: Actor, ref: object) -> Table:
    """A table at which the actor may free seats. A limited key may not."""
    table = table_for_scorer(actor, ref)
    if actor.grants is not None:
        raise KeyIsLimited(
            sentence=gettext_noop("A key for some tables cannot free seats. Use a key for the whole club.")
        )
    return table


def table_for_director(actor: Actor, ref: object) -> Table:
    """A table of an event that the actor may run."""
    rows = Table.objects.select_related("round__event__clock")
    return row_for(actor, Role.DIRECTOR, rows, ref, "round__event__club")


def adjustment_for_director(actor: Actor, ref: object) -> Adjustment:
    """An adjustment in an event that the actor may run."""
    rows = Adjustment.objects.select_related("entry__player", "round")
    return row_for(actor, Role.DIRECTOR, rows, ref, "event__club")
