"""Which format finds the best player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rest_framework.request import Request
from rest_framework.response import Response

from api.resources import Resource
from api.rights import Right
from api.shapes.format_advice import PLACES, FormatAdviceQuery, FormatAdviceShape
from tournaments.access import club_for
from tournaments.services.events.advice import advise_formats

if TYPE_CHECKING:
    from tournaments.models import Club
    from tournaments.rules.forecasts.advisor import Advice, Option


class FormatAdvice(Resource["Club"]):
    rights = {"GET": Right.EVENTS}
    queries = {"GET": FormatAdviceQuery}
    shape = FormatAdviceShape
    also_refuses = (422,)

    def fetch(self, club: str) -> Club:
        return club_for(self.actor, club, "director")

    def get(self, request: Request, **ids: Any) -> Response:
        """Compare formats for an evening: how often each of them finds the best player.

        Whole events of each format are simulated, for a wide and for a narrow spread of strengths. Nothing
        is stored, and equal questions get equal answers. It takes a second or two. Formats with `best` do
        not differ beyond chance from the one that finds the best player most often.
        """
        advice = advise_formats(
            self.query["people"],
            self.query["tables"],
            self.query["hours"],
            self.query["minutes"],
            by_place=self.query["counts"] == PLACES,
        )
        return Response(FormatAdviceShape(_answer(advice)).data)


def _answer(advice: Advice) -> dict[str, Any]:
    return {
        "sizes": advice.sizes,
        "rounds": advice.rounds,
        "events": advice.events,
        "top": advice.top,
        "formats": [
            {
                "format": option.format,
                "rounds": option.rounds,
                "times_at_table": option.longer,
                "wide": _found(option, "wide", advice),
                "narrow": _found(option, "narrow", advice),
            }
            for option in advice.options
        ],
    }


def _found(option: Option, spread: str, advice: Advice) -> dict[str, Any]:
    found = option.of(spread)
    return {
        "wins": round(found.win, 3),
        "among_top": round(found.top, 3),
        "error": round(found.error, 4),
        "best": option in advice.best(spread),
    }
