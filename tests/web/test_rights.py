"""Who may open what: one table of every page, method and caller. A page without a line fails."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.builders import (
    actor_of,
    enter,
    make_club,
    make_event,
    make_member,
    make_simulation,
    make_user,
    next_document,
    owner_of,
    play,
    play_round,
    played_simulation,
    published_round,
    running_event,
    the_table,
)
from tests.web.conftest import client_of
from tournaments.models import Member, Player, Role, User
from tournaments.services.clubs import clubs, keys, players
from tournaments.services.draw import draws
from tournaments.services.evening.lifecycle import finish_event
from tournaments.services.events import wishes
from tournaments.services.play import claims, links
from tournaments.services.rehearsals import rehearsals
from tournaments.services.standings import adjustments
from tournaments.services.standings.standings import refresh
from tournaments.services.webhooks import webhooks
from tournaments.urls import urlpatterns

pytestmark = pytest.mark.django_db

ACCOUNTS = ["nobody", "stranger", "scorer", "director", "owner"]
CALLERS = [*ACCOUNTS, "phone", "other phone", "hidden phone"]
"""Not signed in; signed in and of another club; members of the club by their roles; let in by the link of the
table that the lines name, by that of another table of the round, and by that of a private event's table.

A phone is nobody but at their table: where a line tells nothing of a phone, they get what the one before them
gets, and the first what nobody gets.
"""

EVERYBODY = "200 200 200 200 200"
SIGNED_IN = "302 200 200 200 200"
"""302 for nobody: to the sign-in page, and back afterwards."""
SCORERS = "302 404 200 200 200"
DIRECTORS = "302 404 403 200 200"
OWNERS = "302 404 403 403 200"
DIRECTORS_ACT = "302 404 403 302 302"
"""A deed redirects, done or refused."""
OWNERS_ACT = "302 404 403 403 302"
SCORERS_ACT = "302 404 302 302 302"
THE_TABLES = "302 404 200 200 200 200 404 404"
"""For scorers, and for who sits at the table."""

REHEARSE = {"players": "8", "minutes": "3", "incidents": "calm"}
ASK = {"preset": "pagat", "how": "deals", "deals": "50", "bot_0": "bold", "bot_1": "bold", "bot_2": "expert"}

RIGHTS: list[tuple[str, str, str, dict[str, Any], str]] = [
    ("GET", "home", "", {}, EVERYBODY),
    ("GET", "presets", "", {}, EVERYBODY),
    ("GET", "first_result", "", {}, EVERYBODY),
    ("GET", "preset", "pagat", {}, EVERYBODY),
    ("GET", "sign_in", "", {}, "200 302 302 302 302"),
    ("POST", "sign_out", "", {}, "302 302 302 302 302"),
    ("GET", "account", "", {}, SIGNED_IN),
    ("GET", "change_password", "", {}, SIGNED_IN),
    ("GET", "reset_password", "uid token", {}, EVERYBODY),
    ("GET", "join", "invitation_token", {}, EVERYBODY),
    ("GET", "club", "club", {}, EVERYBODY),
    ("GET", "members", "club", {}, OWNERS),
    ("POST", "members", "club", {"role": "scorer"}, OWNERS),
    ("GET", "players", "club", {}, SCORERS),
    ("POST", "players", "club", {"name": "Zoe"}, DIRECTORS_ACT),
    ("GET", "club_wishes", "club", {}, DIRECTORS),
    ("GET", "keys", "club", {}, SCORERS),
    ("GET", "webhooks", "club", {}, OWNERS),
    ("POST", "webhooks", "club", {"url": "https://example.org/", "types": "deal.recorded"}, OWNERS),
    ("GET", "webhook", "webhook", {}, OWNERS),
    ("POST", "pause_webhook", "webhook", {}, OWNERS_ACT),
    ("POST", "resume_webhook", "webhook", {}, OWNERS_ACT),
    ("POST", "remove_webhook", "webhook", {}, OWNERS_ACT),
    ("POST", "rotate_webhook", "webhook", {}, OWNERS),
    ("POST", "test_webhook", "webhook", {}, OWNERS_ACT),
    ("POST", "redeliver", "delivery", {}, OWNERS_ACT),
    ("GET", "club_settings", "club", {}, OWNERS),
    ("GET", "new_event", "club", {}, DIRECTORS),
    ("GET", "bring_event", "club", {}, DIRECTORS),
    ("POST", "bring_event", "club", {"packed": "x"}, "302 404 403 422 422"),
    ("GET", "simulations", "club", {}, SCORERS),
    ("GET", "new_simulation", "club", {}, DIRECTORS),
    ("POST", "new_simulation", "club", ASK, DIRECTORS_ACT),
    ("GET", "simulation", "simulation", {}, SCORERS),
    ("GET", "simulation_renew", "simulation", {}, SCORERS),
    ("GET", "simulation_file", "simulation json", {}, "302 404 404 404 404"),
    ("GET", "simulation_file", "simulated json", {}, SCORERS),
    ("GET", "simulation_file", "simulated csv", {}, SCORERS),
    ("POST", "cancel_simulation", "simulation", {}, DIRECTORS_ACT),
    ("POST", "remove_simulation", "simulated", {}, DIRECTORS_ACT),
    # A simulation that a command asked for, for no club.
    ("GET", "simulation", "commanded", {}, "302 404 404 404 404"),
    ("POST", "change_role", "member", {"role": "director"}, OWNERS_ACT),
    ("POST", "remove_member", "member", {}, OWNERS_ACT),
    ("POST", "make_reset_link", "member", {}, OWNERS),
    ("POST", "withdraw_invitation", "invitation", {}, OWNERS_ACT),
    ("GET", "edit_player", "player", {}, DIRECTORS),
    ("POST", "anonymise_player", "player", {}, DIRECTORS_ACT),
    ("POST", "remove_player", "player", {}, DIRECTORS_ACT),
    ("POST", "revoke_key", "key", {}, "302 404 404 404 302"),
    ("GET", "event", "event", {}, EVERYBODY),
    ("GET", "event", "private", {}, "404 404 200 200 200"),
    ("GET", "event_now", "event", {}, EVERYBODY),
    ("GET", "rules", "event", {}, EVERYBODY),
    ("GET", "standings", "event", {}, EVERYBODY),
    ("GET", "standings_to_print", "event", {}, EVERYBODY),
    ("GET", "standings_to_print", "private", {}, "404 404 200 200 200"),
    ("GET", "find", "event", {}, EVERYBODY),
    ("GET", "find", "private", {}, "404 404 200 200 200"),
    ("GET", "standings_renew", "event", {}, EVERYBODY),
    ("GET", "standings_renew", "private", {}, "404 404 200 200 200"),
    ("GET", "projector", "event", {}, EVERYBODY),
    ("GET", "projector_renew", "event", {}, EVERYBODY),
    ("GET", "rounds", "event", {}, EVERYBODY),
    ("GET", "round", "round", {}, EVERYBODY),
    ("GET", "round", "drawn", {}, "404 404 404 200 200"),
    ("GET", "round_renew", "round", {}, EVERYBODY),
    ("GET", "round_to_print", "round", {}, EVERYBODY),
    ("GET", "round_to_print", "drawn", {}, "404 404 404 200 200"),
    ("GET", "table", "table", {}, EVERYBODY),
    ("GET", "table_renew", "table", {}, EVERYBODY),
    ("GET", "deal", "table 1", {}, EVERYBODY),
    ("GET", "score", "event", {}, SCORERS),
    ("GET", "scorecard", "table", {}, THE_TABLES),
    ("POST", "scorecard", "table", {"step": "more"}, THE_TABLES),
    ("GET", "record", "table", {}, THE_TABLES),
    ("GET", "enter_table", "", {}, EVERYBODY),
    ("POST", "enter_table", "", {"secret": "guessed"}, "403 403 403 403 403"),
    ("GET", "choose_seat", "", {}, "302 302 302 302 302 200 200"),
    ("POST", "choose_seat", "", {"seat": "0"}, "302 302 302 302 302 302 302"),
    ("POST", "leave_table", "", {}, "302 302 302 302 302"),
    ("GET", "enter_pin", "event", {}, EVERYBODY),
    ("GET", "enter_pin", "private", {}, "404 404 200 200 200"),
    ("GET", "table_links", "round", {}, SCORERS),
    ("POST", "table_links", "round", {}, SCORERS),
    ("POST", "make_table_link", "table", {}, SCORERS),
    ("POST", "revoke_table_link", "table", {}, SCORERS_ACT),
    ("POST", "free_seat", "table", {"seat": "0"}, SCORERS_ACT),
    # A private event's table, and a phone's who sits there.
    ("GET", "table", "hidden_table", {}, "404 404 200 200 200 404 404 200"),
    ("GET", "table_renew", "hidden_table", {}, "404 404 200 200 200 404 404 200"),
    ("GET", "scorecard", "hidden_table", {}, "302 404 200 200 200 404 404 200"),
    ("GET", "event", "hidden", {}, "404 404 200 200 200 404 404 404"),
    ("POST", "void", "table", {"number": "1"}, SCORERS_ACT),
    ("GET", "correct_deal", "table 1", {}, SCORERS),
    ("POST", "correct_deal", "table 1", {"step": "edit"}, SCORERS),
    ("POST", "confirm_claim", "claim", {}, "404 404 302 302 302"),
    ("POST", "dispute_claim", "claim", {"reason": "not so"}, "404 404 302 302 302"),
    ("POST", "withdraw_claim", "claim", {}, "404 404 403 302 302"),
    ("GET", "manage", "event", {}, DIRECTORS),
    ("GET", "edit_event", "event", {}, DIRECTORS),
    ("GET", "event_log", "event", {}, DIRECTORS),
    ("GET", "download_event", "over", {}, DIRECTORS),
    ("GET", "download_rows", "event deals csv", {}, DIRECTORS),
    ("GET", "rehearsals", "event", {}, DIRECTORS),
    ("POST", "rehearsals", "event", REHEARSE, "302 404 403 422 422"),
    ("POST", "rehearsals", "private", REHEARSE, "302 404 403 302 302"),
    ("GET", "rehearsal", "rehearsal", {}, SCORERS),
    ("GET", "rehearsal_renew", "rehearsal", {}, SCORERS),
    ("POST", "put_rehearsal_away", "rehearsal", {}, DIRECTORS_ACT),
    # The rehearsed event itself: members look, and nobody has a role in it.
    ("GET", "event", "rehearsed", {}, "404 404 200 200 200"),
    ("GET", "projector", "rehearsed", {}, "404 404 200 200 200"),
    ("GET", "round", "rehearsed_round", {}, "404 404 200 200 200"),
    ("GET", "manage", "rehearsed", {}, "302 404 404 404 404"),
    ("GET", "score", "rehearsed", {}, "302 404 404 404 404"),
    ("GET", "club", "rehearsed_club", {}, "404 404 404 404 404"),
    ("POST", "open_event", "event", {}, DIRECTORS_ACT),
    ("POST", "start_event", "event", {}, DIRECTORS_ACT),
    ("POST", "finish_event", "event", {}, DIRECTORS_ACT),
    ("POST", "reopen_event", "event", {}, DIRECTORS_ACT),
    ("GET", "entries", "event", {}, DIRECTORS),
    ("GET", "seeding", "event", {}, DIRECTORS),
    ("GET", "stages", "event", {}, DIRECTORS),
    ("POST", "use_plan", "event", {"plan": "league"}, DIRECTORS_ACT),
    ("GET", "new_stage", "event", {}, DIRECTORS),
    ("POST", "new_stage", "event", {"format": "final", "rounds_planned": "1", "cut": "4"}, DIRECTORS_ACT),
    ("GET", "edit_stage", "stage", {}, DIRECTORS),
    ("POST", "remove_stage", "stage", {}, DIRECTORS_ACT),
    ("POST", "end_stage", "stage", {}, DIRECTORS_ACT),
    ("GET", "wishes", "event", {}, DIRECTORS),
    ("POST", "remove_wish", "wish", {}, DIRECTORS_ACT),
    ("POST", "check_in_all", "event", {}, DIRECTORS_ACT),
    ("GET", "adjustments", "event", {}, DIRECTORS),
    ("POST", "draw_round", "event", {}, DIRECTORS_ACT),
    ("POST", "check_in", "entry", {}, DIRECTORS_ACT),
    ("POST", "undo_check_in", "entry", {}, DIRECTORS_ACT),
    ("POST", "withdraw", "entry", {}, DIRECTORS_ACT),
    ("POST", "cancel_adjustment", "adjustment", {}, DIRECTORS_ACT),
    ("GET", "draw", "drawn", {}, DIRECTORS),
    ("POST", "redraw", "drawn", {"draw": "1"}, DIRECTORS_ACT),
    ("POST", "swap", "drawn", {"draw": "1"}, DIRECTORS_ACT),
    ("POST", "move", "drawn", {"draw": "1"}, DIRECTORS_ACT),
    ("POST", "missing", "drawn", {"draw": "1"}, DIRECTORS_ACT),
    ("GET", "seating", "drawn", {}, DIRECTORS),
    ("POST", "seating", "drawn", {"seats": "Nobody, Else", "draw": "1"}, "302 404 403 422 422"),
    ("GET", "search", "drawn", {}, DIRECTORS),
    ("POST", "start_search", "drawn", {"draw": "1"}, DIRECTORS_ACT),
    ("POST", "stop_search", "drawn", {}, DIRECTORS_ACT),
    ("POST", "take_search", "drawn", {"draw": "1"}, DIRECTORS_ACT),
    ("POST", "publish", "drawn", {"draw": "1"}, DIRECTORS_ACT),
    ("POST", "discard", "drawn", {}, DIRECTORS_ACT),
    ("POST", "close_round", "round", {"early": "1"}, DIRECTORS_ACT),
    ("POST", "issue_chips", "table", {"seats": "0", "chips": "5", "reason": "why"}, DIRECTORS_ACT),
]


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


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any, collected_static: None) -> Iterator[World]:
    """Made once, undone when the module is done; each call below is undone by itself."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_world()
        transaction.set_rollback(True)


def make_world() -> World:
    club = make_club()
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
    adjustment = adjustments.add_adjustment(event, actor, entry, 3, "lost a card")
    invitation, token = clubs.invite_member(club, actor, Role.SCORER)
    assert actor.user is not None
    key, _secret = keys.create_key(
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
    family = Player.objects.filter(club=club)[:2]
    webhook, _secret = webhooks.add_webhook(club, actor, "https://example.org/poch")
    delivery = webhooks.test_webhook(webhook, actor)
    [wish] = wishes.add_wishes(club, actor, "apart", [player.pk for player in family])
    rehearsal = rehearsals.start_rehearsal(make_event(club), actor, players=6, seed=1)
    for step in range(2):
        rehearsals.take_step(rehearsals.prepare_step(rehearsal.pk, step), rehearsal.pk, step)
    return World(
        things={
            "rehearsal": str(rehearsal.pk),
            "rehearsed": rehearsal.event.slug,
            "rehearsed_round": str(rehearsal.event.rounds.get().pk),
            "rehearsed_club": rehearsal.event.club.slug,
            "simulation": str(make_simulation(50, club).pk),
            "simulated": str(played_simulation(club).pk),
            "commanded": str(make_simulation(50).pk),
            "club": club.slug,
            "event": event.slug,
            "private": private.slug,
            "over": over.slug,
            "hidden": hidden.slug,
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
            "player": str(players.add_player(club, actor, "Quentin").pk),
            "key": str(key.pk),
        },
        cookies={
            "nobody": "",
            "stranger": _session(make_user()),
            "scorer": _session(make_member(club, Role.SCORER).user),
            "director": _session(make_member(club, Role.DIRECTOR).user),
            "owner": _session(actor.user),
        },
        tokens={
            caller: links.enter_by_secret(links.make_link(at, actor).secret).token
            for caller, at in (
                ("phone", table),
                ("other phone", the_table(of_round, 2)),
                ("hidden phone", hidden_table),
            )
        },
    )


def _session(user: User) -> str:
    return client_of(user).cookies[settings.SESSION_COOKIE_NAME].value


def _of_phones_too(statuses: list[str]) -> list[str]:
    if len(statuses) == len(ACCOUNTS):
        statuses = [*statuses, statuses[0]]
    return statuses + [statuses[-1]] * (len(CALLERS) - len(statuses))


CASES = [
    pytest.param(method, name, args, data, caller, int(status), id=f"{caller} {method} {name} {args}")
    for method, name, args, data, statuses in RIGHTS
    for caller, status in zip(CALLERS, _of_phones_too(statuses.split()), strict=True)
]


@pytest.mark.parametrize(("method", "name", "args", "data", "caller", "status"), CASES)
def test_each_role_gets_the_expected_status_at_each_address(
    world: World, method: str, name: str, args: str, data: dict[str, Any], caller: str, status: int
) -> None:
    url = reverse(name, args=[world.things.get(arg, arg) for arg in args.split()])
    with transaction.atomic():
        answer = getattr(world.browser(caller), method.lower())(url, data)
        transaction.set_rollback(True)
    assert answer.status_code == status, f"{answer.status_code}: {answer.headers.get('Location', '')}"
    if caller == "nobody" and status == 302 and name not in ("sign_out", "choose_seat", "leave_table"):
        assert answer.headers["Location"].startswith(reverse("sign_in"))


def test_every_page_has_a_line() -> None:
    assert {pattern.name for pattern in urlpatterns} == {name for _method, name, *_ in RIGHTS}


def test_every_deed_asks_for_a_post(world: World) -> None:
    """A link, a picture or a prefetch can do nothing."""
    forms = {name for method, name, *_rest in RIGHTS if method == "GET"}
    for method, name, args, _data, _statuses in RIGHTS:
        if method == "POST" and name not in forms:
            url = reverse(name, args=[world.things.get(arg, arg) for arg in args.split()])
            assert world.browser("owner").get(url).status_code == 405, url


def test_a_deed_without_the_forms_token_is_refused(world: World) -> None:
    browser = world.browser("owner", enforce_csrf_checks=True)
    assert browser.post(reverse("finish_event", args=[world.things["event"]])).status_code == 403
