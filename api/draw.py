"""Wishes that a draw keeps, a longer search for a better draw, and changes by hand.

Only directors see wishes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from drf_spectacular.utils import extend_schema_field
from rest_framework.response import Response

from api import fields
from api.methods import Act, AddAll, Remove, Show, Tell, club_of, of_target, through
from api.resources import Collection, Item
from api.rights import Right
from api.rounds import RoundItem, Seats, SeatShape, Seen
from api.shapes import Answer, Flag, Id, Items, Moment, OneOf, OnePage, Several, Shape, Text, Whole
from tournaments.core.rules.refusals import NotFound, gettext_noop
from tournaments.desk.verbs import leaving, seats
from tournaments.draw.access import wish_for_director
from tournaments.draw.verbs import searches, wishes
from tournaments.draw.verbs.wishes import MOST_PLAYERS, wishes_of, wishes_of_club
from tournaments.events.access import entry_for_director, event_for_director
from tournaments.tables.access import round_for_director, table_for_director

if TYPE_CHECKING:
    from tournaments.draw.models import DrawSearch


CLUB_KINDS = ["apart"]
KINDS = ["apart", "together", "seat", "table"]
NUMBER = "With `seat`: the number of the seat, from 0. With `table`: the number of the table, from 1."
MUST = "A draw that breaks the wish is refused. `false`: the wish is weighed against repeats."
ALWAYS = "Together in every round. Default: once."


class Swap(Seen):
    """Two entries that swap seats."""

    entries = Items("The ids of two entries.", min_length=2, max_length=2)


class Move(Seen):
    """An entry that moves to another table."""

    entry = Text("The id of the entry.", max_length=60)
    table = Text("The id of the table.", max_length=60)


class Seating(Seen):
    """The seats of the whole round."""

    seats = Seats(
        "A list of tables, beginning with table 1, each a list of ids in seat order.", max_length=5_000
    )


class Substitution(Seen):
    """An entry that replaces another one."""

    out = Text("The id of the entry that leaves the seat.", max_length=60)
    into = Text("The id of the entry that takes the seat. It has no seat yet.", max_length=60)


class Leaving(Seen):
    """An absent entry."""

    entry = Text("The id of the entry.", max_length=60)
    withdraw = Flag(
        "`true`: the entry withdraws. Default: it is registered, and can check in again.", required=False
    )


class LeavingTable(Shape):
    """A player who leaves in the middle of a round, and who takes the seat over."""

    out = Text("The id of the entry that leaves.", max_length=60)
    into = Text(
        "The id of the entry that takes the seat. It had no seat yet. Null: nobody, the table plays on "
        "with one seat less.",
        required=False,
        null=True,
        max_length=60,
    )
    from_deal = Whole("The number of the next deal, which is the first one after the change.", 1, 10_000)
    withdraw = Flag(
        "`true`: the entry withdraws. Default: it is registered, and can check in again.", required=False
    )


class Left(Answer):
    """A seat whose player has left. Its purse stays at the seat: no transfer moves it."""

    table = Id(source="table.pk")
    seat = fields.Int()
    out = Id(source="out.pk")
    into = Id(source="into.pk", null=True)
    from_deal = fields.Int()
    purse = fields.Int(
        "The chips of the seat. The substitute plays on with them. Without one, they leave the game."
    )
    net = fields.Int("What the entry that leaves has won or lost at this table. It stays theirs.")


class GivingBack(Shape):
    """A seat that goes back to who had it."""

    seat = Whole("The number of the seat.", 0, 9, source="number")


class WishedPlayer(Answer):
    """A player in a wish."""

    id = Id()
    name = fields.Str("The name within the club.")


class WishShape(Answer):
    """A wish for all draws of an event, or of all events of a club. Only directors see it."""

    id = Id()
    event = Id("Null: for all events of the club.", source="event_id", null=True)
    kind = fields.Choice(KINDS)
    players = fields.Made("Two players, or one with `seat` or `table`.")
    number = fields.Int(NUMBER, null=True)
    must = fields.Bool(MUST)
    always = fields.Bool(ALWAYS)
    note = fields.Str()
    created_at = Moment()

    @extend_schema_field(WishedPlayer(many=True))
    def get_players(self, wish: Any) -> Any:
        represent = WishedPlayer.shared().to_representation
        return [represent(player) for player in (wish.player, wish.other) if player is not None]


class NewWishes(Shape):
    """New wishes. With more than two players, each pair becomes a wish."""

    players = Several("Ids of players.", min_length=1, max_length=100, most=MOST_PLAYERS)
    must = Flag(MUST, required=False)
    note = Text(max_length=200, required=False, allow_blank=True)


class NewClubWishes(NewWishes):
    kind = OneOf(CLUB_KINDS)


class NewEventWishes(NewWishes):
    kind = OneOf(KINDS)
    always = Flag(ALWAYS, required=False)
    number = Whole(NUMBER, required=False, null=True)


class WishesMadeShape(OnePage):
    """The new wishes."""

    results = WishShape(many=True)


class ClubWishes(Collection, path="clubs/<slug:club>/wishes/"):
    """GET: List the wishes that hold in all events of a club.

    POST: Keep players apart in all events of the club.

    Each pair of the named players becomes a wish. If one pair is refused, none is stored.
    """

    shape = WishShape
    fetch = through(club_of("director"))
    rows = of_target(wishes_of_club)
    get = Show(Right.EVENTS)
    post = AddAll(Right.EVENTS, NewClubWishes, wishes.add_wishes, answers={201: WishesMadeShape})


class EventWishes(Collection, path="events/<slug:event>/wishes/"):
    """GET: List the wishes of an event, including those of its club."""

    shape = WishShape
    fetch = through(event_for_director)
    rows = of_target(wishes_of)
    get = Show(Right.EVENTS)

    @AddAll(Right.EVENTS, NewEventWishes, answers={201: WishesMadeShape})
    def post(self) -> Any:
        """Add wishes for all future draws of the event.

        More than two players make a wish for each pair. If one wish is refused, none is stored.
        """
        return wishes.add_wishes(self.target.club, self.actor, event=self.target, **self.body)


class WishOne(Item, path="wishes/<slug:wish>/"):
    """GET: Get a wish.

    DELETE: Remove a wish.
    """

    shape = WishShape
    held_by = "club"
    fetch = through(wish_for_director)
    get = Show(Right.EVENTS)
    delete = Remove(Right.EVENTS, verb=wishes.remove_wish)


# ---- Longer searches for a better draw: start, watch, stop, take the result.


SEARCH_STATUSES = ["running", "done", "stopped", "taken"]


class SearchShape(Answer):
    """A search for a better draw of a round that is not published, with its progress."""

    id = Id()
    round = Id(source="round_id")
    draw = fields.Int("The draw of the round from which the search began.")
    status = fields.Choice(SEARCH_STATUSES)
    seed = fields.Int()
    moves_planned = fields.Int("Swaps to try.")
    moves_done = fields.Int()
    repeats_now = fields.Int(
        "Repeats in the whole stage, as planned with the present draw. Null: no plan.", null=True
    )
    repeats_best = fields.Int("Repeats in the best plan so far. Null: none yet.", null=True)
    repeats_least = fields.Int("Repeats that no plan can avoid.")
    proved = fields.Bool("It is proved that no better draw exists.")
    takeable = fields.Bool("The search has a better draw than the present one.")
    started_at = Moment()
    updated_at = Moment()


class NewSearch(Seen):
    """The length of a search."""

    moves = Whole("Swaps to try. Default: the usual number.", 1, 2**53, required=False)


class SearchMissing(NotFound):
    """This round has no search for a better draw."""

    code = "no_search"
    sentence = gettext_noop("No search was started for this round.")


class RoundSearch(Item, path="rounds/<slug:round>/search/"):
    """GET: Get the progress of the search and its best result."""

    shape = SearchShape
    held_by = "event"
    fetch = through(round_for_director)
    get = Show(Right.EVENTS)

    def data(self) -> Any:
        search = searches.search_of(self.target)
        if search is None:
            raise SearchMissing
        return self._with_progress(search)

    def _with_progress(self, search: DrawSearch) -> DrawSearch:
        vars(search).update(searches.progress_of(search, self.target))
        return search

    @Act(Right.EVENTS, NewSearch, answers={202: SearchShape})
    def post(self) -> Any:
        """Start a longer search for a better draw of a round that is not published.

        The workers search in small steps. The round does not change until you take the result.
        """
        draw = self.body.get("draw_seen", self.target.draw)
        started = searches.start_search(self.target, self.actor, draw, self.body.get("moves"))
        data = self.serialize(self._with_progress(started))
        return Response(data, status=202, headers={"Location": self.request.path})

    @Act(Right.EVENTS)
    def delete(self) -> Any:
        """Stop the search. You can still take its best result."""
        searches.stop_search(self.target, self.actor)
        return self.target


class SearchTake(RoundItem, path="rounds/<slug:round>/search/take/"):
    """Replace the draw by the best one that the search has found so far."""

    post = Act(Right.EVENTS, Seen, searches.take_search)


# ---- Changes of seats by hand. Each verb returns the round, whose certificate shows what the change costs.
#
# In a published round, only tables without a deal can change.


class RoundSwap(RoundItem, path="rounds/<slug:round>/swap/"):
    @Act(Right.EVENTS, Swap)
    def post(self) -> Any:
        """Swap the seats of two entries.

        In a published round this is possible only while both tables have no deal.
        """
        first, second = (entry_for_director(self.actor, ref) for ref in self.body["entries"])
        return seats.swap_seats(self.target, self.actor, first, second, self.body["draw_seen"])


class RoundMove(RoundItem, path="rounds/<slug:round>/move/"):
    @Act(Right.EVENTS, Move)
    def post(self) -> Any:
        """Move an entry to another table.

        That table gets one more seat, and the old table one less. In a published round this is possible only
        while both tables have no deal.
        """
        entry = entry_for_director(self.actor, self.body["entry"])
        table = table_for_director(self.actor, self.body["table"])
        return seats.move_seat(self.target, self.actor, entry, table, self.body["draw_seen"])


class RoundSeating(RoundItem, path="rounds/<slug:round>/seating/"):
    """Seat the whole round by hand.

    Send each seated entry exactly once. In a published round, only tables without a deal may change.
    """

    longest_body = 2 * 1024 * 1024
    put = Act(Right.EVENTS, Seating, seats.seat_by_hand)


class RoundSubstitute(RoundItem, path="rounds/<slug:round>/substitute/"):
    @Act(Right.EVENTS, Substitution)
    def post(self) -> Any:
        """Replace an absent entry by one without a seat.

        In a published round this is possible only while the table has no deal.
        """
        out, into = (entry_for_director(self.actor, self.body[name]) for name in ("out", "into"))
        return seats.substitute(self.target, self.actor, out, into, self.body["draw_seen"])


class RoundLeaveOut(RoundItem, path="rounds/<slug:round>/leave-out/"):
    @Act(Right.EVENTS, Leaving)
    def post(self) -> Any:
        """Leave out an absent entry. Its table loses one seat.

        In a published round this is possible only while the table has no deal.
        """
        entry = entry_for_director(self.actor, self.body.pop("entry"))
        return seats.leave_out(self.target, self.actor, entry, **self.body)


class TableLeave(Item, path="tables/<slug:table>/leave/"):
    shape = Left
    fetch = through(table_for_director)

    @Tell(Right.EVENTS, LeavingTable)
    def post(self) -> Any:
        """Let an entry leave in the middle of a round.

        From the next deal on a substitute has the seat and its purse, or the table plays with one seat less.
        The results of earlier deals stay with the entry that leaves. The phone of the seat loses its access.
        """
        into = self.body.get("into")
        return leaving.leave_table(
            self.target,
            self.actor,
            entry_for_director(self.actor, self.body["out"]),
            None if into is None else entry_for_director(self.actor, into),
            self.body["from_deal"],
            withdraw=self.body.get("withdraw", False),
        )


class TableGiveBack(Item, path="tables/<slug:table>/give-back/"):
    """Undo the last change of a seat, as long as no deal has been recorded since."""

    shape = SeatShape
    fetch = through(table_for_director)
    post = Tell(Right.EVENTS, GivingBack, leaving.give_seat_back)
