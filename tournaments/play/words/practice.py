"""A practice against bots for its page.

A practice takes nothing from the cards but what `games.PracticeDeal` shows to the person. The person has seat
0 and is called "you".
"""

from __future__ import annotations

from typing import Any, Final

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, pgettext

import games.services as games
from tournaments.core.refusals import sentence
from tournaments.core.words.words import card_names
from tournaments.core.words.words import chips as chips_word
from tournaments.play.models import Practice
from tournaments.play.verbs.practices import has_own_limit, session_is_over, shares_of
from tournaments.play.words.steps import steps_in_words

YOU: Final = 0
"""The seat of the person."""

BOT_NAMES: Final = ("Alma", "Bruno", "Clara", "Dora", "Emil", "Frieda", "Gustav", "Hanna", "Ida")
"""The names of the bots, by seat from 1."""


def table_of_practice(practice: Practice, deal: games.PracticeDeal) -> dict[str, Any]:
    """What the page of a practice shows. deal: its present deal.

    `news` is what happened since the person acted last, with that act. `to_call` is what a call costs, in
    chips. `own_limit` is the limit of bets, if the practice has added it to the rules.
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
    is_limited = has_own_limit(practice.rules)
    document = games.nearest_preset({**practice.rules, "bet_limit": None} if is_limited else practice.rules)
    titles = {bot.name: gettext(bot.title) for bot in games.bots()}
    return {
        "rules": practice.rules,
        "preset": games.preset_info(document["preset"]),
        "is_changed": len(document) > 1,
        "news": [step["sentence"] for step in steps[since:]]
        + ([_end(practice.nets[-1][YOU])] if deal.over else []),
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
            {"name": name, "strength": titles.get(bot, ""), "total": total + share}
            for name, bot, total, share in zip(names, practice.bots, practice.totals, shares, strict=True)
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
    "malformed_action": gettext_lazy("This is not a move of the game. Press one of the buttons."),
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
