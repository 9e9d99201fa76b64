"""Repeat the draw of a round from its seed, and compare it with the seats of the round."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.models.columns import parse_id
from tournaments.draw.verbs.draws import check_draw
from tournaments.events.models.events import Entry
from tournaments.tables.models.rounds import Round


class Command(BaseCommand):
    help = (
        "Repeat the draw of a round from its request, seed and moves, and compare the seats. "
        "The command fails if seats differ although nobody changed them by hand."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("round", help="the round's id")
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        key = parse_id(options["round"])
        round_ = Round.objects.select_related("event", "stage").filter(pk=key).first() if key else None
        if round_ is None:
            raise CommandError(_("There is no round %(id)s.") % {"id": options["round"]})
        checks = check_draw(round_)
        if options["json"]:
            self.stdout.write(json.dumps({"round": str(round_.pk), "groups": checks}, indent=2))
        else:
            self._print(checks)
        if any(check["repeatable"] and not check["same"] and not check["by_hand"] for check in checks):
            raise CommandError(
                _("The repeated draw gives other seats, although nobody changed them by hand.")
            )

    def _print(self, checks: list[dict[str, Any]]) -> None:
        for check in checks:
            self.stdout.write(f"{check['group']}: {_verdict(check)}")
            ids = {
                pk for different in check["differences"] for pk in (*different["drawn"], *different["seated"])
            }
            names = {
                str(entry.pk): entry.player.name
                for entry in Entry.objects.filter(pk__in=ids).select_related("player")
            }
            for different in check["differences"]:
                drawn, seated = (
                    ", ".join(names.get(pk, pk) for pk in table) or _("this table does not exist")
                    for table in (different["drawn"], different["seated"])
                )
                self.stdout.write(
                    _("  table %(number)d: drawn %(drawn)s; seated %(seated)s")
                    % {"number": different["number"], "drawn": drawn, "seated": seated}
                )


def _verdict(check: dict[str, Any]) -> str:
    if not check["repeatable"]:
        return _("seated by hand, or drawn before requests were kept: there is no draw to make again.")
    by_hand = ngettext(
        "changed by hand %(times)d time since.", "changed by hand %(times)d times since.", check["by_hand"]
    ) % {"times": check["by_hand"]}
    if check["same"]:
        again = _("the same, seed %(seed)d, %(moves)d moves.") % {
            "seed": check["seed"],
            "moves": check["moves"],
        }
        if check["planned_with"] is not None:
            again = f"{again} {_('Planned with round %(round)d.') % {'round': check['planned_with']}}"
        return f"{again} {by_hand}" if check["by_hand"] else again
    return by_hand if check["by_hand"] else _("not the same.")
