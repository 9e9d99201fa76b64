"""Forgetting what somebody asked of draws: with their wishes goes what was stored of them with the rounds.

Who sat where stays, and so do the results. But a draw that they had asked something of cannot be made again
without telling what it was, so its request goes, and its certificate is counted anew from the tables.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from tournaments.models import DrawSearch, Entry, Player, Round
from tournaments.rules.seating.certificate.reasons import PRIVATE
from tournaments.services.draw.seating import seating_of
from tournaments.services.evening.reseating import certify


def forget_in_draws(players: Collection[Player]) -> None:
    """Forget it in every round of the events that they are entered in.

    In a transaction in which nobody else draws or changes those rounds.
    """
    ids = {str(pk) for pk in Entry.objects.filter(player__in=players).values_list("pk", flat=True)}
    rounds = Round.objects.filter(event__entries__player__in=players).select_related("event", "stage")
    for round_ in rounds.distinct():
        groups = [group for group, asked in round_.request.items() if _something_was_asked(asked, ids)]
        if groups:
            _forget(round_, groups, ids)


def _something_was_asked(request: Mapping[str, Any], ids: Collection[str]) -> bool:
    """Whether a request, as JSON has it, holds a wish of one of these entries, or about one."""
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
    for group in groups:
        for table in counted[group]["tables"]:
            table["reasons"] = [reason for reason in table["reasons"] if not _tells_of(reason, ids)]
        round_.certificate[group] = counted[group]
    round_.save(update_fields=["request", "certificate"])
    DrawSearch.objects.filter(round=round_).delete()


def _tells_of(reason: Mapping[str, Any], ids: Collection[str]) -> bool:
    return reason["code"].startswith(PRIVATE) and not set(ids).isdisjoint(reason["players"])
