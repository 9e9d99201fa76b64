"""The members of a season, their absences and credits."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.clubs.models import Club, Player
from tournaments.clubs.pages.frame import member_refs
from tournaments.core.forms import guarded
from tournaments.core.pages.acts import Act
from tournaments.core.pages.common import actor_of, attempt, attempt_form, members_form, sent, show, submit
from tournaments.core.rules.lists import RefusedName, known_names
from tournaments.events.forms.people import PeopleForm
from tournaments.events.pages.entries import ask_columns, report_refused
from tournaments.seasons import access
from tournaments.seasons.forms.members import AddMembersForm, CreditForm, MemberForm
from tournaments.seasons.models import Absence, Credit, Division, Evening, MemberStatus, SeasonMember
from tournaments.seasons.pages.frame import season_frame, title_for
from tournaments.seasons.rules.counting import EXCUSED, REASONS
from tournaments.seasons.rules.exact import points
from tournaments.seasons.verbs import members
from tournaments.seasons.verbs.facts import members_by_name, players_of_members
from tournaments.seasons.verbs.tables import figure
from tournaments.seasons.verbs.worths import who_played
from tournaments.seasons.words import MISSED_BY
from tournaments.teams.access import players_to_enter

MOST_OFFERED = 500
"""The form offers so many players of the rosters."""


@members_form
def season_members(request: HttpRequest, season_ref: str) -> HttpResponse:
    """Who plays the season; players of the rosters can be added.

    Directors of a club that takes part see, add, withdraw and remove those of their club.
    """
    actor = actor_of(request)
    season = access.season_for_entrant(actor, season_ref)
    frame = season_frame(request, season, "members")
    as_director = frame["is_director"]
    clubs = access.clubs_to_enter(actor, season.league)
    listed = list(members_by_name(season))
    divisions = list(Division.objects.filter(season=season))
    offered = who_can_join(clubs, {member.player_id for member in listed})
    if not as_director:
        own = {club.pk for club in clubs}
        listed = [member for member in listed if member.player.club_id in own]
    given = request.POST
    many = PeopleForm()
    if given.get("names", "").strip() or "file" in request.FILES:
        names = _people_of(clubs).values_list("name", flat=True)
        many = PeopleForm(given, request.FILES, known=known_names(names))
    form = AddMembersForm(offered, divisions, sent(request), as_director=as_director, in_a_list=many.is_bound)
    if form.is_bound and form.is_valid() and (not many.is_bound or many.read() is not None):

        @transaction.atomic
        def add() -> tuple[list[SeasonMember], list[RefusedName]]:
            settings = dict(form.cleaned_data)
            players = players_to_enter(actor, season.league, settings.pop("players"))
            ticked = members.add_members(season, actor, players, **settings) if players else []
            if many.pasted is None:
                return ticked, []
            added, refused = members.add_list(season, actor, clubs, many.pasted, many.columns, **settings)
            return [*ticked, *added], refused

        done = None if many.asks else attempt_form(many if many.is_bound else form, add)
        if done is not None:
            added, refused = done
            count = len(added)
            messages.success(
                request,
                ngettext("%(count)d member is added.", "%(count)d members are added.", count)
                % {"count": count},
            )
            report_refused(request, refused)
            return redirect("season_members", season.ref)
        if many.columns is not None:
            return ask_columns(request, many, "seasons/manage_base.html", frame)
    groups = [(division, [m for m in listed if m.division_id == division.pk]) for division in divisions]
    rest = [member for member in listed if member.division_id is None]
    return show(
        request,
        "seasons/members.html",
        frame
        | {
            "groups": [*groups, (None, rest)] if rest or not divisions else groups,
            "count": len(listed),
            "many": many,
        },
        form=form,
        status=422 if many.errors else 200,
    )


@members_form
def season_member(request: HttpRequest, member_id: str) -> HttpResponse:
    """One member: status, division, from which evening, start points.

    Directors of the club of the player, if it is another one, withdraw or remove them here.
    """
    fetch = (
        access.season_member_for_director if request.method == "POST" else access.season_member_for_entrant
    )
    member = fetch(actor_of(request), member_id)
    season = member.season
    divisions = list(Division.objects.filter(season=season))
    form = guarded(MemberForm.of(member, divisions, sent(request)))
    done = _("%(name)s is changed.") % {"name": member.player.name}
    if submit(request, form, lambda: members.edit_member(member, actor_of(request), **form.values()), done):
        return redirect("season_members", season.ref)
    context = {"member": member}
    frame = season_frame(request, season, "members")
    return show(request, "seasons/member.html", frame | context, form=form)


@members_form
def absences(request: HttpRequest, evening_id: str) -> HttpResponse:
    """Why each member misses an evening: at the door, before, or afterwards."""
    evening = access.evening_for_director(actor_of(request), evening_id)
    season = evening.season
    listed = [
        member
        for member in members_by_name(season)
        if evening.division_id is None or member.division_id == evening.division_id
    ]
    same = players_of_members(listed)
    there = {same.get(player) for player in who_played(evening)}
    if request.method == "POST":

        def note() -> None:
            with transaction.atomic():
                for member in listed:
                    reason = request.POST.get(f"member-{member.pk}")
                    if reason == "" and "excuse" in request.POST and _was_missing(member, evening, there):
                        reason = EXCUSED
                    if reason is not None:
                        members.note_absence(evening, actor_of(request), member.player, reason or None)

        attempt(request, note, _("The absences are saved."))
        return redirect("absences", evening.pk)
    noted = {absence.member_id: absence for absence in Absence.objects.filter(evening=evening)}
    lines = [(member, noted.get(member.pk), str(member.player_id) in there) for member in listed]
    context = {
        "evening": evening,
        "title": title_for(request, evening),
        "lines": sorted(lines, key=lambda line: not _was_missing(line[0], evening, there)),
        "has_begun": bool(there),
        "reasons": [(reason, MISSED_BY[reason]) for reason in REASONS],
    }
    frame = season_frame(request, season, "evenings")
    return show(request, "seasons/absences.html", frame | context)


def _was_missing(member: SeasonMember, evening: Evening, there: Collection[str | None]) -> bool:
    """Whether a member of then did not play the evening, and is no reserve."""
    is_member = member.status == MemberStatus.ACTIVE and member.joined <= evening.number
    return is_member and str(member.player_id) not in there


@members_form
def season_credits(request: HttpRequest, season_ref: str) -> HttpResponse:
    """Points that directors gave or took, with reasons. Cancelled ones stay in the list."""
    season = access.season_for_director(actor_of(request), season_ref)
    form = CreditForm(list(members_by_name(season)), sent(request))

    def give() -> Credit:
        return members.give_credit(season, actor_of(request), **form.cleaned_data)

    if submit(request, form, give, _("The credit is given.")):
        return redirect("season_credits", season.ref)
    frame = season_frame(request, season, "settings")
    listed = list(members.credits_of(season).select_related("member__player"))
    context = {
        "credits": [(credit, figure(points(credit.points))) for credit in listed],
        "persons": member_refs(request, [credit.member for credit in listed]),
    }
    return show(request, "seasons/credits.html", frame | context, form=form)


def _people_of(clubs: Sequence[Club]) -> QuerySet[Player]:
    return Player.objects.filter(club__in=clubs, bot="", anonymised_at=None, removed_at=None)


def who_can_join(clubs: Sequence[Club], known: set[UUID]) -> list[Player]:
    """People of the rosters of these clubs, by name, who are no members."""
    return list(_people_of(clubs).exclude(pk__in=known).order_by("sort_key")[:MOST_OFFERED])


def _back_to_members(member: SeasonMember) -> HttpResponse:
    return redirect("season_members", member.season.ref)


ADDRESSES = [
    Act(
        "season-members/<str:ref>/withdraw/",
        access.season_member_for_entrant,
        members.withdraw_member,
        back=_back_to_members,
        done=lambda member: (
            _("%(name)s has left the season. Their results stay.") % {"name": member.player.name}
        ),
        name="withdraw_season_member",
    ).address,
    Act(
        "season-members/<str:ref>/remove/",
        access.season_member_for_entrant,
        members.remove_member,
        back=_back_to_members,
        done=lambda member: _("%(name)s is no member any more.") % {"name": member.player.name},
        name="remove_season_member",
    ).address,
    Act(
        "credits/<str:ref>/cancel/",
        access.credit_for_director,
        members.cancel_credit,
        back=lambda credit: redirect("season_credits", credit.member.season.ref),
        done=gettext_lazy("The credit is cancelled. It stays in the list."),
    ).address,
]
