"""The objects and visitors of the table of rights of the pages: a club with an evening going on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.builders import (
    SMALL_PICTURE,
    actor_of,
    enter,
    make_card,
    make_club,
    make_event,
    make_member,
    make_simulation,
    next_document,
    owner_of,
    play,
    play_round,
    played_simulation,
    published_round,
    running_event,
    the_table,
)
from tests.rights import Names, Row, rows_of
from tests.tournaments.seasons import play_to_the_end
from tests.web.conftest import client_of
from tournaments.clubs.verbs import accounts, clubs, people
from tournaments.clubs.verbs.people import make_link, take_by_link
from tournaments.core.actors import Actor
from tournaments.desk.verbs import calls
from tournaments.desk.verbs.lifecycle import finish_event, start_event
from tournaments.desk.verbs.rehearsals import rehearse
from tournaments.draw.verbs import draws, wishes
from tournaments.events.verbs import arrivals, replies
from tournaments.models import Club, Member, Player, Role, User
from tournaments.play.verbs import cards, claims, practices
from tournaments.programs.webhooks import webhooks
from tournaments.seasons.verbs import evenings, seasons
from tournaments.seasons.verbs import members as season_members
from tournaments.standings.verbs import adjustments
from tournaments.standings.verbs.standings import refresh
from tournaments.teams.verbs import leagues, teams

PAGES = rows_of("pages")


@dataclass
class World:
    """A club with an evening going on, and who calls."""

    things: dict[str, str]
    cookies: dict[str, str]
    tokens: dict[str, str]

    def browser(self, caller: str, **options: Any) -> Client:
        """A fresh browser with the caller's session in it."""
        browser = Client(**options)
        if caller in self.tokens:
            browser.cookies[settings.TABLE_COOKIE_NAME] = self.tokens[caller]
        elif self.cookies[caller]:
            browser.cookies[settings.SESSION_COOKIE_NAME] = self.cookies[caller]
        return browser


def make_world(beside: World | None = None) -> World:
    """Create a new world in the database: in a new club, or in the club of another world."""
    club = make_club() if beside is None else Club.objects.get(slug=beside.things["club"])
    actor = owner_of(club)
    event = running_event(8, club=club)
    of_round = published_round(event)
    table = the_table(of_round)
    play(table)
    # A second event, whose round is only drawn; a third that the public does not see.
    other = running_event(8, club=club)
    drawn = draws.draw_round(other, actor)
    private = make_event(club, visibility="private")
    entry = enter(event, 1)[0]
    for shown in (event, private):
        refresh(shown.pk)
    adjustment = adjustments.add_adjustment(event, actor, entry, "lost a card", chips=3)
    invitation, token = clubs.invite_member(club, actor, Role.SCORER)
    assert actor.user is not None
    key, _secret = accounts.create_key(
        Member.objects.get(club=club, user=actor.user), actor, "mine", ["read"], None
    )
    member = make_member(club, Role.SCORER)
    hidden = running_event(4, club=club, visibility="private")
    hidden_table = the_table(published_round(hidden))
    agreeing = the_table(published_round(running_event(4, club=club, two_agree=True)))
    claim = claims.claim_deal(agreeing, actor_of(member), 1, next_document(agreeing))
    over = running_event(4, club=club, deals_per_round=1, rounds_planned=1)
    play_round(published_round(over))
    finish_event(over, actor)
    picture = clubs.set_picture(club, actor, SMALL_PICTURE).picture
    family = Player.objects.filter(club=club).order_by("pk")[:2]
    webhook, _secret = webhooks.add_webhook(club, actor, "https://example.org/poch")
    delivery = webhooks.test_webhook(webhook, actor)
    [wish] = wishes.add_wishes(club, actor, "apart", [player.pk for player in family])
    rehearsal = start_event(rehearse(make_event(club), actor), actor)
    season = seasons.create_season(club, actor, "Winter", events=[over], scheme={"final": 2})
    season = seasons.start_season(season, actor)
    season_member = season.members.order_by("position")[0]
    credit = season_members.give_credit(season, actor, season_member.player, 5, "helped")
    met = [str(pk) for pk in over.entries.values_list("player", flat=True)]
    play_to_the_end(make_event(club, rounds_planned=1, deals_per_round=1), met)
    private_season = seasons.create_season(club, actor, "Quiet", visibility="private")
    seasons.start_season(private_season, actor)
    draft_season = seasons.create_season(club, actor, "Next winter")
    asking = make_club()
    own = Player.objects.filter(club=club, user=actor.user).first()
    if own is None:
        own = take_by_link(make_link(people.add_player(club, actor, "Olga"), actor), user=actor.user)
    linked = people.add_player(club, actor, f"Paula {event.slug}")
    part = leagues.ask_club(leagues.create_league(asking, owner_of(asking), "All"), owner_of(asking), club)
    hosted, hosted_evening, hosted_member = _as_a_guest(club, actor)
    coming = make_event(club, sign_up="open")
    final = evenings.add_evening(season, actor, coming, kind="final")
    team = teams.make_team(season, actor, "Foxes", players=[season_member.player])
    idle_team = teams.make_team(season, actor, "Owls")
    reply = replies.sign_up(coming, actor, name="Quirin", as_director=True)
    arrivals.make_door(coming, actor)
    return World(
        things={
            "season": season.slug,
            "private_season": private_season.slug,
            "draft_season": draft_season.slug,
            "hosted": hosted,
            "hosted_evening": hosted_evening,
            "hosted_member": hosted_member,
            "season_member": str(season_member.pk),
            "team": str(team.pk),
            "idle_team": str(idle_team.pk),
            "team_member": str(team.members.get().pk),
            "team_evening": str(final.pk),
            "season_player": str(season_member.player_id),
            "credit": str(credit.pk),
            "evening": str(season.evenings.get(event=over).pk),
            "final": str(final.pk),
            "league": str(season.league_id),
            "part": str(part.pk),
            "rehearsal": rehearsal.slug,
            "rehearsal_round": str(published_round(rehearsal).pk),
            "practice": practices.start_practice({"preset": "pagat"}, ["bold"] * 3, address="192.0.2.1").pk,
            "coming": coming.slug,
            "reply": str(reply.pk),
            "reply_token": replies.token_of(reply),
            "door": arrivals.secret_of(coming) or "",
            "simulation": str(make_simulation(50, club).pk),
            "simulated": str(played_simulation(club).pk),
            "commanded": str(make_simulation(50).pk),
            "club": club.slug,
            "picture": picture,
            "event": event.slug,
            "private": private.slug,
            "over": over.slug,
            "hidden": hidden.slug,
            "call": str(calls.call_director(hidden_table, actor).call.pk),
            "claim": str(claim.pk),
            "hidden_table": str(hidden_table.pk),
            "round": str(of_round.pk),
            "drawn": str(drawn.pk),
            "table": str(table.pk),
            "entry": str(entry.pk),
            "adjustment": str(adjustment.pk),
            "invitation": str(invitation.pk),
            "invitation_token": token,
            "member": str(member.pk),
            "stage": str(event.stages.get().pk),
            "wish": str(wish.pk),
            "webhook": str(webhook.pk),
            "delivery": str(delivery.pk),
            "own_player": str(own.pk),
            "player_token": make_link(linked, actor),
            "player": str(people.add_player(club, actor, f"Quentin {event.slug}").pk),
            "key": str(key.pk),
        },
        cookies={
            "nobody": "",
            "foreign": _session(make_member(make_club(), Role.OWNER).user),
            "scorer": _session(make_member(club, Role.SCORER).user),
            "director": _session(make_member(club, Role.DIRECTOR).user),
            "owner": _session(actor.user),
        },
        tokens={
            caller: cards.enter_by_secret(make_card(at).secret).token
            for caller, at in (
                ("phone", table),
                ("other phone", the_table(of_round, 2)),
                ("hidden phone", hidden_table),
            )
        },
    )


def _as_a_guest(club: Club, actor: Actor) -> tuple[str, str, str]:
    """A private season of another club, with an evening and a member of this one."""
    host = make_club()
    season = seasons.create_season(host, owner_of(host), "Together", visibility="private")
    leagues.agree_to_league(leagues.ask_club(season.league, owner_of(host), club), actor)
    season = seasons.start_season(season, owner_of(host))
    evening = evenings.add_evening(season, actor, make_event(club))
    [member] = season_members.add_members(
        season, actor, [people.add_player(club, actor, f"Guest {season.slug}")]
    )
    return season.slug, str(evening.pk), str(member.pk)


def _session(user: User) -> str:
    return client_of(user).cookies[settings.SESSION_COOKIE_NAME].value


def url_of(row: Row, things: Names) -> str:
    """Return the address of the page of a row about these objects."""
    name, *args = row.address.split()
    return reverse(name, args=[arg.format(**things) for arg in args])
