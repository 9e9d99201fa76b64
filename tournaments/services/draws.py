"""Drawing a round: proposing, drawing anew, publishing, throwing away."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

import games.services as games
from tournaments import outbox
from tournaments.audit import Actor, log
from tournaments.errors import Conflict
from tournaments.models import (
    BANK,
    Account,
    Entry,
    Event,
    Round,
    RoundStatus,
    Seat,
    Table,
    Transfer,
    seat_account,
)
from tournaments.rules.errors import RulesError
from tournaments.rules.phases import verify_discard, verify_draw, verify_publish, verify_redraw
from tournaments.rules.seating.audit import audit
from tournaments.rules.seating.draw import draw
from tournaments.rules.seating.request import MOVES, Request, past_of
from tournaments.rules.seating.sizes import split
from tournaments.selectors import past_tables, seatable_entries

from .facts import event_facts, full_event_facts, round_facts
from .ledger import open_accounts
from .locks import bump, lock_event, lock_round
from .plans import current_stage
from .refusals import as_conflict, sentence
from .seating import BOTS, PEOPLE, groups_of


@dataclass(frozen=True)
class Proposal:
    """A seating that was drawn and not stored: tables of entries in seat order, and why it is so."""

    number: int
    seed: int
    moves: int
    tables: list[list[Entry]]
    certificate: dict[str, Any]
    """The audit of each group (`people`, `bots`): see tournaments.rules.seating.audit.Certificate."""
    ahead: dict[str, Any]

    @property
    def seating(self) -> list[list[str]]:
        """The tables as ids."""
        return [[str(entry.pk) for entry in table] for table in self.tables]


def propose_round(event: Event, seed: int | None = None) -> Proposal:
    """The next round as `draw_round` would draw it. Changes nothing; raises what `draw_round` raises."""
    facts = full_event_facts(event)
    with as_conflict():
        verify_draw(facts)
    number = 1 if facts.last is None else facts.last.number + 1
    return _propose(event, number, 1, seed, use_ahead=True)


def draw_round(event: Event, actor: Actor, seed: int | None = None) -> Round:
    """Draw the event's next round, as a proposal that only directors see.

    Two directors who draw at once make one draw: the other is told so. Raises Conflict.
    """
    # The search takes its time, so it is done before the lock. What it was told may change meanwhile:
    # then the draw is made again, from what is true now.
    while True:
        proposal = propose_round(event, seed)
        with transaction.atomic():
            locked = lock_event(event)
            with as_conflict():
                verify_draw(full_event_facts(locked))
            if not _still_true(locked, proposal):
                continue
            round_ = Round.objects.create(
                event=locked,
                stage=current_stage(locked),
                number=proposal.number,
                seed=proposal.seed,
                moves=proposal.moves,
                certificate=proposal.certificate,
                ahead=proposal.ahead,
                drawn_at=timezone.now(),
            )
            _seat(round_, proposal.seating)
            log(actor, "draw_round", round_, of=locked, number=round_.number, seed=round_.seed)
            return round_


def redraw_round(round_: Round, actor: Actor, draw_seen: int, seed: int | None = None) -> Round:
    """Draw a round anew that is not published. `draw_seen` is the draw that its reader looked at."""
    while True:
        event = Event.objects.select_related("club").get(pk=round_.event_id)
        with as_conflict():
            verify_redraw(full_event_facts(event), round_facts(round_, event), draw_seen)
        proposal = _propose(event, round_.number, draw_seen + 1, seed, use_ahead=False)
        with transaction.atomic():
            locked = lock_round(round_)
            with as_conflict():
                verify_redraw(full_event_facts(locked.event), round_facts(locked, locked.event), draw_seen)
            if not _still_true(locked.event, proposal):
                continue
            locked.draw += 1
            locked.seed, locked.moves = proposal.seed, proposal.moves
            locked.certificate, locked.ahead = proposal.certificate, proposal.ahead
            locked.drawn_at = timezone.now()
            locked.save()
            Table.objects.filter(round=locked).delete()
            _seat(locked, proposal.seating)
            log(actor, "redraw_round", locked, of=locked.event, draw=locked.draw, seed=locked.seed)
            return locked


@transaction.atomic
def publish_round(round_: Round, actor: Actor, draw_seen: int) -> Round:
    """Freeze the seats, open each table's accounts, show the round; tables of bots begin to play.

    Raises Conflict if the draw is not the one that its reader saw, or seats the wrong people by now.
    """
    round_ = lock_round(round_)
    event = round_.event
    with as_conflict():
        verify_publish(event_facts(event), round_facts(round_, event), draw_seen)
    round_.status = RoundStatus.PUBLISHED
    round_.published_at = timezone.now()
    round_.save(update_fields=["status", "published_at"])
    seats: dict[Table, int] = Counter()
    bots = []
    for seat in Seat.objects.filter(round=round_).select_related("table", "entry__player").order_by("pk"):
        seats[seat.table] += 1
        if seat.number == 0 and seat.entry.player.is_bot:
            bots.append(seat.table)
    _open_tables(event, seats)
    bump(event)
    log(actor, "publish_round", round_, of=event, number=round_.number, draw=round_.draw)
    outbox.add("standings.refresh", event.pk)
    for table in bots:
        outbox.add("bots.play_deal", table.pk, 1)
    return round_


@transaction.atomic
def discard_draw(round_: Round, actor: Actor) -> None:
    """Throw away a draw that is not published."""
    round_ = lock_round(round_)
    with as_conflict():
        verify_discard(event_facts(round_.event), round_facts(round_, round_.event))
    log(actor, "discard_draw", round_, of=round_.event, number=round_.number)
    round_.delete()


def _propose(event: Event, number: int, draw_number: int, seed: int | None, *, use_ahead: bool) -> Proposal:
    entries = {str(entry.pk): entry for entry in seatable_entries(event, number)}
    past = past_tables(event, number)
    ahead = _ahead(event, number) if use_ahead else {}
    if seed is None:
        seed = _seed(event.seed, number, draw_number)
    tables: list[list[str]] = []
    certificate: dict[str, Any] = {}
    later: dict[str, Any] = {}
    groups = groups_of(list(entries.values()))
    for group, members in groups.items():
        sizes = _sizes(event, group, len(members), alone=len(groups) == 1)
        request = request_for(
            event,
            number,
            None,
            past,
            seed,
            players=tuple(members),
            sizes=tuple(sizes),
            ahead=ahead.get(group, []),
        )
        plan = draw(request)
        tables += [list(table) for table in plan.tables]
        certificate[group] = audit(request, plan)
        later[group] = plan.ahead
    return Proposal(
        number=number,
        seed=seed,
        moves=MOVES,
        tables=[[entries[pk] for pk in table] for table in tables],
        certificate=certificate,
        ahead=later,
    )


def _sizes(event: Event, group: str, players: int, *, alone: bool) -> list[int]:
    """The sizes of this group's tables; Conflict when it cannot be seated, saying which group it is."""
    try:
        return split(players, event.size, event.least, event.most)
    except RulesError as error:
        why = sentence(error)
        if not alone:
            why = {
                PEOPLE: _("People and bots sit apart. The people: %s"),
                BOTS: _("People and bots sit apart. The bots: %s"),
            }[group] % why
        raise Conflict(error.code, why) from error


def request_for(
    event: Event,
    number: int,
    tables: tuple[tuple[str, ...], ...] | None,
    past: list[list[list[str]]],
    seed: int,
    *,
    players: tuple[str, ...] = (),
    sizes: tuple[int, ...] = (),
    ahead: Any = (),
) -> Request:
    """What the drawing is asked for: a group's players and sizes, or those of its `tables` as they stand."""
    if tables is not None:
        players = tuple(player for table in tables for player in table)
        sizes = tuple(len(table) for table in tables)
    return Request(
        players=players,
        sizes=sizes,
        past=past_of(players, past),
        rounds_left=max(1, event.rounds_planned - number + 1),
        seed=seed,
        ahead=tuple(tuple(tuple(table) for table in planned) for planned in ahead),
    )


def _ahead(event: Event, number: int) -> dict[str, Any]:
    """What the round before kept ready for this one."""
    before = Round.objects.filter(event=event, number=number - 1).first()
    return before.ahead if before else {}


def _seed(event_seed: int, number: int, draw_number: int) -> int:
    """The seed of a draw, from the event's: 63 bits."""
    digest = hashlib.sha256(f"{event_seed}/round {number}/draw {draw_number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def _still_true(event: Event, proposal: Proposal) -> bool:
    ready = {str(entry.pk) for entry in seatable_entries(event, proposal.number)}
    return ready == {pk for table in proposal.seating for pk in table}


def _seat(round_: Round, seating: list[list[str]]) -> None:
    tables = Table.objects.bulk_create(
        Table(
            round=round_,
            number=number,
            deals_planned=round_.stage.deals_per_round or round_.event.deals_per_round,
        )
        for number, _entries in enumerate(seating, 1)
    )
    Seat.objects.bulk_create(
        Seat(table=table, round=round_, number=number, entry_id=entry)
        for table, entries in zip(tables, seating, strict=True)
        for number, entry in enumerate(entries)
    )


def _open_tables(event: Event, seats: dict[Table, int]) -> None:
    """Open the accounts of these tables; with `table` purses the bank brings each seat its chips."""
    rules = event.rules_in_force
    on_credit = rules["purse"] == "credit"
    Account.objects.bulk_create(open_accounts(seats, games.board(rules), on_credit=on_credit))
    if on_credit:
        return
    accounts = {
        (table, name): pk
        for table, name, pk in Account.objects.filter(table__in=seats).values_list("table_id", "name", "pk")
    }
    Transfer.objects.bulk_create(
        Transfer(
            table=table,
            seq=seat,
            source_id=accounts[table.pk, BANK],
            target_id=accounts[table.pk, seat_account(seat)],
            chips=event.starting_chips,
            reason="start",
        )
        for table, count in seats.items()
        for seat in range(count)
    )
