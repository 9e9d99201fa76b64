"""What is asked of the draws, for directors alone: who sits apart, who together, who at one place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.access import club_for, event_for_director, wish_for_director
from tournaments.forms.seating import WishForm
from tournaments.models import Player, Role, SeatingWish, WishKind
from tournaments.services.events import wishes as verbs
from tournaments.views.common import actor_of, attempt, attempt_form, members_act, members_form, show
from tournaments.views.frames import club_frame

from .overview import manage_frame


@dataclass(frozen=True)
class WishTold:
    """A wish for its list; `others`: the further pairs of a family that is shown in one line."""

    id: str
    others: list[str]
    people: list[str]
    said: str
    must: bool
    note: str


@members_form
def wishes(request: HttpRequest, ref: str) -> HttpResponse:
    """What is asked of an event's draws; a form adds to it."""
    event = event_for_director(actor_of(request), ref)
    entered = Player.objects.filter(entries__event=event).exclude(entries__status="withdrawn")
    form = WishForm(_choices(entered), request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        made = attempt_form(
            form,
            lambda: verbs.add_wishes(event.club, actor_of(request), event=event, **form.values()),
        )
        if made is not None:
            messages.success(request, _asked(len(made)))
            return redirect("wishes", event.ref)
    listed = _listed(SeatingWish.objects.filter(event=event))
    return show(
        request,
        "director/wishes.html",
        manage_frame(request, event, "wishes")
        | {
            "wishes": listed,
            "of_club": _listed(SeatingWish.objects.filter(club=event.club, event__isnull=True)),
        },
        form=form,
    )


@members_form
def club_wishes(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is kept apart in every event of a club."""
    club = club_for(actor_of(request), slug, Role.DIRECTOR)
    roster = Player.objects.filter(club=club, removed_at__isnull=True, anonymised_at__isnull=True)
    form = WishForm(_choices(roster), request.POST if request.method == "POST" else None, of_club=True)
    if request.method == "POST" and form.is_valid():
        made = attempt_form(form, lambda: verbs.add_wishes(club, actor_of(request), **form.values()))
        if made is not None:
            messages.success(request, _asked(len(made)))
            return redirect("club_wishes", club.slug)
    return show(
        request,
        "club/wishes.html",
        club_frame(request, club, "players")
        | {"wishes": _listed(SeatingWish.objects.filter(club=club, event__isnull=True))},
        form=form,
    )


@members_act
def remove_wish(request: HttpRequest, wish_id: str) -> HttpResponse:
    """Ask for it no more, nor for what the other pairs of the same family asked."""
    ids = [wish_id, *request.POST.getlist("also")]
    wish, *others = [wish_for_director(actor_of(request), one) for one in ids]

    def remove() -> None:
        for one in (wish, *others):
            verbs.remove_wish(one, actor_of(request))

    attempt(request, remove, _("It is asked no more, from the next draw on."))
    return redirect("wishes", wish.event.ref) if wish.event else redirect("club_wishes", wish.club.slug)


def _asked(count: int) -> str:
    return ngettext(
        "%(count)d wish is noted; the next draw looks at it.",
        "%(count)d wishes are noted, one for each pair; the next draw looks at them.",
        count,
    ) % {"count": count}


def _choices(players: Iterable[Player]) -> list[tuple[str, str]]:
    found = {str(player.pk): player.name for player in players}
    return sorted(found.items(), key=lambda choice: choice[1].casefold())


def _listed(found: QuerySet[SeatingWish]) -> list[WishTold]:
    """The wishes by name; pairs that make up a whole family, each with each, in one line."""
    told = []
    alike: dict[tuple[object, ...], list[SeatingWish]] = {}
    for wish in found.select_related("player", "other"):
        alike.setdefault((wish.kind, wish.must, wish.always, wish.note, wish.number), []).append(wish)
    for wishes in alike.values():
        told += [_told(family) for family in _families(wishes)]
    return sorted(told, key=lambda wish: [person.casefold() for person in wish.people])


def _families(wishes: list[SeatingWish]) -> list[list[SeatingWish]]:
    """The wishes put together where they pair each of some players with each other of them."""
    groups: list[tuple[set[str], list[SeatingWish]]] = []
    for wish in wishes:
        people = {str(wish.player_id), str(wish.other_id or wish.pk)}
        linked = [group for group in groups if group[0] & people]
        whole = set(people).union(*(group[0] for group in linked))
        pairs = [wish, *(one for group in linked for one in group[1])]
        groups = [group for group in groups if group not in linked] + [(whole, pairs)]
    families = []
    for people, pairs in groups:
        size = len(people)
        families += [pairs] if len(pairs) == size * (size - 1) // 2 else [[wish] for wish in pairs]
    return families


def _told(family: list[SeatingWish]) -> WishTold:
    people = {player.pk: player.name for wish in family for player in (wish.player, wish.other) if player}
    first = family[0]
    return WishTold(
        id=str(first.pk),
        others=[str(wish.pk) for wish in family[1:]],
        people=sorted(people.values(), key=str.casefold),
        said=_said(first),
        must=first.must or first.other is None,
        note=first.note,
    )


def _said(wish: SeatingWish) -> str:
    """What is asked, in a few words."""
    if wish.kind == WishKind.APART:
        return _("not at one table")
    if wish.kind == WishKind.TOGETHER:
        return _("at one table in every round") if wish.always else _("at one table once")
    if wish.kind == WishKind.SEAT:
        return _("always in seat %(number)d") % {"number": (wish.number or 0) + 1}
    return _("always at table %(number)d") % {"number": wish.number}
