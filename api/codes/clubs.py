"""Codes about clubs and the programs that act for them: keys, cards of tables, webhooks, simulations."""

from __future__ import annotations

CLUB_CODES = {
    "accent_contrast": "The colour is lost on the light or on the dark pages.",
    "accent_malformed": "The colour is not written as # and six digits from 0 to f.",
    "actor_unknown": "Only a user who is signed in can do this.",
    "app_secret_malformed": "The key for the app that shows codes was changed on its way.",
    "attempts_slowed": "Too many wrong passwords or codes were entered.",
    "bot_unknown": "No bot has this name.",
    "code_wrong": "The app does not show this code now.",
    "expiry_past": "The expiry time of a key must lie in the future.",
    "invitation_not_open": "The invitation was used or withdrawn, or it has expired.",
    "language_unknown": "The program does not have this language.",
    "last_owner": "A club needs at least one owner.",
    "link_malformed": "A link of the club needs a title and an https address.",
    "links_too_many": "The club has reached its limit of links.",
    "member_already": "This user is already a member.",
    "member_of_other_clubs": "An owner cannot reset how a member of other clubs signs in.",
    "name_control_character": "The name contains an invisible character.",
    "name_empty": "A name needs at least one letter or digit.",
    "name_marks": "The name has too many accents on one letter.",
    "name_taken": "The club already has a player with this name.",
    "name_too_long": "The name is too long.",
    "name_twice": "The list contains the name twice.",
    "pack_unknown": "The program does not have this pack.",
    "password_weak": "The password is too easy to guess.",
    "picture_too_large": "The picture has too many bytes or pixels.",
    "picture_unreadable": "The file is not a PNG, JPEG or WebP picture, or it is damaged.",
    "player_anonymous": "This person was made anonymous.",
    "player_entered": "The player is entered in an event that is not finished.",
    "player_is_a_bot": "This is possible for people, not for bots.",
    "role_too_low": "The role of the member does not allow this.",
    "role_unknown": "No role has this name.",
    "scope_beyond_role": "A key cannot have more rights than its member.",
    "scope_unknown": "No scope has this name.",
    "second_factor_off": "There is no second factor.",
    "second_factor_on": "There is a second factor already.",
    "slug_taken": "This address is already in use.",
    "time_zone_unknown": "There is no time zone with this name.",
    "username_taken": "This username is already in use.",
}

CARD_CODES = {
    "grant_foreign": "A key can only be limited to events and tables of its own club.",
    "grant_needs_results": "A key that is limited to some tables has the scope “results” only.",
    "between_rounds": "Nothing is played at the table now.",
    "cards_over": "The event is finished, and so are its cards.",
    "cards_too_early": "The event has no published round with people yet.",
    "guest_may_not": "The card of a table allows access to the deals of its table only.",
    "key_is_limited": "A key that is limited to some tables cannot share them.",
    "link_ended": "The code or token is not valid, or not valid any longer.",
    "pin_burnt": "The PIN of the table is blocked after too many wrong attempts.",
    "pin_wrong": "The PIN does not belong to this table.",
    "pins_paused": "PINs are paused after too many wrong attempts. Scan the QR code.",
    "seat_chosen": "This phone has already chosen a seat.",
    "seat_taken": "Another phone speaks for this seat.",
    "table_not_given": "The key is limited to other tables.",
}

CALL_CODES = {
    "call_kind_unknown": "No call has this reason.",
    "round_not_open": "A table can call the director while its round is played.",
    "too_many_calls": "The table has called too often in the last ten minutes.",
}

WEBHOOK_CODES = {
    "delivery_pending": "The message is already waiting to be sent.",
    "not_of_this_club": "The event does not belong to this club.",
    "too_many_webhooks": "The club has reached its limit of webhooks.",
    "webhook_no_secret": "The webhook has no secret to sign its messages with.",
    "webhook_not_https": "The address of a webhook must begin with https.",
    "webhook_not_public": "The address of a webhook must be on the public internet.",
    "webhook_password_in_url": "The address of a webhook must not contain a password.",
    "webhook_paused": "The webhook is paused.",
    "webhook_port": "The address of a webhook must use port 443 or 8443.",
    "webhook_type_unknown": "A type of message is unknown, or none was named.",
    "webhook_url_malformed": "The address is not a valid URL.",
}

SIMULATION_CODES = {
    "bad_number_of_deals": "Each table must play at least one deal.",
    "bad_seed": "A seed must be a whole number from 0 to 2^63 - 1.",
    "bad_simulation_spec": "The spec of the simulation is not valid.",
    "no_such_chunk": "The simulation does not have this chunk.",
    "not_compiled": "The compiled core is not installed.",
    "simulation_incomplete": "Some chunks of the simulation have not been played yet.",
    "simulation_over": "The simulation has ended.",
    "too_many_chips": "The stakes are too high to count.",
    "too_many_simulations": "The club has reached its limit of running simulations.",
}
