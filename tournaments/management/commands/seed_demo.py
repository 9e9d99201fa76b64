"""Create the demo: a club with a running event of bots and an event that is ready to start."""

from __future__ import annotations

import secrets
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

import games.services as games
from tournaments.clubs.models import Club
from tournaments.clubs.verbs.clubs import create_club, create_user
from tournaments.clubs.verbs.people import add_player
from tournaments.core.actors import Actor
from tournaments.desk.verbs.lifecycle import open_event, start_event
from tournaments.events.models.events import Event
from tournaments.events.verbs.entries import add_entries
from tournaments.events.verbs.events import create_event

CLUB = "Café Rochester"
BOTS = """
    Ada Ass, Balthasar Bube, Clara Cœur, Dorothea Dame, Egon Eckstein, Fanny Farbe, Gustav Geiger,
    Hedwig Herz, Ignaz Igel, Jolanthe Joker, Konrad König, Lise Lusche, Moritz Mariage, Nanette Neun
"""
PEOPLE = "Anna Albers, Ben Becker, Carla Conti, David Dumont, Eva Engel, Felix Fournier, Greta Graf"


class Command(BaseCommand):
    help = "Fill an empty database with a demo: an event of bots that runs, and an event for you to direct."

    @transaction.atomic
    def handle(self, *_args: Any, **_options: Any) -> None:
        if Club.objects.exists():
            raise CommandError("The database already has a club. The demo needs an empty database.")
        password = secrets.token_urlsafe(9)
        owner = create_user("demo", password)
        actor = Actor(owner, "command")
        club = create_club(CLUB, actor, owner)
        self.evening_of_bots(club, actor)
        self.evening_to_direct(club, actor)
        self.stdout.write(f"The time zone of the club is {club.time_zone}. Its settings can change it.")
        self.stdout.write(f"To direct an event, sign in as  demo  with the password  {password}")

    def evening_of_bots(self, club: Club, actor: Actor) -> Event:
        """Start an event of 14 bots and three rounds. When it ends, the next one starts by itself."""
        policies = [bot.name for bot in games.bots()]
        players = [
            add_player(club, actor, name, bot=policies[number % len(policies)])
            for number, name in enumerate(names(BOTS))
        ]
        event = create_event(
            club,
            actor,
            "Bots' evening",
            rules={"preset": "pagat"},
            rounds_planned=3,
            deals_per_round=10,
            pace_ms=4000,
            auto_draw=True,
            encore=True,
            visibility="public",
        )
        event = open_event(event, actor)
        add_entries(event, actor, [str(player.pk) for player in players])
        return start_event(event, actor)

    def evening_to_direct(self, club: Club, actor: Actor) -> Event:
        """Open an event of people who have not checked in yet."""
        event = open_event(create_event(club, actor, "Your evening", rules={"preset": "pagat"}), actor)
        add_entries(event, actor, names(PEOPLE))
        return event


def names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]
