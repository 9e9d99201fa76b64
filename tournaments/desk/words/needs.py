"""The next steps of a director: the list at the top of the overview of an event."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.models.choices import Scoring, SignUp
from tournaments.core.refusals import sentence, why_refused
from tournaments.core.rules.statuses import EventStatus, RoundStatus
from tournaments.core.words.words import relative_time
from tournaments.draw.verbs.entrants import changed_cuts
from tournaments.events.models.events import Event
from tournaments.events.models.replies import Answer
from tournaments.events.rules.phases.events import verify_finish, verify_start
from tournaments.events.rules.phases.facts import EventFacts
from tournaments.events.rules.phases.rounds import rounds_complete, verify_close, verify_draw
from tournaments.events.verbs.arrivals import numbers_expected
from tournaments.events.verbs.entries import entries_by_id
from tournaments.events.verbs.plans import Outline, current_stage
from tournaments.events.words.stages import stage_terms, stage_title
from tournaments.play.verbs.cards import tables_with_locked_pin
from tournaments.play.verbs.claims import disputed_in, waiting_in
from tournaments.play.words.deals import claimant
from tournaments.seasons.models import Evening
from tournaments.standings.verbs.standings import scoring_at_start
from tournaments.tables.models.rounds import Round
from tournaments.tables.verbs.tables import TablePlay
from tournaments.teams.verbs.leagues import match_days_ahead

SILENT = timedelta(minutes=10)
"""Without a deal for this time, a table is silent."""

FEW_SILENT = 3
"""More silent tables than this are one line: then it is probably a break."""

UNCONFIRMED = timedelta(minutes=3)
"""The time that a table has to agree by itself."""


@dataclass(frozen=True)
class Need:
    """One step: a heading, a sentence, and a button that does it or a link to its page."""

    what: str
    why: str
    label: str
    url: str
    post: bool = False
    urgent: bool = True


def needs_of(
    event: Event, facts: EventFacts, outline: Outline, tables: Sequence[TablePlay], entries: dict[str, int]
) -> list[Need]:
    """The next steps, most urgent first. tables: of the newest round. entries: how many have each status."""
    if event.status == EventStatus.FINISHED:
        return _after_the_end(event)
    cuts = _changed_cuts(event, outline) if event.is_running else []
    return [*cuts, *_next_steps(event, facts, outline, tables, entries)]


def needs_of_teams(event: Event, evenings: Sequence[Evening]) -> list[Need]:
    """What the teams of an event need before its first round: line-ups, and tables for team-mates."""
    needs = []
    for day in match_days_ahead(event, evenings):
        season = day.evening.season
        page = reverse("team_evening", args=[season.ref, day.evening.pk])
        if day.refused is not None:
            needs.append(
                Need(
                    _("The teams of “%(season)s” cannot be seated") % {"season": season.name},
                    sentence(day.refused),
                    _("Look at the teams"),
                    reverse("manage_teams", args=[season.ref]),
                )
            )
        if day.missing:
            needs.append(
                Need(
                    _("Match day of “%(season)s”: line-ups are missing") % {"season": season.name},
                    _(
                        "They are missing of: %(teams)s. As soon as one is in, only people in line-ups get "
                        "seats, and the draw waits for the others or until you show those that are in."
                    )
                    % {"teams": ", ".join(team.name for team in day.missing)},
                    _("See the line-ups"),
                    page,
                    urgent=False,
                )
            )
    return needs


def _after_the_end(event: Event) -> list[Need]:
    return [
        Need(
            _("The event is finished and its standings are final"),
            _("Print the standings and the certificates."),
            _("Go to the paper"),
            reverse("paper", args=[event.ref]),
            urgent=False,
        ),
        Need(
            _("The next evening"),
            _("A new event with the same game, players and prizes takes one click."),
            _("Play it again"),
            reverse("again", args=[event.ref]),
            urgent=False,
        ),
    ]


def _changed_cuts(event: Event, outline: Outline) -> list[Need]:
    """Cuts that would choose other players today, after a correction or an adjustment."""
    needs = []
    for cut in changed_cuts(event, outline):
        entries = entries_by_id(event, {*cut.into, *cut.out})
        into, out = (
            ", ".join(entries[pk].player.name for pk in ids if pk in entries) or _("nobody")
            for ids in (cut.into, cut.out)
        )
        needs.append(
            Need(
                _("The cut of “%(stage)s” would be another one today") % {"stage": stage_title(cut.stage)},
                _(
                    "Results before it have changed. In today: %(into)s. Out today: %(out)s. You can play "
                    "the stage again, which makes the cut anew. If no deal of its first round has been "
                    "entered, take the round back and discard it instead. Or leave the cut as it was made."
                )
                % {"into": into, "out": out},
                _("See the stages"),
                reverse("stages", args=[event.ref]),
                urgent=False,
            )
        )
    return needs


def _next_steps(
    event: Event, facts: EventFacts, outline: Outline, tables: Sequence[TablePlay], entries: dict[str, int]
) -> list[Need]:
    newest = outline.newest
    if event.status != EventStatus.RUNNING:
        return _before_the_start(event, facts, entries)
    if newest is not None and newest.status == RoundStatus.DRAWN:
        return [
            Need(
                _("Round %(number)d is drawn") % {"number": newest.number},
                _("Only directors see the draw. Check the tables, swap seats if you like, then publish."),
                _("Check the draw"),
                reverse("draw", args=[newest.pk]),
            ),
            *_arrivals(event, entries),
        ]
    if newest is not None and newest.status != RoundStatus.CLOSED:
        deals = [*_disputed(newest), *_unconfirmed(newest)]
        return [
            *deals,
            *_burnt(newest, tables),
            *_silent(newest, tables, listed={need.url for need in deals}),
            *_round_open(facts, newest, tables),
            *_arrivals(event, entries),
        ]
    # After the last round no check-in is needed.
    arrivals = [] if rounds_complete(facts) else _arrivals(event, entries)
    return [*arrivals, *_between_rounds(event, facts, outline)]


def _before_the_start(event: Event, facts: EventFacts, entries: dict[str, int]) -> list[Need]:
    needs = []
    if event.status == EventStatus.DRAFT:
        needs.append(
            Need(
                _("This is a draft"),
                _("Only members see it. Open the event to show it and to check players in."),
                _("Open the event"),
                reverse("open_event", args=[event.ref]),
                post=True,
            )
        )
    expected = numbers_expected(event)
    if asking := expected[Answer.PENDING]:
        needs.append(_asking(event, asking))
    if coming := expected[Answer.YES]:
        needs.append(_signed_up(event, coming))
    if not asking and not coming and not sum(entries.values()):
        needs.append(_no_players(event))
    needs += _arrivals(event, entries)
    if event.scoring == Scoring.AUTO and scoring_at_start(event) == Scoring.EVEN:
        needs.append(
            Need(
                _("People sit at tables of different sizes"),
                _("So chips are compared across table sizes. You can choose another score until the start."),
                _("Look at the score"),
                reverse("edit_event", args=[event.ref]) + "#score",
                urgent=False,
            )
        )
    if event.status == EventStatus.OPEN and not why_refused(verify_start, facts):
        needs.append(
            Need(
                _("Ready to start"),
                ngettext(
                    "%(count)d player is checked in. The start freezes the rules.",
                    "%(count)d players are checked in. The start freezes the rules.",
                    facts.ready,
                )
                % {"count": facts.ready},
                _("Start the event"),
                reverse("start_event", args=[event.ref]),
                post=True,
                urgent=not entries.get("registered") and not expected,
            )
        )
    return needs


def _no_players(event: Event) -> Need:
    if event.status == EventStatus.OPEN and event.sign_up != SignUp.CLOSED:
        return Need(
            _("Nobody has signed up yet"),
            _("Send people the link of the sign-up, or enter players yourself."),
            _("Go to the link"),
            reverse("entries", args=[event.ref]),
        )
    return Need(
        _("No players yet"),
        _("Paste a list of names."),
        _("Enter players"),
        reverse("entries", args=[event.ref]),
    )


def _asking(event: Event, asking: int) -> Need:
    return Need(
        ngettext("%(count)d person asks for a place", "%(count)d people ask for a place", asking)
        % {"count": asking},
        _("They wait until you approve or refuse them."),
        _("See who asks"),
        reverse("entries", args=[event.ref]),
    )


def _signed_up(event: Event, expected: int) -> Need:
    return Need(
        ngettext("%(count)d person has signed up", "%(count)d people have signed up", expected)
        % {"count": expected},
        _("On the evening, check in everybody who has come. Who is not checked in gets no seat."),
        _("Check in"),
        reverse("entries", args=[event.ref]),
    )


def _arrivals(event: Event, entries: dict[str, int]) -> list[Need]:
    waiting = entries.get("registered", 0)
    if not waiting or event.status == EventStatus.DRAFT:
        return []
    return [
        Need(
            ngettext("%(count)d player is not checked in", "%(count)d players are not checked in", waiting)
            % {"count": waiting},
            _("Only players who are checked in get a seat in the next round."),
            _("Check in"),
            reverse("entries", args=[event.ref]),
            urgent=event.status != EventStatus.RUNNING,
        )
    ]


def _disputed(newest: Round) -> list[Need]:
    """Deals that a second person disputes."""
    return [
        Need(
            _("Table %(table)d disputes deal %(number)d")
            % {"table": claim.table.number, "number": claim.number},
            _("“%(reason)s” Confirm the deal, enter the right one, or remove it.") % {"reason": claim.note},
            _("Go to the table"),
            reverse("table", args=[claim.table_id]),
        )
        for claim in disputed_in(newest)
    ]


def _unconfirmed(newest: Round) -> list[Need]:
    """The steps for open claims: a step for each old claim, and one step for all new claims."""
    if not newest.event.two_agree:
        return []
    long_ago, recent, needs = timezone.now() - UNCONFIRMED, [], []
    for claim in waiting_in(newest):
        if claim.created_at > long_ago:
            recent.append(claim.table)
            continue
        names = [seat.sitting.player.public_name for seat in claim.table.seats.all()]
        needs.append(
            Need(
                _("Deal %(number)d of table %(table)d waits for a second person")
                % {"number": claim.number, "table": claim.table.number},
                _("%(name)s entered it %(when)s. Ask another player of the table to confirm it.")
                % {"name": claimant(claim, names), "when": relative_time(claim.created_at, timezone.now())},
                _("Go to the table"),
                reverse("table", args=[claim.table_id]),
            )
        )
    if recent:
        needs.append(
            Need(
                ngettext(
                    "%(count)d deal waits for a second person",
                    "%(count)d deals wait for a second person",
                    len(recent),
                )
                % {"count": len(recent)},
                ngettext(
                    "It was just entered at table %(tables)s.",
                    "They were just entered at tables %(tables)s.",
                    len(recent),
                )
                % {"tables": ", ".join(str(table.number) for table in recent)},
                _("See the tables"),
                reverse("table", args=[recent[0].pk])
                if len(recent) == 1
                else reverse("round", args=[newest.pk]),
                urgent=False,
            )
        )
    return needs


def _burnt(newest: Round, tables: Sequence[TablePlay]) -> list[Need]:
    """Tables whose PIN is locked."""
    return [
        Need(
            _("The PIN of table %(number)d is locked") % {"number": table.number},
            _("Somebody typed it wrong too often. The QR code still works."),
            _("New card for table %(number)d") % {"number": table.number},
            reverse("make_card", args=[newest.event.ref, table.number]),
            post=True,
        )
        for table in tables_with_locked_pin(newest, tables)
    ]


def _silent(newest: Round, tables: Sequence[TablePlay], *, listed: Collection[str]) -> list[Need]:
    """Tables without a deal for ten minutes: one step each, or one step if there are many.

    listed: the addresses of tables that have another step.
    """
    long_ago = timezone.now() - SILENT
    silent = [
        table
        for table in tables
        if not table.over
        and (table.last_deal_at or newest.published_at or timezone.now()) < long_ago
        and reverse("table", args=[table.id]) not in listed
    ]
    if len(silent) > FEW_SILENT:
        return [
            Need(
                _("%(count)d tables are silent") % {"count": len(silent)},
                _("Tables %(tables)s have sent no deal for ten minutes.")
                % {"tables": ", ".join(str(table.number) for table in silent)},
                _("See the tables"),
                reverse("round", args=[newest.pk]),
            )
        ]
    return [
        Need(
            _("Table %(number)d is silent") % {"number": table.number},
            ngettext(
                "It has sent %(deals)d deal, and none for ten minutes.",
                "It has sent %(deals)d deals, and none for ten minutes.",
                table.deals,
            )
            % {"deals": table.deals},
            _("Go to the table"),
            reverse("table", args=[table.id]),
        )
        for table in silent
    ]


def _round_open(facts: EventFacts, newest: Round, tables: Sequence[TablePlay]) -> list[Need]:
    unfinished = [table for table in tables if not table.over]
    if facts.last is not None and not why_refused(verify_close, facts, facts.last):
        return [
            Need(
                _("Round %(number)d is played") % {"number": newest.number},
                _("All deals are recorded. Close the round to keep its standings."),
                _("Close round %(number)d") % {"number": newest.number},
                reverse("close_round", args=[newest.pk]),
                post=True,
            )
        ]
    return [
        Need(
            _("Round %(number)d is being played") % {"number": newest.number},
            ngettext(
                "%(count)d table still has deals to play.",
                "%(count)d tables still have deals to play.",
                len(unfinished),
            )
            % {"count": len(unfinished)},
            _("See the tables"),
            reverse("round", args=[newest.pk]),
            urgent=False,
        )
    ]


def _new_stage(event: Event, outline: Outline) -> str:
    """The stage that the next draw begins, in a sentence; empty if it begins none."""
    newest = outline.newest
    stage = current_stage(event, outline)
    if stage is None or newest is None or stage.pk == newest.stage_id:
        return ""
    title = _("The stage “%(stage)s” begins.") % {"stage": stage_title(stage)}
    return " ".join([title, *stage_terms(event, stage)])


def _between_rounds(event: Event, facts: EventFacts, outline: Outline) -> list[Need]:
    newest = outline.newest
    refused = why_refused(verify_draw, facts)
    if not refused:
        number = newest.number + 1 if newest else 1
        new_stage = _new_stage(event, outline)
        return [
            Need(
                _("Round %(number)d can be drawn") % {"number": number},
                new_stage
                or ngettext(
                    "%(count)d player is here. Only directors see the draw until you publish it.",
                    "%(count)d players are here. Only directors see the draw until you publish it.",
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
                _("Finish the event to make the standings final."),
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
