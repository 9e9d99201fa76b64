"""What needs the director now: the one list at the top of an event's overview."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.kernel.refusals import why_refused
from tournaments.models import Event, EventStatus, Round, RoundStatus
from tournaments.rules.phases import (
    EventFacts,
    rounds_complete,
    verify_close,
    verify_draw,
    verify_finish,
    verify_start,
)
from tournaments.sentences.claims import who
from tournaments.services.events.stages import current_stage
from tournaments.services.play.claims import disputed_in, waiting_in
from tournaments.services.play.links import burnt_in

from .stages import stage_terms, stage_title

SILENT = timedelta(minutes=10)
"""After so long without a deal a table is worth a walk."""

FEW_SILENT = 3
"""More silent tables than these are told in one line: then it is a break, and not one table's trouble."""

UNCONFIRMED = timedelta(minutes=3)
"""For so long a table is left to agree by itself."""


@dataclass(frozen=True)
class Need:
    """One thing to do: a word and a sentence, and the button that does it or the page where it is done."""

    what: str
    why: str
    label: str
    url: str
    post: bool = False
    urgent: bool = True


def needs_of(
    event: Event, facts: EventFacts, newest: Round | None, tables: Sequence[Any], entries: dict[str, int]
) -> list[Need]:
    """What is to do now, the most urgent first. `entries` counts them by status."""
    if event.status == EventStatus.FINISHED:
        return []
    if event.status != EventStatus.RUNNING:
        return _before_the_start(event, facts, entries)
    if newest is not None and newest.status == RoundStatus.DRAWN:
        return [
            Need(
                _("Round %(number)d is drawn") % {"number": newest.number},
                _("Only directors see it. Look at the tables, swap seats if you like, then publish."),
                _("Look and publish"),
                reverse("draw", args=[newest.pk]),
            ),
            *_arrivals(event, entries),
        ]
    if newest is not None and newest.status != RoundStatus.CLOSED:
        deals = [*_disputed(newest), *_unconfirmed(newest)]
        return [
            *deals,
            *_burnt(newest),
            *_silent(newest, tables, told={need.url for need in deals}),
            *_round_open(facts, newest, tables),
            *_arrivals(event, entries),
        ]
    # After the last round nobody needs to check in any more.
    arrivals = [] if rounds_complete(facts) else _arrivals(event, entries)
    return [*arrivals, *_between_rounds(event, facts, newest)]


def _before_the_start(event: Event, facts: EventFacts, entries: dict[str, int]) -> list[Need]:
    players = reverse("entries", args=[event.ref])
    needs = []
    if event.status == EventStatus.DRAFT:
        needs.append(
            Need(
                _("This is a draft"),
                _("Members see it, nobody else. Open it to check players in and to show it."),
                _("Open the event"),
                reverse("open_event", args=[event.ref]),
                post=True,
            )
        )
    if not sum(entries.values()):
        needs.append(Need(_("Nobody is entered"), _("Paste the list of names."), _("Enter players"), players))
    needs += _arrivals(event, entries)
    if event.status == EventStatus.OPEN and not why_refused(verify_start, facts):
        needs.append(
            Need(
                _("Ready to start"),
                ngettext(
                    "%(count)d player is checked in. Starting freezes the rules.",
                    "%(count)d players are checked in. Starting freezes the rules.",
                    facts.ready,
                )
                % {"count": facts.ready},
                _("Start the event"),
                reverse("start_event", args=[event.ref]),
                post=True,
                urgent=not entries.get("registered"),
            )
        )
    return needs


def _arrivals(event: Event, entries: dict[str, int]) -> list[Need]:
    waiting = entries.get("registered", 0)
    if not waiting or event.status == EventStatus.DRAFT:
        return []
    return [
        Need(
            ngettext("%(count)d player is not checked in", "%(count)d players are not checked in", waiting)
            % {"count": waiting},
            _("Only those who are checked in get a seat in the next round."),
            _("Check in"),
            reverse("entries", args=[event.ref]),
            urgent=event.status != EventStatus.RUNNING,
        )
    ]


def _disputed(newest: Round) -> list[Need]:
    """Deals that one person entered and another says are wrong."""
    return [
        Need(
            _("Table %(table)d disagrees about deal %(number)d")
            % {"table": claim.table.number, "number": claim.number},
            _("“%(reason)s”. Look at it: it is right, or enter what is, or throw it away.")
            % {"reason": claim.note},
            _("Go to the table"),
            reverse("table", args=[claim.table_id]),
        )
        for claim in disputed_in(newest)
    ]


def _unconfirmed(newest: Round) -> list[Need]:
    """Deals that wait for a second person: each that does so for long, and in one line the others."""
    if not newest.event.two_agree:
        return []
    long_ago, young, needs = timezone.now() - UNCONFIRMED, [], []
    for claim in waiting_in(newest):
        if claim.created_at > long_ago:
            young.append(claim.table)
            continue
        names = [seat.entry.player.public_name for seat in claim.table.seats.all()]
        needs.append(
            Need(
                _("Deal %(number)d of table %(table)d waits for a second person")
                % {"number": claim.number, "table": claim.table.number},
                _("%(name)s entered it %(when)s ago. Send somebody else of the table to it, or look at it.")
                % {"name": who(claim, names), "when": timesince(claim.created_at, depth=1)},
                _("Go to the table"),
                reverse("table", args=[claim.table_id]),
            )
        )
    if young:
        needs.append(
            Need(
                ngettext(
                    "%(count)d deal waits for a second person",
                    "%(count)d deals wait for a second person",
                    len(young),
                )
                % {"count": len(young)},
                ngettext(
                    "Just entered at table %(tables)s.", "Just entered at tables %(tables)s.", len(young)
                )
                % {"tables": ", ".join(str(table.number) for table in young)},
                _("See the tables"),
                reverse("table", args=[young[0].pk])
                if len(young) == 1
                else reverse("round", args=[newest.pk]),
                urgent=False,
            )
        )
    return needs


def _burnt(newest: Round) -> list[Need]:
    """Tables whose PIN was tried wrongly too often."""
    return [
        Need(
            _("The PIN of table %(number)d is used up") % {"number": table.number},
            _("It was typed wrongly too often, or guessed at. The QR code is still good."),
            _("New card for table %(number)d") % {"number": table.number},
            reverse("make_table_link", args=[table.pk]),
            post=True,
        )
        for table in burnt_in(newest)
    ]


def _silent(newest: Round, tables: Sequence[Any], *, told: Collection[str]) -> list[Need]:
    """Tables that have sent nothing for ten minutes: one by one, or in one line where it is the whole room.

    told: the addresses of tables that something else is said of.
    """
    long_ago = timezone.now() - SILENT
    silent = [
        table
        for table in tables
        if not table.over
        and (table.last_deal_at or newest.published_at or timezone.now()) < long_ago
        and reverse("table", args=[table.id]) not in told
    ]
    if len(silent) > FEW_SILENT:
        return [
            Need(
                _("%(count)d tables are silent") % {"count": len(silent)},
                _("Nothing for ten minutes from tables %(tables)s.")
                % {"tables": ", ".join(str(table.number) for table in silent)},
                _("See the tables"),
                reverse("round", args=[newest.pk]),
            )
        ]
    return [
        Need(
            _("Table %(number)d is silent") % {"number": table.number},
            ngettext(
                "%(deals)d deal has come in, and nothing for ten minutes.",
                "%(deals)d deals have come in, and nothing for ten minutes.",
                table.deals,
            )
            % {"deals": table.deals},
            _("Go to the table"),
            reverse("table", args=[table.id]),
        )
        for table in silent
    ]


def _round_open(facts: EventFacts, newest: Round, tables: Sequence[Any]) -> list[Need]:
    unfinished = [table for table in tables if not table.over]
    if facts.last is not None and not why_refused(verify_close, facts, facts.last):
        return [
            Need(
                _("Round %(number)d is played") % {"number": newest.number},
                _("Every table has sent all its deals. Closing keeps the standings of this round."),
                _("Close round %(number)d") % {"number": newest.number},
                reverse("close_round", args=[newest.pk]),
                post=True,
            )
        ]
    return [
        Need(
            _("Round %(number)d is being played") % {"number": newest.number},
            ngettext(
                "%(count)d table still has deals to send.",
                "%(count)d tables still have deals to send.",
                len(unfinished),
            )
            % {"count": len(unfinished)},
            _("See the tables"),
            reverse("round", args=[newest.pk]),
            urgent=False,
        )
    ]


def _begins_stage(event: Event, newest: Round | None) -> str:
    """What to say of the next draw if it begins a further stage; empty if it does not."""
    stage = current_stage(event)
    if stage is None or newest is None or stage.pk == newest.stage_id:
        return ""
    return _("It begins “%(stage)s”. %(said)s") % {
        "stage": stage_title(stage),
        "said": " ".join(stage_terms(stage)),
    }


def _between_rounds(event: Event, facts: EventFacts, newest: Round | None) -> list[Need]:
    refused = why_refused(verify_draw, facts)
    if not refused:
        number = newest.number + 1 if newest else 1
        begins = _begins_stage(event, newest)
        return [
            Need(
                _("Round %(number)d can be drawn") % {"number": number},
                begins
                or ngettext(
                    "%(count)d player is here. The draw is yours to look at before anybody else sees it.",
                    "%(count)d players are here. The draw is yours to look at before anybody else sees it.",
                    facts.ready,
                )
                % {"count": facts.ready},
                _("Draw round %(number)d") % {"number": number},
                reverse("draw_round", args=[event.ref]),
                post=True,
            )
        ]
    if rounds_complete(facts) and not why_refused(verify_finish, facts):
        return [
            Need(
                _("All rounds are played"),
                _("Finishing makes the standings final."),
                _("Finish the event"),
                reverse("finish_event", args=[event.ref]),
                post=True,
            )
        ]
    return [
        Need(
            _("No round can be drawn yet"),
            refused,
            _("See the players"),
            reverse("entries", args=[event.ref]),
        )
    ]
