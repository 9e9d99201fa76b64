"""**For spectators.** Standings, payouts, showdowns, the story. Polling by ETag is cheap."""

from __future__ import annotations

import re
from collections.abc import Hashable
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from django.http import HttpResponse
from django_filters import CharFilter, FilterSet, NumberFilter, UUIDFilter

from api import fields
from api.methods import Show, hash_of, of_target, through
from api.resources import Collection, Item
from api.results import Number
from api.retries import AlreadyAnswered
from api.rights import Right
from api.shapes import Answer, Id, Moment, Object, Query
from api.wire import Json
from tournaments.core.kept import SHELF
from tournaments.core.kept import Answer as KeptAnswer
from tournaments.core.rules.refusals import NotFound, gettext_noop
from tournaments.events.access import event_for_viewer, event_for_watcher
from tournaments.events.verbs.entries import entries_by_id
from tournaments.events.verbs.marks import Mark, mark_of
from tournaments.events.verbs.stages import stages_of
from tournaments.play.verbs.results import payouts_of, showdowns_of
from tournaments.standings.verbs.counting import counted_tables, missing_tie_breaks
from tournaments.standings.verbs.standings import (
    NoSuchStanding,
    compute,
    current_standing,
    newest_standing_version,
    standing_after,
)
from tournaments.standings.words.story import story_to_show
from tournaments.tables.verbs.tallies import chips_on_boards

if TYPE_CHECKING:
    from tournaments.events.models.events import Entry, Stage
    from tournaments.standings.models import Standing


Figure = partial(
    Object, schema={"oneOf": [{"type": "number"}, {"type": "array", "items": {"type": "integer"}}]}
)
"""The figure of a tie-break: a number, or for `countback` the numbers of first, second, ... places."""


class CountedTableShape(Answer):
    """A table whose total was entered without deals."""

    round = fields.Int()
    table = Id()
    number = fields.Int()


class DealRow(Answer):
    """A row that belongs to a deal and a seat."""

    id = Id()
    round = fields.Int(source="deal.table.round.number")
    table = Id(source="deal.table_id")
    deal = fields.Int("The number of the deal at its table.", source="deal.number")
    seat = fields.Int(source="seat.number", null=True)
    entry = Id(source="by_entry", null=True)
    player = Id(source="by_player", null=True)
    name = fields.Str(source="by_name", null=True)


class PayoutShape(DealRow):
    """A pool of a deal: the seat that took its chips, or that they were carried over."""

    pool = fields.Str()
    chips = fields.Int()
    how = fields.Choice(["meld", "upcard", "pot", "out", "carried"])


class ShowdownShape(DealRow):
    """The part of one seat in the Pochen of a deal."""

    stake = fields.Int()
    passed = fields.Bool()
    kind = fields.Str("The set that it showed. Empty: none.")
    cards = fields.Str()
    pots = fields.Ints("The pots that it won or shared, from 0.")
    chips = fields.Int("Chips won.")


class StandingsQuery(Query):
    round = fields.Int("The standing at the close of this round.", least=1, most=10_000)
    stage = fields.Str("The id or the number of a stage.", max_length=60)


class RoundOfRow(Answer):
    """What one round counts in a score."""

    round = fields.Int("0: the share of the score of earlier stages that this stage takes.")
    result = Number(
        "What the round is worth in the scoring. Null: a missed round that does not count.", null=True
    )
    state = fields.Choice(
        ["counted", "struck", "missed", "missed_struck"],
        "A struck result does not count. `missed_struck`: a missed round whose value is struck.",
    )


RoundsOfRow = partial(Object, schema=RoundOfRow(many=True))
"""The rounds of a score, as they are stored. A large event has thousands of them."""


class StandingRow(Answer):
    """One line of a standing."""

    place = fields.Int(
        "Null: the entry is not ranked, because it played fewer than `least_rounds` rounds.", null=True
    )
    entry = Id()
    player = Id()
    name = fields.Str()
    score = Number()
    deals = fields.Int()
    rounds = fields.Int()
    metrics = fields.Dict(
        "The figures of the tie-breaks: a number, rounded to thousandths, or for `countback` how often "
        "the entry was first at a table, second, and so on. Null: it does not apply. `lots` are in the "
        "standing of a finished event only.",
        child=Figure(null=True),
    )
    decided_by = fields.Str(
        "What decided this place: `score`, a tie-break, or `shared`. Lots decide when the event ends; "
        "until then equal players share a place. `stage`: who reached a later stage. "
        "In a knockout also `reached` (a later round) and `last_round` (the places in it). "
        "`enough_rounds`: who is ranked and who is not."
    )
    stage = fields.Int("The number of the last stage of the entry. The score belongs to it.")
    last = Number("Net chips in the last round that the entry played.", null=True)
    results = RoundsOfRow("The rounds that make the score, struck and missed ones too.")
    adjusted = Number("What adjustments add to the score, before a mean is taken.")


class StandingShape(Answer):
    """The ranking of an event, or of one of its stages, at one version."""

    event = Id()
    version = fields.Int("The version of the event that it covers. 0: no standing yet.")
    round = fields.Int("With `?round=`: the number of the round.", null=True)
    stage = fields.Int("With `?stage=`: the number of the stage. Null: the whole event.", null=True)
    computed_at = Moment("Null: no standing yet, or the standing of a stage, computed on request.", null=True)
    on_boards = fields.Int(
        "Chips in the pools at the tables of these rounds, which nobody has won: minus the sum of "
        "all net chips."
    )
    missing_tie_breaks = fields.Strs(
        "Tie-breaks of the event that pass over `counted_tables`: only deals tell them."
    )
    counted_tables = CountedTableShape(
        many=True, help_text="The tables of these rounds whose total was entered without deals."
    )
    rows = StandingRow(many=True)


class ShowdownsFilters(FilterSet):
    player = UUIDFilter(field_name="by_player", help_text="The id of a player.")
    round = NumberFilter(field_name="deal__table__round__number", help_text="The number of a round.")


class PayoutsFilters(ShowdownsFilters):
    pool = CharFilter(help_text="The name of a pool.")


class NoSuchStage(NotFound):
    """The event does not have this stage."""

    sentence = gettext_noop("The event does not have this stage.")


class Standings(Item, path="events/<slug:event>/standings/"):
    """Get the newest standing, or the one at the close of a round, of the event or of one stage.

    `version` is the version of the event that the standing covers, and also its ETag. A worker computes a new
    standing shortly after each change. Until then the `version` of the event is higher. The standing of a
    stage is computed on request. It ranks the entrants of the stage by the score that counts there.
    """

    shape = StandingShape
    kept: tuple[Mark, tuple[Hashable, ...]] | None = None
    """Set if the answer is the same for everybody who has no key: its mark and its key in the memory."""
    get = Show(Right.READ, query=StandingsQuery)

    def fetch(self, event: str) -> Any:
        if (mark := self._mark_for_all(event)) is not None:
            # A private event that a slug names is another case than the same event by its id.
            by_id = event.lower() == str(mark.event)
            key = ("standings", mark.access, by_id, self.request.query_params.get("round"))
            if (answer := SHELF.find(key, mark)) is not None:
                raise AlreadyAnswered(self._reply(answer))
            self.kept = (mark, key)
        # The standing of a stage is computed on request, and needs the whole event.
        fetch = event_for_viewer if "stage" in self.request.query_params else event_for_watcher
        return fetch(self.actor, event)

    def data(self) -> Any:
        event, stage = self.target, self._stage()
        data: dict[str, Any] = {
            "event": event.pk,
            "version": 0,
            "round": self.query.get("round"),
            "stage": stage.number if stage else None,
            "computed_at": None,
            "on_boards": 0,
            "rows": [],
        }
        # Before the close of a round, `?round=` is not found, also with a stage.
        standing = self._standing() if stage is None or "round" in self.query else None
        if stage is not None:
            through = self.query.get("round")
            rows, chips = compute(event, stage, through), chips_on_boards(event, through, stage)
            data |= {"version": event.version, "on_boards": chips, "rows": rows}
        elif standing is not None:
            data |= {
                "version": standing.covers,
                "computed_at": standing.computed_at,
                "on_boards": standing.on_boards,
                "rows": standing.rows,
            }
        data["counted_tables"] = counted_tables(event, self.query.get("round"), stage)
        data["missing_tie_breaks"] = missing_tie_breaks(event) if data["counted_tables"] else []
        if data["rows"]:
            entries = entries_by_id(event)
            data["rows"] = [_named(row, entries[row["entry"]]) for row in data["rows"]]
        return data

    def etag(self, data: Any) -> str:
        """Return the version of the standing.

        The standing of a closed round keeps its version while names of players change, so its tag is a hash.
        """
        if "round" in self.query:
            return hash_of({**data, "computed_at": None})
        return f'"{data["version"]}"'

    def show(self) -> Any:
        """Answer 304 with a single query, without reading the rows. Keep the answer for all without a key."""
        if self.kept is not None:
            mark, key = self.kept
            answer = SHELF.find_or_make(key, mark, partial(self._answer, mark))
            return self._reply(cast("KeptAnswer", answer))
        if "If-None-Match" in self.request.headers and "round" not in self.query:
            stage = self._stage()
            newest = self.target.version if stage is not None else newest_standing_version(self.target)
            etag = f'"{newest or 0}"'
            if self.has_seen(etag):
                return self.not_modified(etag)
        return super().show()

    def _mark_for_all(self, event: str) -> Mark | None:
        """Return the mark of the event if the answer depends on the address and its round only."""
        query = self.request.query_params
        is_plain = set(query) <= {"round"} and re.fullmatch("[1-9][0-9]{0,3}", query.get("round", "1"))
        if not is_plain or "Authorization" in self.request.headers:
            return None
        return mark_of("event", event)

    def _answer(self, mark: Mark) -> KeptAnswer:
        data = self.represent()
        text = Json().render(data)
        return KeptAnswer.of_text(mark, text, Json.media_type, status=200, etag=self.etag(data))

    def _reply(self, answer: KeptAnswer) -> HttpResponse:
        if self.has_seen(answer.etag):
            return self.not_modified(answer.etag)
        return HttpResponse(answer.text, content_type=answer.content_type, headers={"ETag": answer.etag})

    def _stage(self) -> Stage | None:
        """Return the stage in the query; None for the whole event."""
        if (ref := self.query.get("stage")) is None:
            return None
        stages: list[Stage] = list(stages_of(self.target))
        for stage in stages:
            if ref in (str(stage.pk), str(stage.number)):
                return stage
        raise NoSuchStage

    def _standing(self) -> Standing | None:
        if (number := self.query.get("round")) is None:
            return current_standing(self.target)
        kept = standing_after(self.target, number)
        if kept is None:
            raise NoSuchStanding
        return kept


def _named(row: dict[str, Any], entry: Entry) -> dict[str, Any]:
    """Return the row with the id and the public name of the player."""
    return {**row, "player": entry.player_id, "name": entry.player.public_name}


class RowsOfDeals(Collection):
    """Rows of the deals of an event that count."""

    by_columns = True
    fetch = through(event_for_viewer)


class Payouts(RowsOfDeals, path="events/<slug:event>/payouts/"):
    """List the pools of all deals: the winner of the chips, or that they were carried over."""

    filters = PayoutsFilters
    shape = PayoutShape
    rows = of_target(payouts_of)
    get = Show(Right.READ)


class Showdowns(RowsOfDeals, path="events/<slug:event>/showdowns/"):
    """List the part of each seat in the Pochen of each deal."""

    filters = ShowdownsFilters
    shape = ShowdownShape
    rows = of_target(showdowns_of)
    get = Show(Right.READ)


# ---- The story of a finished event.


class StoryShape(Answer):
    """The evening in words. Empty before the event is finished."""

    event = Id()
    text = fields.Str("Paragraphs with an empty line between them.")


class Story(Item, path="events/<slug:event>/story/"):
    """Get the story of the evening: who won and how, the largest pot, and more.

    It is generated from all deals, always in the same words, and follows corrections and names. Before the
    event is finished it is empty.
    """

    shape = StoryShape
    fetch = through(event_for_viewer)
    get = Show(Right.READ)

    def data(self) -> Any:
        story = story_to_show(self.target)
        return {"event": self.target.pk, "text": story.text if story else ""}
