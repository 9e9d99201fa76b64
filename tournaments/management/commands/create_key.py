"""Make an API key for a member, at the machine itself: for a club's own programs and for tests."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments.access import event_for_viewer, table_for_viewer
from tournaments.errors import ServiceError
from tournaments.kernel.audit import COMMAND, Actor
from tournaments.management.tables import need_tables
from tournaments.models import Club, Member, Scope
from tournaments.services.clubs.keys import create_key


class Command(BaseCommand):
    help = "Make an API key for a member of a club. The key is printed, this once; a digest of it is stored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", required=True, help="the club's slug")
        parser.add_argument("--member", required=True, help="the name that the member signs in with")
        parser.add_argument(
            "--scope",
            required=True,
            action="append",
            choices=Scope.values,
            dest="scopes",
            help="what the key may do; may be given several times",
        )
        parser.add_argument(
            "--event",
            action="append",
            default=[],
            dest="events",
            metavar="SLUG",
            help="for the results of this event alone; may be given several times",
        )
        parser.add_argument(
            "--table",
            action="append",
            default=[],
            dest="tables",
            metavar="ID",
            help="for the results of this table alone; may be given several times",
        )
        parser.add_argument("--name", default="made at the command line", help="what the key is for")
        parser.add_argument("--days", type=int, help="after how many days it expires; never, if left out")

    def handle(self, *_args: Any, **options: Any) -> None:
        need_tables()
        member = (
            Member.objects.select_related("club", "user")
            .filter(club__slug=options["club"], user__username=options["member"])
            .first()
        )
        if member is None:
            clubs = Club.objects.order_by("slug")
            if not clubs.filter(slug=options["club"]).exists():
                there = ", ".join(clubs.values_list("slug", flat=True)[:20]) or "none"
                raise CommandError(f"There is no club {options['club']}. The clubs' slugs: {there}.")
            raise CommandError(f"The club {options['club']} has no member {options['member']}.")
        days: int | None = options["days"]
        looker = Actor(member.user, "command", member)
        try:
            _key, secret = create_key(
                member,
                COMMAND,
                options["name"],
                options["scopes"],
                None if days is None else timezone.now() + timedelta(days=days),
                events=[event_for_viewer(looker, ref) for ref in options["events"]],
                tables=[table_for_viewer(looker, ref) for ref in options["tables"]],
            )
        except ServiceError as error:
            raise CommandError(error.detail) from error
        # Alone on standard output, so that a script can take it from there.
        self.stdout.write(secret)
