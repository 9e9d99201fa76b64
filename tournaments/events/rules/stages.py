"""The stages of an event: their settings, their rounds and their end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tournaments.core.rules.refusals import Invalid, Refusal, gettext_noop
from tournaments.draw.rules.cut import knockout_rounds
from tournaments.events.rules.formats import FORMATS
from tournaments.events.rules.tables import Deals, check_deals, check_sizes, split


@dataclass(frozen=True, slots=True)
class StagePlan:
    """The settings of a stage, completed by those of its event.

    format: rotation, swiss, knockout, final or ladder.
    rounds_planned: None for a knockout that is played to its final table.
    cut: how many players of the stage before go on, by its standing; None: all of them.
    size, least, most: players at a table. advance: players of each table who go on (knockout), or who move
        up, and as many down (ladder). reseed: "snake" or "original" (knockout).
    carry: the scores of earlier stages count, too. share: how much of them: "full", "half", or "half_up"
        (rounded up to whole points). small_tables: "shared", "high" or "low".
    rest: what those do whom the cut does not choose: "out", or they play on in a group of their own with
        this share of their score ("full", "half", "half_up", "none"). deals: of a round.
    play_off: one table for players who are equal after the stage before. It changes nothing for later stages.
    """

    format: str = "rotation"
    rounds_planned: int | None = None
    cut: int | None = None
    size: int = 4
    least: int = 3
    most: int = 6
    deals: Deals = field(default_factory=lambda: Deals(4))
    advance: int = 2
    reseed: str = "snake"
    carry: bool = True
    share: str = "full"
    rest: str = "out"
    small_tables: str = "shared"
    play_off: bool = False


class StagesMissing(Invalid):
    """An event has no stage, or too many."""

    sentence = gettext_noop("An event needs at least one stage. Add a stage.")


def check_stages(stages: Sequence[StagePlan], fewest: int, most: int) -> None:
    """Refuse stages that cannot be played. fewest, most: players at a table in the rules of the game.

    Raises Refusal, with the stage's number as `stage`: `stages_missing`, `bad_table_sizes`,
    `stage_size_beyond_rules`, `round_too_long`, `rounds_missing`, `advance_too_many`, `cut_first`,
    `cut_too_small`, `cut_grows`, `players_do_not_fit` (a cut to a number that no tables can seat),
    `final_too_large`, `final_without_cut`, `play_off_misplaced`.
    """
    if not stages:
        raise StagesMissing
    left: int | None = None
    for number, stage in enumerate(stages, 1):
        _check_tables(number, stage, fewest, most)
        if stage.play_off:
            _check_play_off(number, stage)
            continue
        _check_format(number, stage)
        _check_cut(number, stage, left)
        left = entrants_of(stage, left)
        if stage.format == "final":
            _check_final(number, stage, left if stage.cut is None else stage.cut)


def entrants_of(stage: StagePlan, left: int | None) -> int | None:
    """Return the number of entrants if `left` players played the stage before; None: not known."""
    if stage.cut is None or stage.rest != "out":
        return left
    return stage.cut if left is None else min(left, stage.cut)


class FinalTooLarge(Invalid):
    """Too many players for the final, which is one table."""

    sentence = gettext_noop(
        "A final is one table of at most %(most)d players, but %(players)d would play it. Set a smaller cut."
    )


def sizes_of(stage: StagePlan, players: int) -> list[int]:
    """Return the table sizes of a round, larger tables first.

    A final has one table as long as one is enough. Only a cut to more players makes it several tables. Raises
    what `tables.split` raises, and `final_too_large`.
    """
    if stage.format != "final" or (players > stage.most and stage.cut is not None):
        return split(players, stage.size, stage.least, stage.most)
    if players > stage.most:
        raise FinalTooLarge(most=stage.most, players=players)
    return split(players, max(players, stage.least), stage.least, max(stage.most, players))


def tables_of(stage: StagePlan, players: int) -> list[int]:
    """Return the table sizes of a round, those of the rest last. Raises what `sizes_of` raises."""
    if stage.rest == "out" or stage.cut is None or players <= stage.cut:
        return sizes_of(stage, players)
    rest = split(players - stage.cut, stage.size, stage.least, stage.most)
    return [*sizes_of(stage, stage.cut), *rest]


def rounds_of(stage: StagePlan, entrants: int | None) -> int | None:
    """Return the number of rounds of a stage; None for a knockout whose entrants are not known.

    A knockout ends with its final table, or earlier if fewer rounds are planned. Raises Refusal if its
    entrants cannot be seated.
    """
    if stage.format != "knockout":
        return stage.rounds_planned
    if entrants is None:
        return None
    needed = knockout_rounds(entrants, stage.size, stage.least, stage.most, stage.advance)
    return needed if stage.rounds_planned is None else min(needed, stage.rounds_planned)


def stage_over(stage: StagePlan, rounds: int, tables: int, *, ended: bool = False) -> bool:
    """Return whether a stage has had its last round.

    rounds: closed rounds. tables: tables of the last one. People and bots each have their own final table, so
    count the larger category only. ended: a director ended the stage.
    """
    if ended:
        return True
    if stage.format == "knockout" and rounds and tables <= 1:
        return True
    return stage.rounds_planned is not None and rounds >= stage.rounds_planned


class PlayOffMisplaced(Invalid):
    """A play-off is a final of one round without a cut, after another stage."""

    sentence = gettext_noop(
        "Stage %(stage)d is a play-off, so it must be a final of one round without a cut, and come "
        "after another stage."
    )


def _check_play_off(number: int, stage: StagePlan) -> None:
    if number == 1 or stage.format != "final" or stage.cut is not None or stage.rounds_planned != 1:
        raise PlayOffMisplaced(stage=number)


class StageSizeBeyondRules(Invalid):
    """The rules do not allow tables of this size in the stage."""

    sentence = gettext_noop(
        "Stage %(stage)d: the rules of this game are for %(fewest)d to %(most)d players at a table. "
        "Choose table sizes in this range."
    )


def _check_tables(number: int, stage: StagePlan, fewest: int, most: int) -> None:
    try:
        check_sizes(stage.size, stage.least, stage.most)
        check_deals(stage.deals, stage.most)
    except Refusal as refusal:
        refusal.params["stage"] = number
        raise
    if stage.least < fewest or stage.most > most:
        raise StageSizeBeyondRules(stage=number, fewest=fewest, most=most)


class RoundsMissing(Invalid):
    """A stage needs a number of rounds."""

    sentence = gettext_noop("Stage %(stage)d needs a number of rounds. Only a knockout works without one.")


class AdvanceTooMany(Invalid):
    """Too many players of a table would advance."""

    sentence = FORMATS["knockout"].advances_too_many


def _check_format(number: int, stage: StagePlan) -> None:
    form = FORMATS[stage.format]
    if stage.rounds_planned is None and form.rounds is not None:
        raise RoundsMissing(stage=number)
    if form.most_advance is not None and stage.advance > (most := form.most_advance(stage.size)):
        raise AdvanceTooMany(sentence=form.advances_too_many, stage=number, size=stage.size, fewer=most)


class CutTooSmall(Invalid):
    """A cut leaves too few players for a table."""

    sentence = gettext_noop(
        "Stage %(stage)d: a cut to %(cut)d players does not fill a table of %(least)d. "
        "Let at least %(least)d players go on, or allow smaller tables."
    )


class CutGrows(Invalid):
    """A cut cannot be larger than the number of players before it."""

    sentence = gettext_noop(
        "Stage %(stage)d: only %(left)d players play the stage before it. Set the cut to fewer than that."
    )


class CutFirst(Invalid):
    """The first stage cannot have a cut, because no standing exists yet."""

    sentence = gettext_noop(
        "The first stage cannot have a cut, because no stage comes before it. Remove the cut."
    )


def _check_cut(number: int, stage: StagePlan, left: int | None) -> None:
    cut = stage.cut
    if cut is None:
        return
    if number == 1:
        raise CutFirst(stage=number)
    if cut < stage.least:
        raise CutTooSmall(stage=number, cut=cut, least=stage.least)
    if left is not None and cut >= left:
        raise CutGrows(stage=number, cut=cut, left=left)
    tables_of(stage, cut if left is None or stage.rest == "out" else left)


class FinalWithoutCut(Invalid):
    """A final needs a cut."""

    sentence = gettext_noop("Stage %(stage)d: set a cut of at most %(most)d players for the final.")


def _check_final(number: int, stage: StagePlan, entrants: int | None) -> None:
    if entrants is not None and entrants > stage.most and stage.cut is None:
        raise FinalTooLarge(
            sentence=gettext_noop(
                "Stage %(stage)d: a final is one table of at most %(most)d players, but %(players)d would "
                "play it. Set a smaller cut."
            ),
            stage=number,
            most=stage.most,
            players=entrants,
        )
    if entrants is None and number > 1:
        raise FinalWithoutCut(stage=number, most=stage.most)
