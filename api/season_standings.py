"""The table of a season, its honours, and its end: who goes up and down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from django.db import transaction
from rest_framework import serializers
from rest_framework.response import Response

from api import fields
from api.evenings import InPoints
from api.methods import Show, Tell, hash_of, of_target
from api.resources import Collection, Item
from api.rights import Right
from api.seasons import SeasonItem, SeasonRoute
from api.shapes import Answer, Id, Items, Moment, Object, Query, Shape, Text
from tournaments.clubs.verbs.people import LONGEST_TITLE
from tournaments.core.rules.refusals import NotFound, gettext_noop
from tournaments.seasons.access import unknown_events
from tournaments.seasons.verbs import ending, results
from tournaments.seasons.verbs.ending import EndPlan, honours_of
from tournaments.seasons.verbs.tables import moved_since, outcomes_of

if TYPE_CHECKING:
    from tournaments.seasons.models import Season, SeasonStanding


STATES = ["counted", "struck", "missed", "missed_struck"]
OUTCOME_NAMES = ("worth", "state", "place", "reason")
OUTCOMES = {
    "type": "array",
    "items": {
        "type": "object",
        "required": list(OUTCOME_NAMES),
        "properties": {
            "worth": {"type": ["number", "null"], "description": "Null: it does not count at all."},
            "state": {"type": "string", "enum": STATES, "description": "`struck`: it does not count."},
            "place": {"type": "integer", "description": "The place of the evening. 0: none."},
            "reason": {"type": "string", "description": "Why it was missed. Empty: it was played."},
        },
    },
}
Outcomes = partial(Object, schema=OUTCOMES)
"""What each evening gives, in the order of `evenings`."""
PointsOrNull = partial(Object, schema={"type": ["number", "null"]})
PointsAsKept = partial(Object, schema={"type": "number"})
COVERS = "The version of each event that counts and that you can list."
AS_OF = "The table after the evenings up to this number. Default: the present one."


class SeasonStandingsQuery(Query):
    as_of = fields.Int(AS_OF, least=1, most=1000)
    division = fields.Str("The id or number of a division. Default: all.", max_length=40)
    since = fields.Int(
        "`moved` says who moved since this version. Default: since the one before.", least=0, most=2**31 - 1
    )


class SeasonRowShape(Answer):
    """A line of a table."""

    place = fields.Int("Shared by equal members. Null: too few evenings.", null=True)
    final = fields.Int("The place after the final. Null: it is not over.", null=True)
    player = Id()
    name = fields.Str()
    score = PointsAsKept("The evenings that count, `bonus`, `credits` and `start`.")
    bonus = PointsAsKept("For the evenings attended.")
    credits = PointsAsKept()
    start = PointsAsKept()
    attended = fields.Int("Evenings played or organised.")
    missed = fields.Int()
    trend = fields.Int("Places gained since the evening before.", null=True)
    metrics = Object("The figures of the tie-breaks of the scheme, by name.")
    decided_by = fields.Str("The tie-break that separates it from the line above.", null=True)
    outcomes = Outcomes()


class SeasonTableShape(Answer):
    """The table of one division, or of the whole season."""

    division = Id("Null: the season has no divisions.", null=True)
    name = fields.Str("The name of the division.")
    evenings = fields.Strs("The ids of the evenings that are over.")
    rows = SeasonRowShape(many=True)


class CoveredShape(Answer):
    event = Id()
    version = fields.Int()


class MovedShape(Answer):
    """Somebody whose place or score changed. Null: no place before, or none after."""

    player = Id()
    place_before = fields.Int(null=True)
    place_after = fields.Int(null=True)
    score_before = PointsOrNull()
    score_after = PointsOrNull()


class SeasonStandingShape(Answer):
    """The tables of a season at one version."""

    season = Id()
    version = fields.Int("The version of the season that it covers. 0: there is no table yet.")
    as_of = fields.Int(AS_OF, null=True)
    computed_at = Moment(null=True)
    covers = CoveredShape(many=True, help_text=COVERS)
    tables = SeasonTableShape(many=True)
    moved = MovedShape(many=True, help_text="Who moved, and from where.")


class HonourShape(Answer):
    """What a member had at the end of a season, and where they go. It stays as it was announced."""

    id = Id()
    player = Id(source="member.player_id")
    name = fields.Str(source="member.player.public_name")
    division = fields.Str("The name of the division. Empty: none.")
    place = fields.Int("Null: too few evenings.", null=True)
    points = InPoints("In the table.")
    finalist = fields.Bool("The final made the place.")
    move = fields.Str("Why they are in `next_division`, such as `up`.")
    next_division = fields.Str("Empty: none.")
    at = Moment()


def _players(help_text: str) -> serializers.ListField:
    return Items(help_text, max_length=2000, required=False)


class NewEnd(Shape):
    """What a director says at the end of a season."""

    leaving = _players("Players who will not be in the next season. Who has withdrawn leaves anyway.")
    newcomers = _players("Players for the foot of its last division, in this order.")
    winners = _players("Who won a play-off between two divisions.")
    next_name = Text(
        "The name of the next season. Default: this name, numbered on.",
        max_length=200,
        longest=LONGEST_TITLE,
        required=False,
    )
    seen = Text(
        "The `seen` of the dry run that you have seen. 409 if the end would differ from it.",
        max_length=60,
        required=False,
    )


class SeasonMoveShape(Answer):
    """Where somebody goes. Null: not in a division, or not in the season."""

    player = Id(source="person")
    name = fields.Str()
    before = fields.Str(null=True)
    after = fields.Str(null=True)
    reason = fields.Str("Such as `up`, `down`, `stays` or `slides_up`.")


class PairShape(Answer):
    """A play-off between two divisions."""

    above = fields.Str("The player who would stay above.")
    below = fields.Str("The player who would stay below.")
    winner = fields.Str("Empty: nobody has said who won.")


class NextDivisionShape(Answer):
    """The order of a division in the next season."""

    name = fields.Str()
    players = fields.Strs()
    reserves = fields.Strs()


class EndHonourShape(Answer):
    player = Id()
    name = fields.Str()
    division = fields.Str()
    place = fields.Int(null=True)
    points = InPoints()
    finalist = fields.Bool()


class SeasonEndShape(Answer):
    """The end of a season: everything that it does."""

    season = Id()
    next = Id("The draft of the next season.")
    next_name = fields.Str()
    seen = fields.Str("Names this end: send it back to do exactly this.")
    honours = EndHonourShape(many=True)
    moves = SeasonMoveShape(many=True)
    divisions = NextDivisionShape(many=True)
    pairs = PairShape(many=True)
    removed = Items(
        "Players who leave the draft of the next season, which is there after a reopening.", child=Id()
    )


class NoSuchDivision(NotFound):
    """The season does not have this division."""

    sentence = gettext_noop("The season does not have this division.")


class SeasonStandings(SeasonRoute, Item, path="seasons/<slug:season>/standings/"):
    """Get the table of a season: of all divisions, or of one.

    `version` is the version of the season that it covers, and also its ETag. A worker counts it anew shortly
    after each change, also when a deal of an earlier evening is corrected; `moved` says who moved. If it
    counts events that you cannot list, they are not in `covers`, and the ETag says more. With `as_of` it is
    the table after the evenings up to this number. Struck and missed evenings stay in `outcomes`, which has
    one entry for each of `evenings`. A finished season keeps its honours (`/seasons/{season}/honours/`)
    beside the corrected table.
    """

    shape = SeasonStandingShape
    get = Show(Right.READ, query=SeasonStandingsQuery)

    def data(self) -> Any:
        season, as_of = self.target, self.query.get("as_of")
        standing, tables = results.tables_to_show(season, as_of=as_of)
        return {
            "season": season.pk,
            "version": 0 if standing is None else standing.version,
            "as_of": as_of,
            "computed_at": None if standing is None else standing.computed_at,
            "covers": [] if standing is None else self._covers(standing),
            "tables": [_table(table) for table in self._of_division(tables)],
            "moved": [] if standing is None else self._moved(standing),
        }

    def etag(self, data: Any) -> str:
        """Return the version of the table, and which events the actor may not know, if there are any.

        A former table depends on more than its version, such as on a correction, so its tag is a hash.
        """
        return hash_of({**data, "computed_at": None}) if self._is_former else self._tag(data["version"])

    def show(self) -> Response:
        """Answer 304 without reading the tables."""
        if "If-None-Match" in self.request.headers and not self._is_former:
            etag = self._tag(results.newest_version(self.target))
            if self.has_seen(etag):
                return self.not_modified(etag)
        return super().show()

    @property
    def _is_former(self) -> bool:
        return "as_of" in self.query or "since" in self.query

    @cached_property
    def _unknown(self) -> set[str]:
        """The events that the actor may not know."""
        return {str(event) for event in unknown_events(self.actor, self.target)}

    def _tag(self, version: int) -> str:
        if not self._unknown:
            return f'"{version}"'
        # An event that becomes public is a change for who has seen the table without it.
        return f'"{version}-{hash_of(sorted(self._unknown))[1:9]}"'

    def _covers(self, standing: SeasonStanding) -> list[dict[str, Any]]:
        return [
            {"event": event, "version": version}
            for event, version in sorted(standing.covers.items())
            if event not in self._unknown
        ]

    def _of_division(self, tables: list[dict[str, Any]]) -> list[dict[str, Any]]:
        ref = self.query.get("division")
        if ref is None:
            return tables
        divisions = self.target.divisions.all()
        key = next((str(each.pk) for each in divisions if ref in (str(each.pk), str(each.number))), None)
        if key is None:
            raise NoSuchDivision
        return [table for table in tables if table["division"] == key]

    def _moved(self, standing: SeasonStanding) -> list[Any]:
        if (since := self.query.get("since")) is not None:
            return moved_since(self.target, since)
        return list(standing.moves)


class HonourList(SeasonRoute, Collection, path="seasons/<slug:season>/honours/"):
    """List the honours of a finished season: places and moves as they were announced.

    A correction does not change them. Only reopening the season takes them back.
    """

    shape = HonourShape
    by_columns = True
    rows = of_target(honours_of)
    get = Show(Right.READ)


class SeasonMoves(SeasonItem, path="seasons/<slug:season>/moves/"):
    longest_body = 512 * 1024

    @Tell(Right.EVENTS, NewEnd, answers={200: SeasonEndShape})
    def post(self) -> Any:
        """Finish a season: honours are frozen, people go up and down, and the next season is a draft.

        With `dry_run=true` you see every move before. Send its `seen` back, so that nothing else is done: if
        something has changed meanwhile, this is 409. It is done once, also if two directors do it at once.
        """
        said = {name: self.body.get(name, ()) for name in ("leaving", "newcomers", "winners")}
        with transaction.atomic():
            plan = ending.plan_end(self.target, **said)
            following = ending.end_season(
                self.target,
                self.actor,
                **said,
                next_name=self.body.get("next_name", ""),
                seen=self.body.get("seen"),
            )
        return _end(self.target, plan, following)


def _table(table: Mapping[str, Any]) -> dict[str, Any]:
    rows = [
        line | {"outcomes": [dict(zip(OUTCOME_NAMES, each, strict=True)) for each in outcomes_of(line)]}
        for line in table["rows"]
    ]
    return {**table, "rows": rows}


def _end(season: Season, plan: EndPlan, following: Season) -> dict[str, Any]:
    names = results.names_of_players(plan.people)
    return {
        "season": season.pk,
        "next": following.pk,
        "next_name": following.name,
        "seen": plan.digest,
        "honours": [
            honour | {"player": player, "name": names[player]} for player, honour in plan.honours.items()
        ],
        "moves": [asdict(move) | {"name": names[move.person]} for move in plan.moves],
        "divisions": [
            {"name": name, "players": players, "reserves": plan.reserves.get(name, ())}
            for name, players in plan.divisions.items()
        ],
        "pairs": [asdict(pair) for pair in plan.pairs],
        "removed": list(plan.removed),
    }
