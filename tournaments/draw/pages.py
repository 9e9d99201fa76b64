"""Seeds and wishes: what people want of the draw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.clubs.access import club_for
from tournaments.clubs.models import Club, Player, Role
from tournaments.clubs.pages.frame import club_frame
from tournaments.core.forms import guarded
from tournaments.core.pages.common import actor_of, attempt, attempt_form, members_act, members_form, show
from tournaments.core.refusals import sentence
from tournaments.core.rules.lists import known_names, people_of, read_list
from tournaments.core.rules.names import name_key, sort_key
from tournaments.core.rules.refusals import Invalid, at
from tournaments.core.rules.statuses import EntryStatus
from tournaments.draw.access import wish_for_director
from tournaments.draw.forms import SeedingForm, WishForm
from tournaments.draw.models import SeatingWish
from tournaments.draw.verbs import wishes as verbs
from tournaments.events.access import event_for_director
from tournaments.events.models.events import Entry, Event
from tournaments.events.pages.frame import manage_frame
from tournaments.events.verbs import entries


@members_form
def seeding(request: HttpRequest, ref: str) -> HttpResponse:
    """The seeding as text: one name in each line, strongest first."""
    event = event_for_director(actor_of(request), ref)
    seeded = Entry.objects.filter(event=event, seeding__isnull=False).select_related("player")
    written = "\n".join(entry.player.name for entry in seeded.order_by("seeding"))
    form = guarded(
        SeedingForm(request.POST if request.method == "POST" else None, initial={"order": written})
    )
    if request.method == "POST" and form.is_valid():
        order = attempt_form(form, lambda: _entries_in(event, form.cleaned_data["order"]))
        if order is not None:
            kept = attempt_form(form, lambda: (entries.set_seeding(event, actor_of(request), order), True))
            if kept is not None:
                messages.success(
                    request,
                    ngettext("%(count)d player is seeded.", "%(count)d players are seeded.", len(order))
                    % {"count": len(order)}
                    if order
                    else _("The seeding is removed. Lots decide."),
                )
                return redirect("entries", event.ref)
    others = (
        Entry.objects.filter(event=event, seeding__isnull=True)
        .exclude(status=EntryStatus.WITHDRAWN)
        .select_related("player")
        .order_by("player__sort_key")
    )
    return show(
        request,
        "draw/seeding.html",
        manage_frame(request, event, "people") | {"others": others},
        form=form,
    )


def _entries_in(event: Event, text: str) -> list[str]:
    """The ids of the entries in these lines. Raises Invalid, which names the bad line."""
    names = dict(Entry.objects.filter(event=event).values_list("player__name", "pk"))
    ids = {name_key(name): str(pk) for name, pk in names.items()}
    known = known_names(names)
    with at("order"):
        people = people_of(read_list(text, known), known=known)
    for refused in people.refused:
        raise Invalid(
            refused.error.code,
            _("Line %(line)d: %(why)s") % {"line": refused.line, "why": sentence(refused.error)},
            field="order",
        )
    order = []
    for line in people.people:
        if name_key(line.name) not in ids:
            raise Invalid(
                "player_unknown",
                _("Line %(line)d: %(name)s is not entered in this event.")
                % {"line": line.line, "name": line.name},
                field="order",
            )
        order.append(ids[name_key(line.name)])
    return order


@members_form
def wishes(request: HttpRequest, ref: str) -> HttpResponse:
    """The wishes for an event, with a form for new ones."""
    event = event_for_director(actor_of(request), ref)
    entered = Player.objects.filter(entries__event=event).exclude(entries__status="withdrawn")
    form = WishForm(_choices(entered), request.POST if request.method == "POST" else None)
    if _is_added(request, form, event.club, event):
        return redirect("wishes", event.ref)
    of_event, of_club = SeatingWish.objects.filter(event=event), verbs.wishes_of_club(event.club)
    context = {"wishes": _listed(of_event), "of_club": _listed(of_club)}
    return show(request, "draw/wishes.html", manage_frame(request, event, "people") | context, form=form)


@members_form
def club_wishes(request: HttpRequest, slug: str) -> HttpResponse:
    """The players whom every event of a club keeps apart."""
    club = club_for(actor_of(request), slug, Role.DIRECTOR)
    roster = Player.objects.filter(club=club, removed_at__isnull=True, anonymised_at__isnull=True)
    form = WishForm(_choices(roster), request.POST if request.method == "POST" else None, of_club=True)
    if _is_added(request, form, club):
        return redirect("club_wishes", club.slug)
    context = {"wishes": _listed(verbs.wishes_of_club(club))}
    return show(request, "draw/club_wishes.html", club_frame(request, club, "club") | context, form=form)


@members_act
def remove_wish(request: HttpRequest, wish_id: str) -> HttpResponse:
    """Remove a wish, together with the wishes for the other pairs of the same family."""
    ids = [wish_id, *request.POST.getlist("also")]
    wish, *others = [wish_for_director(actor_of(request), pk) for pk in ids]

    def remove() -> None:
        for pair in (wish, *others):
            verbs.remove_wish(pair, actor_of(request))

    attempt(request, remove, _("The wish is removed. The next draw ignores it."))
    return redirect("wishes", wish.event.ref) if wish.event else redirect("club_wishes", wish.club.slug)


def _is_added(request: HttpRequest, form: WishForm, club: Club, event: Event | None = None) -> bool:
    """Whether the form was sent and its wishes are stored."""
    if request.method != "POST" or not form.is_valid():
        return False
    made = attempt_form(form, lambda: verbs.add_wishes(club, actor_of(request), event=event, **form.values()))
    if made is not None:
        done = ngettext(
            "%(count)d wish is added. The next draw uses it.",
            "%(count)d wishes are added, one for each pair. The next draw uses them.",
            len(made),
        )
        messages.success(request, done % {"count": len(made)})
    return made is not None


def _choices(players: Iterable[Player]) -> list[tuple[str, str]]:
    names = {str(player.pk): player.name for player in players}
    return sorted(names.items(), key=lambda choice: sort_key(choice[1]))


def _listed(rows: QuerySet[SeatingWish]) -> list[dict[str, Any]]:
    """The wishes ordered by name. All pairs of a family are one line: the first wish and the others."""
    alike: dict[tuple[object, ...], list[SeatingWish]] = {}
    for wish in rows.select_related("player", "other"):
        alike.setdefault((wish.kind, wish.must, wish.always, wish.note, wish.number), []).append(wish)
    lines = []
    for first, *others in [family for wishes in alike.values() for family in _families(wishes)]:
        players = {player for wish in (first, *others) for player in (wish.player, wish.other) if player}
        people = sorted((player.name for player in players), key=sort_key)
        lines.append({"wish": first, "others": others, "people": people})
    return sorted(lines, key=lambda line: list(map(sort_key, line["people"])))


def _families(wishes: list[SeatingWish]) -> list[list[SeatingWish]]:
    """The wishes in groups. A group has each pair of some players, or one wish."""
    groups: list[tuple[set[str], list[SeatingWish]]] = []
    for wish in wishes:
        people = {str(wish.player_id), str(wish.other_id or wish.pk)}
        linked = [group for group in groups if group[0] & people]
        whole = people.union(*(group[0] for group in linked))
        pairs = [wish, *(pair for group in linked for pair in group[1])]
        groups = [group for group in groups if group not in linked] + [(whole, pairs)]
    families = []
    for people, pairs in groups:
        size = len(people)
        families += [pairs] if len(pairs) == size * (size - 1) // 2 else [[wish] for wish in pairs]
    return families
