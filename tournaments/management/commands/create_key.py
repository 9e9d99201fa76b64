"""Create an API key for a member, on the computer of the server: for programs of a club and for tests."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.clubs.models import Club, Member, Scope, User
from tournaments.clubs.verbs.accounts import create_key
from tournaments.core.actors import COMMAND, Actor
from tournaments.core.rules.refusals import Refusal
from tournaments.core.zones import in_days
from tournaments.events.access import event_for_viewer
from tournaments.management.tables import need_tables
from tournaments.tables.access import table_for_viewer


class Command(BaseCommand):
    help = "Create an API key for a member of a club. The key is printed once; only its digest is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", required=True, help="the slug of the club")
        parser.add_argument("--member", required=True, help="the user name of the member")
        parser.add_argument(
            "--scope",
            required=True,
            action="append",
            choices=Scope.values,
            dest="scopes",
            help="a right of the key; can be repeated",
        )
        parser.add_argument(
            "--event",
            action="append",
            default=[],
            dest="events",
            metavar="SLUG",
            help="limit the key to the results of this event; can be repeated",
        )
        parser.add_argument(
            "--table",
            action="append",
            default=[],
            dest="tables",
            metavar="ID",
            help="limit the key to the results of this table; can be repeated",
        )
        parser.add_argument("--name", default="made at the command line", help="the name of the key")
        parser.add_argument("--days", type=int, help="days until the key expires; default: never")

    def handle(self, *_args: Any, **options: Any) -> None:
        need_tables()
        member = (
            Member.objects.select_related("club", "user")
            .filter(club__slug=options["club"], user__sign_in_key=User.key_of(options["member"]))
            .first()
        )
        if member is None:
            clubs = Club.objects.order_by("slug")
            if not clubs.filter(slug=options["club"]).exists():
                slugs = ", ".join(clubs.values_list("slug", flat=True)[:20]) or "none"
                raise CommandError(f"There is no club {options['club']}. The slugs of the clubs: {slugs}.")
            raise CommandError(f"The club {options['club']} has no member {options['member']}.")
        days: int | None = options["days"]
        viewer = Actor(member.user, "command", member)
        try:
            _key, secret = create_key(
                member,
                COMMAND,
                options["name"],
                options["scopes"],
                None if days is None else in_days(days),
                events=[event_for_viewer(viewer, ref) for ref in options["events"]],
                tables=[table_for_viewer(viewer, ref) for ref in options["tables"]],
            )
        except Refusal as error:
            raise CommandError(error.detail) from error
        # The only line on standard output, for scripts.
        self.stdout.write(secret)
