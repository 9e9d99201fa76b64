"""Prizes: what there is to win, and who wins it.

A prize is for places of the standing, or for places among the entries with a tag.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final, Self

from pydantic import Field, model_validator

from tournaments.core.rules.money import LONGEST_CURRENCY, Amount, clean_currency
from tournaments.core.rules.names import name_key
from tournaments.core.rules.refusals import Invalid, gettext_noop
from tournaments.core.rules.settings import Line, Settings, refused_as
from tournaments.events.rules.people import LONGEST_TAG, clean_tag

MOST_PRIZES: Final = 100
LAST_PLACE: Final = 10_000


class TooManyPrizes(Invalid):
    """The event has too many prizes."""

    sentence = gettext_noop("An event can have at most %(most)d prizes.")


class PrizePlaceOutOfRange(Invalid):
    """The place of a prize is outside the allowed range."""

    sentence = gettext_noop("A place must be a whole number from 1 to %(last)d.")


class PrizePlacesReversed(Invalid):
    """The last place of a prize is better than its first place."""

    sentence = gettext_noop(
        "The last place, %(last)d, is better than the first, %(first)d. Give the better place first."
    )


class PrizeEmpty(Invalid):
    """The prize is neither a thing nor an amount."""

    sentence = gettext_noop("Say what the prize is, or give an amount.")


class PrizeTwice(Invalid):
    """The place has a prize already."""

    sentence = gettext_noop("Place %(place)d has a prize already. Put both into one prize.")


class PrizeTwiceForTag(PrizeTwice):
    """The place among the players with a tag has a prize already."""

    sentence = gettext_noop("Place %(place)d among “%(tag)s” has a prize already. Put both into one prize.")


Place = Annotated[int, Field(ge=1, le=LAST_PLACE), refused_as(PrizePlaceOutOfRange, last=LAST_PLACE)]


class Prize(Settings):
    """What each place from `first` to `last` gets."""

    first: Place = Field(title=gettext_noop("From place"))
    last: Place = Field(
        title=gettext_noop("To place"),
        description=gettext_noop("Leave it empty for one place. Each of these places gets the prize."),
        default_factory=lambda prize: prize["first"],
    )
    tag: Annotated[str, Line(LONGEST_TAG, clean_tag)] = Field(
        "",
        title=gettext_noop("Only players with the tag"),
        description=gettext_noop(
            "Such as “newcomer”: the best newcomer is place 1. Leave it empty for all players."
        ),
    )
    what: Annotated[str, Line(100)] = Field(
        "", title=gettext_noop("What they get"), description=gettext_noop("Such as “a ham”.")
    )
    amount: Amount = Field(
        None,
        validate_default=True,
        title=gettext_noop("Amount"),
        description=gettext_noop("Such as 50 or 12.50. Players who share a place share it."),
    )

    @model_validator(mode="after")
    def _is_something(self) -> Self:
        if self.first > self.last:
            raise PrizePlacesReversed(field="last", first=self.first, last=self.last)
        if not self.what and not self.amount:
            raise PrizeEmpty(field="what")
        return self

    @property
    def key(self) -> str:
        """The tag as it is compared."""
        return name_key(self.tag)


class PrizeList(Settings):
    """The prizes of an event."""

    currency: Annotated[str, Line(LONGEST_CURRENCY, clean_currency)] = Field(
        "", title=gettext_noop("Currency"), description=gettext_noop("Such as EUR or €.")
    )
    one_each: bool = Field(
        default=True,
        title=gettext_noop("Nobody wins two prizes"),
        description=gettext_noop(
            "Whoever wins a prize for a place is passed over for tags, and then for later tags."
        ),
    )
    prizes: Annotated[
        tuple[Prize, ...],
        Field(max_length=MOST_PRIZES, strict=False),
        refused_as(TooManyPrizes, most=MOST_PRIZES),
    ]

    @model_validator(mode="after")
    def _once_each_place(self) -> Self:
        taken = set()
        for index, prize in enumerate(self.prizes):
            for place in range(prize.first, prize.last + 1):
                if (prize.key, place) in taken:
                    kind = PrizeTwiceForTag if prize.tag else PrizeTwice
                    raise kind(field=f"prizes/{index}/first", place=place, tag=prize.tag)
                taken.add((prize.key, place))
        return self

    def has_one(self, tag: str) -> bool:
        """Whether the list has one place for this tag, so that the tag alone names it."""
        own = [prize for prize in self.prizes if prize.key == name_key(tag)]
        return bool(tag) and len(own) == 1 and own[0].last == 1

    def replaced(self, number: int, *prizes: Prize) -> Self:
        """The list with these prizes in place of the one of this number (from 1). Raises as `read` does."""
        new = (*self.prizes[: number - 1], *prizes, *self.prizes[number:])
        return self.read({**self.stored, "prizes": [prize.stored for prize in new]})


@dataclass(frozen=True, slots=True)
class Placed:
    """An entry that can win a prize: its place in the standing, and the keys of its tags (`name_key`)."""

    entry: str
    place: int
    tags: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Award:
    """What one entry wins, or several that share the places `first` to `last`.

    tag: the tag among whose holders these places count, or empty. amounts: hundredths, for each entry in its
    order. each: what every one of them gets. together: what they share and divide themselves.
    """

    first: int
    last: int
    entries: tuple[str, ...]
    amounts: tuple[int, ...]
    each: tuple[str, ...] = ()
    together: tuple[str, ...] = ()
    tag: str = ""


@dataclass(slots=True)
class _Group:
    """Entries that share the places from `first` on."""

    first: int
    entries: list[str] = field(default_factory=list)

    @property
    def places(self) -> range:
        return range(self.first, self.first + len(self.entries))


def awards(plan: PrizeList, placed: Iterable[Placed]) -> list[Award]:
    """Who wins what. The order of `placed` is that in which entries with one place get odd hundredths.

    First the prizes for places, then the tags in the order in which the list names them. Whoever shares a
    place shares the prizes of all places that the group covers: amounts are added up and divided, and the
    first of the group get one hundredth more if it does not come out even. What there is once for each of
    them is not shared. Prizes that nobody reaches are not given.
    """
    candidates = sorted(placed, key=lambda one: one.place)
    won: set[str] = set()
    given: list[Award] = []
    for key in dict.fromkeys(["", *(prize.key for prize in plan.prizes)]):
        prizes = {
            place: prize
            for prize in plan.prizes
            if prize.key == key
            for place in range(prize.first, prize.last + 1)
        }
        holders = [
            one
            for one in candidates
            if not key or (key in one.tags and not (plan.one_each and one.entry in won))
        ]
        given += [
            _share(group, reached)
            for group in _groups(holders)
            if (reached := [prizes[place] for place in group.places if place in prizes])
        ]
        won |= {entry for award in given for entry in award.entries}
    return given


def _groups(placed: Sequence[Placed]) -> list[_Group]:
    """The entries by places that count among these only: 1 2 2 4."""
    groups: list[_Group] = []
    before = None
    for index, one in enumerate(placed):
        if one.place != before:
            groups.append(_Group(index + 1))
        groups[-1].entries.append(one.entry)
        before = one.place
    return groups


def _share(group: _Group, prizes: Sequence[Prize]) -> Award:
    people = len(group.entries)
    amount, odd = divmod(sum(prize.amount for prize in prizes), people)
    things = [prize.what for prize in prizes if prize.what]
    each = [thing for thing in dict.fromkeys(things) if things.count(thing) == people]
    return Award(
        group.places[0],
        group.places[-1],
        tuple(group.entries),
        tuple(amount + (index < odd) for index in range(people)),
        tuple(each),
        tuple(thing for thing in things if thing not in each),
        prizes[0].tag,
    )
