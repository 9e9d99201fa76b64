"""Removing a person's wishes from stored draws.

Seats and results stay. The stored request of a draw shows the wishes, so it is deleted. The draw cannot be
repeated then, and its certificate is computed again from the tables.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from tournaments.clubs.models.people import Player
from tournaments.desk.verbs.reseating import certify
from tournaments.draw.models import DrawSearch
from tournaments.draw.rules.certificate.reasons import PRIVATE
from tournaments.draw.verbs.seating import seating_of
from tournaments.events.models.events import Entry
from tournaments.tables.models.rounds import Round


def forget_in_draws(players: Collection[Player]) -> None:
    """Delete the wishes of these players in every round of their events.

    Call it in a transaction that has locked those rounds.
    """
    ids = {str(pk) for pk in Entry.objects.filter(player__in=players).values_list("pk", flat=True)}
    rounds = Round.with_void.filter(event__entries__player__in=players).select_related("event", "stage")
    for round_ in rounds.distinct():
        groups = [group for group, request in round_.request.items() if _has_wish(request, ids)]
        if groups:
            _forget(round_, groups, ids)


def _has_wish(request: Mapping[str, Any], ids: Collection[str]) -> bool:
    """Whether a stored request contains a wish or pin for one of these entries."""
    theirs = {index for index, name in enumerate(request["names"]) if name in ids}
    pairs = [*request.get("apart", ()), *request.get("together", ())]
    return any(theirs & set(pair[:2]) for pair in pairs) or any(
        pin[0] in theirs for pin in request.get("pins", ())
    )


def _forget(round_: Round, groups: Collection[str], ids: Collection[str]) -> None:
    for group in groups:
        del round_.request[group]
    seats = seating_of(round_)
    counted = certify(round_, seats, seats)
    if counted.keys() != round_.certificate.keys():
        # The stage of a void round was cut again.
        round_.certificate, groups = {}, list(counted)
    for group in groups:
        for table in counted[group]["tables"]:
            table["reasons"] = [reason for reason in table["reasons"] if not _is_private(reason, ids)]
        round_.certificate[group] = counted[group]
    round_.save(update_fields=["request", "certificate"])
    DrawSearch.objects.filter(round=round_).delete()


def _is_private(reason: Mapping[str, Any], ids: Collection[str]) -> bool:
    return reason["code"].startswith(PRIVATE) and not set(ids).isdisjoint(reason["players"])
