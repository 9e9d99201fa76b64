"""Clubs, events and rounds for tests, made by the same verbs as the real ones, in one line each."""

from __future__ import annotations

from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import pytest

import games.services as games
from tournaments import tasks
from tournaments.clubs.verbs import accounts, clubs, people
from tournaments.core.actors import COMMAND, Actor
from tournaments.core.rules.refusals import Refusal
from tournaments.desk.verbs import rounds
from tournaments.desk.verbs.lifecycle import open_event, start_event
from tournaments.desk.verbs.rounds import publish_round
from tournaments.draw.verbs import draws
from tournaments.events.verbs import entries, events
from tournaments.models import (
    Club,
    Deal,
    Entry,
    Event,
    Member,
    OutboxTask,
    Player,
    Role,
    Round,
    Simulation,
    Table,
    Transfer,
    User,
)
from tournaments.play.verbs import cards, results
from tournaments.simulations.verbs import chunks, simulations
from tournaments.simulations.verbs.simulations import spec_of
from tournaments.tables.verbs.table_states import TableState, state_before, table_state

PASSWORD = "a long pass phrase"
"""Everybody's password."""

SMALL_PICTURE = b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNgaGgAAAGEAQFWjyAjAAAAAElFTkSuQmCC"
)
"""A PNG file with one pixel."""

_numbers = count(1)


def make_user(name: str = "") -> User:
    """Somebody who can sign in with `PASSWORD`."""
    return User.objects.create_user(username=name or f"user {next(_numbers)}", password=PASSWORD)


def make_club(name: str = "") -> Club:
    """A club with one owner."""
    owner = make_user()
    return clubs.create_club(name or f"Club {next(_numbers)}", Actor(owner, "command"), owner)


def make_member(club: Club, role: str = Role.DIRECTOR, name: str = "") -> Member:
    """A member of this club with this role."""
    return Member.objects.create(club=club, user=make_user(name), role=role)


def with_account(player: Player, user: User | None = None) -> Actor:
    """The actor whose account has this player from now on; a new account if none is named."""
    user = user or make_user()
    people.take_by_link(people.make_link(player, owner_of(player.club)), user=user)
    return Actor(user, "page")


def owner_of(club: Club) -> Actor:
    """The club's first owner, acting through a page."""
    owners = Member.objects.select_related("user").filter(club=club, role=Role.OWNER)
    return Actor(owners.earliest("id").user, "page")


def boss(event_or_round: Event | Round) -> Actor:
    """The owner of an event's or a round's club."""
    return owner_of(event_or_round.club if isinstance(event_or_round, Event) else event_or_round.event.club)


def actor_of(member: Member) -> Actor:
    """A member, acting through a page."""
    return Actor(member.user, "page")


def make_key(club: Club, role: str = Role.DIRECTOR, *scopes: str) -> str:
    """The secret of an API key of a new member with this role; all scopes that the role allows, or these."""
    member = make_member(club, role)
    allowed = [scope for scope, needs in accounts.SCOPE_NEEDS.items() if member.may(needs)]
    _key, secret = accounts.create_key(member, actor_of(member), "a key", list(scopes) or allowed)
    return secret


def make_limited_key(club: Club, *, events: Sequence[Event] = (), tables: Sequence[Table] = ()) -> str:
    """The secret of a key of a new director for the results of these events and tables alone."""
    member = make_member(club, Role.DIRECTOR)
    _key, secret = accounts.create_key(
        member, actor_of(member), "a limited key", ["results"], events=events, tables=tables
    )
    return secret


def make_event(club: Club | None = None, **fields: Any) -> Event:
    """An open event, of a new club unless one is given, and scored by chips unless a scoring is given."""
    club = club or make_club()
    actor = owner_of(club)
    fields.setdefault("scoring", "chips")
    event = events.create_event(club, actor, fields.pop("name", f"Event {next(_numbers)}"), **fields)
    return open_event(event, actor)


def enter(event: Event, players: int, *, bot: str = "") -> list[Entry]:
    """Enter this many new players, all checked in: persons, or bots of this policy."""
    actor = owner_of(event.club)
    from tournaments.clubs.verbs.people import add_player

    made = [
        str(add_player(event.club, actor, f"{'Bot' if bot else 'Player'} {next(_numbers)}", bot=bot).pk)
        for _ in range(players)
    ]
    entered = entries.add_entries(event, actor, made)
    entries.check_in_all(event, actor)
    return entered


def running_event(players: int = 4, *, bot: str = "", **fields: Any) -> Event:
    """A running event with this many players checked in."""
    event = make_event(**fields)
    enter(event, players, bot=bot)
    return start_event(event, owner_of(event.club))


def published_round(event: Event) -> Round:
    """The event's next round, drawn and published."""
    actor = owner_of(event.club)
    drawn = draws.draw_round(event, actor)
    return publish_round(drawn, actor, drawn.draw)


def a_table(players: int = 4, **fields: Any) -> Table:
    """A table of a published round, ready for its first deal."""
    return the_table(published_round(running_event(players, **fields)))


def the_table(round_: Round, number: int = 1) -> Table:
    """A table of a round, loaded with its event."""
    return Table.objects.select_related("round__event__club").get(round=round_, number=number)


def make_card(table: Table) -> cards.NewCard:
    """A new card for the physical table at which a table of a round is played."""
    [new] = cards.make_cards(table.round.event, owner_of(table.round.event.club), [table.number])
    return new


def next_document(table: Table, *, seed: int = 1, **changes: Any) -> dict[str, Any]:
    """A legal poch-deal/1 for the next deal of this table, complete, played by random bots."""
    return {**_dealt(table_state(table), seed), **changes}


def another_document(table: Table, number: int, *, seed: int = 77) -> dict[str, Any]:
    """A legal poch-deal/1 for deal `number` of this table as it began, other than the one recorded."""
    deal = Deal.objects.effective().get(table=table, number=number)
    return _dealt(state_before(table, deal), seed)


def _dealt(state: TableState, seed: int) -> dict[str, Any]:
    return games.play_deal(
        state.rules,
        dealer=state.next_dealer,
        chips=state.purses,
        pools=state.pools,
        bots=["random"] * state.seats,
        seed=seed,
        number=state.next_number,
    )


def play(table: Table, deals: int = 1, *, seed: int = 1) -> list[Deal]:
    """Record this many further deals of a table."""
    actor = owner_of(table.round.event.club)
    return [
        results.record(table, actor, table_state(table).next_number, next_document(table, seed=seed)).deal
        for _ in range(deals)
    ]


def play_round(round_: Round, *, seed: int = 1) -> Round:
    """Play every deal of a published round, and close it."""
    for number in range(1, round_.tables.count() + 1):
        table = the_table(round_, number)
        while not table_state(table).is_over:
            play(table, seed=seed)
    return rounds.close_round(round_, owner_of(round_.event.club))


def simulation_spec(deals: int = 8_000, *, seed: int = 7) -> dict[str, Any]:
    """A simulation of `pagat`, every deal for itself; 8,000 are four chunks of 2,000."""
    seats = ["cautious", "bold", "cautious", "bold"]
    return spec_of(rules={"preset": "pagat"}, seats=seats, deals=deals, deals_each=1, seed=seed)


def make_simulation(deals: int = 8_000, club: Club | None = None) -> Simulation:
    """A simulation that was just started, by its club's owner or for no club; nothing is played yet."""
    actor = owner_of(club) if club else COMMAND
    return simulations.start_simulation(club, actor, simulation_spec(deals))


def fresh(simulation: Simulation) -> Simulation:
    """A simulation as it is now."""
    return Simulation.objects.get(pk=simulation.pk)


def played_simulation(club: Club, deals: int = 50) -> Simulation:
    """A simulation of a club that is done, with its report."""
    simulation = make_simulation(deals, club)
    for number in range(simulation.chunks_planned):
        chunks.play_chunk(simulation.pk, number)
    return simulation


def nets_by_the_ledger(event: Event) -> Counter[str]:
    """Each entry's net chips, added up from the transfers alone."""
    nets: Counter[str] = Counter()
    for transfer in Transfer.objects.filter(table__round__event=event).select_related(
        "source", "target", "table"
    ):
        for account, chips in ((transfer.source, -transfer.chips), (transfer.target, transfer.chips)):
            if account.name.startswith("seat "):
                seat = transfer.table.seats.get(number=int(account.name[5:]))
                nets[str(seat.entry_id)] += chips
    return nets


DOORS: dict[str, Callable[[str], object]] = {
    "standings.refresh": tasks.refresh_standings,
    "seasons.refresh": tasks.refresh_season,
    "ratings.refresh": tasks.refresh_ratings,
    "bots.play_deal": tasks.play_bot_deal,
    "replies.confirm": tasks.confirm_reply,
    "announcements.mail": tasks.mail_announcement,
    "rounds.advance": tasks.advance_event,
    "events.encore": tasks.begin_encore,
    "draws.search": tasks.search_draw,
    "simulations.spread": tasks.spread_simulation,
    "demo.play": tasks.play_demo,
    "feed.tell": tasks.tell_webhooks,
    "seasons.tell": tasks.tell_of_season,
    "webhooks.deliver": tasks.deliver_message,
    "webhooks.wake": tasks.wake_webhook,
}


def work(limit: int = 1000) -> int:
    """Do what the outbox holds, oldest first and whenever it is due, as a worker would; returns how much."""
    for done in range(limit):
        row = OutboxTask.objects.filter(done_at__isnull=True).order_by("not_before").first()
        if row is None:
            return done
        DOORS[row.task](str(row.pk))
    raise AssertionError("the work never ends")


def refusal(code: str, kind: type[Refusal] = Refusal) -> pytest.RaisesExc[Refusal]:
    """``with refusal("round_open"):`` what follows is refused for this reason."""
    return pytest.RaisesExc(kind, check=lambda error: error.code == code)


def alike(tables: int = 3, *later: dict[str, Any], **fields: Any) -> Event:
    """An event after a round in which all tables of four played alike: seat by seat the players are equal.

    later: the stages after this round. Only a play-off, then lots, break ties unless `fields` say otherwise.
    """
    stages = [{"format": "rotation", "rounds_planned": 1, "deals_per_round": 1}, *later]
    event = running_event(4 * tables, stages=stages, **{"tie_breaks": ["play_off", "lots"], **fields})
    round_ = published_round(event)
    for table in Table.objects.filter(round=round_).order_by("number"):
        play(table, seed=5)
    rounds.close_round(round_, owner_of(event.club))
    return Event.objects.get(pk=event.pk)
