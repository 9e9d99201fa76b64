"""Import what was played at one table of a document. The results are computed by the rules."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import DataError, IntegrityError

import games.services as games
from tournaments.core.actors import Actor
from tournaments.play.verbs.leftovers import REASON
from tournaments.play.verbs.results import complete
from tournaments.programs.documents.event_parts import DealPart, MovePart, VoidPart
from tournaments.programs.documents.parts import Contradiction, blaming
from tournaments.programs.replay import Replay
from tournaments.tables.models.ledger import BOARD, Account, Deal, Transfer
from tournaments.tables.models.rounds import Occupant, Seat, Table
from tournaments.tables.rules.places import account_names
from tournaments.tables.verbs import ledger


class GameOfTable:
    """Plays the acts at one table again, and writes them."""

    def __init__(
        self, actor: Actor, table: Table, acts: Sequence[DealPart | VoidPart | MovePart], place: str
    ) -> None:
        self.actor, self.table, self.acts, self.place = actor, table, acts, place
        self.accounts = dict(Account.objects.filter(table=table).values_list("name", "pk"))
        left = Occupant.objects.filter(seat__table=table, entry=None)
        self.replay = Replay(
            table.round.event.rules_in_force,
            Seat.objects.filter(table=table).values_list("number", flat=True),
            left.values_list("seat__number", "from_deal", "event_version"),
        )

    def run(self) -> None:
        """Write every act. Raises InvalidDocument at the first impossible act."""
        for index, act in enumerate(self.acts):
            place = f"{self.place}/{index}"
            try:
                if isinstance(act, MovePart):
                    self._move(act, place)
                elif not self.replay.is_open:
                    raise Contradiction("leftover_disagrees", place)
                elif isinstance(act, DealPart):
                    self._deal(act, place)
                else:
                    self._void(act, place)
            except (IntegrityError, DataError) as error:
                raise Contradiction("act_disagrees", place) from error
        if not self.replay.is_closed:
            raise Contradiction("leftover_disagrees.missing", self.place)

    def _move(self, act: MovePart, place: str) -> None:
        source, target = act.source, act.target
        if source not in self.accounts or target not in self.accounts or source == target:
            raise Contradiction("move_disagrees.accounts", place)
        if not self.replay.move(source, target, act.chips, act.reason):
            raise Contradiction("leftover_disagrees" if act.reason == REASON else "move_disagrees", place)
        Transfer.objects.create(
            table=self.table,
            source_id=self.accounts[source],
            target_id=self.accounts[target],
            created_at=act.at,
            **act.columns("act", "source", "target", "at"),
        )

    def _deal(self, act: DealPart, place: str) -> None:
        replay, last = self.replay, self.replay.revisions.get(act.number)
        replaces = None if last is None else last.pk
        if act.number > self.table.deals_planned:
            raise Contradiction("deal_disagrees.planned", place)
        if not replay.follows(act.number, act.revision, replaces):
            raise Contradiction("deal_disagrees.next", place, number=len(replay.deals) + 1)
        if replay.counted:
            raise Contradiction("deal_disagrees.counted", place)
        if is_count := games.is_count(act.document):
            self._make_room(act, place)
        start = replay.start(act.number, act.version)
        with blaming(f"{place}/document"):
            completed, result = complete(start, act.document, total=is_count)
        if act.result != {key: value for key, value in result.items() if key != "transfers"}:
            raise Contradiction("result_disagrees", f"{place}/result")
        deal = self._revision(act)
        deal.document, deal.places = completed, start.places
        deal.counted = result["deals"] if is_count else None
        deal.replaces_id = replaces
        ledger.write(deal, result)
        for source, target, chips in _moved(deal):
            replay.pay(source, target, chips)
        replay.record(deal)

    def _make_room(self, act: DealPart, place: str) -> None:
        """Open the account of the chips that a count leaves on the board. A count follows its deals."""
        after = act.number - 1
        if games.count_after(act.document) != after or any(first > after for _, first, _ in self.replay.left):
            raise Contradiction("deal_disagrees.total", place)
        board, _created = Account.objects.get_or_create(table=self.table, name=BOARD)
        self.accounts[BOARD] = board.pk

    def _void(self, act: VoidPart, place: str) -> None:
        last = self.replay.deals[-1] if self.replay.deals else None
        if last is None or not self.replay.undoes(act.number, act.revision, last.pk):
            raise Contradiction("deal_disagrees.void", place)
        void = self._revision(act)
        ledger.reverse(last, void)
        for source, target, chips in _moved(last):
            self.replay.pay(target, source, chips)
        self.replay.void(void)

    def _revision(self, act: DealPart | VoidPart) -> Deal:
        return Deal(
            table=self.table,
            recorded_by=self.actor.user,
            event_version=act.version,
            recorded_at=act.at,
            **act.columns("act", "version", "at", "document", "result"),
        )


def _moved(deal: Deal) -> list[tuple[str, str, int]]:
    """The chips that a deal has just moved: from an account, to an account, how many."""
    names = account_names(deal.places)
    return [
        (names.get(row["from"], row["from"]), names.get(row["to"], row["to"]), row["chips"])
        for row in deal.whole_result["transfers"]
    ]
