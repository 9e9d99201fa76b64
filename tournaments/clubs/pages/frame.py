"""The context of the base template of a club, links to the pages of persons, and the names of browsers.

A view puts `persons` into the context of its page, and the tag ``{% who name key %}`` makes the link. Pages
on paper, on the wall and in frames of other sites have no `persons`, so their names are no links.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any
from uuid import UUID

import ua_parser
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.clubs.models import Club, Member, PersonVisibility, Player, Role
from tournaments.core.actors import Memberships
from tournaments.core.pages.common import actor_of
from tournaments.events.models.events import Entry, Event
from tournaments.seasons.models import SeasonMember
from tournaments.seasons.verbs.seasons import seasons_to_show


def membership(request: HttpRequest, club: Club) -> Member | None:
    """The user's membership in this club, or None."""
    if not request.user.is_authenticated:
        return None
    return actor_of(request).member_of(club)


def club_frame(request: HttpRequest, club: Club, tab: str) -> dict[str, Any]:
    """For `clubs/club_base.html`: the club, the open tab and the rights of the user."""
    member = membership(request, club)
    is_director = member is not None and member.may(Role.DIRECTOR)
    return {
        "club": club,
        "tab": tab,
        "member": member,
        "is_member": member is not None,
        "has_seasons": is_director
        or tab == "seasons"
        or (member is not None and seasons_to_show(club, is_member=True).exists()),
        "is_director": is_director,
        "is_owner": member is not None and member.may(Role.OWNER),
    }


CLUBS = "pochleague.clubs"
"""The key of the user's roles among the values that belong to a request."""


def clubs_of_user(request: HttpRequest) -> dict[UUID, str]:
    """The role of the user in each of their clubs; empty for a stranger. Read once for a request."""
    if not request.user.is_authenticated:
        return {}
    if CLUBS not in request.META:
        known = actor_of(request).memberships or Memberships(request.user)
        request.META[CLUBS] = {club: str(member.role) for club, member in known.by_club.items()}
    roles: dict[UUID, str] = request.META[CLUBS]
    return roles


def refs_of(request: HttpRequest, players: Iterable[Player]) -> dict[UUID, str]:
    """The addresses of the pages of these persons, by player, as far as the visitor may see them.

    Members of another club of a person may see the page, too, but get no link from this club.
    """
    return {player.pk: ref for player in players if (ref := person_ref(request, player))}


def person_ref(request: HttpRequest, player: Player) -> str:
    """The address of the page of a player's person; empty if the visitor may not see it."""
    return _ref(request, player, clubs_of_user(request))


def entry_refs(request: HttpRequest, event: Event, entries: Iterable[Entry | None]) -> dict[str, str]:
    """`persons` of a page of an event: the addresses that the visitor may see, by the id of the entry.

    Also by name, for lines without an id. A name that two of these people share has no address. The only
    query reads the membership of the user, which the frame of the page needs, too.
    """
    listed = {str(entry.pk): entry for entry in entries if entry is not None}
    mine = [] if membership(request, event.club) is None else [event.club_id]
    refs = {pk: _ref(request, entry.player, mine) for pk, entry in listed.items()}
    return _found(refs) | _by_name(
        (name, refs[pk])
        for pk, entry in listed.items()
        for name in {entry.player.name, entry.player.public_name}
    )


def refs_at_table(names: Iterable[str], short: Iterable[str], refs: Iterable[str]) -> dict[str, str]:
    """`persons` by the names and first names of the people of one table, in the order of its seats."""
    rows = list(zip(names, short, refs, strict=True))
    return _by_name((name, ref) for full, first, ref in rows for name in {full, first})


def member_refs(request: HttpRequest, members: Iterable[SeasonMember]) -> dict[str, str]:
    """`persons` of a page of a season, by the id of the member, and by names that only one of them has."""
    listed = list(members)
    refs = {str(member.pk): person_ref(request, member.player) for member in listed}
    return _found(refs) | _by_name(
        (name, refs[str(member.pk)])
        for member in listed
        for name in {member.player.name, member.player.public_name}
    )


def player_refs(request: HttpRequest, event: Event, players: Iterable[Player | None]) -> dict[str, str]:
    """`persons` of a page of an event, by the id of the player."""
    mine = [] if membership(request, event.club) is None else [event.club_id]
    listed = {str(player.pk): player for player in players if player is not None}
    return _found({pk: _ref(request, player, mine) for pk, player in listed.items()})


def _by_name(rows: Iterable[tuple[str, str]]) -> dict[str, str]:
    listed = list(rows)
    often = Counter(name for name, _ in listed)
    return _found({name: ref for name, ref in listed if often[name] == 1})


def _found(refs: dict[str, str]) -> dict[str, str]:
    return {key: ref for key, ref in refs.items() if ref}


def _ref(request: HttpRequest, player: Player, mine: Collection[UUID]) -> str:
    """The address of a player's person, or "". mine: clubs of the user. Only the player's club matters."""
    if player.is_bot or player.anonymised_at is not None:
        return ""
    is_own = request.user.is_authenticated and player.user_id == request.user.pk
    if (
        is_own
        or player.visibility == PersonVisibility.PUBLIC
        or (player.visibility == PersonVisibility.MEMBERS and player.club_id in mine)
    ):
        return str(player.pk)
    return ""


# ---- The name of a browser and its system, for people.


VARIANTS = frozenset({"Mobile", "iOS", "WebView"})
"""Words of a browser's name that its system says already."""


def browser_words(agent: str) -> str:
    """Name the browser and the system of a User-Agent, such as "Firefox on Windows" or "Safari on iPhone".

    Anybody can write anything into this header, so it proves nothing.
    """
    what = ua_parser.parse(agent)
    if what.user_agent is None:
        return _("Unknown browser")
    words = [word for word in what.user_agent.family.split() if word not in VARIANTS]
    browser = " ".join(words)
    if what.device is not None and what.device.brand == "Apple":
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": what.device.family}
    if what.os is None:
        return browser
    return _("%(browser)s on %(system)s") % {"browser": browser, "system": what.os.family}
