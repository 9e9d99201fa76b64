"""Which step is allowed now, in the life of an event, a stage, a round, an entry or a table.

A `verify_*` function takes facts as small records and raises a RulesError if the step is not allowed.
Pages, API and bots use the same functions. Never change anything here: the services do that.
"""

from __future__ import annotations

from tournaments.events.rules.phases.entries import (
    next_round,
    verify_check_in,
    verify_register,
    verify_undo_check_in,
    verify_withdraw,
)
from tournaments.events.rules.phases.events import (
    verify_adjust,
    verify_edit,
    verify_finish,
    verify_open,
    verify_reopen,
    verify_start,
)
from tournaments.events.rules.phases.facts import EntryFacts, EventFacts, RoundFacts, StageFacts, TableFacts
from tournaments.events.rules.phases.rounds import (
    rounds_complete,
    verify_clock,
    verify_close,
    verify_discard,
    verify_draw,
    verify_publish,
    verify_redraw,
    verify_take_back,
)
from tournaments.events.rules.phases.seats import (
    verify_give_back,
    verify_leave_out,
    verify_leave_table,
    verify_move,
    verify_search,
    verify_seat_by_hand,
    verify_substitute,
    verify_swap,
)
from tournaments.events.rules.phases.stages import (
    ANY_TIME,
    MOST_STAGES,
    verify_add_play_off,
    verify_add_stage,
    verify_edit_stage,
    verify_end_stage,
    verify_remove_stage,
    verify_replay_stage,
)
from tournaments.events.rules.phases.tables import (
    verify_correct_deal,
    verify_count_follows,
    verify_issue_chips,
    verify_record_count,
    verify_record_deal,
    verify_void_count,
    verify_void_last_deal,
)

__all__ = [
    "ANY_TIME",
    "MOST_STAGES",
    "EntryFacts",
    "EventFacts",
    "RoundFacts",
    "StageFacts",
    "TableFacts",
    "next_round",
    "rounds_complete",
    "verify_add_play_off",
    "verify_add_stage",
    "verify_adjust",
    "verify_check_in",
    "verify_clock",
    "verify_close",
    "verify_correct_deal",
    "verify_count_follows",
    "verify_discard",
    "verify_draw",
    "verify_edit",
    "verify_edit_stage",
    "verify_end_stage",
    "verify_finish",
    "verify_give_back",
    "verify_issue_chips",
    "verify_leave_out",
    "verify_leave_table",
    "verify_move",
    "verify_open",
    "verify_publish",
    "verify_record_count",
    "verify_record_deal",
    "verify_redraw",
    "verify_register",
    "verify_remove_stage",
    "verify_reopen",
    "verify_replay_stage",
    "verify_search",
    "verify_seat_by_hand",
    "verify_start",
    "verify_substitute",
    "verify_swap",
    "verify_take_back",
    "verify_undo_check_in",
    "verify_void_count",
    "verify_void_last_deal",
    "verify_withdraw",
]  # fmt: skip
