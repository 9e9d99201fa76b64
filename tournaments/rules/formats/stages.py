"""The stages of an event: what each may look like, how many rounds they take, when one is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.rules.errors import RulesError, gettext_noop
from tournaments.rules.seating.sizes import check_sizes, split

from .counts import knockout_rounds

__all__ = [
    "StagePlan",
    "check_stages",
    "entrants_of",
    "knockout_rounds",
    "rounds_of",
    "sizes_of",
    "stage_over",
    "total_rounds",
]


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A stage as it was planned, with the event's own where it sets nothing.

    format: rotation, swiss, knockout, final or ladder.
    rounds_planned: None in a knockout that is played until its final table.
    cut: how many go on from the stage before, by its standing; None: everybody who played it.
    size, least, most: players at a table. advance: of each table, who go on (knockout), or who move up
        and as many down (ladder). reseed: "snake" or "original" (knockout).
    carry: the scores of the stages before count here, too. small_tables: "shared", "high" or "low".
    """

    format: str = "rotation"
    rounds_planned: int | None = None
    cut: int | None = None
    size: int = 4
    least: int = 3
    most: int = 6
    deals_per_round: int = 4
    advance: int = 2
    reseed: str = "snake"
    carry: bool = True
    small_tables: str = "shared"


def check_stages(stages: Sequence[StagePlan], fewest: int, most: int) -> None:
    """Refuse a sequence of stages that cannot be played, by rules for `fewest` to `most` at a table.

    Raises RulesError, with the stage's number as `stage`: `stages_missing`, `bad_table_sizes`,
    `stage_size_beyond_rules`, `rounds_missing`, `advance_too_many`, `cut_first`, `cut_too_small`,
    `cut_grows`, `players_do_not_fit` (a cut to a number that no tables can seat), `final_too_large`,
    `final_without_cut`.
    """
    if not stages:
        raise RulesError("stages_missing", gettext_noop("An event needs at least one stage."))
    left: int | None = None
    for number, stage in enumerate(stages, 1):
        _check_tables(number, stage, fewest, most)
        _check_format(number, stage)
        _check_cut(number, stage, left)
        left = entrants_of(stage, left)
        if stage.format == "final":
            _check_final(number, stage, left)


def entrants_of(stage: StagePlan, left: int | None) -> int | None:
    """How many play a stage where `left` played the one before; None where nobody knows."""
    if left is None or stage.cut is None:
        return left if stage.cut is None else stage.cut
    return min(left, stage.cut)


def sizes_of(stage: StagePlan, players: int) -> list[int]:
    """The sizes of a round's tables in this stage, larger tables first; a final has one table.

    Raises what `sizes.split` raises, and `final_too_large`.
    """
    if stage.format != "final":
        return split(players, stage.size, stage.least, stage.most)
    if players > stage.most:
        raise RulesError(
            "final_too_large",
            gettext_noop(
                "A final is one table of at most %(most)d and %(players)d would play it: cut to fewer before."
            ),
            most=stage.most,
            players=players,
        )
    return split(players, max(players, stage.least), stage.least, max(stage.most, players))


def rounds_of(stage: StagePlan, entrants: int | None) -> int | None:
    """How many rounds a stage takes; None for a knockout whose entrants are not known.

    A knockout ends with its final table, or sooner where fewer rounds were planned. Raises RulesError
    where its entrants cannot be seated.
    """
    if stage.format != "knockout":
        return stage.rounds_planned
    if entrants is None:
        return None
    needed = knockout_rounds(entrants, stage.size, stage.least, stage.most, stage.advance)
    return needed if stage.rounds_planned is None else min(needed, stage.rounds_planned)


def total_rounds(stages: Sequence[StagePlan], entrants: int | None) -> int:
    """The rounds of all stages together; 0 while somebody's number is not known.

    entrants: how many play the first stage; None where it is not known.
    """
    total = 0
    left = entrants
    for stage in stages:
        left = entrants_of(stage, left)
        try:
            rounds = rounds_of(stage, left)
        except RulesError:
            return 0  # too few are here as yet
        if rounds is None:
            return 0
        total += rounds
    return total


def stage_over(stage: StagePlan, rounds: int, tables: int, *, ended: bool = False) -> bool:
    """Whether a stage has had its last round.

    rounds: its rounds that are closed. tables: tables of the last of these; people and bots that are
    seated apart each have a final table of their own, so give the most of one group. ended: by a director.
    """
    if ended:
        return True
    if stage.format == "knockout" and rounds and tables <= 1:
        return True
    return stage.rounds_planned is not None and rounds >= stage.rounds_planned


def _check_tables(number: int, stage: StagePlan, fewest: int, most: int) -> None:
    try:
        check_sizes(stage.size, stage.least, stage.most)
    except RulesError as error:
        raise RulesError(error.code, error.template, **error.params, stage=number) from error
    if stage.least < fewest or stage.most > most:
        raise RulesError(
            "stage_size_beyond_rules",
            gettext_noop(
                "Stage %(stage)d: these rules are for %(fewest)d to %(most)d players at a table, "
                "so its tables must be, too."
            ),
            stage=number,
            fewest=fewest,
            most=most,
        )


def _check_format(number: int, stage: StagePlan) -> None:
    if stage.rounds_planned is None and stage.format != "knockout":
        raise RulesError(
            "rounds_missing",
            gettext_noop("Stage %(stage)d needs a number of rounds: only a knockout has its own."),
            stage=number,
        )
    if stage.format == "knockout" and stage.advance >= stage.size:
        raise RulesError(
            "advance_too_many",
            gettext_noop(
                "Stage %(stage)d: of a table of %(size)d at most %(fewer)d can go on: somebody must go out."
            ),
            stage=number,
            size=stage.size,
            fewer=stage.size - 1,
        )
    if stage.format == "ladder" and 2 * stage.advance > stage.size:
        raise RulesError(
            "advance_too_many",
            gettext_noop(
                "Stage %(stage)d: of a table of %(size)d at most %(fewer)d can move up, "
                "for as many must move down."
            ),
            stage=number,
            size=stage.size,
            fewer=stage.size // 2,
        )


def _check_cut(number: int, stage: StagePlan, left: int | None) -> None:
    cut = stage.cut
    if cut is None:
        return
    if number == 1:
        raise RulesError(
            "cut_first",
            gettext_noop("The first stage has no standing before it to cut by: let everybody play it."),
            stage=number,
        )
    if cut < stage.least:
        raise RulesError(
            "cut_too_small",
            gettext_noop(
                "Stage %(stage)d: a cut to %(cut)d does not fill a table of %(least)d: "
                "let %(least)d or more go on, or allow smaller tables."
            ),
            stage=number,
            cut=cut,
            least=stage.least,
        )
    if left is not None and cut >= left:
        raise RulesError(
            "cut_grows",
            gettext_noop(
                "Stage %(stage)d: only %(left)d play the stage before it, so a cut must be to fewer."
            ),
            stage=number,
            cut=cut,
            left=left,
        )
    if stage.format != "final":
        sizes_of(stage, cut)


def _check_final(number: int, stage: StagePlan, entrants: int | None) -> None:
    if entrants is not None and entrants > stage.most:
        raise RulesError(
            "final_too_large",
            gettext_noop(
                "Stage %(stage)d: a final is one table of at most %(most)d, and %(players)d would play it: "
                "cut to fewer."
            ),
            stage=number,
            most=stage.most,
            players=entrants,
        )
    if entrants is None and number > 1:
        raise RulesError(
            "final_without_cut",
            gettext_noop("Stage %(stage)d: say how many go on to the final, at most %(most)d."),
            stage=number,
            most=stage.most,
        )
