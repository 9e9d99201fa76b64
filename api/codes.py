"""Every stable error code: its title, and what the client can do about it (the remedy).

Never change or reuse a code, because programs depend on it. Rooms declare their refusals as classes
(`core.rules.refusals`). Here are the codes that no class declares: those of requests and of the engine, and
those whose sentences are made from parts.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

from django.urls import get_resolver

from tournaments.core.rules.refusals import declared, in_english

__all__ = ["CODE_REMEDIES", "FIELD_CODES", "STATUS_REMEDIES", "examples", "groups", "remedy", "titles"]

REQUEST_CODES = {
    "bad_body": (400, "The body does not match the schema of the route."),
    "bad_cursor": (400, "The cursor was not made for this list."),
    "bad_event_id": (400, "The Last-Event-ID was not sent by this stream."),
    "bad_query": (400, "The query does not match the schema of the route."),
    "bad_request": (400, "The server cannot read the request."),
    "body_too_large": (413, "The body is larger than this route accepts."),
    "body_too_slow": (408, "The body took too long to arrive."),
    "busy": (503, "The server is overloaded."),
    "changed_meanwhile": (409, "Another request created the same thing at the same moment."),
    "disk_full": (503, "The server's disk is full, so it stores no changes."),
    "idempotency_key_malformed": (400, "The Idempotency-Key must have 1 to 255 visible ASCII characters."),
    "internal": (500, "The server made a mistake."),
    "key_malformed": (401, "The Authorization header must be “Bearer KEY”."),
    "key_missing": (401, "This request needs a key."),
    "key_unknown": (401, "The key is unknown, expired or revoked."),
    "method_not_allowed": (405, "The route does not support this method."),
    "no_such_route": (404, "No route has this address."),
    "no_such_version": (412, "If-Match was sent to a route that has no version."),
    "not_acceptable": (406, "The response is not available in any of the requested media types."),
    "not_found": (404, "The thing does not exist, or you may not see it."),
    "request_in_progress": (409, "The server is still processing the same request."),
    "scope_missing": (403, "The key lacks a scope."),
    "throttled": (429, "There were too many requests from one key or address."),
    "too_many_streams": (429, "One key or address has too many open streams."),
    "unavailable": (503, "The database does not respond at the moment."),
    "unsupported_media_type": (415, "The body must be application/json."),
    "version_required": (428, "This change needs the header If-Match."),
    "version_stale": (412, "The version in If-Match is stale."),
}
"""Refusals of requests: the status and the title of each code."""

FIELD_CODES = {
    "bad_size": "Table sizes must be strings from “2” to “10”.",
    "blank": "The text is empty.",
    "date": "This must be a date without a time.",
    "empty": "The list is empty.",
    "invalid": "The value does not have the type that the schema requires.",
    "invalid_choice": "The value is not one of the allowed values.",
    "max_length": "The text or list is too long.",
    "max_string_length": "The number has too many digits.",
    "max_value": "The number is too large.",
    "min_length": "The text or list is too short.",
    "min_value": "The number is too small.",
    "not_a_dict": "This must be an object.",
    "not_a_flag": "This must be true or false.",
    "not_a_number": "This must be a number.",
    "not_a_list": "This must be a list.",
    "not_an_object": "This must be an object.",
    "not_base64": "This must be Base64 with the usual alphabet and its padding.",
    "not_one_of": "This must be one of the words that `detail` lists.",
    "not_text": "This must be a string.",
    "not_whole": "This must be a whole number.",
    "null": "This must not be null.",
    "null_characters_not_allowed": "A text must not contain the null character.",
    "required": "This field is missing.",
    "secret_or_pin": "Send either the secret or the PIN.",
    "surrogate_characters_not_allowed": "A text must not contain half of a surrogate pair.",
    "unknown_field": "The route does not have this field.",
}

DOCUMENT_CODES = {
    "bad_actions": "`actions` must be a list of strings.",
    "bad_after": "`after` must be the number of deals that a total begins after.",
    "bad_board": "`board` must be the chips that stay on the board.",
    "bad_card": "The card is not written correctly.",
    "bad_cards": "Cards must be written as one string.",
    "bad_chips": "`chips` must be a list with one purse for each seat.",
    "bad_dealer": "`dealer` must be a seat of the table.",
    "bad_deals": "`deals` must be the number of deals that were played.",
    "bad_deck": "The deck must be the pack of these rules.",
    "bad_format": "The format of the document is unknown.",
    "bad_hand": "The hand is not written correctly.",
    "bad_hands": "`hands` must be a list with one hand for each seat.",
    "bad_left": "`left` must be a list with one number for each seat.",
    "bad_melds": "`melds` must be an object that maps pools to seats.",
    "bad_net": "`net` must be a list with the chips that each seat has won or lost.",
    "bad_passed": "`passed` must be a list of seats.",
    "bad_pools": "`pools` must be an object that maps pools to chips.",
    "bad_seat": "The table does not have this seat.",
    "bad_shown": "`shown` must be an object that maps seats to cards.",
    "bad_stakes": "`stakes` must be a list with chips for each seat.",
    "bad_stops": "`stops` must be a list of seats.",
    "deck_and_hands": "A deal has either a deck, or hands and an upcard.",
    "duplicate_key": "An object contains a key twice.",
    "malformed_action": "The action is not written correctly.",
    "missing_key": "The document lacks a key.",
    "net_and_chips": "A total has either `net` or `chips`.",
    "no_cards": "The deal has neither a deck nor hands.",
    "not_an_object": "The document must be a JSON object.",
    "not_json": "The body is not valid JSON.",
    "seat_named_twice": "A seat is named twice.",
    "unknown_key": "The document has a key that its format does not define.",
}

RULE_CODES = {
    "bad_rules": "The rules must be an object of switches.",
    "bad_switch_value": "The switch does not allow this value.",
    "missing_switch": "The rules name no preset, and a switch is missing.",
    "switches_clash": "Two switches cannot be combined.",
    "unknown_preset": "No preset has this name.",
    "unknown_switch": "No switch has this name.",
}

DEAL_CODES = {
    "already_bet": "Another seat has already bet.",
    "bet_too_small": "A bet is at least one chip.",
    "beyond_limit": "The stake is above the limit.",
    "beyond_purse": "The stake is larger than the purse.",
    "bots_and_chips_differ": "The numbers of bots and seats differ.",
    "cannot_ante": "A purse is too small for the ante.",
    "card_is_forced": "The seat with the next card must play it.",
    "card_not_held": "The card is not in this hand.",
    "card_outside_the_pack": "The card is not in the pack.",
    "chips_on_credit": "Where purses are on credit, a total has `net`.",
    "chips_without_table": "Without its table, a total has `net` and is no rest.",
    "count_not_conserved": "Chips would appear or vanish.",
    "count_overdrawn": "A seat would have lost more chips than it had.",
    "deal_is_over": "The deal was already over.",
    "duplicate_card": "A card occurs twice.",
    "ends_too_early": "The record ends before the deal is over.",
    "negative_purse": "A purse is below zero, and the rules give no credit.",
    "nobody_has_bet": "No seat has bet yet.",
    "not_in_pochen": "The Pochen is over.",
    "not_in_shedding": "Cards are played only after the Pochen.",
    "nothing_to_call": "The opener has nothing to call.",
    "only_opener_raises": "Only the opener may raise.",
    "only_opener_shows": "Only the opener may show.",
    "opener_must_show": "The opener must raise or show.",
    "raise_too_small": "A raise must be higher than the present stake.",
    "suit_not_followed": "The seat must follow suit.",
    "too_few_seats": "The table has fewer seats than the rules allow.",
    "too_many_seats": "The table has more seats than the rules allow.",
    "unknown_bot": "No bot has this name.",
    "unknown_pool": "The board does not have this pool.",
    "wrong_hand_size": "A hand has the wrong number of cards.",
    "wrong_turn": "It is the turn of another seat.",
}

SCORECARD_CODES = {
    "all_in_passed": "A seat that has staked all its chips cannot pass.",
    "bet_without_set": "A seat without a set has bet.",
    "better_set_held": "A seat shows a set, but the card proves that it holds a better one.",
    "cannot_be_dealt": "No distribution of the cards can produce this scorecard.",
    "cannot_be_played": "No course of play can produce this scorecard.",
    "card_shown_twice": "Two seats show the same card.",
    "in_without_stake": "A seat is in the Pochen without a stake.",
    "joined_upcard_not_melded": "The upcard belongs to a hand that did not take its pool.",
    "leader_played_nothing": "The seat that led still has all its cards.",
    "marriage_missing": "One hand has king and queen, but the marriage was not taken.",
    "marriage_without_both": "The marriage was taken without both king and queen.",
    "meld_missing": "A pool must have been won, but the scorecard gives no winner.",
    "meld_not_shown": "The winner of a pool shows a hand without the winning card.",
    "meld_shown_by_another": "The winning card of a pool is shown by a seat that did not win it.",
    "more_left_than_dealt": "A seat has more cards left than it was dealt.",
    "nobody_out": "No seat has gone out.",
    "not_a_set": "The shown cards are not a set.",
    "not_the_whole_hand": "The whole hand must be shown here.",
    "nothing_shown": "A seat in the showdown shows no cards.",
    "opener_outbid": "Only the opener may raise, but another seat staked more.",
    "passed_with_highest_stake": "The seat with the highest stake has passed.",
    "sequence_not_played": "The winner of the sequence must have played more cards.",
    "several_out": "More than one seat has gone out.",
    "shown_after_passing": "A seat that passed shows cards.",
    "shown_but_not_melded": "A shown card wins a pool, but no seat took the pool.",
    "stake_over_limit": "A stake is above the limit.",
    "stake_over_purse": "A stake is larger than the purse.",
    "stakes_out_of_turn": "No order of betting can produce these stakes.",
    "stakes_without_bet": "There are stakes although all seats passed.",
    "stops_not_paid": "`stops` is given, but these rules pay nothing for stops.",
    "too_few_cards_for_runs": "Too few cards were played for this number of runs.",
    "too_many_cards": "More cards are shown than a hand has.",
    "too_many_cards_for_runs": "Too many cards were played for this number of runs.",
    "unequal_stakes": "The seats that are still in have different stakes.",
    "upcard_melded": "A hand took the pool of the upcard.",
    "upcard_shown": "A hand shows the upcard.",
}

OTHER_CODES = {
    "clubs": {
        "file_not_readable": "The file is no CSV and no spreadsheet (.xlsx), or it is damaged.",
        "file_too_large": "The file is too large for a list.",
        "password_weak": "The password is too easy to guess.",
    },
    "events": {
        "deals_per_unknown": "A number of deals counts the deals of a table or the turns of a seat.",
        "missed_unknown": "No value of a missed round has this name.",
        "scoring_unknown": "No scoring has this name.",
        "sign_up_unknown": "A sign-up is closed, open, or approved by the director.",
        "visibility_unknown": "No visibility has this name.",
        "format_unknown": "No format has this name.",
        "reseed_unknown": "No way of seeding has this name.",
        "small_tables_unknown": "No rule for small tables has this name.",
        "rest_unknown": "No choice for the rest after a cut has this name.",
        "share_unknown": "No share of a score has this name.",
        "prefer_unknown": "No preference of a draw has this name.",
    },
    "seasons": {
        "season_disagrees": "The parts of the document of a season contradict each other.",
    },
    "draw": {
        "apart_too_many": "More players must sit apart than there are tables.",
        "name_ambiguous": "Several players have this name.",
        "name_unknown": "No player of the round has this name.",
        "pinned_seat_missed": "A player does not sit in the pinned seat.",
        "pinned_table_missed": "A player does not sit at the pinned table.",
        "place_out_of_range": "No seat or table has this number.",
        "player_not_wanted": "The player must not be seated in this round.",
        "seating_unreadable": "The list of tables is not valid.",
        "table_missing": "The list lacks a table.",
        "table_twice": "The list contains a table twice.",
        "table_unnumbered": "Some tables of the list have a number, but not all of them.",
        "tables_fixed": "The round is published, so its tables cannot change.",
        "too_few_mates": "A player may sit with fewer others than a table needs.",
        "wish_must_apart": "Two players sit together who must sit apart.",
        "wish_must_together": "Two players sit apart who must sit together.",
        "player_seated_twice": "A player has two seats.",
        "round_published": "The round is published, so its seats are fixed.",
        "table_too_large": "A table has too many players.",
        "table_too_small": "A table has too few players.",
        "wrong_sizes": "The tables do not have the requested sizes.",
    },
    "play": {
        "chips_disagree": "The stated purses differ from the purses of the table.",
        "dealer_disagree": "The stated dealer differs from the dealer of the table.",
        "later_deal_fails": "A later deal would become impossible.",
        "pools_disagree": "The stated pools differ from the pools of the table.",
        "rules_disagree": "The stated rules differ from the rules of the event.",
    },
    "simulations": {
        "bad_number_of_deals": "Each table must play at least one deal.",
        "bad_seed": "A seed must be a whole number from 0 to 2^63 - 1.",
        "no_such_chunk": "The simulation does not have this chunk.",
        "not_compiled": "The compiled core is not installed.",
        "simulation_incomplete": "Some chunks of the simulation have not been played yet.",
        "too_many_chips": "The stakes are too high to count.",
    },
    "programs": {
        "awards_disagree": "The awards in the document differ from those that its standing and tags give.",
        "tags_disagree": "A tag in the document is not as the service stores it, or is there twice.",
        "act_disagrees": "The ledger of a table refuses an act in the document.",
        "adjustment_disagrees": "An adjustment names an entry or round that the document does not contain.",
        "deal_disagrees": "A deal in the document is not the next deal of its table.",
        "document_malformed": "The document is not a complete poch-event/1.",
        "draw_disagrees": "A request, plan or certificate does not match the tables of the document.",
        "entry_disagrees": "An entry in the document has no player, or occurs twice.",
        "leftover_disagrees": "The document shares out leftover chips in a way that the rules do not allow.",
        "move_disagrees": "The document moves chips in a way that the service does not know.",
        "result_disagrees": "The result of a deal in the document does not match its cards.",
        "round_disagrees": "Rounds or tables in the document are not numbered in playing order.",
        "seats_disagree": "The seats in the document do not contain each entry exactly once.",
        "spreads_disagree": "The spreads in the document do not fit its rules.",
        "stage_disagrees": "The entrants or the cut of a stage do not match the entries of the document.",
        "standing_disagrees": "A standing in the document does not match its deals.",
        "wish_disagrees": "A wish must name two players of the document, or one player and a place.",
    },
}
"""Codes by room that no class declares."""

ROOMS = {
    "core": "Any value",
    "clubs": "Clubs, members, keys",
    "events": "Events, stages and entries",
    "tables": "Tables",
    "standings": "Standings and prizes",
    "draw": "Seating and draws",
    "play": "Results, cards of tables, practices",
    "desk": "Rounds and the desk",
    "seasons": "Seasons",
    "teams": "Teams",
    "simulations": "Simulations",
    "programs": "Documents and webhooks",
}


class Group(NamedTuple):
    """Codes about one subject, as the page of codes shows them."""

    title: str
    codes: dict[str, str]
    """Code to title."""
    remedy: str = ""
    """The remedy for all codes of the group."""
    status: int = 422
    """The status of the codes that no class declares."""


@cache
def groups() -> dict[str, Group]:
    """All codes, by subject."""
    get_resolver().url_patterns  # noqa: B018 - it imports all modules that declare refusals
    kinds = sorted({kind.code: kind for kind in declared()}.values(), key=lambda kind: kind.code)
    rooms = {
        room: Group(
            title,
            {kind.code: kind.title() for kind in kinds if kind.__module__.startswith(f"tournaments.{room}.")}
            | OTHER_CODES.get(room, {}),
        )
        for room, title in ROOMS.items()
    }
    outside = {kind.code: kind.title() for kind in kinds if not kind.__module__.startswith("tournaments.")}
    engine = {
        "documents": Group(
            "Deals: the document",
            DOCUMENT_CODES,
            "Write the document as its format requires. `errors` names each wrong place.",
            status=400,
        ),
        "rules": Group(
            "Deals: the rules in the document",
            RULE_CODES,
            "GET `/rules/`. It lists the presets, the switches, and the values that each switch allows.",
        ),
        "deals": Group(
            "Deals: card by card",
            DEAL_CODES,
            "Look at the action with the index `at`, counted from 0. All actions before it are legal.",
        ),
        "scorecards": Group(
            "Deals: scorecards",
            SCORECARD_CODES,
            "No deal can end as the scorecard says. Compare the fields that `detail` names with the table, "
            "and correct the wrong one.",
        ),
    }
    requests = {code: title for code, (_status, title) in REQUEST_CODES.items()}
    return {"requests": Group("Any request", requests | outside), **rooms, **engine}


STATUS_OF = {
    "apart_too_many": 409,
    "bad_deck": 422,
    "bad_rules": 400,
    "chips_disagree": 409,
    "dealer_disagree": 409,
    "later_deal_fails": 409,
    "pools_disagree": 409,
    "round_published": 409,
    "rules_disagree": 409,
    "too_few_mates": 409,
}
"""The status of single codes that no class declares."""


@cache
def examples() -> dict[str, dict[str, Any]]:
    """A problem document for each code."""
    made: dict[str, dict[str, Any]] = {}
    for group in groups().values():
        for code, title in group.codes.items():
            status = STATUS_OF.get(code) or REQUEST_CODES.get(code, (group.status,))[0]
            made[code] = {
                "type": f"/api/v1/errors/{code}/",
                "title": title,
                "status": status,
                "code": code,
                "detail": title,
            }
    for kind in declared():
        typical = {
            name: "Anna Weiß" if form == "s" else 3
            for name, form in re.findall(r"%\((\w+)\)(.)", kind.sentence)
        }
        detail = in_english(kind.sentence, typical | dict(kind.typical))
        made[kind.code] |= {"status": kind.status, "detail": detail}
    return dict(sorted(made.items()))


@cache
def titles() -> dict[str, str]:
    """The title of each code."""
    return {code: title for group in groups().values() for code, title in group.codes.items()}


STATUS_REMEDIES = {
    400: "Send a request that matches the schema of the route. `errors` names each wrong place. The server "
    "refuses the same request again.",
    401: "Send a valid key as `Authorization: Bearer KEY`.",
    403: "Use a key that has the scope, whose member has the role, and that covers the event and the table.",
    404: "Look up the address in the list that contained it. Private things need a key of their club.",
    405: "Use one of the methods in the header `Allow`.",
    406: "Accept `application/json`, or send no `Accept` header.",
    408: "Send the same request again, with the whole body at once.",
    409: "The state has changed since you read it. GET it again, then decide. `stated` and `expected` show "
    "the difference if there is one to show.",
    412: "GET the resource. If your change still makes sense, send the new `ETag` as `If-Match`.",
    413: "Send a smaller body. `detail` states the limit.",
    415: "Send JSON, with `Content-Type: application/json`.",
    422: "Correct the mistake that `detail` describes. `errors` names the place in the body. The server "
    "refuses the same request again.",
    428: "GET the resource, and send its `ETag` as `If-Match`.",
    429: "Wait for the number of seconds in `Retry-After`, then send the same request again.",
    500: "Retry later; retry a POST with the same `Idempotency-Key`. If it fails again, report the time of "
    "the request to the operator of the server, who can find it in the log.",
    503: "Nothing was changed. Wait for the number of seconds in `Retry-After`, then send the same request "
    "again.",
}
"""The remedy for a status, used when neither the code nor its group has one."""

_OMIT_FROM_DOCUMENT = (
    "You can leave this out of the document, because the table knows it. If you state it as a check, GET "
    "`/tables/{table}/` and compare. Perhaps a deal is missing, or the document belongs to another table."
)
_NEW_CARD = "Scan the QR code of the table again, or ask a director for a new one."

CODE_REMEDIES = {
    **dict.fromkeys(
        ("chips_disagree", "dealer_disagree", "pools_disagree", "rules_disagree"), _OMIT_FROM_DOCUMENT
    ),
    **dict.fromkeys(("link_ended", "pin_burnt", "pin_wrong", "pins_paused"), _NEW_CARD),
    "event_already_here": "`expected` names the event. Send `again` to import a copy all the same.",
    "bad_cursor": "Read the list from its beginning, and follow `next` without changing it.",
    "bad_event_id": "Connect without `Last-Event-ID`, and GET the standings once.",
    "bad_query": "Correct the parameter that `errors` names. A route accepts only the parameters in its "
    "schema.",
    "changed_meanwhile": "GET the list again: it may already contain what you wanted to create. If not, send "
    "the same request again.",
    "deal_number_taken": "GET the deal with this number. If yours is a different deal, it is the next one: "
    "GET `/tables/{table}/` for its number.",
    "deal_out_of_turn": "GET `/tables/{table}/` and send the number in `next_deal`. An earlier deal may be "
    "missing.",
    "draw_stale": "GET the round, look at the new draw, and send its `draw`.",
    "idempotency_key_reused": "Use a new key for each new request. A retry repeats the request unchanged.",
    "no_such_version": "Send the request without `If-Match`.",
    "seat_taken": "Send the seat of the person who holds this phone. If another phone took the seat by "
    "mistake, a scorer can free it: POST `/tables/{table}/link/free/`.",
    "request_in_progress": "Wait for the number of seconds in `Retry-After`, then send the same request "
    "again with the same `Idempotency-Key`. You then get the response to the first request.",
    "webhook_no_secret": "POST `/webhooks/{webhook}/rotate/`, and give the new secret to the receiver.",
    "key_unknown": "Create a new key on the page of the club. Owners can see there which keys have expired.",
    "unknown_bot": "Use the name of an existing bot. `detail` lists them if it can.",
}
"""The remedy for a single code."""


def remedy(code: str, status: int) -> str:
    """Return what the client can do about a refusal with this code and status."""
    group = next((group for group in groups().values() if code in group.codes), None)
    return CODE_REMEDIES.get(code) or (group.remedy if group else "") or STATUS_REMEDIES[status]
