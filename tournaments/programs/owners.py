"""Which rows belong to which club. It follows from the foreign keys of the models.

A row belongs to the rows above it, up to its club: a transfer to its table, round, event and club. A league
lets another club take part: its events and players come in `through` the consent of that club.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db.models import Count, ForeignKey, Model, Q, QuerySet

from tournaments.clubs.models import Club, Member, Player, User
from tournaments.core.models.log import OutboxTask
from tournaments.seasons.models import League, LeagueClub, Season
from tournaments.teams.models import Team

OF_OTHER_CLUBS = {(LeagueClub, "club"), (Team, "club")}
"""Keys that lead to another club by themselves: of a consent, and of a team of a club that takes part."""

Path = tuple[tuple[Any, str], ...]
"""Kinds of rows, the nearest first, each with its lookup."""

Rows = dict[Any, QuerySet[Any]]
"""Rows by their model."""


def keys_of(model: type[Model]) -> list[Any]:
    """The foreign keys of a model."""
    return [key for key in model._meta.local_fields if isinstance(key, ForeignKey)]


@cache
def above(model: Any) -> Path:
    """The kinds of rows above the rows of a model; empty if they belong to no club."""
    for key in keys_of(model):
        if key.related_model is Club or (not key.null and above(key.related_model)):
            return along(key)
    return ()


def along(key: Any) -> Path:
    """The row that a key refers to, and the rows above it."""
    further = ((kind, f"{key.name}__{lookup}") for kind, lookup in above(key.related_model))
    return ((key.related_model, key.name), *further)


def shared(model: type[Model], key: Any) -> tuple[Any, str]:
    """The lowest kind of row above both rows of a key, and its lookup through the key.

    None and "" if the key leads to rows of no club, or is itself the way from the row to its club.
    """
    mine = dict(above(model))
    kind, lookup = next(((kind, lookup) for kind, lookup in along(key) if kind in mine), (None, ""))
    return (None, "") if kind is None or lookup == mine[kind] else (kind, lookup)


def may_leave(model: type[Model], key: Any) -> bool:
    """Whether this key of a row may lead to a row of another club, by the consent of that club."""
    if (model, key.name) in OF_OTHER_CLUBS:
        return True
    return shared(model, key)[0] is Club and any(other.name == "through" for other in keys_of(model))


@dataclass(frozen=True)
class Share:
    """What belongs to one club alone, and may leave a database without the others.

    rows: by model, with the accounts that they name and the tasks that wait for them. mixed: the seasons of
    the club in which other clubs take part. Their tables follow from events of those clubs, so these seasons
    are left out as a whole. left_out: a sentence for each kind of link that leads to another club.
    """

    rows: Rows
    mixed: set[UUID]
    left_out: list[str]


def share_of(club: UUID, alias: str, subjects: Mapping[str, type[Model]]) -> Share:
    """The share of a club in this database. subjects: by task, the model whose id is its first argument."""
    mixed: set[UUID] = set()
    left_out: list[str] = []
    rows: Rows = {}
    for model in apps.get_app_config("tournaments").get_models():
        path: dict[Any, str] = {Club: "pk"} if model is Club else dict(above(model))
        if Club in path:
            rows[model] = model._base_manager.using(alias).filter(**{path[Club]: club})
    for model, mine, theirs, path in _doors():
        in_and_out = model._base_manager.using(alias).filter(**{f"{theirs}__isnull": False})
        inside = in_and_out.filter(~Q(**{theirs: club}), **{mine: club})
        outside = in_and_out.filter(~Q(**{mine: club}), **{theirs: club})
        if Season in path:
            mixed.update(inside.values_list(path[Season], flat=True))
        else:
            rows[model] = rows[model].none()
        left_out += _links(inside, path, theirs) + _links(outside, path, theirs)
    names = Season._base_manager.using(alias).filter(pk__in=mixed).values_list("name", flat=True)
    left_out += [f"{name}: the whole season, because other clubs take part in it" for name in names]
    for model, found in rows.items():
        season = "pk" if model is Season else dict(above(model)).get(Season)
        if season:
            rows[model] = found.exclude(**{f"{season}__in": mixed})
    rows[OutboxTask] = OutboxTask._base_manager.using(alias).filter(
        pk__in=[
            task.pk
            for task in OutboxTask._base_manager.using(alias).filter(done_at=None)
            if (subject := subjects.get(task.task)) and rows[subject].filter(pk=task.args[0]).exists()
        ]
    )
    accounts = {
        pk
        for model, found in rows.items()
        for key in keys_of(model)
        if key.related_model is User
        for pk in found.order_by().values_list(key.attname, flat=True).distinct()
    }
    rows[User] = User._base_manager.using(alias).filter(pk__in=accounts - {None})
    return Share(rows, mixed, left_out + _lives(accounts - {None}, club, alias))


@cache
def _doors() -> tuple[tuple[Any, str, str, dict[Any, str]], ...]:
    """Return each key that may lead to another club as a tuple.

    It has the model of the key, the lookup of its own club, the lookup of the other club, and the lookups of
    what is above the model.
    """
    return tuple(
        (model, dict(above(model))[Club], dict(along(key))[Club], dict(above(model)))
        for model in apps.get_app_config("tournaments").get_models()
        for key in keys_of(model)
        if above(model) and may_leave(model, key)
    )


def _links(rows: QuerySet[Any], path: Mapping[Any, str], theirs: str) -> list[str]:
    """Rows between two clubs as sentences: one for each league or season."""
    place = path[Season if Season in path else League]
    kind = rows.model._meta.verbose_name
    names = (f"{place}__name", f"{path[Club]}__name", f"{theirs}__name")
    found = rows.order_by(*names).values_list(*names).annotate(count=Count("pk"))
    return [f"{name} of {owner}: {other} ({kind}: {count})" for name, owner, other, count in found]


def _lives(accounts: set[UUID | None], club: UUID, alias: str) -> list[str]:
    """Say in sentences in which other clubs these accounts are members or players."""
    return [
        f"{name}: {kind} of {other}"
        for model, kind in ((Member, "a member"), (Player, "a player"))
        for name, other in model._base_manager.using(alias)
        .filter(user__in=accounts)
        .exclude(club=club)
        .order_by("user__username", "club__name")
        .values_list("user__username", "club__name")
    ]
