"""``versus``: the expert wins, and the bully wins only without a limit."""

from __future__ import annotations

import pytest

from games.engine import bulk
from games.engine.errors import EngineError
from games.engine.presets import PRESETS
from games.engine.rules import preset_switches
from tests.bench import versus
from tests.cases import cases


@cases("preset", PRESETS)
def test_the_expert_wins_at_a_mixed_table(preset: str) -> None:
    """A tenth of the deals of the published table is enough."""
    expert = versus.mixed_table(preset, 20_000, 2, deals_each=100)["expert"]
    assert versus.errors_above_zero(expert) > versus.ENOUGH


@pytest.mark.parametrize("preset", ["poque-1789", "hoffmann", "adpoker"])
def test_the_bully_wins_from_three_experts_only_without_a_bet_limit(preset: str) -> None:
    limited, _ = versus.bully_among_experts(versus.limited_switches(preset), 20_000, 2)
    unlimited, expert = versus.bully_among_experts(preset_switches(preset) | {"bet_limit": None}, 20_000, 2)
    assert versus.errors_above_zero(limited) < 0
    assert versus.errors_above_zero(unlimited) > 2
    assert unlimited.value is not None
    assert unlimited.value > expert + 1


def test_clubs_cannot_choose_the_bully() -> None:
    names = ["bully", "expert", "expert", "expert"]
    with pytest.raises(EngineError) as error:
        bulk.job({"preset": "pagat"}, names, seed=1)
    assert error.value.code == "unknown_bot"
