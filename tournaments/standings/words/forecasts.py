"""What people need in the last round, and the story of a finished event, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from tournaments.core.numbers import number
from tournaments.core.rules.refusals import LAST_OF_SEVERAL, listed
from tournaments.core.words.words import chips
from tournaments.events.models.events import Event
from tournaments.play.words.deals import set_name
from tournaments.standings.rules.forecasts.facts import OUT, SURE, Goal, Outlook
from tournaments.standings.rules.scoring import unit_of
from tournaments.standings.rules.story import Fact
from tournaments.standings.verbs.forecasts import Needs
from tournaments.standings.verbs.story import story_of

LISTED = 60
"""The page lists so many people; the wall fewer."""

LEAST = 0.01
"""Smaller chances are "under 1 %"; greater ones than 1 minus this are "over 99 %"."""


@dataclass(frozen=True)
class ChanceLine:
    """One person: the chance to win, and to be among the first ones, and what is needed for each."""

    entry: str
    name: str
    win: str
    top: str
    to_win: str
    to_top: str


@dataclass(frozen=True)
class NeedsTable:
    """What people need: a sentence about the round, the lines, and how many others have hardly a chance.

    top: how many places the second goal has; 1: there is none.
    """

    about: str
    method: str
    top: int
    lines: Sequence[ChanceLine]
    others: str


def needs_table(needs: Needs, most: int = LISTED) -> NeedsTable:
    """The needs in words. most: so many lines."""
    likely = [each for each in needs.forecast.outlooks if _is_listed(each)]
    listed = likely[:most]
    rest = len(needs.forecast.outlooks) - len(listed)
    others = ngettext(
        "%(people)d other person has a smaller chance.",
        "%(people)d other people have smaller chances.",
        rest,
    ) % {"people": rest}
    return NeedsTable(
        about=_about(needs),
        method=_(
            "A chance comes from the score so far, and from luck as it usually is at these tables. Something "
            "is certain as long as the director changes nothing."
        ),
        top=needs.forecast.top,
        lines=[_line(each, needs) for each in listed],
        others=others if rest else "",
    )


def why_nothing(last: int | None, *, is_over: bool, comes_last: bool) -> str:
    """Why nothing is told now, and when it will be.

    last: the number of the last round, if it is known. comes_last: it is next or is being played.
    """
    if is_over:
        return _("The last round is over. See the standings.")
    if comes_last:
        return _(
            "Nobody can say the chances in this last round. Somebody may have left a table in the middle of "
            "it, or the rules of the score do not allow it."
        )
    if last == 1:
        return _("This event has only one round. Chances are told only if there is a round before the last.")
    if last:
        return _(
            "When round %(before)d is over, this page tells everybody's chances and what they need in round "
            "%(last)d, which is the last one."
        ) % {"before": last - 1, "last": last}
    return _(
        "When the round before the last one is over, this page tells everybody's chances and what they need. "
        "Nobody knows yet which round is the last one."
    )


def chance(goal: Goal) -> str:
    """A chance in whole per cent. Only what is certain is told as certain."""
    if goal.certain == SURE:
        return _("certain")
    if goal.certain == OUT:
        return _("out of reach")
    return chance_in_words(goal.share)


def chance_in_words(share: float) -> str:
    """A chance that is not certain: "34 %", "under 1 %", "over 99 %"."""
    if share < LEAST:
        return _("under 1 %")
    if share > 1 - LEAST:
        return _("over 99 %")
    return _("%(percent)d %%") % {"percent": round(100 * share)}


def _is_listed(outlook: Outlook) -> bool:
    return outlook.win.share >= LEAST or outlook.top.share >= LEAST


def _about(needs: Needs) -> str:
    values = {"round": needs.ending.number}
    if needs.ending.round is None:
        return (
            _("Before round %(round)d, which is the last one. Its seats are not drawn, so anybody may meet.")
            % values
        )
    return _("In round %(round)d, which is the last one, with the chips won so far.") % values


def _line(outlook: Outlook, needs: Needs) -> ChanceLine:
    return ChanceLine(
        entry=outlook.entry,
        name=needs.entries[outlook.entry].player.public_name,
        win=chance(outlook.win),
        top=chance(outlook.top),
        to_win=_needed(outlook.win),
        to_top=_needed(outlook.top) if needs.forecast.top > 1 else "",
    )


def _needed(goal: Goal) -> str:
    """What gives an even chance, or is enough; empty if nothing can be told."""
    if goal.certain != "open":
        return ""
    if goal.at_table is not None and goal.alone:
        return _("place %(place)d alone at the table is enough") % {"place": goal.at_table}
    if goal.at_table is not None:
        return _("place %(place)d at the table is enough") % {"place": goal.at_table}
    if goal.chips is None:
        return ""
    if goal.chips > 0:
        return ngettext(
            "an even chance with %(chips)d more chip",
            "an even chance with %(chips)d more chips",
            goal.chips,
        ) % {"chips": goal.chips}
    if goal.chips == 0:
        return _("an even chance without a further chip")
    return ngettext(
        "an even chance even if %(chips)d chip is lost",
        "an even chance even if %(chips)d chips are lost",
        -goal.chips,
    ) % {"chips": -goal.chips}


# ---- The story of a finished event: whole sentences from the facts that `standings.rules.story` chooses.
#
# It is made anew each time, with the names that the public sees now: somebody who became anonymous is not in
# it any more.


_OPENS, _CLOSES = "\ue000", "\ue001"
"""Private characters round a name until the sentence is HTML."""

Values = Mapping[str, Any]
"""The values of a fact, see `standings.rules.story`."""


class Story(NamedTuple):
    """The story of an event as pages and programs show it."""

    html: SafeString
    text: str


def story_to_show(event: Event) -> Story | None:
    """The story of a finished event. None before the end, and if there is none."""
    told = story_of(event)
    if not told.facts:
        return None
    names = {pk: f"{_OPENS}{name}{_CLOSES}" for pk, name in told.names.items()}
    lines = story_lines(told.facts, names, event.scoring)
    html = "".join(f"<p>{escape(line)}</p>" for line in lines)
    html = html.replace(_OPENS, "<bdi>").replace(_CLOSES, "</bdi>")
    text = "\n\n".join(lines).replace(_OPENS, "").replace(_CLOSES, "")
    return Story(mark_safe(html), text)  # noqa: S308 - escaped above


def story_lines(facts: list[Fact], names: Mapping[str, str], scoring: str = "chips") -> list[str]:
    """The facts as plain sentences, in paragraphs. names: by the ids of entries."""
    teller = _Teller(names, scoring)
    about: dict[str, list[str]] = {"result": [], "deals": []}
    for fact in facts:
        sentence = getattr(teller, fact.kind)(fact.values, fact.wording)
        about["result" if fact.kind in _RESULT else "deals"].append(sentence)
    return [" ".join(sentences) for sentences in about.values() if sentences]


class _Teller:
    """A sentence for each kind of fact, by the method of the same name."""

    def __init__(self, names: Mapping[str, str], scoring: str) -> None:
        self.names, self.scoring = names, scoring

    def named(self, entries: str | Sequence[str]) -> str:
        """The public name of an entry, or those of several as a list in words."""
        if isinstance(entries, str):
            return self.names.get(entries, gettext("somebody"))
        return listed([self.named(entry) for entry in entries], gettext(LAST_OF_SEVERAL))

    def amount(self, value: float) -> str:
        """How far players are apart: in chips where these are the score, in points elsewhere."""
        if unit_of(self.scoring) == "points" or self.scoring == "average":
            words = ngettext("%(count)s point", "%(count)s points", 1 if value == 1 else 2)
        else:
            words = ngettext("%(count)s chip", "%(count)s chips", 1 if value == 1 else 2)
        return words % {"count": number(value)}

    def played(self, values: Values, _wording: int) -> str:
        players = ngettext("%(count)d player", "%(count)d players", values["players"]) % {
            "count": values["players"]
        }
        rounds = ngettext("%(count)d round", "%(count)d rounds", values["rounds"]) % {
            "count": values["rounds"]
        }
        deals = ngettext("%(count)d deal", "%(count)d deals", values["deals"]) % {"count": values["deals"]}
        return gettext("%(players)s, %(rounds)s, %(deals)s.") % {
            "players": players,
            "rounds": rounds,
            "deals": deals,
        }

    def won(self, values: Values, wording: int) -> str:
        words = {
            "name": self.named(values["entry"]),
            "score": self.amount(values["score"]),
            "second": self.named(values["second"]),
            "lead": self.amount(values["lead"]),
        }
        return (
            gettext("%(name)s won with %(score)s, %(lead)s ahead of %(second)s."),
            gettext("The winner is %(name)s with %(score)s; %(second)s came second, %(lead)s behind."),
            gettext("Nobody passed %(name)s: first with %(score)s, %(lead)s before %(second)s."),
        )[wording] % words

    def won_by_tie_break(self, values: Values, _wording: int) -> str:
        return gettext(
            "%(name)s and %(second)s both had %(score)s; the tie-break made %(name)s the winner."
        ) % {
            "name": self.named(values["entry"]),
            "second": self.named(values["second"]),
            "score": self.amount(values["score"]),
        }

    def won_alone(self, values: Values, _wording: int) -> str:
        words = {"name": self.named(values["entry"]), "score": self.amount(values["score"])}
        return gettext("%(name)s won with %(score)s.") % words

    def won_together(self, values: Values, _wording: int) -> str:
        words = {"names": self.named(values["entries"]), "score": self.amount(values["score"])}
        return gettext("%(names)s share the first place with %(score)s.") % words

    def led_throughout(self, values: Values, wording: int) -> str:
        words = {"name": self.named(values["entry"])}
        return (
            gettext("%(name)s led after every round."),
            gettext("%(name)s took the lead in the first round and kept it to the end."),
            gettext("From the first round on, nobody was ahead of %(name)s."),
        )[wording] % words

    def turn(self, values: Values, wording: int) -> str:
        return (
            gettext("The turn came in round %(round)d, when %(name)s passed %(leaders)s and stayed ahead."),
            gettext("Until round %(round)d %(leaders)s led; then %(name)s took the lead for good."),
            gettext("In round %(round)d %(name)s took the lead from %(leaders)s and did not lose it again."),
        )[wording] % self._words_of_turn(values)

    def turn_at_the_end(self, values: Values, wording: int) -> str:
        if values["behind"] <= 0:
            return gettext("The last round decided: before it, %(leaders)s led.") % self._words_of_turn(
                values
            )
        return (
            gettext("The last round decided: before it, %(leaders)s led, %(behind)s ahead of %(name)s."),
            gettext("%(name)s went into the last round on place %(place)d, %(behind)s behind %(leaders)s."),
            gettext("Before the last round %(name)s was still %(behind)s behind %(leaders)s."),
        )[wording] % self._words_of_turn(values)

    def climb(self, values: Values, _wording: int) -> str:
        words = {"name": self.named(values["entry"]), "places": values["places"], "place": values["place"]}
        return (
            gettext("%(name)s won %(places)d places in the last round and ended on place %(place)d.") % words
        )

    def pot(self, values: Values, wording: int) -> str:
        words = {
            "name": self.named(values["entry"]),
            "chips": chips(values["chips"]),
            "round": values["round"],
            "table": values["table"],
            "deal": values["deal"],
        }
        if not values["cards"]:
            return (
                gettext("The largest pot, %(chips)s, went to %(name)s in round %(round)d at table %(table)d.")
                % words
            )
        words["set"] = set_name(values["kind"], values["cards"])
        return (
            gettext("The largest pot was %(chips)s: %(name)s won it in round %(round)d with %(set)s."),
            gettext("With %(set)s %(name)s won the largest pot, %(chips)s, in round %(round)d."),
            gettext("In round %(round)d %(name)s took %(chips)s with %(set)s, the largest pot of all."),
        )[wording] % words

    def four(self, values: Values, wording: int) -> str:
        words = {
            "name": self.named(values["entry"]),
            "set": set_name("four", values["cards"]),
            "round": values["round"],
        }
        if not values["chips"]:
            return (
                gettext("In round %(round)d %(name)s showed %(set)s, and others still won the pot.") % words
            )
        return (
            gettext("%(name)s held %(set)s in round %(round)d."),
            gettext("In round %(round)d %(name)s showed %(set)s."),
            gettext("Round %(round)d brought %(name)s %(set)s."),
        )[wording] % words

    def many_fours(self, values: Values, _wording: int) -> str:
        count = values["count"]
        return ngettext(
            "Four of a kind were shown %(count)d time.", "Four of a kind were shown %(count)d times.", count
        ) % {"count": count}

    def pools(self, values: Values, _wording: int) -> str:
        names, count = values["entries"], values["count"]
        if len(names) == 1:
            return gettext("Nobody melded more pools than %(name)s: %(count)d.") % {
                "name": self.named(names),
                "count": count,
            }
        return gettext("%(names)s melded the most pools, %(count)d each.") % {
            "names": self.named(names),
            "count": count,
        }

    def out(self, values: Values, _wording: int) -> str:
        names, count = values["entries"], values["count"]
        if len(names) == 1:
            words = {"name": self.named(names), "count": count}
            return gettext("%(name)s went out most often, %(count)d times.") % words
        words = {"names": self.named(names), "count": count}
        return gettext("%(names)s went out most often, %(count)d times each.") % words

    def boards(self, values: Values, _wording: int) -> str:
        return gettext("At the end %(chips)s stayed on the boards: nobody won them.") % {
            "chips": chips(values["chips"])
        }

    def _words_of_turn(self, values: Values) -> dict[str, Any]:
        return {
            "name": self.named(values["entry"]),
            "leaders": self.named(values["leaders"]),
            "round": values["round"],
            "place": values["place"],
            "behind": self.amount(max(values["behind"], 0)),
        }


_RESULT: Final = frozenset(
    {"played", "won", "won_by_tie_break", "won_alone", "won_together"}
    | {"led_throughout", "turn", "turn_at_the_end", "climb"}
)
"""The facts of the first paragraph; the second one is about single deals."""
