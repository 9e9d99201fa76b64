"""Remove the second factor of a user who has lost the phone and the recovery codes."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.clubs.models import User
from tournaments.clubs.verbs.second_factors import switch_off
from tournaments.core.actors import COMMAND
from tournaments.core.rules.refusals import Refusal
from tournaments.management.tables import need_tables


class Command(BaseCommand):
    help = (
        "Remove the second factor of a user who has lost the phone and the recovery codes. "
        "Then the password alone is enough. Be sure that it is this person who asks."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("user", help="the name that the user signs in with")

    def handle(self, *_args: Any, user: str, **_options: Any) -> None:
        need_tables()
        found = User.objects.filter(sign_in_key=User.key_of(user)).first()
        if found is None:
            raise CommandError(f"There is no user {user}.")
        try:
            switch_off(found, COMMAND)
        except Refusal as error:
            raise CommandError(error.detail) from error
        self.stdout.write(f"{user} now signs in with the password alone.")
