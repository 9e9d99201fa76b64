"""The table of a season, its honours, and its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Collection, Item, hash_of
from api.rights import Right
from api.shapes.leagues import SeasonShape
from api.shapes.season_standings import (
    OUTCOME_NAMES,
    HonourShape,
    NewEnd,
    SeasonEndShape,
    SeasonStandingShape,
    SeasonStandingsQuery,
)
from api.views.seasons import SeasonItem, SeasonRoute
from tournaments.core.errors import NotFound
from tournaments.seasons.access import unknown_events
from tournaments.seasons.verbs import ending
from tournaments.seasons.verbs.ending import EndPlan, honours_of
from tournaments.seasons.verbs.results import (
    names_of_players,
    newest_version,
    players_of_plan,
    tables_to_show,
)
from tournaments.seasons.verbs.tables import moved_since, outcomes_of

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from tournaments.seasons.models import Honour, Season, SeasonStanding


class SeasonStandings(SeasonRoute, Item["Season"]):
    rights = {"GET": Right.READ}
    queries = {"GET": SeasonStandingsQuery}
    shape = SeasonStandingShape

    def represent(self) -> Any:
        season, as_of = self.target, self.query.get("as_of")
        standing, tables = tables_to_show(season, as_of=as_of)
        return self.serialize(
            {
                "season": season.pk,
                "version": 0 if standing is None else standing.version,
                "as_of": as_of,
                "computed_at": None if standing is None else standing.computed_at,
                "covers": [] if standing is None else self._covers(standing),
                "tables": [_table(table) for table in self._of_division(tables)],
                "moved": [] if standing is None else self._moved(standing),
            }
        )

    def etag(self, data: Any) -> str:
        """Return the version of the table, and which events the actor may not know, if there are any.

        A former table depends on more than its version, such as on a correction, so its tag is a hash.
        """
        return hash_of({**data, "computed_at": None}) if self._is_former else self._tag(data["version"])

    def get(self, request: Request, **ids: Any) -> Response:
        """Get the table of a season: of all divisions, or of one.

        `version` is the version of the season that it covers, and also its ETag. A worker counts it anew
        shortly after each change, also when a deal of an earlier evening is corrected; `moved` says who
        moved. If it counts events that you cannot list, they are not in `covers`, and the ETag says more.
        With `as_of` it is the table after the evenings up to this number. Struck and missed evenings stay in
        `outcomes`, which has one entry for each of `evenings`. A finished season keeps its honours
        (`/seasons/{season}/honours/`) beside the corrected table.
        """
        return self.show()

    def show(self) -> Response:
        """Answer 304 without reading the tables."""
        if "If-None-Match" in self.request.headers and not self._is_former:
            etag = self._tag(newest_version(self.target))
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
            raise NotFound("no_such_division", _("The season does not have this division."))
        return [table for table in tables if table["division"] == key]

    def _moved(self, standing: SeasonStanding) -> list[Any]:
        if (since := self.query.get("since")) is not None:
            return moved_since(self.target, since)
        return list(standing.moves)


class HonourList(SeasonRoute, Collection["Season"]):
    rights = {"GET": Right.READ}
    shape = HonourShape
    by_columns = True

    def rows(self) -> QuerySet[Honour]:
        return honours_of(self.target)

    def get(self, request: Request, **ids: Any) -> Response:
        """List the honours of a finished season: places and moves as they were announced.

        A correction does not change them. Only reopening the season takes them back.
        """
        return self.page()


class SeasonMoves(SeasonItem):
    rights = {"POST": Right.EVENTS}
    bodies = {"POST": NewEnd}
    shape = SeasonEndShape
    without = {"POST": ("ETag",)}
    longest_body = 512 * 1024

    def represent(self) -> Any:
        """Return the season: `If-Match` is its ETag."""
        return SeasonShape(self.target, context={"view": self}).data

    def post(self, request: Request, **ids: Any) -> Response:
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
        return Response(self.serialize(_end(self.target, plan, following)))


def _table(table: Mapping[str, Any]) -> dict[str, Any]:
    rows = [
        line | {"outcomes": [dict(zip(OUTCOME_NAMES, each, strict=True)) for each in outcomes_of(line)]}
        for line in table["rows"]
    ]
    return {**table, "rows": rows}


def _end(season: Season, plan: EndPlan, following: Season) -> dict[str, Any]:
    names = names_of_players(players_of_plan(plan))
    return {
        "season": season.pk,
        "next": following.pk,
        "next_name": following.name,
        "seen": plan.digest,
        "honours": [asdict(honour) | {"name": names[honour.player]} for honour in plan.honours],
        "moves": [
            {
                "player": move.person,
                "name": names[move.person],
                "before": move.before,
                "after": move.after,
                "reason": move.reason,
            }
            for move in plan.moves
        ],
        "divisions": [
            {"name": name, "players": players, "reserves": plan.reserves.get(name, ())}
            for name, players in plan.divisions.items()
        ],
        "pairs": [asdict(pair) for pair in plan.pairs],
        "removed": list(plan.removed),
    }
