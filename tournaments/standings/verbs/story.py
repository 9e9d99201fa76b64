"""What the ledger and the kept standings say of a finished event, for its story (`standings.rules.story`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Sum, UUIDField
from django.db.models.functions import Coalesce

from tournaments.core.rules.statuses import EventStatus
from tournaments.events.models.events import Entry, Event
from tournaments.standings.models import Standing
from tournaments.standings.rules.story import Evening, Fact, Line, Showing, story
from tournaments.tables.models.ledger import Deal, DealKind, Showdown
from tournaments.tables.models.rounds import COUNTED, Occupant


class Told(NamedTuple):
    """The facts of an event by the ids of entries, and the public names of these."""

    facts: list[Fact]
    names: Mapping[str, str]


def story_of(event: Event) -> Told:
    """The facts of a finished event; none of another (three queries)."""
    if event.status != EventStatus.FINISHED:
        return Told([], {})
    kept = list(
        Standing.objects.filter(event=event)
        .annotate(deals_of_event=Subquery(_number_of_deals()))
        .select_related("round")
        .order_by("-version")
    )
    if not kept:
        return Told([], {})
    rows = Entry.objects.filter(event=event).values_list("pk", "player__bot", "player__public_name")
    names = {str(pk): (bot, name) for pk, bot, name in rows}
    people = {pk for pk, (bot, _name) in names.items() if not bot}
    pot, fours = _showings(event)
    evening = Evening(
        final=_lines(kept[0], people),
        rounds={
            standing.round.number: _lines(standing, people) for standing in kept if standing.round is not None
        },
        deals=kept[0].deals_of_event or 0,
        on_boards=kept[0].on_boards,
        pot=pot,
        fours=fours,
    )
    return Told(story(evening, event.seed), {pk: name for pk, (_bot, name) in names.items()})


def _number_of_deals() -> QuerySet[Deal, Any]:
    deals = Deal.objects.effective().filter(table__round__event=OuterRef("event"))
    counted = deals.filter(table__round__status__in=COUNTED).order_by()
    # A total stands for all deals of its table.
    number = Sum(Coalesce("counted", 1))
    return counted.values("table__round__event").annotate(deals=number).values("deals")


def _lines(standing: Standing, people: set[str]) -> list[Line]:
    """The lines of people; of all if nobody else plays. Bots before a person do not count in a place."""
    rows = [row for row in standing.rows if row["entry"] in people] or list(standing.rows)
    ahead = min((row["place"] for row in rows if row["place"] is not None), default=1) - 1
    return [
        Line(
            entry=row["entry"],
            place=None if row["place"] is None else row["place"] - ahead,
            score=row["score"],
            deals=row["deals"],
            pools=row["metrics"].get("pools") or 0,
            out=row["metrics"].get("out") or 0,
        )
        for row in rows
    ]


def _showings(event: Event) -> tuple[Showing | None, list[Showing]]:
    """The largest pot, the first of equal ones, and the sets of four that were shown."""
    counted = Showdown.objects.filter(
        deal__table__round__event=event, deal__kind=DealKind.RECORDED, deal__replaced_by__isnull=True
    ).filter(deal__table__round__status__in=COUNTED)
    largest = counted.order_by("-chips").values("chips")[:1]
    later = Occupant.objects.filter(
        seat=OuterRef("seat"), entry__isnull=False, from_deal__lte=OuterRef("deal__number")
    ).order_by("-from_deal")
    rows = (
        counted.filter(Q(kind="four") | Q(chips=Subquery(largest)))
        .annotate(
            player=Coalesce(
                Subquery(later.values("entry")[:1]), F("seat__entry_id"), output_field=UUIDField()
            )
        )
        .order_by("deal__table__round__number", "deal__table__number", "deal__number", "seat__number")
        .values_list(
            *("player", "deal__table__round__number", "deal__table__number", "deal__number"),
            *("chips", "kind", "cards"),
        )
    )
    showings = [Showing(str(player), *rest) for player, *rest in rows]
    pot = max(showings, key=lambda showing: showing.chips, default=None)
    return pot, [showing for showing in showings if showing.kind == "four"]
