"""What is refused to a club and to the programs that act for it: keys, links, webhooks, simulations."""

from __future__ import annotations

OF_CLUBS = {
    "actor_unknown": "Only somebody who is signed in can do this.",
    "bot_unknown": "There is no bot of this name.",
    "expiry_past": "A key cannot have expired before it is made.",
    "invitation_not_open": "The invitation was used, withdrawn or is too old.",
    "last_owner": "A club needs an owner.",
    "member_already": "They are a member already.",
    "member_of_other_clubs": "An owner cannot reset the password of a member of other clubs.",
    "name_control_character": "The name contains an invisible character.",
    "name_empty": "A name needs a letter or a digit.",
    "name_marks": "The name has too many accents on one letter.",
    "name_taken": "The club has a player of this name.",
    "name_too_long": "The name is too long.",
    "name_twice": "The name is in the list twice.",
    "password_weak": "The password is too easy to guess.",
    "player_anonymous": "This person was made anonymous.",
    "player_entered": "The player is entered in an event that is not over.",
    "player_is_a_bot": "This is for persons, not for bots.",
    "role_too_low": "The member's role does not include this.",
    "role_unknown": "There is no such role.",
    "scope_beyond_role": "A key cannot do more than its member.",
    "scope_unknown": "There is no such scope.",
    "slug_taken": "Another one has this address.",
    "username_taken": "Somebody signs in with this name.",
}

OF_LINKS = {
    "grant_foreign": "A key is given events and tables of its own club alone.",
    "grant_needs_results": "A key for some tables has the scope “results” alone.",
    "guest_may_not": "A table's link is for its deals alone.",
    "key_is_limited": "A key for some tables does not give them away.",
    "link_ended": "The link or token opens nothing (any more).",
    "pin_burnt": "The table's PIN was tried wrongly too often.",
    "pin_wrong": "The PIN is not the table's.",
    "pins_paused": "Too many wrong PINs are being tried: scan the QR code.",
    "round_not_open": "Links are good while their round is played.",
    "seat_chosen": "Whose phone it is was said already.",
    "seat_taken": "Another phone speaks for the seat.",
    "table_not_given": "The key is for other tables.",
}

OF_WEBHOOKS = {
    "delivery_pending": "The message is on its way already.",
    "not_of_this_club": "The event is not one of the club.",
    "too_many_webhooks": "The club has as many webhooks as it may have.",
    "webhook_not_https": "A webhook's address begins with https.",
    "webhook_not_public": "A webhook's address is one of the open internet.",
    "webhook_password_in_url": "A webhook's address holds no password.",
    "webhook_paused": "The webhook is paused.",
    "webhook_port": "A webhook is reached at port 443 or 8443.",
    "webhook_type_unknown": "A webhook names no type of change, or one that there is not.",
    "webhook_url_malformed": "The address cannot be read.",
}

OF_SIMULATIONS = {
    "bad_number_of_deals": "Numbers of tables and deals are whole numbers from 1.",
    "bad_rotate": "`rotate` is neither true nor false.",
    "bad_seed": "A seed is a whole number below 2 to the 63.",
    "bad_simulation_spec": "This is not a spec of a simulation.",
    "no_such_chunk": "The simulation has no such chunk.",
    "not_compiled": "The compiled core is not installed.",
    "sides_are_alike": "A comparison of a side with itself shows nothing.",
    "sides_differ_in_seats": "Only tables of one size can be compared.",
    "simulation_incomplete": "Not every chunk has been played.",
    "simulation_needs_bots": "The seats do not name a bot each.",
    "simulation_needs_sides": "A simulation has one side, or two to compare.",
    "simulation_running": "The simulation is being played.",
    "simulation_over": "The simulation is over.",
    "too_many_chips": "Stakes so high cannot be counted.",
    "too_many_deals": "That is more deals than a simulation may have.",
    "too_many_rehearsals": "The club rehearses as much as it may.",
    "too_many_simulations": "The club has as many simulations running as it may.",
}
