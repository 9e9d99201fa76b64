"""Events of a club with pages to look at: one that people sign up for, one that is played, one that is over.

    python -m tests.browser.evening_to_show

The command makes them in the database of the demo, for its user, and prints the addresses of their pages as
JSON.
"""

from __future__ import annotations

import json
import sys
from datetime import timedelta
from typing import Any

import django


def make() -> dict[str, str]:
    """Make the events. Return the address of each page by its name."""
    from django.urls import reverse
    from django.utils import timezone

    from tests.builders import make_event, play, play_round, published_round, the_table
    from tournaments.clubs.verbs.clubs import create_club
    from tournaments.clubs.verbs.people import add_player
    from tournaments.core.actors import Actor
    from tournaments.desk.verbs import calls, clocks
    from tournaments.desk.verbs.lifecycle import finish_event, start_event
    from tournaments.events.verbs import arrivals, entries, replies
    from tournaments.events.verbs.announcements import announce
    from tournaments.models import Club, User
    from tournaments.play.verbs import cards, practices, results
    from tournaments.standings.rules.prizes import PrizeList
    from tournaments.standings.verbs import prizes
    from tournaments.standings.verbs.standings import refresh
    from tournaments.tables.verbs.table_states import TOTAL

    user = User.objects.get(username="demo")
    actor = Actor(user, "page")
    club: Club = create_club("Kartenfreunde Neustadt", actor, user)
    people = [str(add_player(club, actor, name).pk) for name in NAMES]
    tomorrow = timezone.localdate() + timedelta(days=1)
    price: dict[str, Any] = {"price": 550, "currency": "€", "place": "Café Central, Marktstraße 2"}

    def played_by_all(name: str, **fields: Any) -> Any:
        event = make_event(club, name=name, starts_on=timezone.localdate(), **price, **fields)
        entries.add_entries(event, actor, people)
        entries.check_in_all(event, actor)
        plan = {"first": 1, "what": "a ham"}, {"first": 2, "amount": "12.50"}, {"first": 3, "amount": "5"}
        event = prizes.set_prizes(event, actor, PrizeList.read({"prizes": plan, "currency": "€"}))
        return start_event(event, actor)

    coming = make_event(
        club, name="Poch on Saturday", starts_on=tomorrow, capacity=8, sign_up="open", about=ABOUT, **price
    )
    listed = [
        replies.sign_up(coming, actor, name=name, contact="0170 5550102", as_director=True)
        for name in NAMES[:10]
    ]
    replies.note_payment(listed[0], actor, 550)
    replies.note_payment(listed[1], actor, 550)
    replies.say_no(listed[1], actor)
    arrivals.make_door(coming, actor)

    over = played_by_all("Autumn evening", rounds_planned=3, deals_per_round=3)
    for number in range(3):
        play_round(published_round(over), seed=number + 1)
    over = finish_event(over, actor)

    running = played_by_all("Poch tonight", rounds_planned=4, deals_per_round=4, clock_minutes=45)
    play_round(published_round(running))
    round_ = published_round(running)
    first, second, third = (the_table(round_, number) for number in (1, 2, 3))
    play(first, 2)
    results.record(
        second, actor, TOTAL, {"format": "poch-count/1", "deals": 4, "net": [3, -7, 0, 0], "board": 4}
    )
    clocks.start_clock(round_, actor, 45)
    announce(running, actor, "Soup is ready in the kitchen.\nPlease bring your own bowls.")
    calls.call_director(third, actor)
    cards.make_cards(running, actor, [1, 2, 3])
    ending = played_by_all("Before the last round", rounds_planned=4, deals_per_round=2)
    for number in range(3):
        play_round(published_round(ending), seed=number + 5)
    for event in (running, over, ending):
        refresh(event.pk)
    practice = practices.start_practice(running.rules, ["expert"] * 3, address="127.0.0.1")

    def of(event: Any, *names: str) -> dict[str, str]:
        return {f"{event.slug}.{name}": reverse(name, args=[event.ref]) for name in names}

    return {
        **of(coming, "event", "sign_up", "entries", "payments", "door", "manage"),
        **of(running, "event", "find", "standings", "standings_by_round", "projector", "manage", "score"),
        **of(running, "table_cards", "paper", "prizes_to_print", "scorecards_to_print", "rules_to_print"),
        **of(ending, "standings", "what_do_i_need", "projector"),
        **of(over, "event", "standings", "standings_by_round", "again", "manage", "certificates_to_print"),
        **of(over, "standings", "standings_to_print", "board_to_print", "prizes"),
        "own_reply": reverse("own_reply", args=[replies.token_of(listed[9])]),
        "here": reverse("here", args=[arrivals.secret_of(coming)]),
        "table": reverse("table", args=[first.pk]),
        "table.total": reverse("table", args=[second.pk]),
        "table.call": reverse("table", args=[third.pk]),
        "scorecard": reverse("scorecard", args=[first.pk]),
        "count": reverse("count", args=[third.pk]),
        "round_to_print": reverse("round_to_print", args=[round_.pk]),
        "practice_table": reverse("practice_table", args=[practice.pk]),
        "new_event": reverse("new_event", args=[club.slug]),
        "club": reverse("club", args=[club.slug]),
    }


ABOUT = "Everybody is welcome.\n\n* Bring **change** for the board.\n* Doors open at 18:30."

NAMES = [
    *("Anna Keller", "Ben Aydin", "Cleo von der Heide-Schmidt", "Dora Lang", "Emil Öztürk", "Fritz Weber"),
    *("Gerda Hoffmann", "Hans-Joachim Müller", "Ida Roth", "Jan Krause", "Karl Vogt", "Lea Sommer"),
]

if __name__ == "__main__":
    django.setup()
    json.dump(make(), sys.stdout)
