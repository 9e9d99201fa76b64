"""Prizes: what there is to win, and who wins it. Also the tags of entries, such as "newcomer".

A prize is for places of the standing, or for places among the entries with a tag. Amounts are whole
hundredths of the currency, so that shares add up exactly.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Any, Final

from tournaments.core.rules.errors import Param, RulesError, gettext_noop
from tournaments.core.rules.names import clean_title, name_key

MOST_TAGS: Final = 10
LONGEST_TAG: Final = 30

MOST_PRIZES: Final = 100
LONGEST_PRIZE: Final = 100
LONGEST_CURRENCY: Final = 10
LAST_PLACE: Final = 10_000
LARGEST_AMOUNT: Final = 100_000_000_00
"""Hundredths of the currency."""

_AMOUNT: Final = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,2}))?", re.ASCII)

_CURRENCY: Final = r"(?:[^\W\d_]{2,9}\.?|[^\W\d_]{0,3}[$£¥¢\u20a0-\u20cf])"
_PRICE: Final = re.compile(
    rf"(?P<before>{_CURRENCY})?\s*(?P<amount>[0-9]+(?:[.,][0-9]+)?)(?:[.,]?[-\u2013\u2014]+)?"
    rf"\s*(?P<after>{_CURRENCY})?"
)
"""An amount as people write it: “5 €”, “EUR 5,50”, “Fr. 5.-”."""


class PrizeError(RulesError):
    """A refusal of a list of prizes. index: which prize, from 0; None for the whole list. field: its part."""

    def __init__(
        self, code: str, template: str, *, index: int | None = None, field: str = "", **params: Param
    ) -> None:
        super().__init__(code, template, **params)
        self.index = index
        self.field = field


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize for each place from `first` to `last`: `what`, an `amount` in hundredths, or both.

    tag: the places count among the entries with this tag. Empty: among all.
    """

    first: int
    last: int
    what: str = ""
    amount: int = 0
    tag: str = ""

    @property
    def key(self) -> str:
        """The tag as it is compared."""
        return name_key(self.tag)


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The prizes of an event.

    one_each: whoever wins a prize for a place is passed over for tags, and whoever wins with a tag is passed
    over for later tags of the list.
    """

    prizes: tuple[Prize, ...] = ()
    currency: str = ""
    one_each: bool = True

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PrizeList:
        """Read a stored list; an empty object is an empty list."""
        prizes = tuple(Prize(**prize) for prize in data.get("prizes", ()))
        return cls(prizes, data.get("currency", ""), data.get("one_each", True))

    def as_json(self) -> dict[str, Any]:
        return {
            "prizes": [asdict(prize) for prize in self.prizes],
            "currency": self.currency,
            "one_each": self.one_each,
        }

    @property
    def digest(self) -> str:
        """What a form sends back, so that it changes no other list than the one that it shows."""
        return sha256(json.dumps(self.as_json(), sort_keys=True).encode()).hexdigest()[:16]


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
    def last(self) -> int:
        return self.first + len(self.entries) - 1


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
            _share(group, [prizes[place] for place in range(group.first, group.last + 1) if place in prizes])
            for group in _groups(holders)
            if any(place in prizes for place in range(group.first, group.last + 1))
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
        group.first,
        group.last,
        tuple(group.entries),
        tuple(amount + (index < odd) for index in range(people)),
        tuple(each),
        tuple(thing for thing in things if thing not in each),
        prizes[0].tag,
    )


def clean_tags(tags: Iterable[str]) -> list[str]:
    """The tags as they are stored, each once, in the given order.

    Raises RulesError: `too_many_tags`, `tag_with_comma`, or what `clean_name` raises.
    """
    kept: dict[str, str] = {}
    for tag in tags:
        text = clean_tag(tag)
        kept.setdefault(name_key(text), text)
    if len(kept) > MOST_TAGS:
        raise RulesError(
            "too_many_tags",
            gettext_noop("A player can have at most %(most)d tags. Here are %(count)d."),
            most=MOST_TAGS,
            count=len(kept),
        )
    return list(kept.values())


def clean_tag(tag: str) -> str:
    """The tag as it is stored. Raises RulesError `tag_with_comma`, or what `clean_name` raises."""
    text = clean_title(tag, LONGEST_TAG)
    if "," in text:
        raise RulesError(
            "tag_with_comma", gettext_noop("A tag has no comma, because commas separate tags. Remove it.")
        )
    return text


def tag_keys(tags: Iterable[str]) -> frozenset[str]:
    """The tags as they are compared: “Junior” and “junior” are the same."""
    return frozenset(map(name_key, tags))


def read_amount(text: str) -> int:
    """An amount such as “50”, “12.50” or “12,5” in hundredths; an empty text is 0.

    Raises RulesError `amount_malformed`.
    """
    match = _AMOUNT.fullmatch(text.strip())
    if match is None and text.strip():
        raise RulesError(
            "amount_malformed",
            gettext_noop("Write the amount as a number with two decimals at most, such as 12.50."),
        )
    if match is None:
        return 0
    amount = int(match[1]) * 100 + int((match[2] or "").ljust(2, "0"))
    if amount > LARGEST_AMOUNT:
        raise RulesError(
            "amount_too_large",
            gettext_noop("An amount can be at most %(most)s."),
            most=written_amount(LARGEST_AMOUNT),
        )
    return amount


def read_price(text: str) -> tuple[int, str]:
    """An amount as people write it, in hundredths, and its currency; empty if they wrote none.

    Raises RulesError as `read_amount` does.
    """
    match = _PRICE.fullmatch(text.strip())
    if match is None or (match["before"] and match["after"]):
        return read_amount(text), ""
    return read_amount(match["amount"]), match["before"] or match["after"] or ""


def written_amount(amount: int) -> str:
    """An amount for programs and forms: “50.00”."""
    return f"{amount // 100}.{amount % 100:02}"


def read_prizes(rows: Sequence[Mapping[str, Any]], currency: str, *, one_each: bool) -> PrizeList:
    """The list of these prizes, as forms, programs and documents give them; `clean_prizes` checks it.

    A row has the parts of a `Prize`; its amount is a text (`read_amount`), and `last` may be missing. Raises
    PrizeError `amount_malformed`, `amount_too_large`.
    """
    prizes = []
    for index, row in enumerate(rows):
        try:
            amount = read_amount(row.get("amount") or "")
        except RulesError as error:
            raise PrizeError(
                error.code, error.template, index=index, field="amount", **error.params
            ) from error
        last = row.get("last")
        prizes.append(
            Prize(
                row["first"],
                row["first"] if last is None else last,
                row.get("what") or "",
                amount,
                row.get("tag") or "",
            )
        )
    return PrizeList(tuple(prizes), currency, one_each)


def clean_prizes(plan: PrizeList) -> PrizeList:
    """The list as it is stored.

    Raises PrizeError: `too_many_prizes`, `currency_malformed`, `prize_places_reversed`, `prize_empty`,
    `prize_place_out_of_range`, `prize_twice` (two prizes for one place), `amount_too_large`, or a code of
    `clean_name` or `clean_tag`.
    """
    if len(plan.prizes) > MOST_PRIZES:
        raise PrizeError(
            "too_many_prizes",
            gettext_noop("An event can have at most %(most)d prizes."),
            field="prizes",
            most=MOST_PRIZES,
        )
    currency = " ".join(plan.currency.split())
    if len(currency) > LONGEST_CURRENCY or not currency.isprintable():
        raise PrizeError(
            "currency_malformed",
            gettext_noop("Write a currency of at most %(most)d characters, such as EUR or €."),
            field="currency",
            most=LONGEST_CURRENCY,
        )
    prizes = tuple(_clean(prize, index) for index, prize in enumerate(plan.prizes))
    _refuse_twice(prizes)
    return PrizeList(prizes, currency, plan.one_each)


def _clean(prize: Prize, index: int) -> Prize:
    for name in ("first", "last"):
        if not 1 <= getattr(prize, name) <= LAST_PLACE:
            raise PrizeError(
                "prize_place_out_of_range",
                gettext_noop("A place must be a whole number from 1 to %(last)d."),
                index=index,
                field=name,
                last=LAST_PLACE,
            )
    if prize.first > prize.last:
        raise PrizeError(
            "prize_places_reversed",
            gettext_noop(
                "The last place, %(last)d, is better than the first, %(first)d. Give the better place first."
            ),
            index=index,
            field="last",
            first=prize.first,
            last=prize.last,
        )
    if not 0 <= prize.amount <= LARGEST_AMOUNT:
        raise PrizeError(
            "amount_too_large",
            gettext_noop("An amount can be at most %(most)s."),
            index=index,
            field="amount",
            most=written_amount(LARGEST_AMOUNT),
        )
    what, tag = prize.what.strip(), prize.tag.strip()
    if not what and not prize.amount:
        raise PrizeError(
            "prize_empty",
            gettext_noop("Say what the prize is, or give an amount."),
            index=index,
            field="what",
        )
    return Prize(
        prize.first,
        prize.last,
        _named(what, LONGEST_PRIZE, index, "what") if what else "",
        prize.amount,
        _named(tag, LONGEST_TAG, index, "tag") if tag else "",
    )


def _named(text: str, longest: int, index: int, part: str) -> str:
    try:
        return clean_tag(text) if part == "tag" else clean_title(text, longest)
    except RulesError as error:
        raise PrizeError(error.code, error.template, index=index, field=part, **error.params) from error


def _refuse_twice(prizes: Sequence[Prize]) -> None:
    taken: set[tuple[str, int]] = set()
    for index, prize in enumerate(prizes):
        for place in range(prize.first, prize.last + 1):
            if (prize.key, place) in taken:
                raise PrizeError(
                    "prize_twice",
                    gettext_noop("Place %(place)d has a prize already. Put both into one prize.")
                    if not prize.tag
                    else gettext_noop(
                        "Place %(place)d among “%(tag)s” has a prize already. Put both into one prize."
                    ),
                    index=index,
                    field="first",
                    place=place,
                    tag=prize.tag,
                )
            taken.add((prize.key, place))
