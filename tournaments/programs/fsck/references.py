"""The check of foreign keys: each leads to a row, which belongs where the referring row belongs.

A row belongs to the rows above it, up to its club (`programs.owners`). Two rows must agree on the lowest kind
of row that both belong to, or the key goes `through` the consent of another club.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from django.apps import apps
from django.db.models import Exists, F, Model, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.clubs.models import Club
from tournaments.programs.fsck.damage import Damage, Place, Scope
from tournaments.programs.owners import OF_OTHER_CLUBS, above, keys_of, may_leave, shared
from tournaments.seasons.models import LeagueClub
from tournaments.teams.models import Team

MOST = 10
"""So many rows with one foreign key are named."""


def check(scope: Scope, counts: Counter[str]) -> Iterator[Damage]:
    """Look for rows whose foreign key leads nowhere, or elsewhere. Counts the foreign keys.

    One query for each model, and more only for a model that has damage.
    """
    for model in apps.get_app_config("tournaments").get_models():
        if not scope.has(model):
            continue
        damaged: list[tuple[QuerySet[Any], Any, str]] = []
        for key in keys_of(model):
            counts["references"] += 1
            rows = scope.rows(model).filter(**{f"{key.name}__isnull": False})
            # With `Exists` PostgreSQL may read the whole table to which the rows of a slice refer.
            there = key.related_model._base_manager.filter(pk=OuterRef(key.attname)).values("pk")
            lost = rows.alias(there=Subquery(there)).filter(there=None)
            damaged.append((lost, key, "reference_lost"))
            if (both := _shared(model, key)) is not None:
                damaged.append((rows.exclude(**both), key, "reference_mixed"))
        if _is_any([rows for rows, *_rest in damaged]):
            for rows, key, code in damaged:
                yield from _damages(rows, key, code)
    if not scope.has(Team):
        return
    consents = LeagueClub.objects.filter(
        league=OuterRef("season__league"), club=OuterRef("club"), agreed_at__isnull=False
    )
    others = scope.rows(Team).exclude(club=None).exclude(club=F("season__league__club"))
    teams = others.exclude(Exists(consents))
    yield from _damages(teams, Team._meta.get_field("club"), "reference_mixed")


def _is_any(kinds: list[QuerySet[Any]]) -> bool:
    """Whether there are rows of any of these kinds (one query)."""
    if not kinds:
        return False
    first, *others = [rows.order_by().values_list("pk") for rows in kinds]
    return bool(first.union(*others, all=True)[:1])


def _damages(rows: QuerySet[Any], key: Any, code: str) -> Iterator[Damage]:
    pks = list(rows.order_by().values_list("pk", flat=True)[:MOST])
    club = dict(above(key.model)).get(Club)
    names = {}
    if pks and club:  # a row that has lost what is above it has no club
        here = rows.model._base_manager.filter(pk__in=pks)
        names = dict(here.values_list("pk", f"{club}__name"))
    for pk in pks:
        model = rows.model._meta.model_name
        yield Damage(code, Place(names.get(pk) or ""), row=pk, model=model, field=key.name)


def _shared(model: type[Model], key: Any) -> Mapping[str, Any] | None:
    """What must hold for both rows of a key: the lowest kind of row above both is the same one."""
    kind, lookup = shared(model, key)
    if kind is None or (model, key.name) in OF_OTHER_CLUBS:
        return None
    mine = F(dict(above(model))[kind])
    return {lookup: Coalesce(F("through__club"), mine) if may_leave(model, key) else mine}
