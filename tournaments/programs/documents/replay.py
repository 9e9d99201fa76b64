"""The replay of one table of a document: the rules decide the results."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db import DataError, IntegrityError

import games.services as games
from tournaments.core.actors import Actor
from tournaments.core.refusals import sentence
from tournaments.core.rules.refusals import Conflict
from tournaments.play.verbs.leftovers import REASON, shares_of
from tournaments.play.verbs.results import complete
from tournaments.programs.documents.event_parts import DealPart, MovePart, VoidPart
from tournaments.programs.documents.parts import Contradiction, InvalidDocument
from tournaments.tables.models.ledger import BANK, BOARD, Account, Deal, DealKind, Transfer, seat_account
from tournaments.tables.models.rounds import Table
from tournaments.tables.verbs import ledger
from tournaments.tables.verbs.table_states import TableState, table_state


class TableReplay:
    """Plays the acts at one table again."""

    def __init__(
        self, actor: Actor, table: Table, acts: Sequence[DealPart | VoidPart | MovePart], place: str
    ) -> None:
        self.actor, self.table, self.acts, self.place = actor, table, acts, place
        self.accounts = dict(Account.objects.filter(table=table).values_list("name", "pk"))
        self.due: list[dict[str, Any]] = []
        """Shares of the leftover chips that the rules require and the document has not paid yet."""
        self.issued: Counter[str] = Counter()
        """The chips that the bank has given to each seat."""
        self.issued_before: dict[int, Counter[str]] = {}
        """The same, before the last revision of each deal."""
        self.voided: dict[int, int] = {}
        """The version at which each deal was voided last."""
        self.paid: Counter[tuple[str, str]] = Counter()
        """Chips of the leftover by pool and seat that were paid and not taken back."""

    def run(self) -> None:
        """Write every act. Raises InvalidDocument at the first impossible act."""
        for index, act in enumerate(self.acts):
            place = f"{self.place}/{index}"
            try:
                if isinstance(act, MovePart):
                    self._move(act, place)
                elif self.due or +self.paid:
                    raise self._wrong_share(place)
                elif isinstance(act, DealPart):
                    self._deal(act, place)
                else:
                    self._void(act, place)
            except (IntegrityError, DataError) as error:
                raise Contradiction("act_disagrees", place) from error
        if self.due or (self._shares() and self.acts):
            raise Contradiction("leftover_disagrees.missing", self.place)

    def _move(self, act: MovePart, place: str) -> None:
        source, target, chips = act.source, act.target, act.chips
        if source not in self.accounts or target not in self.accounts or source == target:
            raise Contradiction("move_disagrees.accounts", place)
        if act.reason == REASON:
            self._share(act, place)
        elif not self._by_bank(act):
            raise Contradiction("move_disagrees", place)
        if BANK in (source, target):
            self.issued[target] += chips
            self.issued[source] -= chips
        Transfer.objects.create(
            table=self.table,
            source_id=self.accounts[source],
            target_id=self.accounts[target],
            created_at=act.at,
            **act.columns("act", "source", "target", "at"),
        )

    def _by_bank(self, act: MovePart) -> bool:
        """Whether the bank gives chips to a seat or takes them back, in an event with purses."""
        if self.table.round.event.rules_in_force["purse"] != "table":
            return False
        if act.reason == "return":
            return bool(act.target == BANK and is_seat(act.source))
        return bool(act.source == BANK and is_seat(act.target))

    def _share(self, act: MovePart, place: str) -> None:
        """Check a share of the leftover chips: as the rules require, or a complete reversal."""
        source, target, chips = act.source, act.target, act.chips
        if is_seat(target):
            self.due = self.due or self._shares()
            share = self.due.pop(0) if self.due else {}
            if (share.get("from"), share.get("to"), share.get("chips")) != (source, target, chips):
                raise self._wrong_share(place)
            self.paid[source, target] += chips
        elif self.due or self.paid.pop((target, source), 0) != chips:
            raise self._wrong_share(place)

    def _wrong_share(self, place: str) -> InvalidDocument:
        return Contradiction("leftover_disagrees", place)

    def _shares(self) -> list[dict[str, Any]]:
        """The shares of the chips in the pools by the rules; none before the first deal."""
        rules = self.table.round.event.rules_in_force
        last = Deal.objects.effective().filter(table=self.table).order_by("-number").first()
        if rules["leftover"] != "split" or last is None:
            return []
        state = table_state(self.table)
        return shares_of(rules, state.pools, last.places, last.last_dealer)

    def _deal(self, act: DealPart, place: str) -> None:
        state = self._state_before(act)
        if act.number > self.table.deals_planned:
            raise Contradiction("deal_disagrees.planned", place)
        if (act.number, act.revision) != (state.next_number, state.next_revision):
            raise Contradiction("deal_disagrees.next", place, number=state.next_number)
        try:
            if state.counted is not None:
                raise Contradiction("deal_disagrees.counted", place)
            if is_count := games.is_count(act.document):
                self._make_room(state, act, place)
                completed, result = complete(state, act.document, total=True)
            else:
                completed, result = complete(state, act.document)
        except (games.EngineError, Conflict) as error:
            raise InvalidDocument(error.code, f"{place}/document", sentence(error)) from error
        compared = {key: value for key, value in result.items() if key != "transfers"}
        if compared != act.result:
            raise Contradiction("result_disagrees", f"{place}/result")
        deal = self._revision(act, completed, compared)
        deal.counted = result["deals"] if is_count else None
        deal.replaces_id = state.next_replaces
        deal.next_dealer = result["next_dealer"]
        ledger.write(deal, result)

    def _make_room(self, state: TableState, act: DealPart, place: str) -> None:
        """Open the account of the chips that a count leaves on the board. A count follows its deals."""
        after = act.number - 1
        if games.count_after(act.document) != after or max(state.empty_from.values(), default=0) > after:
            raise Contradiction("deal_disagrees.total", place)
        board, _created = Account.objects.get_or_create(table=self.table, name=BOARD)
        self.accounts[BOARD] = board.pk

    def _state_before(self, act: DealPart) -> TableState:
        """The state of the table before a deal. A corrected deal is played before chips that came later."""
        state, number = table_state(self.table), act.number
        if self.voided.get(number) != act.version:
            self.issued_before[number] = Counter(self.issued)
            return state
        issued = self.issued_before[number]
        purses = [
            purse - self.issued[seat_account(seat)] + issued[seat_account(seat)]
            for seat, purse in zip(state.places, state.purses, strict=True)
        ]
        return replace(state, purses=purses)

    def _void(self, act: VoidPart, place: str) -> None:
        last = Deal.objects.effective().filter(table=self.table).order_by("-number").first()
        if last is None or (act.number, act.revision) != (last.number, last.revision + 1):
            raise Contradiction("deal_disagrees.void", place)
        self.voided[act.number] = act.version
        void = self._revision(act, last.document, last.result)
        void.kind, void.replaces = DealKind.VOID, last
        void.counted, void.next_dealer = last.counted, last.dealer
        ledger.reverse(last, void)

    def _revision(self, act: DealPart | VoidPart, document: Any, result: Any) -> Deal:
        return Deal(
            table=self.table,
            document=document,
            result=result,
            recorded_by=self.actor.user,
            event_version=act.version,
            recorded_at=act.at,
            **act.columns("act", "version", "at", "document", "result"),
        )


def is_seat(account: str) -> bool:
    """Whether this is the name of the purse of a seat."""
    return re.fullmatch(r"seat [0-9]", account) is not None
