"""Nothing crosses clubs or events, and no status goes back: the database says so, not the code alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import pytest
from django.db import DatabaseError, models, transaction

from tests.builders import (
    enter,
    make_card,
    make_club,
    make_event,
    make_key,
    owner_of,
    play,
    published_round,
    the_table,
)
from tests.by_hand import by_hand, sqlite, write_again, write_over
from tournaments.models import (
    Adjustment,
    ApiKey,
    Call,
    Club,
    DealClaim,
    Entry,
    Event,
    EventStatus,
    KeyGrant,
    Occupant,
    Phone,
    Player,
    Rehearsal,
    Reply,
    Round,
    RoundClock,
    SeatingWish,
    Stage,
    Standing,
    Table,
)
from tournaments.models.triggers.belonging import FIXED, REFERENCE_RULES, STATUS_ORDERS, StatusOrder
from tournaments.services.clubs.players import add_player
from tournaments.services.draw import draws
from tournaments.services.evening.clocks import start_clock
from tournaments.services.evening.lifecycle import finish_event, reopen_event, start_event
from tournaments.services.evening.rounds import close_round
from tournaments.services.events import entries
from tournaments.services.events.wishes import add_wishes
from tournaments.services.play.calls import call_director
from tournaments.services.play.cards import enter_by_secret
from tournaments.services.rehearsals import rehearsals
from tournaments.services.standings.adjustments import add_adjustment

pytestmark = pytest.mark.django_db


def refused(code: str) -> Any:
    return pytest.raises(DatabaseError, match=code)


@dataclass
class World:
    """A club's event of eight that is running; what belongs to it is made as it is asked for."""

    event: Event

    @cached_property
    def entry(self) -> Entry:
        return Entry.objects.filter(event=self.event).order_by("number")[0]

    @cached_property
    def player(self) -> Player:
        """Somebody of the club who is not entered."""
        return add_player(self.event.club, owner_of(self.event.club), f"Bystander of {self.event.name}")

    @cached_property
    def reply(self) -> Reply:
        return Reply.objects.create(
            event=self.event, number=1, player=self.player, answer="yes", token_digest=self.event.slug
        )

    @cached_property
    def round(self) -> Round:
        return published_round(self.event)

    @cached_property
    def table(self) -> Table:
        return the_table(self.round)

    @cached_property
    def occupant(self) -> Occupant:
        """Somebody who takes over a seat from the second deal on."""
        play(self.table, 1)
        substitute = enter(self.event, 1)[0]
        return Occupant.objects.create(
            seat=self.table.seats.get(number=0),
            round=self.round,
            entry=substitute,
            from_deal=2,
            event_version=self.event.version,
        )

    @cached_property
    def adjustment(self) -> Adjustment:
        return add_adjustment(
            self.event, owner_of(self.event.club), self.entry, "late", chips=-5, played_round=self.round
        )

    @cached_property
    def clock(self) -> RoundClock:
        return start_clock(self.round, owner_of(self.event.club), 40)

    @cached_property
    def standing(self) -> Standing:
        return Standing.objects.create(event=self.event, version=0, rows=[])

    @cached_property
    def wish(self) -> SeatingWish:
        players = [str(entry.player_id) for entry in self.event.entries.all()[:2]]
        return add_wishes(self.event.club, owner_of(self.event.club), "apart", players, event=self.event)[0]

    @cached_property
    def grant(self) -> KeyGrant:
        make_key(self.event.club)
        return KeyGrant.objects.create(key=ApiKey.objects.get(member__club=self.event.club), event=self.event)

    @cached_property
    def phone(self) -> Phone:
        """Somebody who came in through the card of the table."""
        return enter_by_secret(make_card(self.table).secret).phone

    @cached_property
    def call(self) -> Call:
        return call_director(self.table, owner_of(self.event.club)).call

    @cached_property
    def rehearsal(self) -> Rehearsal:
        planned = make_event(self.event.club)
        enter(planned, 6)
        return rehearsals.start_rehearsal(planned, owner_of(self.event.club))

    @cached_property
    def stand_in(self) -> Player:
        return Player.objects.filter(club=self.rehearsal.event.club, stands_in_for__isnull=False)[0]


def a_world() -> World:
    event = make_event()
    enter(event, 8)
    return World(start_event(event, owner_of(event.club)))


@pytest.fixture
def here() -> World:
    return a_world()


@pytest.fixture
def there() -> World:
    return a_world()


ANEW = {"number": 99, "token_digest": "another"}

CROSSINGS: list[tuple[str, Callable[[World, World], None]]] = [
    ("entry_of_its_club", lambda a, b: write_again(a.entry, player_id=b.player.pk, number=99)),
    ("entry_of_its_club", lambda a, b: write_again(b.entry, event_id=a.event.pk, number=99)),
    ("round_of_its_event", lambda a, b: write_again(a.round, event_id=b.event.pk, status="closed")),
    (
        "round_of_its_event",
        lambda a, b: write_again(a.round, stage_id=Stage.objects.get(event=b.event).pk, number=9),
    ),
    ("adjustment_of_its_event", lambda a, b: write_again(a.adjustment, entry_id=b.entry.pk)),
    ("adjustment_of_its_event", lambda a, b: write_again(a.adjustment, round_id=b.round.pk)),
    ("adjustment_of_its_event", lambda a, b: write_again(a.adjustment, event_id=b.event.pk, round_id=None)),
    ("standing_of_its_event", lambda a, b: write_again(a.standing, version=1, round_id=b.round.pk)),
    ("standing_of_its_event", lambda a, b: write_again(a.standing, version=a.event.version + 100)),
    (
        "standing_of_its_event",
        lambda a, b: by_hand(
            "UPDATE tournaments_standing SET round_id = %s WHERE id = %s", b.round.pk, a.standing.pk
        ),
    ),
    ("clock_of_its_event", lambda a, b: write_again(a.clock, event_id=b.event.pk)),
    ("occupant_of_its_seat", lambda a, b: write_again(a.occupant, entry_id=b.entry.pk, from_deal=9)),
    ("occupant_of_its_seat", lambda a, b: write_again(a.occupant, round_id=b.round.pk, from_deal=9)),
    ("reply_of_its_club", lambda a, b: write_again(a.reply, player_id=b.player.pk, **ANEW)),
    (
        "reply_of_its_club",
        lambda a, b: by_hand(
            "UPDATE tournaments_reply SET player_id = %s WHERE id = %s", b.player.pk, a.reply.pk
        ),
    ),
    ("wish_of_its_club", lambda a, b: write_again(a.wish, event_id=b.event.pk)),
    ("wish_of_its_club", lambda a, b: write_again(a.wish, other_id=b.player.pk)),
    (
        "wish_of_its_club",
        lambda a, b: by_hand(
            "UPDATE tournaments_seatingwish SET club_id = %s WHERE id = %s", b.event.club_id, a.wish.pk
        ),
    ),
    ("grant_of_its_club", lambda a, b: write_again(a.grant, event_id=b.event.pk)),
    ("grant_of_its_club", lambda a, b: write_again(a.grant, event_id=None, table_id=b.table.pk)),
    (
        "grant_of_its_club",
        lambda a, b: by_hand(
            "UPDATE tournaments_keygrant SET key_id = %s WHERE id = %s", b.grant.key_id, a.grant.pk
        ),
    ),
    ("phone_of_its_card", lambda a, b: write_again(a.phone, table_id=b.table.pk, token_digest="x")),
    ("phone_of_its_card", lambda a, b: write_again(a.phone, card_id=b.phone.card_id, token_digest="x")),
    (
        "phone_of_its_card",
        lambda a, b: write_again(a.phone, table_id=the_table(a.round, 2).pk, token_digest="x"),
    ),
    ("rehearsal_of_its_club", lambda a, b: write_again(a.rehearsal, of_id=b.event.pk, event_id=a.event.pk)),
    ("rehearsal_of_its_club", lambda a, b: write_again(a.rehearsal, of_id=b.event.pk, status="done")),
    (
        "stand_in_of_its_club",
        lambda a, b: write_again(a.stand_in, name_key="x", stands_in_for_id=b.player.pk),
    ),
    ("stand_in_of_its_club", lambda a, b: write_again(a.player, stands_in_for_id=a.player.pk, name_key="x")),
]


@pytest.mark.parametrize(("code", "crossing"), CROSSINGS, ids=[code for code, _crossing in CROSSINGS])
def test_a_row_with_two_references_refers_to_rows_that_belong_together(
    here: World, there: World, code: str, crossing: Callable[[World, World], None]
) -> None:
    with refused(code):
        crossing(here, there)


def test_a_row_that_keeps_to_its_own_is_let_in(here: World) -> None:
    """The control: what is refused is refused for what it changes."""
    write_again(here.entry, player_id=here.player.pk, number=99)
    write_again(here.round, number=9, status="closed")
    write_again(here.adjustment)
    write_again(here.adjustment, round_id=None)
    write_again(here.standing, version=1, round_id=here.round.pk)
    write_again(here.wish, other_id=here.player.pk)
    write_again(here.grant, event_id=None, table_id=here.table.pk)
    write_again(here.phone, token_digest="x")
    write_again(here.stand_in, name_key="x")


def test_a_bot_is_seated_among_bots_alone(here: World) -> None:
    seat = here.table.seats.get(number=0)
    bot = enter(here.event, 1, bot="random")[0]
    with refused("seat_of_who_may_sit"):
        write_again(seat, entry_id=bot.pk, number=7)
    with refused("seat_of_who_may_sit"):
        by_hand("UPDATE tournaments_seat SET entry_id = %s WHERE id = %s", bot.pk, seat.pk)
    with refused("stays_where_it_is"):
        by_hand("UPDATE tournaments_player SET bot = 'random' WHERE id = %s", here.entry.player_id)


def test_a_withdrawn_player_is_not_seated_again(here: World) -> None:
    gone = entries.withdraw(enter(here.event, 1)[0], owner_of(here.event.club))
    with refused("seat_of_who_may_sit"):
        write_again(here.table.seats.get(number=0), entry_id=gone.pk, number=7)


def test_a_round_with_a_withdrawn_player_is_not_published(here: World) -> None:
    drawn = draws.draw_round(here.event, owner_of(here.event.club))
    entries.withdraw(here.entry, owner_of(here.event.club))
    with refused("round_seats_who_is_here"):
        by_hand("UPDATE tournaments_round SET status = 'published' WHERE id = %s", drawn.pk)


def test_a_player_who_withdraws_in_a_round_keeps_the_seat(here: World) -> None:
    seat = here.table.seats.get(number=0)
    entries.withdraw(seat.entry, owner_of(here.event.club))
    by_hand("UPDATE tournaments_seat SET number = 7 WHERE id = %s", seat.pk)


def test_a_confirmed_claim_is_the_deal_that_it_speaks_of(here: World) -> None:
    deal = play(here.table)[0]
    fields = {"table": here.table, "number": 1, "document": {}, "result": {}, "status": "confirmed"}
    DealClaim.objects.create(deal=deal, **fields)
    for changes in ({"number": 2}, {"table": the_table(here.round, 2)}):
        with refused("claim_of_its_table"), transaction.atomic():
            DealClaim.objects.create(deal=deal, **(fields | changes))


OTHERS: dict[str, Callable[[World, World], tuple[models.Model, dict[str, Any]]]] = {
    "tournaments_club": lambda a, b: (a.event.club, {"rehearses_id": b.event.club_id}),
    "tournaments_member": lambda a, b: (a.event.club.members.all()[0], {"club_id": b.event.club_id}),
    "tournaments_apikey": lambda a, b: (
        a.grant.key,
        {"member_id": b.event.club.members.all()[0].pk},
    ),
    "tournaments_player": lambda a, b: (a.player, {"club_id": b.event.club_id}),
    "tournaments_event": lambda a, b: (a.event, {"club_id": b.event.club_id}),
    "tournaments_stage": lambda a, b: (
        Stage.objects.get(event=a.event),
        {"event_id": b.event.pk, "number": 9},
    ),
    "tournaments_entry": lambda a, b: (a.entry, {"player_id": a.player.pk}),
    "tournaments_reply": lambda a, b: (a.reply, {"event_id": make_event(a.event.club).pk}),
    "tournaments_round": lambda a, b: (a.round, {"number": 9}),
    "tournaments_table": lambda a, b: (a.table, {"round_id": b.round.pk, "number": 9}),
    "tournaments_occupant": lambda a, b: (a.occupant, {"from_deal": 9}),
    "tournaments_standing": lambda a, b: (a.standing, {"event_id": b.event.pk}),
    "tournaments_rehearsal": lambda a, b: (a.rehearsal, {"of_id": a.event.pk}),
    "tournaments_tablecard": lambda a, b: (a.phone.card, {"number": 2}),
    "tournaments_tablephone": lambda a, b: (a.phone, {"card_id": make_card(a.table).card.pk}),
    "tournaments_call": lambda a, b: (a.call, {"table_id": the_table(a.round, 2).pk}),
}


@pytest.mark.parametrize("table", FIXED)
def test_the_owner_of_a_row_never_changes(here: World, there: World, table: str) -> None:
    row, changes = OTHERS[table](here, there)
    assignments = ", ".join(f"{name} = %s" for name in changes)
    with refused("stays_where_it_is"):
        by_hand(f"UPDATE {table} SET {assignments} WHERE id = %s", *changes.values(), row.pk)
    if sqlite():
        with refused("stays_where_it_is"):
            write_over(row, **changes)


def test_every_rule_of_the_database_has_a_test() -> None:
    tried = {code for code, _crossing in CROSSINGS} | {"seat_of_who_may_sit", "claim_of_its_table"}
    assert {rule.code for rule in REFERENCE_RULES} == tried | {
        "round_seats_who_is_here",
        "void_round_loses_no_deal",  # test_void_rounds.py
    }
    assert OTHERS.keys() == FIXED.keys()


STATUSES = {
    "tournaments_event": ["draft", "open", "running", "finished"],
    "tournaments_round": ["drawn", "published", "playing", "closed", "void"],
    "tournaments_entry": ["registered", "checked_in", "withdrawn"],
}


@pytest.mark.parametrize("life", STATUS_ORDERS, ids=lambda life: life.table)
def test_a_status_moves_along_its_life_and_no_other_way(here: World, life: StatusOrder) -> None:
    """Every step there is, from a row that begins with every status."""
    model = {model._meta.db_table: model for model in (Event, Round, Entry)}[life.table]
    play(here.table)
    closed = close_round(here.round, owner_of(here.event.club), early=True)
    copies: dict[type[models.Model], tuple[models.Model, dict[str, Any]]] = {
        Event: (here.event, {"slug": "again"}),
        Round: (closed, {"number": 9}),
        Entry: (here.entry, {"number": 9, "player_id": here.player.pk}),
    }
    row, own = copies[model]
    for before, after in product(STATUSES[life.table], repeat=2):
        with transaction.atomic():
            is_void = isinstance(row, Round) and before == "void"
            write_again(row, status=before, **own, **({"void_as": "played_again"} if is_void else {}))
            (made,) = model._base_manager.filter(**own).exclude(pk=row.pk)
            also = ", void_as = 'played_again'" if isinstance(row, Round) and after == "void" else ""
            move = (f"UPDATE {life.table} SET status = %s{also} WHERE id = %s", after, made.pk)
            if before == after or (before, after) in life.steps:
                by_hand(*move)
            else:
                with refused(life.code):
                    by_hand(*move)
            transaction.set_rollback(True)


def test_a_finished_event_is_reopened_and_finished_again(here: World) -> None:
    actor = owner_of(here.event.club)
    play(here.table)
    close_round(here.round, actor, early=True)
    reopen_event(finish_event(here.event, actor), actor)
    assert finish_event(here.event, actor).status == EventStatus.FINISHED


def test_a_club_stays_what_it_is(here: World) -> None:
    """One that is there for rehearsals has no members, and is in no list: a real one cannot become that."""
    club = make_club()
    with refused("stays_where_it_is"), transaction.atomic():
        Club.objects.filter(pk=club.pk).update(rehearses=here.event.club)
