"""What happened in a rehearsal, read from the audit log of the rehearsed event."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, IntegerField, Sum
from django.db.models.expressions import Func

from tournaments.models import AuditEntry, Deal, DealKind, Rehearsal, Round, Seat

Parts = Iterator[tuple[str, dict[str, Any]]]
"""The kind and the params of each happening that an audit entry stands for."""


@dataclass(frozen=True)
class Happening:
    """One thing that happened.

    round: its number; 0 before the first. kind: a key of `sentences.rehearsal_words.HAPPENED`, "corrected" or
    "refused". params: for the sentence. Players are the ids of their entries.
    """

    round: int
    kind: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Played:
    """The deals that were played in a round, including voided ones.

    deals: how many, by table number. actions: cards, bets and passes.
    """

    deals: Mapping[int, int]
    actions: int


class _ActionCount(Func):
    """The number of actions in the document of a deal."""

    output_field = IntegerField()
    template = "jsonb_array_length(%(expressions)s -> 'actions')"

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, Any]:
        return self.as_sql(
            compiler, connection, template="json_array_length(%(expressions)s, '$.actions')", **context
        )


def played_in(round_: Round) -> Played:
    """The deals of a rehearsed round (one query), without corrections, which people do not play again."""
    tables = (
        # A revision that a correction wrote has the reason of the correction.
        Deal.objects.filter(table__round=round_, kind=DealKind.RECORDED, reason="")
        .values("table__number")
        .annotate(deals=Count("pk"), actions=Sum(_ActionCount("document")))
        .order_by()
        .values_list("table__number", "deals", "actions")
    )
    return Played(
        deals={number: deals for number, deals, _actions in tables},
        actions=sum(actions for _number, _deals, actions in tables),
    )


def happenings_of(rehearsal: Rehearsal) -> list[Happening]:
    """The happenings of a rehearsal: first the refusals, then the others in the order of the audit log."""
    return [
        *(Happening(refusal["round"], "refused", refusal) for refusal in rehearsal.refusals),
        *_Log(rehearsal).happenings(),
    ]


class _Log:
    """The audit log of a rehearsed event, followed from the first published round on."""

    def __init__(self, rehearsal: Rehearsal) -> None:
        self.event = rehearsal.event
        self.number = 0
        self.is_open = False
        self.missing: set[str] = set()
        published = Round.objects.filter(event=self.event).exclude(published_at=None)
        self.rounds = {round_.number: round_ for round_ in published.select_related("stage")}
        self.seated = {
            (number, str(entry))
            for number, entry in Seat.objects.filter(round__event=self.event).values_list(
                "round__number", "entry_id"
            )
        }
        self.tables: dict[str, int] = {}

    def happenings(self) -> Iterator[Happening]:
        read: dict[str, Callable[[dict[str, Any], str], Parts]] = {
            "add_entries": self._entered,
            "check_in": self._checked_in,
            "withdraw": self._withdrawn,
            "substitute": self._substituted,
            "leave_out": self._left_out,
            "void_deal": self._voided,
            "correct_deal": self._corrected,
            "add_adjustment": self._adjusted,
        }
        entries = list(
            AuditEntry.objects.filter(
                event=self.event, verb__in=[*read, "publish_round", "close_round"]
            ).order_by("id")
        )
        deals = [_target(entry) for entry in entries if entry.target.startswith("deal ")]
        for pk, table in Deal.objects.filter(pk__in=deals).values_list("pk", "table__number"):
            self.tables[str(pk)] = table
        for entry in entries:
            if entry.verb == "publish_round":
                self.number, self.is_open = entry.data["number"], True
            elif entry.verb == "close_round":
                self.is_open = False
            elif self.number:
                for kind, params in read[entry.verb](entry.data, _target(entry)):
                    yield Happening(self.number, kind, params)

    def _substituted(self, data: dict[str, Any], _target: str) -> Parts:
        self.missing.add(data["out"])
        yield "substituted", {"entry": data["out"], "into": data["into"], "table": data["table_number"]}

    def _left_out(self, data: dict[str, Any], _target: str) -> Parts:
        (entry,) = data["entries"]
        self.missing.add(entry)
        yield "shrunk", {"entry": entry, "table": data["table_number"]}

    def _voided(self, data: dict[str, Any], deal: str) -> Parts:
        yield "voided", {"table": self.tables[deal], "deal": data["number"]}

    def _corrected(self, data: dict[str, Any], deal: str) -> Parts:
        moved = sum(
            entry["place_before"] != entry["place_after"]
            for standing in data["moved"]
            if standing["round"] is None
            for entry in standing["entries"]
        )
        yield (
            "corrected",
            {
                "table": self.tables[deal],
                "deal": data["number"],
                "in_the_round": self.is_open,
                "later": len(data["later"]),
                "moved": moved,
            },
        )

    def _adjusted(self, data: dict[str, Any], _target: str) -> Parts:
        if "points" in data:
            yield "penalty_in_points", {"entry": data["entry"], "points": -data["points"]}
        else:
            yield "penalty", {"entry": data["entry"], "chips": -data["chips"]}

    def _withdrawn(self, _data: dict[str, Any], entry: str) -> Parts:
        yield "stayed_away" if entry in self.missing else "left", {"entry": entry}

    def _checked_in(self, _data: dict[str, Any], entry: str) -> Parts:
        self.missing.discard(entry)
        yield self._arrival("came_after_all", entry), {"entry": entry}

    def _entered(self, data: dict[str, Any], _target: str) -> Parts:
        if not self.is_open:  # while a round is open, a player is entered only to sit in
            for entry in data["entries"]:
                yield self._arrival("late", entry), {"entry": entry}

    def _arrival(self, kind: str, entry: str) -> str:
        """`kind` for a player who plays in the next round, else the reason why not."""
        before, after = self.rounds[self.number], self.rounds.get(self.number + 1)
        if after is not None and after.stage_id != before.stage_id and after.stage.cut is not None:
            return "before_a_cut"
        return kind if after is None or (self.number + 1, entry) in self.seated else "too_late"


def _target(entry: AuditEntry) -> str:
    return entry.target.partition(" ")[2]
