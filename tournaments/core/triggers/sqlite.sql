CREATE TRIGGER tournaments_deal_no_update BEFORE UPDATE ON tournaments_deal BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_deal are never changed or removed'); END;

CREATE TRIGGER tournaments_deal_no_delete BEFORE DELETE ON tournaments_deal
WHEN NOT EXISTS (SELECT 1 FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id
    JOIN tournaments_event e ON e.id = r.event_id WHERE t.id = OLD.table_id AND e.rehearsal_of_id IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_deal are never changed or removed'); END;

CREATE TRIGGER tournaments_deal_no_replace BEFORE INSERT ON tournaments_deal
WHEN EXISTS (SELECT 1 FROM tournaments_deal WHERE id = NEW.id OR replaces_id = NEW.replaces_id
OR (table_id, number, revision) = (NEW.table_id, NEW.number, NEW.revision)) BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_deal are never changed or removed'); END;

CREATE TRIGGER tournaments_transfer_no_update BEFORE UPDATE ON tournaments_transfer BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_transfer are never changed or removed'); END;

CREATE TRIGGER tournaments_transfer_no_delete BEFORE DELETE ON tournaments_transfer
WHEN NOT EXISTS (SELECT 1 FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id
    JOIN tournaments_event e ON e.id = r.event_id WHERE t.id = OLD.table_id AND e.rehearsal_of_id IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_transfer are never changed or removed'); END;

CREATE TRIGGER tournaments_transfer_no_replace BEFORE INSERT ON tournaments_transfer
WHEN EXISTS (SELECT 1 FROM tournaments_transfer WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_transfer are never changed or removed'); END;

CREATE TRIGGER tournaments_seatresult_no_update BEFORE UPDATE ON tournaments_seatresult BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_seatresult are never changed or removed'); END;

CREATE TRIGGER tournaments_seatresult_no_delete BEFORE DELETE ON tournaments_seatresult
WHEN NOT EXISTS (SELECT 1 FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id
    JOIN tournaments_event e ON e.id = r.event_id WHERE t.id = (SELECT table_id FROM tournaments_deal WHERE id = OLD.deal_id) AND e.rehearsal_of_id IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_seatresult are never changed or removed'); END;

CREATE TRIGGER tournaments_seatresult_no_replace BEFORE INSERT ON tournaments_seatresult
WHEN EXISTS (SELECT 1 FROM tournaments_seatresult WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_seatresult are never changed or removed'); END;

CREATE TRIGGER tournaments_payout_no_update BEFORE UPDATE ON tournaments_payout BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_payout are never changed or removed'); END;

CREATE TRIGGER tournaments_payout_no_delete BEFORE DELETE ON tournaments_payout
WHEN NOT EXISTS (SELECT 1 FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id
    JOIN tournaments_event e ON e.id = r.event_id WHERE t.id = (SELECT table_id FROM tournaments_deal WHERE id = OLD.deal_id) AND e.rehearsal_of_id IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_payout are never changed or removed'); END;

CREATE TRIGGER tournaments_payout_no_replace BEFORE INSERT ON tournaments_payout
WHEN EXISTS (SELECT 1 FROM tournaments_payout WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_payout are never changed or removed'); END;

CREATE TRIGGER tournaments_showdown_no_update BEFORE UPDATE ON tournaments_showdown BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_showdown are never changed or removed'); END;

CREATE TRIGGER tournaments_showdown_no_delete BEFORE DELETE ON tournaments_showdown
WHEN NOT EXISTS (SELECT 1 FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id
    JOIN tournaments_event e ON e.id = r.event_id WHERE t.id = (SELECT table_id FROM tournaments_deal WHERE id = OLD.deal_id) AND e.rehearsal_of_id IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_showdown are never changed or removed'); END;

CREATE TRIGGER tournaments_showdown_no_replace BEFORE INSERT ON tournaments_showdown
WHEN EXISTS (SELECT 1 FROM tournaments_showdown WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_showdown are never changed or removed'); END;

CREATE TRIGGER tournaments_auditentry_no_update BEFORE UPDATE ON tournaments_auditentry BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_auditentry are never changed or removed'); END;

CREATE TRIGGER tournaments_auditentry_no_delete BEFORE DELETE ON tournaments_auditentry
WHEN (SELECT rehearsal_of_id FROM tournaments_event WHERE id = OLD.event_id) IS NULL
BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_auditentry are never changed or removed'); END;

CREATE TRIGGER tournaments_auditentry_no_replace BEFORE INSERT ON tournaments_auditentry
WHEN EXISTS (SELECT 1 FROM tournaments_auditentry WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_auditentry are never changed or removed'); END;

CREATE TRIGGER tournaments_account_no_delete BEFORE DELETE ON tournaments_account
WHEN NOT EXISTS (SELECT 1 FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id
    JOIN tournaments_event e ON e.id = r.event_id WHERE t.id = OLD.table_id AND e.rehearsal_of_id IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_account are never changed or removed'); END;

CREATE TRIGGER tournaments_account_no_replace BEFORE INSERT ON tournaments_account
WHEN EXISTS (SELECT 1 FROM tournaments_account WHERE id = NEW.id OR (table_id, name) = (NEW.table_id, NEW.name)) BEGIN SELECT RAISE(ABORT, 'append_only: rows of tournaments_account are never changed or removed'); END;

CREATE TRIGGER account_opens_empty BEFORE INSERT ON tournaments_account WHEN NEW.balance <> 0
BEGIN SELECT RAISE(ABORT, 'account_opens_empty: a new account has the balance 0'); END;

CREATE TRIGGER account_stays_itself BEFORE UPDATE ON tournaments_account
WHEN (NEW.id, NEW.table_id, NEW.name, NEW.overdraft)
    IS NOT (OLD.id, OLD.table_id, OLD.name, OLD.overdraft)
BEGIN SELECT RAISE(ABORT, 'account_balance_is_its_transfers: only a transfer changes a balance'); END;

-- SQLite has no pg_trigger_depth, so this trigger compares the new balance with the transfers.
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
            AND (s.name <> 'bank' AND g.name <> 'bank'
                OR NEW.reason IN ('count', 'void') AND 'board' IN (s.name, g.name) AND EXISTS (
                    SELECT 1 FROM tournaments_table b
                    JOIN tournaments_round r ON r.id = b.round_id
                    JOIN tournaments_event e ON e.id = r.event_id
                    WHERE b.id = NEW.table_id AND json_extract(e.frozen_rules, '$.open_totals') = 1))
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
                WHERE b.id = NEW.table_id AND r.status IN ('closed', 'void')
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
    SELECT RAISE(ABORT, 'deal_is_whole: a deal has a result for each seat of its table, without empty seats')
    WHERE NOT EXISTS (SELECT 1 FROM tournaments_seat WHERE table_id = NEW.table_id)
    OR EXISTS (
        SELECT 1 FROM tournaments_seat s
        LEFT JOIN tournaments_seatresult r ON r.deal_id = NEW.id AND r.seat_id = s.id
        WHERE s.table_id = NEW.table_id AND (r.id IS NULL) <> EXISTS (
            SELECT 1 FROM tournaments_occupant o WHERE o.seat_id = s.id AND o.entry_id IS NULL
            AND o.from_deal <= NEW.number AND o.event_version < NEW.event_version
        ));
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
    LEFT JOIN tournaments_seatresult r ON r.deal_id = NEW.id AND r.seat_id = s.id
    WHERE t.deal_id = NEW.id AND r.id IS NULL;
    SELECT RAISE(ABORT, 'deal_is_its_transfers: the results and bets of a deal equal its transfers')
    WHERE 0 <>
        (SELECT coalesce(sum(CASE WHEN a.id = t.target_id THEN t.chips ELSE -t.chips END), 0)
         FROM tournaments_transfer t
         JOIN tournaments_account a ON a.name = 'bets' AND a.id IN (t.source_id, t.target_id)
         WHERE t.deal_id = NEW.id);
    SELECT RAISE(ABORT, 'transfer_seq_once_in_a_deal: each transfer of a deal has its own number')
    FROM tournaments_transfer WHERE deal_id = NEW.id GROUP BY seq HAVING count(*) > 1;
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

CREATE TRIGGER count_or_deals AFTER INSERT ON tournaments_deal WHEN NEW.kind = 'recorded' BEGIN
    SELECT RAISE(ABORT, 'count_or_deals: after a count that counts a table has no deal that counts')
    FROM tournaments_deal d
    WHERE d.table_id = NEW.table_id AND d.number <> NEW.number AND d.kind = 'recorded'
    AND (d.counted IS NOT NULL AND d.number < NEW.number OR NEW.counted IS NOT NULL AND NEW.number < d.number)
    AND NOT EXISTS (SELECT 1 FROM tournaments_deal later WHERE later.replaces_id IN (d.id, NEW.id));
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

CREATE TRIGGER occupant_guard_insert BEFORE INSERT ON tournaments_occupant BEGIN
    SELECT RAISE(ABORT, 'deal_stays_with_its_players: a deal that is recorded keeps its players')
    FROM tournaments_deal d JOIN tournaments_seat s ON s.table_id = d.table_id
    WHERE s.id = NEW.seat_id AND d.number >= NEW.from_deal AND d.kind = 'recorded'
    AND NOT EXISTS (SELECT 1 FROM tournaments_deal later WHERE later.replaces_id = d.id);
    SELECT RAISE(ABORT, 'stays_where_it_is: an occupant is never replaced by another row')
    FROM tournaments_occupant
    WHERE round_id = NEW.round_id AND entry_id = NEW.entry_id
    OR seat_id = NEW.seat_id AND from_deal = NEW.from_deal;
END;

CREATE TRIGGER occupant_guard_delete BEFORE DELETE ON tournaments_occupant BEGIN
    SELECT RAISE(ABORT, 'deal_stays_with_its_players: a deal that is recorded keeps its players')
    FROM tournaments_deal d JOIN tournaments_seat s ON s.table_id = d.table_id
    WHERE s.id = OLD.seat_id AND d.number >= OLD.from_deal AND (d.event_version > OLD.event_version OR d.kind = 'recorded'
        AND NOT EXISTS (SELECT 1 FROM tournaments_deal later WHERE later.replaces_id = d.id));
END;

CREATE TRIGGER event_version_grows BEFORE UPDATE ON tournaments_event WHEN NEW.version < OLD.version
BEGIN SELECT RAISE(ABORT, 'event_version_grows: the version of an event only grows'); END;

CREATE TRIGGER event_rules_frozen BEFORE UPDATE ON tournaments_event
WHEN OLD.frozen_rules IS NOT NULL AND NEW.frozen_rules IS NOT OLD.frozen_rules
BEGIN SELECT RAISE(ABORT, 'event_rules_frozen: the rules of an event are frozen at its start'); END;

CREATE TRIGGER adjustment_not_changed BEFORE UPDATE ON tournaments_adjustment
WHEN OLD.cancelled_at IS NOT NULL AND (NEW.cancelled_at, NEW.cancelled_by_id) IS NOT
        (OLD.cancelled_at, OLD.cancelled_by_id) OR
    (NEW.id, NEW.event_id, NEW.entry_id, NEW.round_id, NEW.chips, NEW.points, NEW.author_id)
    IS NOT (OLD.id, OLD.event_id, OLD.entry_id, OLD.round_id, OLD.chips, OLD.points, OLD.author_id)
BEGIN SELECT RAISE(ABORT, 'adjustment_stays: an adjustment is cancelled once, never changed or removed'); END;

CREATE TRIGGER adjustment_not_removed BEFORE DELETE ON tournaments_adjustment
WHEN (SELECT rehearsal_of_id FROM tournaments_event WHERE id = OLD.event_id) IS NULL
BEGIN SELECT RAISE(ABORT, 'adjustment_stays: an adjustment is cancelled once, never changed or removed'); END;

CREATE TRIGGER season_version_grows BEFORE UPDATE ON tournaments_season WHEN NEW.version < OLD.version
BEGIN SELECT RAISE(ABORT, 'season_version_grows: the version of a season only grows'); END;

CREATE TRIGGER season_scheme_frozen BEFORE UPDATE ON tournaments_season
WHEN OLD.status IN ('running', 'finished') AND NEW.scheme IS NOT OLD.scheme
BEGIN SELECT RAISE(ABORT, 'season_scheme_frozen: the scheme of a season is frozen at its start'); END;

CREATE TRIGGER credit_not_changed BEFORE UPDATE ON tournaments_credit
WHEN OLD.cancelled_at IS NOT NULL AND (NEW.cancelled_at, NEW.cancelled_by_id) IS NOT
        (OLD.cancelled_at, OLD.cancelled_by_id) OR
    (NEW.points, NEW.given_by_id, NEW.given_at)
    IS NOT (OLD.points, OLD.given_by_id, OLD.given_at)
BEGIN SELECT RAISE(ABORT, 'credit_stays: a credit is cancelled once, never changed or removed'); END;

CREATE TRIGGER credit_not_removed BEFORE DELETE ON tournaments_credit BEGIN SELECT RAISE(ABORT, 'credit_stays: a credit is cancelled once, never changed or removed'); END;

CREATE TRIGGER log_continues_of_event AFTER INSERT ON tournaments_auditentry WHEN NEW.event_id IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'log_continues: a new entry of the audit log follows the newest entry of its log')
    WHERE NEW.number - 1 IS NOT (SELECT log_length FROM tournaments_event WHERE id = NEW.event_id);
    UPDATE tournaments_event SET log_length = NEW.number, log_head = NEW.digest WHERE id = NEW.event_id;
END;

CREATE TRIGGER log_continues_of_club AFTER INSERT ON tournaments_auditentry WHEN NEW.event_id IS NULL BEGIN
    SELECT RAISE(ABORT, 'log_continues: a new entry of the audit log follows the newest entry of its log')
    WHERE NEW.number - 1 IS NOT (SELECT log_length FROM tournaments_club WHERE id = NEW.club_id);
    UPDATE tournaments_club SET log_length = NEW.number, log_head = NEW.digest WHERE id = NEW.club_id;
END;

CREATE TRIGGER event_log_head BEFORE UPDATE OF log_length, log_head ON tournaments_event
WHEN (NEW.log_length, NEW.log_head) IS NOT (OLD.log_length, OLD.log_head) AND (
    NEW.log_length <= OLD.log_length OR NOT EXISTS (
        SELECT 1 FROM tournaments_auditentry
        WHERE event_id = NEW.id AND (number, digest) = (NEW.log_length, NEW.log_head)))
BEGIN SELECT RAISE(ABORT, 'log_head_is_its_newest_entry: only a new entry changes the length and the head of a log'); END;

CREATE TRIGGER club_log_head BEFORE UPDATE OF log_length, log_head ON tournaments_club
WHEN (NEW.log_length, NEW.log_head) IS NOT (OLD.log_length, OLD.log_head) AND (
    NEW.log_length <= OLD.log_length OR NOT EXISTS (
        SELECT 1 FROM tournaments_auditentry
        WHERE club_id = NEW.id AND event_id IS NULL AND (number, digest) = (NEW.log_length, NEW.log_head)))
BEGIN SELECT RAISE(ABORT, 'log_head_is_its_newest_entry: only a new entry changes the length and the head of a log'); END;
