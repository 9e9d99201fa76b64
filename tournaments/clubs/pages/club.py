"""The pages of a club: members, invitations, roster, API keys, settings."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

import games.services as games
from tournaments.clubs.access import (
    club_for,
    invitation_for_owner,
    key_for_its_member,
    member_for_owner,
    need_role,
    player_for,
)
from tournaments.clubs.forms import (
    ClubForm,
    FaceForm,
    InviteForm,
    KeyForm,
    NewPlayerForm,
    PictureForm,
    PlayerForm,
)
from tournaments.clubs.models import ApiKey, Club, Invitation, Member, Player, Role
from tournaments.clubs.pages.frame import club_frame, refs_of
from tournaments.clubs.verbs import accounts, clubs, people, second_factors
from tournaments.core.forms import guarded
from tournaments.core.pages.acts import Act
from tournaments.core.pages.common import (
    actor_of,
    attempt_form,
    members_act,
    members_form,
    members_page,
    sent,
    show,
    submit,
)
from tournaments.core.requests import outside_address
from tournaments.core.rules.lists import RefusedName, known_names
from tournaments.core.rules.names import sort_key
from tournaments.core.rules.refusals import Conflict
from tournaments.events.forms.people import PeopleForm
from tournaments.events.pages.entries import ask_columns, report_refused
from tournaments.programs import privacy
from tournaments.programs.privacy import mentions_of

ON_A_PAGE = 100


@members_page
def club_more(request: HttpRequest, slug: str) -> HttpResponse:
    """What a club needs now and then: its settings, its members, its programs."""
    club = club_for(actor_of(request), slug)
    return show(request, "clubs/club_more.html", club_frame(request, club, "club"))


@members_form
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """The members of a club. The link of a new invitation is shown once."""
    club = club_for(actor_of(request), slug, Role.OWNER)
    form = InviteForm(sent(request))
    made = submit(
        request, form, lambda: clubs.invite_member(club, actor_of(request), form.cleaned_data["role"])
    )
    if made is None:
        return _members_page(request, club, form, None)
    link = outside_address(request, reverse("join", args=[made[1]]))
    return _members_page(request, club, InviteForm(), link)


@members_act
def reset_password(request: HttpRequest, member_id: str) -> HttpResponse:
    """Create the link by which a member sets a new password. It is shown once."""
    member = member_for_owner(actor_of(request), member_id)
    try:
        uid, token = clubs.reset_link(member, actor_of(request))
    except Conflict as refusal:
        messages.error(request, refusal.detail)
        return redirect("members", member.club.slug)
    link = outside_address(request, reverse("reset_password", args=[uid, token]))
    return _members_page(request, member.club, InviteForm(), link, reset_of=member)


@members_form
def roster(request: HttpRequest, slug: str) -> HttpResponse:
    """The roster of a club, with a search and a form for a new player."""
    club = club_for(actor_of(request), slug)
    is_list = "names" in request.POST
    if request.method == "POST":
        need_role(actor_of(request), club, Role.DIRECTOR)
    known = known_names(people.players_of(club).values_list("name", flat=True)) if is_list else {}
    many = PeopleForm(request.POST, request.FILES, known=known) if is_list else PeopleForm()
    form = NewPlayerForm(None if is_list else sent(request))
    if (pasted := many.read()) is not None:

        def add() -> tuple[list[Player], list[RefusedName]]:
            return people.add_list(club, actor_of(request), pasted, many.columns)

        listed = None if many.asks else attempt_form(many, add)
        if listed is not None:
            count = len(listed[0])
            messages.success(
                request,
                ngettext("%(count)d player is new.", "%(count)d players are new.", count) % {"count": count},
            )
            report_refused(request, listed[1])
            return redirect("players", club.slug)
        if many.columns is not None:
            frame = club_frame(request, club, "players")
            return ask_columns(request, many, "clubs/club_base.html", frame)
    if submit(
        request,
        form,
        lambda: people.add_player(club, actor_of(request), **form.cleaned_data),
        lambda added: _("%(name)s is on the roster.") % {"name": added.name},
    ):
        return redirect("players", club.slug)
    wanted = request.GET.get("search", "").strip()
    matches = people.players_of(club, search=wanted).order_by("sort_key")
    pages = Paginator(matches, ON_A_PAGE).get_page(request.GET.get("page"))
    return show(
        request,
        "clubs/roster.html",
        club_frame(request, club, "players")
        | {
            "players": pages,
            "persons": refs_of(request, pages.object_list),
            "asked": club.players.filter(asked_by__isnull=False, removed_at=None),
            "wanted": wanted,
            "bots": games.bots(),
            "many": many,
        },
        form=form,
        status=422 if many.errors else 200,
    )


@members_form
def edit_player(request: HttpRequest, player_id: str) -> HttpResponse:
    """Rename a player, with buttons to anonymise or remove them."""
    player = player_for(actor_of(request), player_id, Role.DIRECTOR)
    form = guarded(PlayerForm.of(player, sent(request)))

    def edit() -> Player:
        data = form.cleaned_data
        public_name = data["public_name"] or data["name"]
        return people.edit_player(player, actor_of(request), name=data["name"], public_name=public_name)

    if submit(request, form, edit, lambda changed: _("%(name)s is changed.") % {"name": changed.name}):
        return _to_players(player)
    return player_page(request, player, form=form)


def player_page(
    request: HttpRequest, player: Player, *, form: PlayerForm | None = None, link: str = ""
) -> HttpResponse:
    """The page of a player. link: the new link for the person, which is shown once."""
    context = {
        "player": player,
        "played": player.entries.count(),
        "link": link,
        "mentions": [] if player.is_bot or player.anonymised_at else mentions_of(player),
    }
    frame = club_frame(request, player.club, "players")
    return show(request, "clubs/player.html", frame | context, form=form or PlayerForm.of(player))


@members_form
def api_keys(request: HttpRequest, slug: str) -> HttpResponse:
    """The API keys of the member (an owner sees all). The secret of a new key is shown once."""
    club = club_for(actor_of(request), slug)
    member = need_role(actor_of(request), club, Role.SCORER)
    form = KeyForm(member, sent(request))

    def create() -> str:
        _key, secret = accounts.create_key(
            member,
            actor_of(request),
            form.cleaned_data["name"],
            form.cleaned_data["scopes"],
            form.expires_at(),
            events=form.chosen_events(),
            tables=form.chosen_tables(),
        )
        return secret

    secret = submit(request, form, create)
    if secret is not None:
        form = KeyForm(member)
    listed = ApiKey.objects.filter(member__club=club).select_related("member__user").order_by("-created_at")
    listed = listed.prefetch_related("grants__event", "grants__table__round__event")
    if not member.may(Role.OWNER):
        listed = listed.filter(member=member)
    context = {"keys": listed, "secret": secret, "today": timezone.now()}
    return show(request, "clubs/keys.html", club_frame(request, club, "club") | context, form=form)


@members_form
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """The settings of the club. This form changes its name, its language, its cards and its time zone."""
    club = club_for(actor_of(request), slug, Role.OWNER)
    form = ClubForm.of(club, sent(request))
    done = _("The settings of the club are saved.")
    if submit(request, form, lambda: clubs.change_club(club, actor_of(request), **form.cleaned_data), done):
        return redirect("club_settings", club.slug)
    return settings_page(request, club, form=form)


def settings_page(
    request: HttpRequest,
    club: Club,
    *,
    form: ClubForm | None = None,
    face_form: FaceForm | None = None,
    picture_form: PictureForm | None = None,
) -> HttpResponse:
    """The page of the settings. At most one of its forms was sent."""
    forms = {
        "name_form": form or ClubForm.of(club),
        "face_form": face_form or FaceForm.of(club),
        "picture_form": picture_form or PictureForm(),
    }
    refused = any(each.is_bound and each.errors for each in forms.values())
    context = club_frame(request, club, "club") | forms
    return show(request, "clubs/settings.html", context, status=422 if refused else 200)


def _members_page(
    request: HttpRequest, club: Club, form: InviteForm, link: str | None, *, reset_of: Member | None = None
) -> HttpResponse:
    rows = Member.objects.filter(club=club).select_related("user__second_factor")
    listed = sorted(rows, key=lambda member: sort_key(member.user.username))
    waiting = Invitation.objects.filter(
        club=club, accepted_at__isnull=True, withdrawn_at__isnull=True, expires_at__gt=timezone.now()
    )
    context = {
        "members": listed,
        "invitations": waiting,
        "link": link,
        "reset_of": reset_of,
        "roles": Role.choices,
    }
    return show(request, "clubs/members.html", club_frame(request, club, "club") | context, form=form)


director_of_player = partial(player_for, role=Role.DIRECTOR)


def _to_members(row: Member | Invitation) -> HttpResponse:
    return redirect("members", row.club.slug)


def _to_players(player: Player) -> HttpResponse:
    return redirect("players", player.club.slug)


ADDRESSES = [
    Act(
        "members/<str:ref>/role/",
        member_for_owner,
        clubs.change_role,
        back=_to_members,
        done=lambda member: _("The role of %(name)s is changed.") % {"name": member.user.get_username()},
        sent=["role"],
    ).address,
    Act(
        "members/<str:ref>/remove/",
        member_for_owner,
        clubs.remove_member,
        back=_to_members,
        done=lambda member: _("%(name)s is no longer a member.") % {"name": member.user.get_username()},
    ).address,
    Act(
        "members/<str:ref>/second-factor/take/",
        member_for_owner,
        second_factors.take_second_factor,
        back=_to_members,
        done=lambda member: (
            _("%(name)s now signs in with the password alone.") % {"name": member.user.get_username()}
        ),
    ).address,
    Act(
        "invitations/<str:ref>/withdraw/",
        invitation_for_owner,
        clubs.withdraw_invitation,
        back=_to_members,
        done=gettext_lazy("The invitation is withdrawn. Its link no longer works."),
    ).address,
    Act(
        "players/<str:ref>/anonymise/",
        director_of_player,
        privacy.anonymise_player,
        back=_to_players,
        done=gettext_lazy("The player is anonymous now. Their results stay."),
    ).address,
    Act(
        "players/<str:ref>/remove/",
        director_of_player,
        people.remove_player,
        back=_to_players,
        done=lambda player: (
            _("%(name)s is removed from the roster. Past events still show them.") % {"name": player.name}
        ),
    ).address,
    Act(
        "keys/<str:ref>/revoke/",
        key_for_its_member,
        accounts.revoke_key,
        back=lambda key: redirect("keys", key.member.club.slug),
        done=lambda key: _("The key “%(name)s” is revoked.") % {"name": key.name},
    ).address,
]
