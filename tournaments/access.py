"""Fetch and check in one breath: each function returns a thing that the actor may use in this way.

What an actor may not know of is not found (404), also by its id; what they may see but not do is not
allowed (403).
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from .audit import Actor
from .compiled import PLACE, CompiledOne
from .errors import NotAllowed, NotFound
from .models import (
    Adjustment,
    ApiKey,
    Club,
    Deal,
    DealClaim,
    Entry,
    Event,
    EventStatus,
    Invitation,
    Member,
    Player,
    Rehearsal,
    Role,
    Round,
    SeatingWish,
    Simulation,
    Stage,
    Table,
    Visibility,
    Webhook,
    WebhookDelivery,
    parse_id,
)
from .table_states import with_deals_recorded


def _not_found() -> NotFound:
    return NotFound("not_found", _("There is no such thing here, or it is not open to you."))


def _by_id(rows: QuerySet[Any], ref: object) -> Any:
    """The row of `rows` with this id; NotFound for none, and for what is no id at all."""
    found = rows.filter(pk=key).first() if (key := parse_id(ref)) else None
    if found is None:
        raise _not_found()
    return found


def need_role(actor: Actor, club: Club, role: str) -> Member:
    """The actor's membership of `club`; NotFound for others, NotAllowed if the role is too low."""
    member = actor.member_of(club)
    if member is None:
        raise _not_found()
    if not member.may(role):
        raise NotAllowed(
            "role_too_low",
            _("This needs the role “%(role)s” in %(club)s.") % {"role": Role(role).label, "club": club.name},
        )
    return member


# Clubs and what is in them


def club_for_viewer(ref: str) -> Club:
    """A club by its slug or id: what is public of it may be seen by everybody. A rehearsal's is no club."""
    key = parse_id(ref)
    clubs = Club.objects.filter(rehearses__isnull=True)
    club = clubs.filter(pk=key).first() if key else clubs.filter(slug=ref).first()
    if club is None:
        raise _not_found()
    return club


def club_for(actor: Actor, ref: str, role: str = Role.SCORER) -> Club:
    """A club in which the actor has at least `role`."""
    club = club_for_viewer(ref)
    need_role(actor, club, role)
    return club


def member_for_owner(actor: Actor, ref: object) -> Member:
    """A member of a club that the actor owns."""
    member: Member = _by_id(Member.objects.select_related("club", "user"), ref)
    need_role(actor, member.club, Role.OWNER)
    return member


def invitation_for_owner(actor: Actor, ref: object) -> Invitation:
    """An invitation to a club that the actor owns."""
    invitation: Invitation = _by_id(Invitation.objects.select_related("club"), ref)
    need_role(actor, invitation.club, Role.OWNER)
    return invitation


def key_for_its_member(actor: Actor, ref: object) -> ApiKey:
    """An API key of the actor's own, or of any member of a club that the actor owns."""
    key: ApiKey = _by_id(ApiKey.objects.select_related("member__club", "member__user"), ref)
    member = need_role(actor, key.member.club, Role.SCORER)
    if member.pk != key.member_id and not member.may(Role.OWNER):
        raise _not_found()
    return key


def webhook_for_owner(actor: Actor, ref: object) -> Webhook:
    """A webhook of a club that the actor owns."""
    webhook: Webhook = _by_id(
        Webhook.objects.select_related("club", "event").filter(removed_at__isnull=True), ref
    )
    need_role(actor, webhook.club, Role.OWNER)
    return webhook


def delivery_for_owner(actor: Actor, ref: object) -> WebhookDelivery:
    """A message to a webhook of a club that the actor owns."""
    delivery: WebhookDelivery = _by_id(
        WebhookDelivery.objects.select_related("webhook__club").filter(webhook__removed_at__isnull=True), ref
    )
    need_role(actor, delivery.webhook.club, Role.OWNER)
    return delivery


def player_for(actor: Actor, ref: object, role: str = Role.SCORER) -> Player:
    """A player on the roster of a club in which the actor has at least `role`."""
    player: Player = _by_id(Player.objects.select_related("club").filter(removed_at__isnull=True), ref)
    need_role(actor, player.club, role)
    return player


def wish_for_director(actor: Actor, ref: object) -> SeatingWish:
    """A wish of a club whose events the actor may run: for one event, or for every one."""
    wish: SeatingWish = _by_id(
        SeatingWish.objects.select_related("club", "event__club", "player", "other"), ref
    )
    need_role(actor, wish.club, Role.DIRECTOR)
    return wish


def simulation_for_member(actor: Actor, ref: object) -> Simulation:
    """A simulation of a club whose member the actor is; not for keys that were given some tables alone."""
    simulation: Simulation = _by_id(Simulation.objects.select_related("club", "started_by"), ref)
    if simulation.club is None or not actor.sees_all_of(simulation.club):
        raise _not_found()
    return simulation


def simulation_for_director(actor: Actor, ref: object) -> Simulation:
    """A simulation of a club whose events the actor may run."""
    simulation = simulation_for_member(actor, ref)
    if simulation.club is not None:
        need_role(actor, simulation.club, Role.DIRECTOR)
    return simulation


# Events and what is in them


def may_see_event(actor: Actor, event: Event, *, by_slug: bool) -> bool:
    """Public events by anybody, unlisted ones by who has the link (the id), private ones by members.

    A draft is nobody's business but the members'.
    """
    open_to_all = event.visibility == Visibility.PUBLIC or (
        event.visibility == Visibility.UNLISTED and not by_slug
    )
    if open_to_all and event.status != EventStatus.DRAFT:
        return True
    if actor.given is not None:
        return event.pk in actor.given.events
    if event.club.rehearses_id is not None:
        return sees_rehearsals_of(actor, event.club.rehearses_id)
    return actor.member_of(event.club) is not None


def sees_rehearsals_of(actor: Actor, club_id: UUID) -> bool:
    """Whether the actor, at a page, is a member of the club whose events are rehearsed: no key sees them.

    A rehearsal's own club has no members: nobody has a role there, and nobody may do anything in it.
    """
    if actor.user is None or actor.member is not None or not actor.user.is_active:
        return False
    return Member.objects.filter(club=club_id, user=actor.user).exists()


def event_for_viewer(actor: Actor, ref: str) -> Event:
    """An event by its slug or id that the actor may look at."""
    return _seen(actor, ref, Event.objects.select_related("club"))


def event_for_watcher(actor: Actor, ref: str) -> Event:
    """`event_for_viewer` for those who ask again and again: little more than its version is read."""
    watched = ("slug", "status", "visibility", "version", "club__slug", "club__rehearses")
    return _seen(actor, ref, Event.objects.select_related("club").only(*watched))


def _seen(actor: Actor, ref: str, events: QuerySet[Event]) -> Event:
    key = parse_id(ref)
    event = events.filter(pk=key).first() if key else events.filter(slug=ref).first()
    if event is None or not may_see_event(actor, event, by_slug=key is None):
        raise _not_found()
    return event


def _event_for(actor: Actor, ref: str, role: str) -> Event:
    event = event_for_viewer(actor, ref)
    need_role(actor, event.club, role)
    return event


def runs_event(actor: Actor, event: Event) -> bool:
    """Whether the actor runs this event, and so sees what is not public yet."""
    member = actor.member_of(event.club)
    return member is not None and member.may(Role.DIRECTOR) and actor.given is None


def event_for_scorer(actor: Actor, ref: str) -> Event:
    """An event whose results the actor may enter."""
    return _event_for(actor, ref, Role.SCORER)


def event_for_recording(actor: Actor, ref: str) -> Event:
    """An event whose results the actor may enter: all of them, or of tables that a key was given."""
    key = parse_id(ref)
    found = Event.objects.select_related("club").filter(Q(pk=key) if key else Q(slug=ref)).first()
    given = () if actor.given is None else actor.given.tables
    if found is None or not (
        may_see_event(actor, found, by_slug=key is None)
        or Table.objects.filter(pk__in=given, round__event=found).exists()
    ):
        raise _not_found()
    need_role(actor, found.club, Role.SCORER)
    return found


def event_for_director(actor: Actor, ref: str) -> Event:
    """An event that the actor may run."""
    return _event_for(actor, ref, Role.DIRECTOR)


def rehearsal_for_member(actor: Actor, ref: object) -> Rehearsal:
    """A rehearsal of an event of a club whose member the actor is, unless it was put away."""
    rehearsal: Rehearsal = _by_id(
        Rehearsal.objects.filter(put_away_at__isnull=True).select_related(
            "of__club", "event__club", "started_by"
        ),
        ref,
    )
    if not sees_rehearsals_of(actor, rehearsal.of.club_id):
        raise _not_found()
    return rehearsal


def rehearsal_for_director(actor: Actor, ref: object) -> Rehearsal:
    """A rehearsal of an event that the actor may run."""
    rehearsal = rehearsal_for_member(actor, ref)
    need_role(actor, rehearsal.of.club, Role.DIRECTOR)
    return rehearsal


def stage_for_director(actor: Actor, ref: object) -> Stage:
    """A stage of an event that the actor may run."""
    stage: Stage = _by_id(Stage.objects.select_related("event__club"), ref)
    need_role(actor, stage.event.club, Role.DIRECTOR)
    return stage


def entry_for_director(actor: Actor, ref: object) -> Entry:
    """An entry of an event that the actor may run."""
    entry: Entry = _by_id(Entry.objects.select_related("event__club", "player"), ref)
    need_role(actor, entry.event.club, Role.DIRECTOR)
    return entry


def adjustment_for_director(actor: Actor, ref: object) -> Adjustment:
    """An adjustment in an event that the actor may run."""
    adjustment: Adjustment = _by_id(
        Adjustment.objects.select_related("event__club", "entry__player", "round"), ref
    )
    need_role(actor, adjustment.event.club, Role.DIRECTOR)
    return adjustment


def _check_round(actor: Actor, round_: Round) -> None:
    """NotFound unless the actor may look at this round; one only drawn is seen by directors alone."""
    if not may_see_event(actor, round_.event, by_slug=False):
        raise _not_found()
    if not round_.is_public:
        member = actor.member_of(round_.event.club)
        if member is None or not member.may(Role.DIRECTOR) or actor.given is not None:
            raise _not_found()


def round_for_viewer(actor: Actor, ref: object) -> Round:
    """A round of an event that the actor may look at."""
    round_: Round = _by_id(Round.objects.select_related("event__club"), ref)
    _check_round(actor, round_)
    return round_


def round_for_scorer(actor: Actor, ref: object) -> Round:
    """A round whose tables' deals the actor may enter, once it is published."""
    round_: Round = _by_id(Round.objects.select_related("event__club"), ref)
    need_role(actor, round_.event.club, Role.SCORER)
    _check_round(actor, round_)
    return round_


def round_for_director(actor: Actor, ref: object) -> Round:
    """A round of an event that the actor may run."""
    round_: Round = _by_id(Round.objects.select_related("event__club"), ref)
    need_role(actor, round_.event.club, Role.DIRECTOR)
    return round_


def _tables(key: UUID) -> QuerySet[Table]:
    # What the draw was made of is long, and is asked for of the round alone.
    return (
        Table.objects.filter(pk=key)
        .select_related("round__event__club")
        .defer("round__request", "round__certificate", "round__ahead")
    )


_TABLE = CompiledOne(_tables, PLACE)
_TABLE_WITH_DEALS = CompiledOne(lambda key: with_deals_recorded(_tables(key)), PLACE)


def _table(ref: object, of: CompiledOne[Table] = _TABLE) -> Table:
    found = of.one(key) if (key := parse_id(ref)) else None
    if found is None:
        raise _not_found()
    return found


def table_for_viewer(actor: Actor, ref: object) -> Table:
    """A table of a round that the actor may look at."""
    table = _table(ref)
    if not (actor.holds(table) and table.round.is_public):
        _check_round(actor, table.round)
    return table


def table_for_scorer(actor: Actor, ref: object) -> Table:
    """A table whose deals the actor may enter, void and correct."""
    return _scored_by(actor, _table(ref))


def _scored_by(actor: Actor, table: Table) -> Table:
    if actor.is_guest_of(table):
        raise NotAllowed(
            "guest_may_not",
            _("A table's link is for looking at its deals and entering the next: ask a scorer for the rest."),
        )
    need_role(actor, table.round.event.club, Role.SCORER)
    if actor.given is not None and not actor.given.holds(table):
        _check_round(actor, table.round)
        raise NotAllowed("table_not_given", _("This key is for other tables; take one that was given this."))
    return table


def table_for_recording(actor: Actor, ref: object) -> Table:
    """A table whose next deal the actor may enter: a scorer, or who sits there with its link.

    It comes with how many deals it has (`Table.deals_recorded`).
    """
    table = _table(ref, _TABLE_WITH_DEALS)
    return table if actor.is_guest_of(table) else _scored_by(actor, table)


def claim_for_recording(actor: Actor, ref: object) -> DealClaim:
    """A claim at a table whose next deal the actor may enter, and so confirm or dispute."""
    claim: DealClaim = _by_id(DealClaim.objects.all(), ref)
    claim.table = table_for_recording(actor, claim.table_id)
    return claim


def may_direct(actor: Actor, club: Club) -> bool:
    """Whether the actor may run this club's events."""
    member = actor.member_of(club)
    return member is not None and member.may(Role.DIRECTOR)


def table_for_host(actor: Actor, ref: object) -> Table:
    """A table whose link the actor may make: what a limited key was given, it does not give away."""
    table = table_for_scorer(actor, ref)
    if actor.given is not None:
        raise NotAllowed(
            "key_is_limited", _("A key for some tables alone makes no links: take a key of the club.")
        )
    return table


def table_for_director(actor: Actor, ref: object) -> Table:
    """A table of an event that the actor may run."""
    table: Table = _by_id(Table.objects.select_related("round__event__club"), ref)
    need_role(actor, table.round.event.club, Role.DIRECTOR)
    return table


def deal_for_viewer(table: Table, number: int) -> Deal:
    """The deal with this number that counts at a table (fetched for a viewer)."""
    deal = Deal.objects.effective().filter(table=table, number=number).select_related("recorded_by").first()
    if deal is None:
        raise NotFound(
            "no_such_deal", _("Deal %(number)d has not been recorded at this table.") % {"number": number}
        )
    return deal
