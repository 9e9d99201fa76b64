"""A practice against bots for its page, and any deal step by step, in sentences.

A practice takes nothing from the cards but what `games.PracticeDeal` shows to the person. The person has seat
0 and is called "you".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial, reduce
from typing import Any, Final

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, pgettext

import games.services as games
from tournaments.core.refusals import sentence
from tournaments.core.words.words import account, card_name, card_names, pool_name, suit_name
from tournaments.core.words.words import chips as chips_word
from tournaments.core.words.words import names as listed
from tournaments.play.models import Practice
from tournaments.play.verbs.practices import has_own_limit, session_is_over, shares_of
from tournaments.play.words.deals import set_name, short_names, told

# ---- A deal step by step in sentences, from a ``poch-steps/1`` and the names of its seats.


PARTS: Final = {
    "dealing": gettext_lazy("The deal"),
    "melding": gettext_lazy("Melding"),
    "pochen": gettext_lazy("Pochen"),
    "shedding": gettext_lazy("Shedding"),
}
"""The titles of the parts of a deal."""


def steps_in_words(
    watched: Mapping[str, Any],
    people: Sequence[str],
    numbers: Collection[int] | None = None,
    *,
    you: int | None = None,
) -> list[dict[str, Any]]:
    """The steps with these numbers, which count from 1 (None: all), as pages show them.

    people: the names by seat; first names are used if they differ. you: the seat of the reader. A seat has no
    `cards` if nobody wrote them down, and nothing `left` if nobody counted them. `won` and `moved` are the
    chips since before the antes, and in this step. `paid` are the pools that the step emptied.
    """
    names = short_names(people)
    ledger: list[dict[str, Any]] = []
    shown = []
    purses, pools = watched["chips"], watched["steps"][0]["pools"]
    for number, step in enumerate(watched["steps"], 1):
        ledger += _moves(step, names)
        if numbers is None or number in numbers:
            shown.append(
                {
                    "number": number,
                    "kind": step["kind"],
                    "part": PARTS[step["part"]],
                    "sentence": _sentence(watched, step, names, you),
                    "seats": [
                        {
                            "name": name,
                            "is_dealer": seat == watched["dealer"],
                            "acts": seat == step["seat"],
                            "at_turn": seat == step["turn"],
                            "purse": step["purses"][seat],
                            "won": step["purses"][seat] - watched["chips"][seat],
                            "moved": step["purses"][seat] - purses[seat],
                            "stake": step["stakes"][seat],
                            "passed": seat in step["passed"] and step["part"] == "pochen",
                            "left": step["left"] and step["left"][seat],
                            "cards": step["hands"] and step["hands"][seat].split(),
                        }
                        for seat, name in enumerate(names)
                    ],
                    "run": [(names[played["seat"]], played["card"]) for played in step["run"]],
                    "pools": step["pools"],
                    "paid": [pool for pool, chips in pools.items() if chips and not step["pools"][pool]],
                    "ledger": list(ledger),
                    "next_name": "" if step["turn"] is None else names[step["turn"]],
                    "forced": step["forced"],
                    "advice": step["advice"],
                }
            )
        purses, pools = step["purses"], step["pools"]
    return shown


def _moves(step: Mapping[str, Any], names: Sequence[str]) -> list[dict[str, Any]]:
    """The movements of chips of a step. All antes are one row, without accounts."""
    rows = step["transfers"]
    if step["kind"] == "ante":
        return [{"source": "", "target": "", "chips": _chips(rows), "reason": "ante"}] if rows else []
    return [
        {"source": account(row["from"], names), "target": account(row["to"], names)} | row for row in rows
    ]


def _chips(rows: Iterable[Mapping[str, Any]]) -> int:
    return sum(row["chips"] for row in rows)


def _seats(step: Mapping[str, Any], end: str) -> list[int]:
    """The seats that pay (`from`) or get (`to`) chips in a step, each once."""
    seats = (int(row[end][5:]) for row in step["transfers"] if row[end].startswith("seat "))
    return list(dict.fromkeys(seats)) if end == "to" else sorted(set(seats))


def _sentence(
    watched: Mapping[str, Any], step: Mapping[str, Any], names: Sequence[str], you: int | None
) -> SafeString:
    """What happens in a step, said to the reader if the reader has a part in it."""
    seat, ended_by, dealer = step["seat"], step["ended_by"], watched["dealer"]
    among = _seats(step, "to" if step["kind"] == "pot" else "from")
    stakes = ((listed([names[at]]), stake) for at, stake in enumerate(step["stakes"]) if stake)
    return told(
        "play/step_told.html",
        kind=step["kind"],
        moves=bool(step["transfers"]),
        pays=bool(step["chips"]),
        by_tricks=watched["rules"]["shedding"] == "tricks",
        has_poch="poch" in watched["rules"]["pools"],
        you=you is not None and seat == you,
        you_deal=dealer == you,
        you_end=you is not None and ended_by == you,
        you_among=you in among,
        several=len({row["to"] for row in step["transfers"]}) > 1,
        name="" if seat is None else listed([names[seat]]),
        dealer=listed([names[dealer]]),
        names=listed(names[at] for at in among if at != you),
        ended_by="" if ended_by is None else listed([names[ended_by]]),
        card=card_name(step["card"]) if step["card"] else "",
        suit=suit_name(watched["pay_suit"]),
        pool=pool_name(step["pool"]) if step["pool"] else "",
        chips=chips_word(_chips(step["transfers"]) if step["chips"] is None else step["chips"]),
        stakes=format_html_join(", ", "{} {}", stakes),
        hands=_hands(step["showdown"], names),
    )


def _hands(showdown: Sequence[Mapping[str, Any]], names: Sequence[str]) -> SafeString:
    """Who showed what: "Anna: a pair of kings; Ben: three nines"."""
    hands = [
        format_html(gettext("{}: {}"), listed([names[row["seat"]]]), set_name(row["kind"], row["cards"]))
        for row in showdown
    ]
    return reduce(partial(format_html, gettext("{}; {}")), hands) if hands else SafeString("")


YOU: Final = 0
"""The seat of the person."""

BOT_NAMES: Final = ("Alma", "Bruno", "Clara", "Dora", "Emil", "Frieda", "Gustav", "Hanna", "Ida")
"""The names of the bots, by seat from 1."""


def table_of_practice(practice: Practice, deal: games.PracticeDeal) -> dict[str, Any]:
    """What the page of a practice shows. deal: its present deal.

    `news` is what happened since the person acted last, with that act. `to_call` is what a call costs, in
    chips. `net` is of this deal, if it is over, `total` of the session. `own_limit` is the limit of bets, if
    the practice has added it to the rules.
    """
    names, watched, seen = names_of(practice), deal.steps(), deal.seen()
    steps = steps_in_words(watched, names, you=YOU)
    own = [at for at, step in enumerate(watched["steps"]) if step["at"] is not None and step["seat"] == YOU]
    since = own[-1] if own else 0
    choices = {choice.verb: choice for choice in deal.choices()}
    playable = choices["play"].cards if "play" in choices else ()
    result = deal.result() if deal.over else None
    ends = result is not None and session_is_over(practice, result)
    shares = shares_of(practice, result) if ends and result is not None else [0] * len(names)
    nets: list[Any] = practice.nets[-1] if deal.over else [None] * len(names)
    is_limited = has_own_limit(practice.rules)
    document = games.nearest_preset({**practice.rules, "bet_limit": None} if is_limited else practice.rules)
    titles = {bot.name: gettext(bot.title) for bot in games.bots()}
    return {
        "rules": practice.rules,
        "preset": games.preset_info(document["preset"]),
        "is_changed": len(document) > 1,
        "news": [step["sentence"] for step in steps[since:]] + ([_end(nets[YOU])] if deal.over else []),
        "before": [step["sentence"] for step in steps[:since]],
        "now": steps[-1],
        "upcard": watched["upcard"],
        "pay_suit": watched["pay_suit"],
        "paid": [pool for step in steps[since:] for pool in step["paid"]],
        "hand": [{"code": code, "is_possible": code in playable} for code in seen["hand"]],
        "plays": bool(playable),
        "skipped": not seen["has_set"] and any(step["part"] == "pochen" for step in watched["steps"][since:]),
        "verbs": [verb for verb in ("call", "pass", "show") if verb in choices],
        "to_call": max(seen["stakes"]) - seen["stakes"][YOU],
        "stake": choices.get("bet") or choices.get("raise"),
        "own_limit": practice.rules["bet_limit"] if is_limited else None,
        "is_over": deal.over,
        "session_is_over": ends,
        "standings": [
            {"name": name, "strength": titles.get(bot, ""), "net": net, "total": total + share}
            for name, bot, net, total, share in zip(
                names, practice.bots, nets, practice.totals, shares, strict=True
            )
        ],
        "shares": [(name, share) for name, share in zip(names, shares, strict=True) if share],
    }


def names_of(practice: Practice) -> list[str]:
    """The names of the seats. The person is "you"."""
    return [pgettext("practice", "you"), *BOT_NAMES[: len(practice.bots) - 1]]


def _end(net: int) -> SafeString:
    """What the deal brought the person."""
    if not net:
        return escape(gettext("In this deal you won as many chips as you lost."))
    template = (
        gettext("In this deal you won {chips}.") if net > 0 else gettext("In this deal you lost {chips}.")
    )
    return format_html(template, chips=chips_word(abs(net)))


WHY_REFUSED: Final = {
    "deal_is_over": gettext_lazy("The deal is over. Go on with the next one."),
    "not_in_pochen": gettext_lazy("The Pochen is over. Now everybody plays cards."),
    "not_in_shedding": gettext_lazy("Cards are played only after the Pochen. Bet, call or pass now."),
    "already_bet": gettext_lazy("Somebody has bet already. You can pass, call or raise."),
    "nobody_has_bet": gettext_lazy("Nobody has bet yet. You can pass or bet."),
    "bet_too_small": gettext_lazy("A bet is at least 1 chip."),
    "raise_too_small": gettext_lazy("The highest stake is %(staked)d. A raise must go above it."),
    "beyond_limit": gettext_lazy("By these rules nobody can stake more than %(limit)d chips in one deal."),
    "beyond_purse": gettext_lazy("Your purse is too small for this stake. You can stake at most %(most)d."),
    "only_opener_raises": gettext_lazy("By these rules only who opened the betting can raise."),
    "only_opener_shows": gettext_lazy(
        "Only who opened the betting asks for the showdown, and only if nobody else may raise."
    ),
    "opener_must_show": gettext_lazy("All others have answered your bet. Raise, or ask for the showdown."),
    "nothing_to_call": gettext_lazy("You have the highest stake. Raise, or ask for the showdown."),
    "card_not_held": gettext_lazy("You do not hold this card."),
    "card_is_forced": gettext_lazy(
        "Who holds the next card of a run must play it. You hold it: play the %(forced)s."
    ),
    "suit_not_followed": gettext_lazy("You must follow suit. You can play: %(suit)s."),
    "malformed_action": gettext_lazy("This is no act of the game. Press one of the buttons."),
}
"""The rule behind a refusal of the engine, for the person who acted."""


def why_refused(refusal: games.EngineError) -> str:
    """Why the rules refuse an act of the person."""
    template = WHY_REFUSED.get(refusal.code)
    if template is None:
        return sentence(refusal, cards=card_names)
    params = {
        name: card_names(value) if isinstance(value, str) and name in ("forced", "suit") else value
        for name, value in refusal.params.items()
    }
    return str(template) % params
