"""Check all records: derive everything again and compare."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.programs.fsck.run import NOT_PROMISED, Report, run

CLEAN, DAMAGED, COULD_NOT_LOOK = 0, 1, 2


class Command(BaseCommand):
    help = (
        "Derive balances, results, standings, certificates and logs again from the records, and compare. "
        "Changes nothing. Exit status: 0 clean, 1 damage, 2 the database could not be read."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the report as JSON")
        parser.add_argument(
            "--since", type=int, metavar="AUDIT-ID", help="check only what changed after this audit entry"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            report = run(options["since"])
        except DatabaseError as error:
            self.stderr.write(_("The database could not be read: %(error)s") % {"error": error})
            sys.exit(COULD_NOT_LOOK)
        if options["json"]:
            self.stdout.write(json.dumps(report.as_json(), indent=1))
        else:
            self._print(report)
        sys.exit(CLEAN if report.is_clean else DAMAGED)

    def _print(self, report: Report) -> None:
        for damage in report.damage:
            since = damage.at.isoformat(timespec="seconds") if damage.at else "?"
            self.stdout.write(f"{damage.place.words}: {damage.detail} [{damage.code}, {since}]")
        counts = ", ".join(f"{name} {count}" for name, count in sorted(report.checked.items()))
        self.stdout.write(
            _("Checked in %(seconds).1f s: %(counts)s") % {"seconds": report.seconds, "counts": counts}
        )
        number = len(report.damage)
        self.stdout.write(
            ngettext("%(number)d damage.", "%(number)d damages.", number) % {"number": number}
            if number
            else _("No damage.")
        )
        self.stdout.write(_(NOT_PROMISED))
