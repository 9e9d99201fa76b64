"""Begin the demo: a club with a running event of bots. A worker plays its past."""

from __future__ import annotations

import secrets
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from tournaments.clubs.models import Club
from tournaments.clubs.verbs.clubs import create_user
from tournaments.site.demo import play


class Command(BaseCommand):
    help = "Fill an empty database with a demo: an event of bots that runs, and an event for you to direct."

    @transaction.atomic
    def handle(self, *_args: Any, **_options: Any) -> None:
        if Club.objects.exists():
            raise CommandError("The database already has a club. The demo needs an empty database.")
        password = secrets.token_urlsafe(9)
        club = play.begin(create_user("demo", password))
        self.stdout.write(f"The time zone of the club is {club.time_zone}. Its settings can change it.")
        self.stdout.write(f"To direct an event, sign in as  demo  with the password  {password}")
