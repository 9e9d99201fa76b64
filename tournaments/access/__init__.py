"""Access: each function fetches an object and checks that the actor may use it in this way.

Raises NotFound (404) for an object that the actor may not see, and NotAllowed (403) for an act that the actor
may not do with it. Views and the API fetch objects here and nowhere else. Nothing here changes anything.
From then on the reader sees cards in the pack of the event or club (`kernel.packs`), and hours in the time
zone of the club (`kernel.zones`).
"""

from __future__ import annotations

from .asking import by_id, may_direct, need_role, not_found
from .clubs import (
    club_for,
    club_for_viewer,
    invitation_for_owner,
    member_for_owner,
    player_for,
    player_to_leave,
    wish_for_director,
)
from .events import (
    adjustment_for_director,
    entry_for_director,
    event_for_director,
    event_for_host,
    event_for_recording,
    event_for_scorer,
    event_for_viewer,
    event_for_watcher,
    may_name_event,
    may_see_event,
    reply_for_director,
    runs_event,
    stage_for_director,
)
from .leagues import event_to_enter, leagues_to_show, players_to_enter, seasons_of_league
from .programs import (
    delivery_for_owner,
    key_for_its_member,
    simulation_for_director,
    simulation_for_member,
    webhook_for_owner,
)
from .seasons import (
    clubs_to_enter,
    credit_for_director,
    evening_for_director,
    evening_for_entrant,
    events_of_person,
    is_that_person,
    league_club_for_leaving,
    league_club_for_owner,
    league_for_director,
    league_for_viewer,
    may_see_person,
    may_see_season,
    person_for_editing,
    person_for_viewer,
    season_for_director,
    season_for_entrant,
    season_for_viewer,
    season_member_for_director,
    season_member_for_entrant,
    seasons_of_person,
    unknown_events,
)
from .tables import (
    call_for_director,
    claim_for_recording,
    count_for_viewer,
    deal_for_viewer,
    refs_without_table,
    round_for_director,
    round_for_scorer,
    round_for_viewer,
    table_for_caller,
    table_for_director,
    table_for_host,
    table_for_recording,
    table_for_scorer,
    table_for_viewer,
    table_id_of_claim,
)
from .teams import (
    evening_for_line_ups,
    is_captain,
    line_up_for_captain,
    line_up_for_viewer,
    team_for_captain,
    team_for_director,
    team_for_viewer,
    team_member_for_director,
    teams_led_by,
    teams_to_captain,
    teams_to_hand_in_of,
)

__all__ = [
    "adjustment_for_director", "by_id", "call_for_director", "claim_for_recording", "club_for",
    "club_for_viewer", "clubs_to_enter", "count_for_viewer", "credit_for_director",
    "deal_for_viewer", "delivery_for_owner", "entry_for_director", "evening_for_director",
    "evening_for_entrant", "evening_for_line_ups", "event_for_director", "event_for_host",
    "event_for_recording", "event_for_scorer", "event_for_viewer", "event_for_watcher", "event_to_enter",
    "events_of_person", "invitation_for_owner", "is_captain", "is_that_person", "key_for_its_member",
    "league_club_for_leaving", "league_club_for_owner", "league_for_director", "league_for_viewer",
    "leagues_to_show", "line_up_for_captain", "line_up_for_viewer", "may_direct",
    "may_name_event", "may_see_event", "may_see_person", "may_see_season", "member_for_owner",
    "need_role", "not_found", "person_for_editing",
    "person_for_viewer", "player_for", "player_to_leave",
    "players_to_enter", "refs_without_table",
    "reply_for_director", "round_for_director", "round_for_scorer", "round_for_viewer", "runs_event",
    "season_for_director", "season_for_entrant", "season_for_viewer", "season_member_for_director",
    "season_member_for_entrant", "seasons_of_league", "seasons_of_person",
    "simulation_for_director", "simulation_for_member", "stage_for_director", "table_for_caller",
    "table_for_director", "table_for_host", "table_for_recording", "table_for_scorer", "table_for_viewer",
    "table_id_of_claim", "team_for_captain", "team_for_director", "team_for_viewer",
    "team_member_for_director", "teams_led_by", "teams_to_captain", "teams_to_hand_in_of",
    "unknown_events", "webhook_for_owner", "wish_for_director",
]  # fmt: skip
