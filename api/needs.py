"""**For spectators.** The chances in the last round, and what people need for them."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from api import fields
from api.methods import Show, through
from api.resources import Item
from api.rights import Right
from api.shapes import Answer, Id
from tournaments.events.access import event_for_viewer
from tournaments.events.verbs.plans import outline_of
from tournaments.standings.verbs.forecasts import needs_of
from tournaments.standings.verbs.standings import current_standing

if TYPE_CHECKING:
    from tournaments.standings.rules.forecasts.facts import Goal


CHANCE = "From 0 to 1, in thousandths. 0 and 1 are rounded: only `certain` says that something is certain."


class GoalShape(Answer):
    """The chance to reach a place, or a better one."""

    place = fields.Int("1: to win.")
    chance = fields.Float(CHANCE)
    certain = fields.Choice(["sure", "out", "open"], "Sure, out of reach, or open.")
    chips = fields.Int(
        "With so many more chips from now on, the chance is one half. Null: the goal is certain or "
        "out of reach, or the score does not follow from chips alone.",
        null=True,
    )
    at_table = fields.Int(
        "The worst place at the table that is enough for sure. Null: there is none, or the score "
        "does not follow from places.",
        null=True,
    )
    alone = fields.Bool("Whether `at_table` is enough only for who does not share it.")


class EntryNeedsShape(Answer):
    """What one entry can still reach."""

    entry = Id(source="entry.pk")
    player = Id(source="entry.player_id")
    name = fields.Str(source="entry.player.public_name")
    win = GoalShape()
    top = GoalShape()


class EventNeedsShape(Answer):
    """The chances in the last round."""

    event = Id()
    round = fields.Int("The last round. Null: nothing can be told now.", null=True)
    drawn = fields.Bool("Whether its tables are known.")
    top = fields.Int("The place of the second goal.")
    rows = EntryNeedsShape(many=True, help_text="The best chance to win first.")


class EventNeeds(Item, path="events/<slug:event>/needs/"):
    """Get everybody's chances in the last round, and what is certain.

    The last round is next or is being played, and an earlier round is closed. Else there are no rows, and
    neither are there where nothing can be told, such as after somebody has left a table in the middle of the
    round. A chance comes from the score so far and from luck as it usually is at these tables. Something is
    certain if it is so in every outcome without a penalty, a correction, another round, a changed setting and
    a person who is entered now.
    """

    shape = EventNeedsShape
    fetch = through(event_for_viewer)
    get = Show(Right.READ)

    def data(self) -> Any:
        needs = needs_of(self.target, outline_of(self.target), current_standing(self.target))
        if needs is None:
            return {"event": self.target.pk, "drawn": False, "top": 0, "rows": []}
        return {
            "event": self.target.pk,
            "round": needs.ending.number,
            "drawn": needs.ending.round is not None,
            "top": needs.forecast.top,
            "rows": [
                {"entry": needs.entries[each.entry], "win": _goal(each.win), "top": _goal(each.top)}
                for each in needs.forecast.outlooks
            ],
        }


def _goal(goal: Goal) -> dict[str, Any]:
    return {**asdict(goal), "chance": round(goal.share, 3)}
