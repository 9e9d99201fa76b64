"""The check of pictures: each has the digest that its address and its club name."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator

from tournaments.clubs.models import Club, ClubPicture
from tournaments.programs.fsck.damage import Damage, Place, Scope


def check(scope: Scope, counts: Counter[str]) -> Iterator[Damage]:
    """Compare each picture with its digest and with its club. Counts pictures."""
    for picture in scope.rows(ClubPicture).select_related("club").order_by("pk").iterator(chunk_size=10):
        counts["pictures"] += 1
        if hashlib.sha256(bytes(picture.data)).hexdigest() != picture.digest:
            yield Damage("picture_changed", Place(club=picture.club.name, club_id=picture.club_id))
    clubs = scope.rows(Club)
    kept = dict(ClubPicture.objects.filter(club__in=clubs).values_list("club_id", "digest"))
    for club in clubs.order_by("pk").only("name", "picture").iterator(chunk_size=500):
        if club.picture != kept.get(club.pk, ""):
            yield Damage("picture_lost", Place(club=club.name, club_id=club.pk))
