"""Players of several clubs who are one person: by the person, or by two clubs; and undoing it."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.access import (
    club_for_viewer,
    is_that_person,
    own_player,
    owned_players,
    person_for_editing,
    person_for_linking,
    person_link_for_owner,
    person_link_for_undoing,
)
from tournaments.forms.persons import AskPlayerForm
from tournaments.kernel.audit import Actor
from tournaments.models import Consent, PersonLink, Player, User
from tournaments.services.seasons import links, people
from tournaments.services.seasons.people import Someone
from tournaments.views.common import actor_of, attempt, attempt_form, members_act, members_form, show

from .person import person_frame


@dataclass(frozen=True)
class LinkLine:
    """A player of the person. link: None if nobody has linked this player."""

    player: Player
    link: PersonLink | None
    may_undo: bool

    @property
    def waits(self) -> bool:
        return self.link is not None and self.link.agreed_at is None

    @property
    def by_person(self) -> bool:
        return self.link is not None and self.link.consent == Consent.PERSON


@members_form
def person_links(request: HttpRequest, person_ref: str) -> HttpResponse:
    """Who is linked, and what waits for an answer. An owner asks another club by the form."""
    actor = actor_of(request)
    someone = person_for_linking(actor, person_ref)
    is_me, owned = is_that_person(actor, someone), owned_players(actor, someone)
    may_ask = bool(owned) and someone.user_id is None
    form = AskPlayerForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and may_ask and form.is_valid():

        def ask() -> PersonLink:
            club = club_for_viewer(form.slug)
            whole = actor.sees_all_of(club)
            name = form.cleaned_data["name"]
            other = links.player_named(club, name, in_public_events=not whole)
            return people.ask_link(owned[0], other, actor)

        link = attempt_form(form, ask)
        if link is not None:
            if link.agreed_at is None:
                done = _("%(club)s is asked. An owner there decides.") % {"club": link.club.name}
            else:
                done = _("The players are linked.")
            messages.success(request, done)
            return redirect("person_links", owned[0].pk)
    return show(
        request,
        "season/person_links.html",
        person_frame(request, someone, "links")
        | {
            "lines": _lines(someone, may_undo=is_me or bool(owned)),
            "asked": links.asked_about(someone.players),
            "owned": {player.pk for player in owned},
            "mine": links.players_to_link(request.user, someone)
            if is_me and isinstance(request.user, User)
            else [],
            "may_ask": may_ask,
            "may_forget": someone.person is not None and (is_me or may_ask),
        },
        form=form,
    )


@members_act
def link_own_player(request: HttpRequest, player_id: str) -> HttpResponse:
    """Say: this player is me."""
    player = own_player(actor_of(request), player_id)
    attempt(
        request,
        lambda: people.link_mine(player, actor_of(request)),
        _("%(name)s of %(club)s is linked to you.") % {"name": player.public_name, "club": player.club.name},
    )
    return redirect("person_links", player.pk)


@members_act
def agree_person_link(request: HttpRequest, link_id: str) -> HttpResponse:
    """Agree, as an owner of the club that was asked."""
    link = person_link_for_owner(actor_of(request), link_id)
    attempt(
        request,
        lambda: people.agree_link(link, actor_of(request)),
        _("The players are linked."),
    )
    return redirect("person_links", link.player_id)


@members_act
def undo_person_link(request: HttpRequest, link_id: str) -> HttpResponse:
    """Undo a link, or say no."""
    actor = actor_of(request)
    link = person_link_for_undoing(actor, link_id)
    known = [link.player, *(each.player for each in links.links_of(link.person))]
    attempt(
        request,
        lambda: people.undo_link(link, actor),
        _("%(name)s of %(club)s counts alone now.")
        % {"name": link.player.public_name, "club": link.club.name},
    )
    return _to_one_of(actor, known)


@members_act
def forget_person(request: HttpRequest, person_ref: str) -> HttpResponse:
    """Forget that the players are one person."""
    actor = actor_of(request)
    someone = person_for_editing(actor, person_ref)
    person = someone.person
    if person is not None:
        attempt(
            request,
            lambda: people.forget_person(person, actor),
            _("The links are forgotten. The players and their results stay."),
        )
    return _to_one_of(actor, someone.players)


def _lines(someone: Someone, *, may_undo: bool) -> list[LinkLine]:
    """The linked players; the only one without links."""
    if someone.person is None:
        return [LinkLine(player, None, may_undo=False) for player in someone.players]
    return [LinkLine(link.player, link, may_undo) for link in links.links_of(someone.person)]


def _to_one_of(actor: Actor, players: list[Player] | tuple[Player, ...]) -> HttpResponse:
    """Redirect to the page of the first player of these whom the actor still sees."""
    for player in players:
        is_own = actor.user is not None and player.user_id == actor.user.pk
        if is_own or actor.sees_all_of(player.club):
            return redirect("person_links", player.pk)
    return redirect("home")
