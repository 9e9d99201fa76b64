"""Print how well ratings predict the events that clubs have played."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Club, RatingReport


class Command(BaseCommand):
    help = (
        'Print how well ratings predict events that they have not seen, beside "all are equal". '
        "Each event is predicted from the ratings before it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", nargs="?", help="the club's slug; without it: all clubs")
        parser.add_argument("--json", action="store_true", help="print the reports as JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        reports = RatingReport.objects.select_related("club").order_by("club__name", "family")
        if options["club"]:
            if not Club.objects.filter(slug=options["club"]).exists():
                raise CommandError(f"There is no club {options['club']}.")
            reports = reports.filter(club__slug=options["club"])
        if options["json"]:
            rows = [
                {"club": row.club.slug, "family": row.family, "tells_apart": row.tells_apart} | row.figures
                for row in reports
            ]
            self.stdout.write(json.dumps(rows, indent=2))
            return
        if not reports:
            self.stdout.write("No finished event of people has been rated.")
        for row in reports:
            self._print(row)

    def _print(self, row: RatingReport) -> None:
        figures = row.figures
        verdict = "tells people apart" if row.tells_apart else "cannot tell people apart yet"
        self.stdout.write(f"{row.club.name}, {row.family}: {verdict}")
        self.stdout.write(f"  {figures['events']} events, {figures['rounds']} rounds at tables")
        self.stdout.write(
            f"  log-loss {figures['log_loss']:.4f}, all are equal {figures['log_loss_equal']:.4f}"
        )
        gain = figures["gain"]
        if gain["low"] is not None:
            self.stdout.write(f"  gain {gain['mean']:+.4f} ({gain['low']:+.4f} to {gain['high']:+.4f})")
        self.stdout.write("  predicted  happened  predictions")
        for each in figures["calibration"]:
            self.stdout.write(
                f"  {each['predicted']:>9.3f} {each['happened']:>9.3f} {each['predictions']:>12}"
            )
