"""What a check returns: a damage, where it is, and since when."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.core.models.log import OutboxTask
from tournaments.events.models.events import Event


@dataclass(frozen=True)
class Place:
    """Where a damage is: words and ids, from the club down to the deal. None: it is not that deep."""

    club: str = ""
    club_id: UUID | None = None
    event: str = ""
    event_id: UUID | None = None
    round: int | None = None
    table: int | None = None
    table_id: UUID | None = None
    deal: int | None = None
    deal_id: UUID | None = None

    @classmethod
    def of(cls, event: Event, **deeper: Any) -> Place:
        """The place of an event with its club. deeper: the other parts."""
        return cls(event.club.name, event.club_id, event.name, event.pk, **deeper)

    def as_json(self) -> dict[str, Any]:
        """The place for programs, without the parts that are not known."""
        parts = {name: value for name, value in vars(self).items() if value not in (None, "")}
        return {name: str(value) if isinstance(value, UUID) else value for name, value in parts.items()}

    @property
    def words(self) -> str:
        """The place as a text for people."""
        parts = [self.club, self.event]
        for template, number in (
            (_("round %(number)d"), self.round),
            (_("table %(number)d"), self.table),
            (_("deal %(number)d"), self.deal),
        ):
            if number is not None:
                parts.append(gettext(template) % {"number": number})
        return ", ".join(part for part in parts if part) or gettext("the whole installation")


SENTENCES: Final = {
    "account_missing": _("The account %(name)s is missing."),
    "adjustment_differs": _("The log names adjustment %(adjustment)s. Its row is missing or differs."),
    "adjustment_unlogged": _("The log does not say what adjustment %(adjustment)s says."),
    "audit_changed": _("Entry %(number)d of this log (“%(verb)s”) was changed, or the entry before it."),
    "audit_cut": _(
        "This log should end with entry %(length)d. Its last entry is %(number)d, or its head differs."
    ),
    "audit_gap": _("Entry %(number)d of this log follows entry %(before)d."),
    "balance_differs": _(
        "The account “%(account)s” holds %(stored)d chips. Its transfers give %(expected)d."
    ),
    "certificate_differs": _("The certificate of this draw differs from its seats (%(place)s)."),
    "count_beside_deals": _("This table has deals beside its total."),
    "cut_differs": _("The report of the cut before stage %(number)d does not fit the entrants of the stage."),
    "deal_gone": _("The log says “%(verb)s” of deal %(number)d. The database does not have this deal."),
    "deal_moved": _("The log names another table or another number for this deal."),
    "deal_unlogged": _("The log does not name this deal."),
    "deals_wrong": _("A table has another number of deals than its round says."),
    "document_impossible": _("The document of this deal breaks the rules (%(error)s)."),
    "duty_without_task": _("The task %(task)s(%(subject)s) must run. The outbox does not have it."),
    "evening_worth_differs": _(
        "What evening %(number)d of %(season)s is worth differs from what its event gives."
    ),
    "event_spreads_differ": _("The spreads of the event differ from those that its rules give."),
    "honour_differs": _("The honours of %(season)s differ from those that its table gives."),
    "issue_differs": _("The bank has issued %(stored)d chips to table %(table)s. The log says %(expected)d."),
    "kept_standing_missing": _("The standing at the close of round %(number)d is missing."),
    "leftover_differs": _("The shares of the chips in the pools differ from the rules."),
    "payout_differs": _("A payout differs from this deal."),
    "picture_changed": _("The bytes of the picture of a club differ from its digest."),
    "picture_lost": _("A club names a picture that it does not have, or has one that it does not name."),
    "ratings_differ": _("The ratings of %(club)s differ from what its events give."),
    "record_differs": _("The log says something else of “%(name)s”."),
    "reference_lost": _("Row %(row)s of %(model)s refers to a %(field)s that does not exist."),
    "reference_mixed": _(
        "Row %(row)s of %(model)s refers to a %(field)s of another table, event, season or club."
    ),
    "result_differs": _("The stored result differs from the result of the cards."),
    "revision_wrong": _("Revision %(revision)d of deal %(number)d does not follow the revision before it."),
    "rounds_wrong": _("The rounds of this event are not numbered in order."),
    "season_moves_differ": _("Who moved in the tables of %(season)s does not lead to its present table."),
    "season_standing_differs": _(
        "The table of %(season)s differs from what its evenings, members and credits give."
    ),
    "season_standing_too_new": _(
        "The table of %(season)s has version %(version)d. The season has version %(newest)d."
    ),
    "season_standing_without_task": _(
        "The table of %(season)s does not cover its events, and no task counts it."
    ),
    "seat_result_differs": _("A seat result differs from this deal."),
    "seated_twice": _("Somebody sits twice in this round."),
    "seats_wrong": _("The tables or the seats of this round are not numbered in order."),
    "showdown_differs": _("A showdown differs from this deal."),
    "standing_differs": _("This standing differs from the standing that the deals and adjustments give."),
    "standing_too_new": _("A standing has version %(version)d. Its event has version %(newest)d."),
    "standing_without_task": _(
        "The newest standing covers version %(covered)d of %(version)d, and no task computes another."
    ),
    "start_differs": _("“%(key)s” in the document of this deal is not what the deals before it left."),
    "taken_over_differs": _(
        "The log does not say who has seat %(seat)d of table %(table)s from deal %(deal)d on."
    ),
    "takes_over_too_late": _(
        "Somebody has seat %(seat)d from deal %(deal)d on. The last deal has number %(last)d."
    ),
    "task_without_duty": _("The outbox has the task %(task)s(%(args)s). Its subject does not exist."),
    "transfer_without_reason": _(
        "Transfer %(transfer)d moves chips from “%(source)s” to “%(target)s” without a deal."
    ),
    "transfers_differ": _("The transfers of this deal differ from its document."),
    "unreadable": _("The records are too damaged to be checked further (%(error)s)."),
    "version_wrong": _("This deal has version %(version)d. Its event has version %(newest)d."),
    "version_wrong.before": _("This deal has version %(version)d. A deal before it has version %(newest)d."),
    "version_wrong.log": _("The version of this deal does not follow the deals before it."),
    "void_differs": _("This void differs from the deal that it undoes."),
}
"""The sentence of each kind of damage, by its code. A code with several sentences has a word after a dot."""


class Damage:
    """One thing that is wrong: its code, where it is, and what fills its sentence.

    at, entry: since when: the time of a row, an id of the audit log.
    """

    def __init__(
        self,
        code: str,
        place: Place | None = None,
        /,
        at: datetime | None = None,
        entry: int | None = None,
        **params: Any,
    ) -> None:
        self.code = code.partition(".")[0]
        self.sentence = SENTENCES[code]
        self.place = place or Place()
        self.at, self.entry, self.params = at, entry, params

    @property
    def detail(self) -> str:
        """The sentence in the reader's language."""
        return gettext(self.sentence) % self.params if self.params else gettext(self.sentence)

    def as_json(self) -> dict[str, Any]:
        """The damage for programs."""
        return {
            "code": self.code,
            "where": {**self.place.as_json(), "words": self.place.words},
            "detail": self.detail,
            "since": {"at": self.at.isoformat() if self.at else None, "audit": self.entry},
            "params": {name: str(value) for name, value in self.params.items()},
        }


UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, ObjectDoesNotExist)
"""The errors of a check that reads values of a wrong shape."""


def guarded(check: Callable[[], Iterator[Damage]], place: Place) -> Iterator[Damage]:
    """Run a check of one place. If the records are too damaged for it, say so and continue elsewhere."""
    try:
        yield from check()
    except UNREADABLE as error:
        yield Damage("unreadable", place, error=f"{type(error).__name__}: {error}")


@dataclass(frozen=True)
class Scope:
    """What to check: everything by default, or some rows of some models."""

    parts: Mapping[type[Model], Q] | None = None

    def has(self, *models: type[Model]) -> bool:
        """Whether there may be rows of one of these models to check."""
        return self.parts is None or any(model in self.parts for model in models)

    def rows(self, model: type[Model]) -> QuerySet[Any]:
        """The rows of a model that are checked, each with all that follows from it."""
        if not self.has(model):
            return model._base_manager.none()
        return model._base_manager.filter(Q() if self.parts is None else self.parts[model])


def waiting(*tasks: str) -> set[str]:
    """The first arguments of the rows of these tasks in the outbox: what is computed again soon."""
    rows = OutboxTask.objects.filter(task__in=tasks, done_at=None).values_list("args", flat=True)
    return {str(row[0]) for row in rows.iterator(chunk_size=1000)}
