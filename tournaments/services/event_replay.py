"""The game of one table as a document tells it, played again: what the rules make of it is what counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

import games.services as games
from tournaments.audit import Actor
from tournaments.compiled import insert_as_is
from tournaments.errors import Conflict, ServiceError
from tournaments.models import BANK, Account, Deal, DealKind, Table, Transfer
from tournaments.selectors import table_state

from . import ledger
from .results import complete


class DoesNotAgree(ServiceError):
    """The document contradicts itself; `errors` says where."""

    status = 422

    def __init__(self, code: str, pointer: str, detail: str) -> None:
        super().__init__(
            code, detail, errors=[{"pointer": f"/document{pointer}", "code": code, "detail": str(detail)}]
        )


class GameAgain:
    """What happened at one table, played again."""

    def __init__(self, actor: Actor, table: Table, acts: Sequence[Mapping[str, Any]], place: str) -> None:
        self.actor, self.table, self.acts, self.place = actor, table, acts, place
        self.accounts = dict(Account.objects.filter(table=table).values_list("name", "pk"))
        self.due: list[dict[str, Any]] = []
        """Shares of what is left that are still to be paid, as the rules have them."""

    def play(self) -> None:
        for index, act in enumerate(self.acts):
            place = f"{self.place}/{index}"
            if act["act"] == "move":
                self._move(act, place)
            elif act["act"] == "deal":
                self._deal(act, place)
            else:
                self._void(act, place)
        if self.due or (self._shares() and self.acts):
            raise DoesNotAgree(
                "leftover_disagrees",
                self.place,
                _("What is left in the pools is not shared out by the rules."),
            )

    def _move(self, act: Mapping[str, Any], place: str) -> None:
        source, target, chips = act["from"], act["to"], whole(act["chips"])
        if source not in self.accounts or target not in self.accounts or chips < 1:
            raise DoesNotAgree("move_disagrees", place, _("Chips move between two accounts of the table."))
        by_bank = act["reason"] in ("start", "issue") and source == BANK and target.startswith("seat ")
        back = act["reason"] == "return" and target == BANK and source.startswith("seat ")
        left = act["reason"] == "leftover"
        if not (by_bank or back or left) or (
            not left and self.table.round.event.rules_in_force["purse"] != "table"
        ):
            raise DoesNotAgree("move_disagrees", place, _("This is none of the ways in which chips move."))
        if left and target.startswith("seat "):
            self.due = self.due or self._shares()
            if not self.due or (share := self.due.pop(0)) != {
                **share,
                "from": source,
                "to": target,
                "chips": chips,
            }:
                raise DoesNotAgree(
                    "leftover_disagrees",
                    place,
                    _("What is left in the pools is shared out otherwise by the rules."),
                )
        insert_as_is(
            [
                Transfer(
                    table=self.table,
                    seq=whole(act["seq"]),
                    source_id=self.accounts[source],
                    target_id=self.accounts[target],
                    chips=chips,
                    reason=act["reason"],
                    note=act["note"],
                    created_at=moment_of(act["at"]),
                )
            ]
        )

    def _shares(self) -> list[dict[str, Any]]:
        """What the rules share out of what lies in the pools now; nothing before the first deal."""
        rules = self.table.round.event.rules_in_force
        last = Deal.objects.effective().filter(table=self.table).order_by("-number").first()
        if rules["leftover"] != "split" or last is None:
            return []
        state = table_state(self.table)
        shares: list[dict[str, Any]] = list(
            games.leftover(rules, pools=state.pools, seats=state.seats, last_dealer=last.document["dealer"])
        )
        return shares

    def _deal(self, act: Mapping[str, Any], place: str) -> None:
        state = table_state(self.table)
        if (act["number"], act["revision"]) != (state.next_number, state.next_revision):
            raise DoesNotAgree(
                "deal_disagrees",
                place,
                _("The table's next deal is number %(number)d.") % {"number": state.next_number},
            )
        try:
            completed, result = complete(state, act["document"])
        except (games.EngineError, Conflict) as error:
            raise DoesNotAgree(error.code, f"{place}/document", error.detail) from error
        kept = {key: value for key, value in result.items() if key != "transfers"}
        if kept != act["result"]:
            raise DoesNotAgree(
                "result_disagrees", f"{place}/result", _("The cards make another result than this.")
            )
        deal = self._revision(act, completed, kept)
        deal.replaces_id = state.next_replaces
        deal.next_dealer = result["next_dealer"]
        ledger.write(deal, result)

    def _void(self, act: Mapping[str, Any], place: str) -> None:
        last = Deal.objects.effective().filter(table=self.table).order_by("-number").first()
        if last is None or (act["number"], act["revision"]) != (last.number, last.revision + 1):
            raise DoesNotAgree("deal_disagrees", place, _("Only the last deal can be taken back."))
        void = self._revision(act, last.document, last.result)
        void.kind, void.replaces = DealKind.VOID, last
        void.next_dealer = last.document["dealer"]
        ledger.reverse(last, void)

    def _revision(self, act: Mapping[str, Any], document: Any, result: Any) -> Deal:
        return Deal(
            table=self.table,
            number=act["number"],
            revision=act["revision"],
            document=document,
            result=result,
            reason=act["reason"],
            recorded_by=self.actor.user,
            via=act["via"],
            event_version=whole(act["version"]),
            recorded_at=moment_of(act["at"]),
        )


def whole(value: Any) -> int:
    """A whole number; ValueError for anything else."""
    if type(value) is not int or abs(value) >= 2**63:
        raise ValueError(f"{value!r:.40} is no whole number")
    return value


def when(text: Any) -> datetime | None:
    """A time with its zone, or none; ValueError for anything else."""
    return None if text is None else moment_of(text)


def moment_of(text: Any) -> datetime:
    """A time with its zone; ValueError for anything else."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError(f"{text!r:.40} has no zone")
    return at
