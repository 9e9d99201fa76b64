"""Codes about clubs and the programs that act for them: keys, table links, webhooks, simulations."""

from __future__ import annotations

CLUB_CODES = {
    "actor_unknown": "Only a user who is signed in can do this.",
    "bot_unknown": "No bot has this name.",
    "expiry_past": "The expiry time of a key must lie in the future.",
    "invitation_not_open": "The invitation was used or withdrawn, or it has expired.",
    "last_owner": "A club needs at least one owner.",
    "member_already": "This user is already a member.",
    "member_of_other_clubs": "An owner cannot reset the password of a member of other clubs.",
    "name_control_character": "The name contains an invisible character.",
    "name_empty": "A name needs at least one letter or digit.",
    "name_marks": "The name has too many accents on one letter.",
    "name_taken": "The club already has a player with this name.",
    "name_too_long": "The name is too long.",
    "name_twice": "The list contains the name twice.",
    "password_weak": "The password is too easy to guess.",
    "player_anonymous": "This person was made anonymous.",
    "player_entered": "The player is entered in an event that is not finished.",
    "player_is_a_bot": "This is possible for people, not for bots.",
    "role_too_low": "The role of the member does not allow this.",
    "role_unknown": "No role has this name.",
    "scope_beyond_role": "A key cannot have more rights than its member.",
    "scope_unknown": "No scope has this name.",
    "slug_taken": "This address is already in use.",
    "username_taken": "This username is already in use.",
}

LINK_CODES = {
    "grant_foreign": "A key can only be limited to events and tables of its own club.",
    "grant_needs_results": "A key that is limited to some tables has the scope “results” only.",
    "guest_may_not": "A table link allows access to the deals of its table only.",
    "key_is_limited": "A key that is limited to some tables cannot share them.",
    "link_ended": "The link or token is not valid, or not valid any longer.",
    "pin_burnt": "The PIN of the table is blocked after too many wrong attempts.",
    "pin_wrong": "The PIN does not belong to this table.",
    "pins_paused": "PINs are paused after too many wrong attempts. Scan the QR code.",
    "round_not_open": "A table link is valid only while its round is played.",
    "seat_chosen": "This phone has already chosen a seat.",
    "seat_taken": "Another phone speaks for this seat.",
    "table_not_given": "The key is limited to other tables.",
}

WEBHOOK_CODES = {
    "delivery_pending": "The message is already waiting to be sent.",
    "not_of_this_club": "The event does not belong to this club.",
    "too_many_webhooks": "The club has reached its limit of webhooks.",
    "webhook_not_https": "The address of a webhook must begin with https.",
    "webhook_not_public": "The address of a webhook must be on the public internet.",
    "webhook_password_in_url": "The address of a webhook must not contain a password.",
    "webhook_paused": "The webhook is paused.",
    "webhook_port": "The address of a webhook must use port 443 or 8443.",
    "webhook_type_unknown": "A type of message is unknown, or none was named.",
    "webhook_url_malformed": "The address is not a valid URL.",
}

SIMULATION_CODES = {
    "bad_number_of_deals": "Numbers of tables and deals must be whole numbers from 1.",
    "bad_rotate": "`rotate` must be true or false.",
    "bad_seed": "A seed must be a whole number from 0 to 2^63 - 1.",
    "bad_simulation_spec": "The spec of the simulation is not valid.",
    "no_such_chunk": "The simulation does not have this chunk.",
    "not_compiled": "The compiled core is not installed.",
    "sides_are_alike": "The two sides of a comparison must differ.",
    "sides_differ_in_seats": "Both sides of a comparison need the same number of seats.",
    "simulation_incomplete": "Some chunks of the simulation have not been played yet.",
    "simulation_needs_bots": "Each seat of a simulation needs a bot.",
    "simulation_needs_sides": "A simulation has one side, or two to compare.",
    "simulation_running": "The simulation is still running.",
    "simulation_over": "The simulation has ended.",
    "too_many_chips": "The stakes are too high to count.",
    "too_many_deals": "The simulation has more deals than allowed.",
    "too_many_rehearsals": "The club has reached its limit of rehearsals.",
    "too_many_simulations": "The club has reached its limit of running simulations.",
}
