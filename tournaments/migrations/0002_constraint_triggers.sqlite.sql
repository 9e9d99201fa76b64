CREATE TRIGGER tournaments_deal_no_update BEFORE UPDATE ON tournaments_deal BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_deal are never changed or removed'); END;

CREATE TRIGGER tournaments_deal_no_delete BEFORE DELETE ON tournaments_deal BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_deal are never changed or removed'); END;

CREATE TRIGGER tournaments_deal_no_replace BEFORE INSERT ON tournaments_deal
WHEN EXISTS (SELECT 1 FROM tournaments_deal WHERE id = NEW.id OR replaces_id = NEW.replaces_id
OR (table_id, number, revision) = (NEW.table_id, NEW.number, NEW.revision)) BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_deal are never changed or removed'); END;

CREATE TRIGGER tournaments_transfer_no_update BEFORE UPDATE ON tournaments_transfer BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_transfer are never changed or removed'); END;

CREATE TRIGGER tournaments_transfer_no_delete BEFORE DELETE ON tournaments_transfer BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_transfer are never changed or removed'); END;

CREATE TRIGGER tournaments_transfer_no_replace BEFORE INSERT ON tournaments_transfer
WHEN EXISTS (SELECT 1 FROM tournaments_transfer WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_transfer are never changed or removed'); END;

CREATE TRIGGER tournaments_seatresult_no_update BEFORE UPDATE ON tournaments_seatresult BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_seatresult are never changed or removed'); END;

CREATE TRIGGER tournaments_seatresult_no_delete BEFORE DELETE ON tournaments_seatresult BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_seatresult are never changed or removed'); END;

CREATE TRIGGER tournaments_seatresult_no_replace BEFORE INSERT ON tournaments_seatresult
WHEN EXISTS (SELECT 1 FROM tournaments_seatresult WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_seatresult are never changed or removed'); END;

CREATE TRIGGER tournaments_payout_no_update BEFORE UPDATE ON tournaments_payout BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_payout are never changed or removed'); END;

CREATE TRIGGER tournaments_payout_no_delete BEFORE DELETE ON tournaments_payout BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_payout are never changed or removed'); END;

CREATE TRIGGER tournaments_payout_no_replace BEFORE INSERT ON tournaments_payout
WHEN EXISTS (SELECT 1 FROM tournaments_payout WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_payout are never changed or removed'); END;

CREATE TRIGGER tournaments_showdown_no_update BEFORE UPDATE ON tournaments_showdown BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_showdown are never changed or removed'); END;

CREATE TRIGGER tournaments_showdown_no_delete BEFORE DELETE ON tournaments_showdown BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_showdown are never changed or removed'); END;

CREATE TRIGGER tournaments_showdown_no_replace BEFORE INSERT ON tournaments_showdown
WHEN EXISTS (SELECT 1 FROM tournaments_showdown WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_showdown are never changed or removed'); END;

CREATE TRIGGER tournaments_auditentry_no_update BEFORE UPDATE ON tournaments_auditentry BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_auditentry are never changed or removed'); END;

CREATE TRIGGER tournaments_auditentry_no_delete BEFORE DELETE ON tournaments_auditentry BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_auditentry are never changed or removed'); END;

CREATE TRIGGER tournaments_auditentry_no_replace BEFORE INSERT ON tournaments_auditentry
WHEN EXISTS (SELECT 1 FROM tournaments_auditentry WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_auditentry are never changed or removed'); END;

CREATE TRIGGER tournaments_account_no_delete BEFORE DELETE ON tournaments_account BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_account are never changed or removed'); END;

CREATE TRIGGER tournaments_account_no_replace BEFORE INSERT ON tournaments_account
WHEN EXISTS (SELECT 1 FROM tournaments_account WHERE id = NEW.id OR (table_id, name) = (NEW.table_id, NEW.name)) BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_account are never changed or removed'); END;

CREATE TRIGGER account_opens_empty BEFORE INSERT ON tournaments_account WHEN NEW.balance <> 0
BEGIN SELECT RAISE(ABORT, 'account_opens_empty: a new account has the balance 0'); END;

CREATE TRIGGER account_stays_itself BEFORE UPDATE ON tournaments_account
WHEN (NEW.id, NEW.table_id, NEW.name, NEW.overdraft)
    IS NOT (OLD.id, OLD.table_id, OLD.name, OLD.overdraft)
BEGIN SELECT RAISE(ABORT, 'account_balance_is_its_transfers: only a transfer changes a balance'); END;

CREATE TRIGGER account_balance_is_its_transfers AFTER UPDATE OF balance ON tournaments_account
WHEN NEW.balance <>
    (SELECT coalesce(sum(chips), 0) FROM tournaments_transfer WHERE target_id = NEW.id)
    - (SELECT coalesce(sum(chips), 0) FROM tournaments_transfer WHERE source_id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'account_balance_is_its_transfers: only a transfer changes a balance'); END;

CREATE TRIGGER transfer_at_one_table BEFORE INSERT ON tournaments_transfer BEGIN
    SELECT RAISE(ABORT, 'transfer_at_one_table: a transfer joins two accounts of its own table')
    WHERE NEW.table_id IS NOT (SELECT table_id FROM tournaments_account WHERE id = NEW.source_id)
       OR NEW.table_id IS NOT (SELECT table_id FROM tournaments_account WHERE id = NEW.target_id);
    SELECT RAISE(ABORT, 'transfer_has_its_reason: chips move in deals, by the bank or as leftovers')
    FROM tournaments_account s, tournaments_account g
    WHERE s.id = NEW.source_id AND g.id = NEW.target_id AND NOT CASE
        WHEN NEW.deal_id IS NOT NULL THEN
            NEW.reason NOT IN ('start', 'issue', 'return', 'leftover')
            AND s.name <> 'bank' AND g.name <> 'bank'
        WHEN NEW.reason IN ('start', 'issue') THEN s.name = 'bank' AND g.name LIKE 'seat %'
        WHEN NEW.reason = 'return' THEN s.name LIKE 'seat %' AND g.name = 'bank'
            AND NOT EXISTS (SELECT 1 FROM tournaments_deal d WHERE d.table_id = NEW.table_id)
        WHEN NEW.reason = 'leftover' THEN
            CASE WHEN g.name LIKE 'seat %' THEN
                s.name NOT IN ('bank', 'bets') AND s.name NOT LIKE 'seat %'
            ELSE NEW.chips <= (
                SELECT coalesce(sum(CASE WHEN p.target_id = s.id THEN p.chips ELSE -p.chips END), 0)
                FROM tournaments_transfer p WHERE p.reason = 'leftover'
                AND (p.source_id, p.target_id) IN (VALUES (s.id, g.id), (g.id, s.id))
            ) END
            AND EXISTS (
                SELECT 1 FROM tournaments_table b
                JOIN tournaments_round r ON r.id = b.round_id
                JOIN tournaments_event e ON e.id = r.event_id
                WHERE b.id = NEW.table_id AND r.status = 'closed'
                AND json_extract(e.frozen_rules, '$.leftover') = 'split')
        ELSE 0
    END;
END;

CREATE TRIGGER transfer_moves_chips AFTER INSERT ON tournaments_transfer BEGIN
    UPDATE tournaments_account SET balance = balance - NEW.chips WHERE id = NEW.source_id;
    UPDATE tournaments_account SET balance = balance + NEW.chips WHERE id = NEW.target_id;
END;

CREATE TRIGGER tournaments_transfer_before_its_deal BEFORE INSERT ON tournaments_transfer
WHEN EXISTS (SELECT 1 FROM tournaments_deal WHERE id = NEW.deal_id)
BEGIN SELECT RAISE(ABORT, 'deal_is_sealed: a recorded deal gets no further parts'); END;

CREATE TRIGGER tournaments_seatresult_before_its_deal BEFORE INSERT ON tournaments_seatresult
WHEN EXISTS (SELECT 1 FROM tournaments_deal WHERE id = NEW.deal_id)
BEGIN SELECT RAISE(ABORT, 'deal_is_sealed: a recorded deal gets no further parts'); END;

CREATE TRIGGER tournaments_payout_before_its_deal BEFORE INSERT ON tournaments_payout
WHEN EXISTS (SELECT 1 FROM tournaments_deal WHERE id = NEW.deal_id)
BEGIN SELECT RAISE(ABORT, 'deal_is_sealed: a recorded deal gets no further parts'); END;

CREATE TRIGGER tournaments_showdown_before_its_deal BEFORE INSERT ON tournaments_showdown
WHEN EXISTS (SELECT 1 FROM tournaments_deal WHERE id = NEW.deal_id)
BEGIN SELECT RAISE(ABORT, 'deal_is_sealed: a recorded deal gets no further parts'); END;

CREATE TRIGGER deal_is_whole AFTER INSERT ON tournaments_deal BEGIN
    SELECT RAISE(ABORT, 'deal_is_whole: a deal needs a result for each seat of its table')
    WHERE NOT EXISTS (SELECT 1 FROM tournaments_seat WHERE table_id = NEW.table_id)
    OR EXISTS (
        SELECT 1 FROM tournaments_seat s
        LEFT JOIN tournaments_seatresult r ON r.deal_id = NEW.id AND r.seat_id = s.id
        WHERE s.table_id = NEW.table_id AND r.id IS NULL);
    SELECT RAISE(ABORT, 'deal_is_its_transfers: the results and bets of a deal equal its transfers')
    FROM tournaments_seatresult r
    JOIN tournaments_seat s ON s.id = r.seat_id
    LEFT JOIN tournaments_account a ON a.table_id = NEW.table_id AND a.name = 'seat ' || s.number
    WHERE r.deal_id = NEW.id AND (s.table_id <> NEW.table_id OR a.id IS NULL OR r.net <>
        (SELECT coalesce(sum(CASE WHEN t.target_id = a.id THEN t.chips ELSE -t.chips END), 0)
         FROM tournaments_transfer t
         WHERE t.deal_id = NEW.id AND (t.target_id = a.id OR t.source_id = a.id)));
    SELECT RAISE(ABORT, 'deal_is_its_transfers: the results and bets of a deal equal its transfers')
    FROM tournaments_transfer t WHERE t.deal_id = NEW.id AND t.table_id <> NEW.table_id;
    SELECT RAISE(ABORT, 'deal_is_its_transfers: the results and bets of a deal equal its transfers')
    FROM tournaments_transfer t
    JOIN tournaments_account a ON a.name LIKE 'seat %' AND a.id IN (t.source_id, t.target_id)
    LEFT JOIN tournaments_seat s ON s.table_id = NEW.table_id AND a.name = 'seat ' || s.number
    WHERE t.deal_id = NEW.id AND s.id IS NULL;
    SELECT RAISE(ABORT, 'deal_is_its_transfers: the results and bets of a deal equal its transfers')
    WHERE 0 <>
        (SELECT coalesce(sum(CASE WHEN a.id = t.target_id THEN t.chips ELSE -t.chips END), 0)
         FROM tournaments_transfer t
         JOIN tournaments_account a ON a.name = 'bets' AND a.id IN (t.source_id, t.target_id)
         WHERE t.deal_id = NEW.id);
END;

CREATE TRIGGER void_undoes_its_deal AFTER INSERT ON tournaments_deal WHEN NEW.kind = 'void' BEGIN
    SELECT RAISE(ABORT, 'void_undoes_its_deal: a void moves exactly the chips of its deal back')
    FROM (
        SELECT target_id AS account, chips FROM tournaments_transfer
        WHERE deal_id IN (NEW.id, NEW.replaces_id)
        UNION ALL
        SELECT source_id, -chips FROM tournaments_transfer WHERE deal_id IN (NEW.id, NEW.replaces_id)
    ) both_deals GROUP BY account HAVING sum(chips) <> 0;
END;

CREATE TRIGGER deal_replaces_the_one_before AFTER INSERT ON tournaments_deal BEGIN
    SELECT RAISE(ABORT, 'deal_replaces_the_one_before: a revision replaces the previous revision of its deal')
    FROM tournaments_deal older JOIN tournaments_deal newer ON newer.replaces_id = older.id
    WHERE older.id IN (NEW.id, NEW.replaces_id)
    AND (newer.table_id, newer.number, newer.revision, newer.kind) IS NOT
        (older.table_id, older.number, older.revision + 1,
         CASE WHEN older.kind = 'void' THEN 'recorded' ELSE newer.kind END);
END;

CREATE TRIGGER seats_are_taken_insert BEFORE INSERT ON tournaments_seat BEGIN
        SELECT RAISE(ABORT, 'seats_are_taken: the seats of a table with a deal that counts do not change')
        FROM tournaments_deal d WHERE d.table_id IN (NEW.table_id) AND
d.kind = 'recorded'
AND NOT EXISTS (SELECT 1 FROM tournaments_deal later WHERE later.replaces_id = d.id);
    END;

CREATE TRIGGER seats_are_taken_update BEFORE UPDATE ON tournaments_seat BEGIN
        SELECT RAISE(ABORT, 'seats_are_taken: the seats of a table with a deal that counts do not change')
        FROM tournaments_deal d WHERE d.table_id IN (OLD.table_id, NEW.table_id) AND
d.kind = 'recorded'
AND NOT EXISTS (SELECT 1 FROM tournaments_deal later WHERE later.replaces_id = d.id);
    END;

CREATE TRIGGER seats_are_taken_delete BEFORE DELETE ON tournaments_seat BEGIN
        SELECT RAISE(ABORT, 'seats_are_taken: the seats of a table with a deal that counts do not change')
        FROM tournaments_deal d WHERE d.table_id IN (OLD.table_id) AND
d.kind = 'recorded'
AND NOT EXISTS (SELECT 1 FROM tournaments_deal later WHERE later.replaces_id = d.id);
    END;

CREATE TRIGGER seat_of_its_round_insert BEFORE INSERT ON tournaments_seat
WHEN EXISTS (
    SELECT 1 FROM tournaments_table b WHERE b.id = NEW.table_id AND b.round_id <> NEW.round_id
) OR EXISTS (
    SELECT 1 FROM tournaments_round r JOIN tournaments_entry e ON e.event_id <> r.event_id
    WHERE r.id = NEW.round_id AND e.id = NEW.entry_id
)
BEGIN SELECT RAISE(ABORT, 'seat_of_its_round: the table and the entry of a seat fit its round'); END;

CREATE TRIGGER seat_of_its_round_update BEFORE UPDATE ON tournaments_seat
WHEN EXISTS (
    SELECT 1 FROM tournaments_table b WHERE b.id = NEW.table_id AND b.round_id <> NEW.round_id
) OR EXISTS (
    SELECT 1 FROM tournaments_round r JOIN tournaments_entry e ON e.event_id <> r.event_id
    WHERE r.id = NEW.round_id AND e.id = NEW.entry_id
)
BEGIN SELECT RAISE(ABORT, 'seat_of_its_round: the table and the entry of a seat fit its round'); END;

CREATE TRIGGER event_version_grows BEFORE UPDATE ON tournaments_event WHEN NEW.version < OLD.version
BEGIN SELECT RAISE(ABORT, 'event_version_grows: the version of an event only grows'); END;

CREATE TRIGGER event_rules_frozen BEFORE UPDATE ON tournaments_event
WHEN OLD.frozen_rules IS NOT NULL AND NEW.frozen_rules IS NOT OLD.frozen_rules
BEGIN SELECT RAISE(ABORT, 'event_rules_frozen: the rules of an event are frozen at its start'); END;

CREATE TRIGGER adjustment_not_changed BEFORE UPDATE ON tournaments_adjustment
WHEN OLD.cancelled_at IS NOT NULL OR
    (NEW.id, NEW.event_id, NEW.entry_id, NEW.round_id, NEW.chips, NEW.reason, NEW.author_id)
    IS NOT (OLD.id, OLD.event_id, OLD.entry_id, OLD.round_id, OLD.chips, OLD.reason, OLD.author_id)
BEGIN SELECT RAISE(ABORT, 'adjustment_stays: an adjustment is cancelled once, never changed or removed'); END;

CREATE TRIGGER adjustment_not_removed BEFORE DELETE ON tournaments_adjustment BEGIN SELECT RAISE(ABORT, 'adjustment_stays: an adjustment is cancelled once, never changed or removed'); END;

CREATE TRIGGER entry_of_its_club BEFORE INSERT ON tournaments_entry BEGIN
    SELECT RAISE(ABORT, 'entry_of_its_club: the player of an entry belongs to the club of its event') WHERE ((SELECT club_id FROM tournaments_event WHERE id = NEW.event_id) = (SELECT club_id FROM tournaments_player WHERE id = NEW.player_id)) IS NOT TRUE;
END;

CREATE TRIGGER entry_of_its_club_later BEFORE UPDATE OF event_id, player_id ON tournaments_entry BEGIN
    SELECT RAISE(ABORT, 'entry_of_its_club: the player of an entry belongs to the club of its event') WHERE ((SELECT club_id FROM tournaments_event WHERE id = NEW.event_id) = (SELECT club_id FROM tournaments_player WHERE id = NEW.player_id)) IS NOT TRUE;
END;

CREATE TRIGGER round_of_its_event BEFORE INSERT ON tournaments_round BEGIN
    SELECT RAISE(ABORT, 'round_of_its_event: the stage of a round belongs to the same event') WHERE ((SELECT event_id FROM tournaments_stage WHERE id = NEW.stage_id) = NEW.event_id) IS NOT TRUE;
END;

CREATE TRIGGER round_of_its_event_later BEFORE UPDATE OF event_id, stage_id ON tournaments_round BEGIN
    SELECT RAISE(ABORT, 'round_of_its_event: the stage of a round belongs to the same event') WHERE ((SELECT event_id FROM tournaments_stage WHERE id = NEW.stage_id) = NEW.event_id) IS NOT TRUE;
END;

CREATE TRIGGER round_seats_who_is_here BEFORE INSERT ON tournaments_round BEGIN
        SELECT RAISE(ABORT, 'round_seats_who_is_here: a round with a withdrawn entry in a seat cannot be published') WHERE (NEW.status <> 'published' OR NOT EXISTS (
    SELECT 1 FROM tournaments_seat s JOIN tournaments_entry e ON e.id = s.entry_id
    WHERE s.round_id = NEW.id AND e.status = 'withdrawn' AND e.from_round <= NEW.number
)) IS NOT TRUE;
    END;

CREATE TRIGGER round_seats_who_is_here_later BEFORE UPDATE OF status ON tournaments_round BEGIN
        SELECT RAISE(ABORT, 'round_seats_who_is_here: a round with a withdrawn entry in a seat cannot be published') WHERE (NEW.status <> 'published' OR NOT EXISTS (
    SELECT 1 FROM tournaments_seat s JOIN tournaments_entry e ON e.id = s.entry_id
    WHERE s.round_id = NEW.id AND e.status = 'withdrawn' AND e.from_round <= NEW.number
)) IS NOT TRUE;
    END;

CREATE TRIGGER seat_of_who_may_sit BEFORE INSERT ON tournaments_seat BEGIN
        SELECT RAISE(ABORT, 'seat_of_who_may_sit: people and bots do not share a table, and a withdrawn entry gets no seat') WHERE (NOT EXISTS (
    SELECT 1 FROM tournaments_seat other
    JOIN tournaments_entry theirs ON theirs.id = other.entry_id
    JOIN tournaments_player they ON they.id = theirs.player_id
    WHERE other.table_id = NEW.table_id AND other.number <> NEW.number AND (they.bot = '') <>
        (SELECT bot = '' FROM tournaments_player WHERE id =
            (SELECT player_id FROM tournaments_entry WHERE id = NEW.entry_id))
) AND NOT EXISTS (
    SELECT 1 FROM tournaments_entry e JOIN tournaments_round r ON r.id = NEW.round_id
    WHERE e.id = NEW.entry_id AND e.status = 'withdrawn' AND e.from_round <= r.number
    AND r.status <> 'drawn'
)) IS NOT TRUE;
    END;

CREATE TRIGGER seat_of_who_may_sit_later BEFORE UPDATE OF table_id, round_id, number, entry_id ON tournaments_seat BEGIN
        SELECT RAISE(ABORT, 'seat_of_who_may_sit: people and bots do not share a table, and a withdrawn entry gets no seat') WHERE (NOT EXISTS (
    SELECT 1 FROM tournaments_seat other
    JOIN tournaments_entry theirs ON theirs.id = other.entry_id
    JOIN tournaments_player they ON they.id = theirs.player_id
    WHERE other.table_id = NEW.table_id AND other.number <> NEW.number AND (they.bot = '') <>
        (SELECT bot = '' FROM tournaments_player WHERE id =
            (SELECT player_id FROM tournaments_entry WHERE id = NEW.entry_id))
) AND NOT EXISTS (
    SELECT 1 FROM tournaments_entry e JOIN tournaments_round r ON r.id = NEW.round_id
    WHERE e.id = NEW.entry_id AND e.status = 'withdrawn' AND e.from_round <= r.number
    AND r.status <> 'drawn'
)) IS NOT TRUE;
    END;

CREATE TRIGGER adjustment_of_its_event BEFORE INSERT ON tournaments_adjustment BEGIN
        SELECT RAISE(ABORT, 'adjustment_of_its_event: the entry and the round of an adjustment belong to its event') WHERE ((SELECT event_id FROM tournaments_entry WHERE id = NEW.entry_id) = NEW.event_id
AND (NEW.round_id IS NULL OR (SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id)) IS NOT TRUE;
    END;

CREATE TRIGGER adjustment_of_its_event_later BEFORE UPDATE OF event_id, entry_id, round_id ON tournaments_adjustment BEGIN
        SELECT RAISE(ABORT, 'adjustment_of_its_event: the entry and the round of an adjustment belong to its event') WHERE ((SELECT event_id FROM tournaments_entry WHERE id = NEW.entry_id) = NEW.event_id
AND (NEW.round_id IS NULL OR (SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id)) IS NOT TRUE;
    END;

CREATE TRIGGER standing_of_its_event BEFORE INSERT ON tournaments_standing BEGIN
        SELECT RAISE(ABORT, 'standing_of_its_event: the event of a standing has reached its version, and its round belongs to that event') WHERE (NEW.version <= (SELECT version FROM tournaments_event WHERE id = NEW.event_id)
AND (NEW.round_id IS NULL OR (SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id)) IS NOT TRUE;
    END;

CREATE TRIGGER standing_of_its_event_later BEFORE UPDATE OF event_id, round_id, version ON tournaments_standing BEGIN
        SELECT RAISE(ABORT, 'standing_of_its_event: the event of a standing has reached its version, and its round belongs to that event') WHERE (NEW.version <= (SELECT version FROM tournaments_event WHERE id = NEW.event_id)
AND (NEW.round_id IS NULL OR (SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id)) IS NOT TRUE;
    END;

CREATE TRIGGER wish_of_its_club BEFORE INSERT ON tournaments_seatingwish BEGIN
        SELECT RAISE(ABORT, 'wish_of_its_club: the players and the event of a wish belong to its club') WHERE ((SELECT club_id FROM tournaments_player WHERE id = NEW.player_id) = NEW.club_id
AND (NEW.other_id IS NULL OR (SELECT club_id FROM tournaments_player WHERE id = NEW.other_id) = NEW.club_id)
AND (NEW.event_id IS NULL OR (SELECT club_id FROM tournaments_event WHERE id = NEW.event_id) = NEW.club_id)) IS NOT TRUE;
    END;

CREATE TRIGGER wish_of_its_club_later BEFORE UPDATE OF club_id, event_id, player_id, other_id ON tournaments_seatingwish BEGIN
        SELECT RAISE(ABORT, 'wish_of_its_club: the players and the event of a wish belong to its club') WHERE ((SELECT club_id FROM tournaments_player WHERE id = NEW.player_id) = NEW.club_id
AND (NEW.other_id IS NULL OR (SELECT club_id FROM tournaments_player WHERE id = NEW.other_id) = NEW.club_id)
AND (NEW.event_id IS NULL OR (SELECT club_id FROM tournaments_event WHERE id = NEW.event_id) = NEW.club_id)) IS NOT TRUE;
    END;

CREATE TRIGGER grant_of_its_club BEFORE INSERT ON tournaments_keygrant BEGIN
        SELECT RAISE(ABORT, 'grant_of_its_club: the events and tables granted to a key belong to its club') WHERE ((SELECT m.club_id FROM tournaments_apikey k JOIN tournaments_member m ON m.id = k.member_id
    WHERE k.id = NEW.key_id)
= (SELECT e.club_id FROM tournaments_event e WHERE e.id = coalesce(NEW.event_id,
    (SELECT r.event_id FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id
     WHERE t.id = NEW.table_id)))) IS NOT TRUE;
    END;

CREATE TRIGGER grant_of_its_club_later BEFORE UPDATE OF key_id, event_id, table_id ON tournaments_keygrant BEGIN
        SELECT RAISE(ABORT, 'grant_of_its_club: the events and tables granted to a key belong to its club') WHERE ((SELECT m.club_id FROM tournaments_apikey k JOIN tournaments_member m ON m.id = k.member_id
    WHERE k.id = NEW.key_id)
= (SELECT e.club_id FROM tournaments_event e WHERE e.id = coalesce(NEW.event_id,
    (SELECT r.event_id FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id
     WHERE t.id = NEW.table_id)))) IS NOT TRUE;
    END;

CREATE TRIGGER rehearsal_of_its_club BEFORE INSERT ON tournaments_rehearsal BEGIN
    SELECT RAISE(ABORT, 'rehearsal_of_its_club: the copy of an event for a rehearsal belongs to the rehearsal club of its club') WHERE ((SELECT c.rehearses_id FROM tournaments_event e JOIN tournaments_club c ON c.id = e.club_id
WHERE e.id = NEW.event_id) = (SELECT club_id FROM tournaments_event WHERE id = NEW.of_id)) IS NOT TRUE;
END;

CREATE TRIGGER rehearsal_of_its_club_later BEFORE UPDATE OF event_id, of_id ON tournaments_rehearsal BEGIN
    SELECT RAISE(ABORT, 'rehearsal_of_its_club: the copy of an event for a rehearsal belongs to the rehearsal club of its club') WHERE ((SELECT c.rehearses_id FROM tournaments_event e JOIN tournaments_club c ON c.id = e.club_id
WHERE e.id = NEW.event_id) = (SELECT club_id FROM tournaments_event WHERE id = NEW.of_id)) IS NOT TRUE;
END;

CREATE TRIGGER stand_in_of_its_club BEFORE INSERT ON tournaments_player BEGIN
        SELECT RAISE(ABORT, 'stand_in_of_its_club: a stand-in belongs to the rehearsal club of the club of its player') WHERE (NOT EXISTS (
    SELECT 1 FROM tournaments_player real WHERE real.id = NEW.stands_in_for_id AND
    (SELECT rehearses_id = real.club_id FROM tournaments_club WHERE id = NEW.club_id) IS NOT TRUE
) AND NOT EXISTS (
    SELECT 1 FROM tournaments_player other WHERE other.stands_in_for_id = NEW.id AND
    (SELECT rehearses_id = NEW.club_id FROM tournaments_club WHERE id = other.club_id) IS NOT TRUE
)) IS NOT TRUE;
    END;

CREATE TRIGGER stand_in_of_its_club_later BEFORE UPDATE OF stands_in_for_id ON tournaments_player BEGIN
        SELECT RAISE(ABORT, 'stand_in_of_its_club: a stand-in belongs to the rehearsal club of the club of its player') WHERE (NOT EXISTS (
    SELECT 1 FROM tournaments_player real WHERE real.id = NEW.stands_in_for_id AND
    (SELECT rehearses_id = real.club_id FROM tournaments_club WHERE id = NEW.club_id) IS NOT TRUE
) AND NOT EXISTS (
    SELECT 1 FROM tournaments_player other WHERE other.stands_in_for_id = NEW.id AND
    (SELECT rehearses_id = NEW.club_id FROM tournaments_club WHERE id = other.club_id) IS NOT TRUE
)) IS NOT TRUE;
    END;

CREATE TRIGGER claim_of_its_table BEFORE INSERT ON tournaments_dealclaim BEGIN
    SELECT RAISE(ABORT, 'claim_of_its_table: the deal of a confirmed claim has the table and the number of the claim') WHERE (NEW.deal_id IS NULL OR EXISTS (SELECT 1 FROM tournaments_deal d WHERE d.id = NEW.deal_id
AND d.table_id = NEW.table_id AND d.number = NEW.number)) IS NOT TRUE;
END;

CREATE TRIGGER claim_of_its_table_later BEFORE UPDATE OF table_id, number, deal_id ON tournaments_dealclaim BEGIN
    SELECT RAISE(ABORT, 'claim_of_its_table: the deal of a confirmed claim has the table and the number of the claim') WHERE (NEW.deal_id IS NULL OR EXISTS (SELECT 1 FROM tournaments_deal d WHERE d.id = NEW.deal_id
AND d.table_id = NEW.table_id AND d.number = NEW.number)) IS NOT TRUE;
END;

CREATE TRIGGER event_status_moves BEFORE UPDATE OF status ON tournaments_event
WHEN NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (VALUES ('draft', 'open'), ('draft', 'running'), ('open', 'running'), ('running', 'finished'), ('finished', 'running'))
BEGIN SELECT RAISE(ABORT, 'event_status_moves: an event goes from draft to open, running and finished, and only from finished back to running'); END;

CREATE TRIGGER round_status_moves BEFORE UPDATE OF status ON tournaments_round
WHEN NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (VALUES ('drawn', 'published'), ('published', 'playing'), ('published', 'closed'), ('playing', 'closed'))
BEGIN SELECT RAISE(ABORT, 'round_status_moves: a round goes from drawn to published, playing and closed, and never back'); END;

CREATE TRIGGER entry_status_moves BEFORE UPDATE OF status ON tournaments_entry
WHEN NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (VALUES ('registered', 'checked_in'), ('checked_in', 'registered'), ('registered', 'withdrawn'), ('checked_in', 'withdrawn'))
BEGIN SELECT RAISE(ABORT, 'entry_status_moves: a withdrawn entry stays withdrawn'); END;

CREATE TRIGGER tournaments_club_stays BEFORE UPDATE OF id, rehearses_id ON tournaments_club
WHEN (NEW.id, NEW.rehearses_id) IS NOT (OLD.id, OLD.rehearses_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_club, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_member_stays BEFORE UPDATE OF id, club_id, user_id ON tournaments_member
WHEN (NEW.id, NEW.club_id, NEW.user_id) IS NOT (OLD.id, OLD.club_id, OLD.user_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_member, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_apikey_stays BEFORE UPDATE OF id, member_id ON tournaments_apikey
WHEN (NEW.id, NEW.member_id) IS NOT (OLD.id, OLD.member_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_apikey, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_player_stays BEFORE UPDATE OF id, club_id, bot ON tournaments_player
WHEN (NEW.id, NEW.club_id, NEW.bot) IS NOT (OLD.id, OLD.club_id, OLD.bot) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_player, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_event_stays BEFORE UPDATE OF id, club_id ON tournaments_event
WHEN (NEW.id, NEW.club_id) IS NOT (OLD.id, OLD.club_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_event, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_stage_stays BEFORE UPDATE OF id, event_id ON tournaments_stage
WHEN (NEW.id, NEW.event_id) IS NOT (OLD.id, OLD.event_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_stage, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_entry_stays BEFORE UPDATE OF id, event_id, player_id ON tournaments_entry
WHEN (NEW.id, NEW.event_id, NEW.player_id) IS NOT (OLD.id, OLD.event_id, OLD.player_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_entry, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_round_stays BEFORE UPDATE OF id, event_id, stage_id, number ON tournaments_round
WHEN (NEW.id, NEW.event_id, NEW.stage_id, NEW.number) IS NOT (OLD.id, OLD.event_id, OLD.stage_id, OLD.number) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_round, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_table_stays BEFORE UPDATE OF id, round_id ON tournaments_table
WHEN (NEW.id, NEW.round_id) IS NOT (OLD.id, OLD.round_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_table, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_standing_stays BEFORE UPDATE OF id, event_id ON tournaments_standing
WHEN (NEW.id, NEW.event_id) IS NOT (OLD.id, OLD.event_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_standing, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_rehearsal_stays BEFORE UPDATE OF id, event_id, of_id ON tournaments_rehearsal
WHEN (NEW.id, NEW.event_id, NEW.of_id) IS NOT (OLD.id, OLD.event_id, OLD.of_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_rehearsal, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_club_not_replaced BEFORE INSERT ON tournaments_club
WHEN EXISTS (SELECT 1 FROM tournaments_club WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_club, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_member_not_replaced BEFORE INSERT ON tournaments_member
WHEN EXISTS (SELECT 1 FROM tournaments_member WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_member, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_apikey_not_replaced BEFORE INSERT ON tournaments_apikey
WHEN EXISTS (SELECT 1 FROM tournaments_apikey WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_apikey, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_player_not_replaced BEFORE INSERT ON tournaments_player
WHEN EXISTS (SELECT 1 FROM tournaments_player WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_player, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_event_not_replaced BEFORE INSERT ON tournaments_event
WHEN EXISTS (SELECT 1 FROM tournaments_event WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_event, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_stage_not_replaced BEFORE INSERT ON tournaments_stage
WHEN EXISTS (SELECT 1 FROM tournaments_stage WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_stage, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_entry_not_replaced BEFORE INSERT ON tournaments_entry
WHEN EXISTS (SELECT 1 FROM tournaments_entry WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_entry, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_round_not_replaced BEFORE INSERT ON tournaments_round
WHEN EXISTS (SELECT 1 FROM tournaments_round WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_round, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_table_not_replaced BEFORE INSERT ON tournaments_table
WHEN EXISTS (SELECT 1 FROM tournaments_table WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_table, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_standing_not_replaced BEFORE INSERT ON tournaments_standing
WHEN EXISTS (SELECT 1 FROM tournaments_standing WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_standing, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_rehearsal_not_replaced BEFORE INSERT ON tournaments_rehearsal
WHEN EXISTS (SELECT 1 FROM tournaments_rehearsal WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_rehearsal, and the rows it belongs to, never change'); END;

CREATE TRIGGER tournaments_adjustment_not_replaced BEFORE INSERT ON tournaments_adjustment
WHEN EXISTS (SELECT 1 FROM tournaments_adjustment WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_adjustment, and the rows it belongs to, never change'); END;
