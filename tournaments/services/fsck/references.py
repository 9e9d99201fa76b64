"""The check of foreign keys: each row that is referred to exists. Also the seats of each round."""

from __future__ import annotations

from collections.abc import Iterator

from django.apps import apps
from django.db.models import Exists, F, ForeignKey, OuterRef, Q
from django.utils.translation import gettext_noop as _

from tournaments.models import (
    Absence,
    Adjustment,
    AuditEntry,
    Event,
    LineUp,
    LineUpPlace,
    Seat,
    Standing,
    TeamMember,
)

from .damage import Damage, Scope


def check(scope: Scope, counts: dict[str, int]) -> Iterator[Damage]:
    """Look for rows whose foreign key leads nowhere. Counts the foreign keys."""
    if not scope.references:
        return
    for model in apps.get_app_config("tournaments").get_models():
        for key in model._meta.local_fields:
            if not isinstance(key, ForeignKey):
                continue
            counts["references"] = counts.get("references", 0) + 1
            other = key.related_model._base_manager.filter(pk=OuterRef(key.attname))
            lost = model._base_manager.filter(~Exists(other), **{f"{key.name}__isnull": False})
            for pk in lost.order_by().values_list("pk", flat=True)[:10]:
                yield Damage(
                    "reference_lost",
                    _("Row %(row)s of %(model)s refers to a %(field)s that does not exist."),
                    {"row": pk, "model": model._meta.model_name, "field": key.name},
                )
    for model, wrong in (
        (Seat, ~Q(round=F("table__round")) | ~Q(entry__event=F("round__event"))),
        (Adjustment, ~Q(entry__event=F("event")) | (Q(round__isnull=False) & ~Q(round__event=F("event")))),
        (Event, Q(rehearsal_of__isnull=False) & ~Q(rehearsal_of__club=F("club"))),
        (Standing, Q(round__isnull=False) & ~Q(round__event=F("event"))),
        (Absence, ~Q(member__season=F("evening__season"))),
        (TeamMember, ~Q(member__season=F("team__season"))),
        (LineUp, ~Q(evening__season=F("team__season"))),
        (LineUpPlace, ~Q(member__team=F("line_up__team"))),
        (AuditEntry, Q(event__isnull=False) & ~Q(event__club=F("club"))),
    ):
        for pk in model._base_manager.filter(wrong).order_by().values_list("pk", flat=True)[:10]:
            yield Damage(
                "reference_mixed",
                _("Row %(row)s of %(model)s refers to rows of another round, event or club."),
                {"row": pk, "model": model._meta.model_name},
            )
