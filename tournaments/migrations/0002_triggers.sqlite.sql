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

CREATE TRIGGER entry_of_its_club BEFORE INSERT ON tournaments_entry BEGIN
                SELECT RAISE(ABORT, 'entry_of_its_club: the player of an entry belongs to the club of its event') WHERE ((SELECT club_id FROM tournaments_event WHERE id = NEW.event_id) = (SELECT club_id FROM tournaments_player WHERE id = NEW.player_id)) IS NOT TRUE;
            END

CREATE TRIGGER entry_of_its_club_later BEFORE UPDATE OF event_id, player_id ON tournaments_entry BEGIN
                SELECT RAISE(ABORT, 'entry_of_its_club: the player of an entry belongs to the club of its event') WHERE ((SELECT club_id FROM tournaments_event WHERE id = NEW.event_id) = (SELECT club_id FROM tournaments_player WHERE id = NEW.player_id)) IS NOT TRUE;
            END

CREATE TRIGGER round_of_its_event BEFORE INSERT ON tournaments_round BEGIN
                SELECT RAISE(ABORT, 'round_of_its_event: the stage of a round belongs to the same event') WHERE ((SELECT event_id FROM tournaments_stage WHERE id = NEW.stage_id) = NEW.event_id) IS NOT TRUE;
            END

CREATE TRIGGER round_of_its_event_later BEFORE UPDATE OF event_id, stage_id ON tournaments_round BEGIN
                SELECT RAISE(ABORT, 'round_of_its_event: the stage of a round belongs to the same event') WHERE ((SELECT event_id FROM tournaments_stage WHERE id = NEW.stage_id) = NEW.event_id) IS NOT TRUE;
            END

CREATE TRIGGER round_seats_who_is_here BEFORE INSERT ON tournaments_round BEGIN
                SELECT RAISE(ABORT, 'round_seats_who_is_here: a round with a withdrawn entry in a seat cannot be published') WHERE (NEW.status <> 'published' OR NOT EXISTS (
    SELECT 1 FROM tournaments_seat s JOIN tournaments_entry e ON e.id = s.entry_id
    WHERE s.round_id = NEW.id AND e.status = 'withdrawn' AND e.from_round <= NEW.number
)) IS NOT TRUE;
            END

CREATE TRIGGER round_seats_who_is_here_later BEFORE UPDATE OF status ON tournaments_round BEGIN
                SELECT RAISE(ABORT, 'round_seats_who_is_here: a round with a withdrawn entry in a seat cannot be published') WHERE (NEW.status <> 'published' OR NOT EXISTS (
    SELECT 1 FROM tournaments_seat s JOIN tournaments_entry e ON e.id = s.entry_id
    WHERE s.round_id = NEW.id AND e.status = 'withdrawn' AND e.from_round <= NEW.number
)) IS NOT TRUE;
            END

CREATE TRIGGER void_round_loses_no_deal BEFORE INSERT ON tournaments_round BEGIN
                SELECT RAISE(ABORT, 'void_round_loses_no_deal: a round with a deal that counts becomes void only if its stage is played again, and a round with a deal or a claim is not taken back') WHERE (NEW.status <> 'void' OR NEW.void_as = 'played_again' OR NOT (
    EXISTS (
        SELECT 1 FROM tournaments_deal d JOIN tournaments_table t ON t.id = d.table_id
        WHERE t.round_id = NEW.id AND (NEW.void_as = 'taken_back' OR (d.kind = 'recorded'
            AND NOT EXISTS (SELECT 1 FROM tournaments_deal v WHERE v.replaces_id = d.id)))
    ) OR (NEW.void_as = 'taken_back' AND EXISTS (
        SELECT 1 FROM tournaments_dealclaim c JOIN tournaments_table t ON t.id = c.table_id
        WHERE t.round_id = NEW.id))
)) IS NOT TRUE;
            END

CREATE TRIGGER void_round_loses_no_deal_later BEFORE UPDATE OF status, void_as ON tournaments_round BEGIN
                SELECT RAISE(ABORT, 'void_round_loses_no_deal: a round with a deal that counts becomes void only if its stage is played again, and a round with a deal or a claim is not taken back') WHERE (NEW.status <> 'void' OR NEW.void_as = 'played_again' OR NOT (
    EXISTS (
        SELECT 1 FROM tournaments_deal d JOIN tournaments_table t ON t.id = d.table_id
        WHERE t.round_id = NEW.id AND (NEW.void_as = 'taken_back' OR (d.kind = 'recorded'
            AND NOT EXISTS (SELECT 1 FROM tournaments_deal v WHERE v.replaces_id = d.id)))
    ) OR (NEW.void_as = 'taken_back' AND EXISTS (
        SELECT 1 FROM tournaments_dealclaim c JOIN tournaments_table t ON t.id = c.table_id
        WHERE t.round_id = NEW.id))
)) IS NOT TRUE;
            END

CREATE TRIGGER seat_of_who_may_sit BEFORE INSERT ON tournaments_seat BEGIN
                SELECT RAISE(ABORT, 'seat_of_who_may_sit: people and bots do not share a table, a withdrawn entry gets no seat, and an entry sits once in a round') WHERE (NOT EXISTS (
    SELECT 1 FROM tournaments_seat other
    JOIN tournaments_entry theirs ON theirs.id = other.entry_id
    JOIN tournaments_player they ON they.id = theirs.player_id
    WHERE other.table_id = NEW.table_id AND other.number <> NEW.number AND (they.bot = '') <>
        (SELECT bot = '' FROM tournaments_player WHERE id =
            (SELECT player_id FROM tournaments_entry WHERE id = NEW.entry_id))
) AND NOT EXISTS (
    SELECT 1 FROM tournaments_entry e JOIN tournaments_round r ON r.id = NEW.round_id
    WHERE e.id = NEW.entry_id AND e.status = 'withdrawn' AND e.from_round <= r.number
    AND r.status NOT IN ('drawn', 'void')
) AND NOT EXISTS (
    SELECT 1 FROM tournaments_occupant o
    WHERE o.round_id = NEW.round_id AND o.entry_id = NEW.entry_id
)) IS NOT TRUE;
            END

CREATE TRIGGER seat_of_who_may_sit_later BEFORE UPDATE OF table_id, round_id, number, entry_id ON tournaments_seat BEGIN
                SELECT RAISE(ABORT, 'seat_of_who_may_sit: people and bots do not share a table, a withdrawn entry gets no seat, and an entry sits once in a round') WHERE (NOT EXISTS (
    SELECT 1 FROM tournaments_seat other
    JOIN tournaments_entry theirs ON theirs.id = other.entry_id
    JOIN tournaments_player they ON they.id = theirs.player_id
    WHERE other.table_id = NEW.table_id AND other.number <> NEW.number AND (they.bot = '') <>
        (SELECT bot = '' FROM tournaments_player WHERE id =
            (SELECT player_id FROM tournaments_entry WHERE id = NEW.entry_id))
) AND NOT EXISTS (
    SELECT 1 FROM tournaments_entry e JOIN tournaments_round r ON r.id = NEW.round_id
    WHERE e.id = NEW.entry_id AND e.status = 'withdrawn' AND e.from_round <= r.number
    AND r.status NOT IN ('drawn', 'void')
) AND NOT EXISTS (
    SELECT 1 FROM tournaments_occupant o
    WHERE o.round_id = NEW.round_id AND o.entry_id = NEW.entry_id
)) IS NOT TRUE;
            END

CREATE TRIGGER occupant_of_its_seat BEFORE INSERT ON tournaments_occupant BEGIN
                SELECT RAISE(ABORT, 'occupant_of_its_seat: an occupant is an entry of the event that has not withdrawn and sits nowhere else in the round, people and bots do not share a table, and an empty seat stays empty') WHERE (EXISTS (
    SELECT 1 FROM tournaments_seat s
    JOIN tournaments_round r ON r.id = s.round_id
    JOIN tournaments_entry first ON first.id = s.entry_id
    JOIN tournaments_player they ON they.id = first.player_id
    LEFT JOIN tournaments_entry e ON e.id = NEW.entry_id
    LEFT JOIN tournaments_player p ON p.id = e.player_id
    WHERE s.id = NEW.seat_id AND r.id = NEW.round_id AND r.status <> 'drawn'
    AND (NEW.entry_id IS NULL OR (
        e.event_id = r.event_id AND (p.bot = '') = (they.bot = '')
        AND NOT (e.status = 'withdrawn' AND e.from_round <= r.number AND r.status <> 'void')
    ))
) AND NOT EXISTS (
    SELECT 1 FROM tournaments_seat other
    WHERE other.round_id = NEW.round_id AND other.entry_id = NEW.entry_id
) AND NOT EXISTS (
    SELECT 1 FROM tournaments_occupant nobody
    WHERE nobody.seat_id = NEW.seat_id AND nobody.entry_id IS NULL
)) IS NOT TRUE;
            END

CREATE TRIGGER occupant_of_its_seat_later BEFORE UPDATE OF seat_id, round_id, entry_id ON tournaments_occupant BEGIN
                SELECT RAISE(ABORT, 'occupant_of_its_seat: an occupant is an entry of the event that has not withdrawn and sits nowhere else in the round, people and bots do not share a table, and an empty seat stays empty') WHERE (EXISTS (
    SELECT 1 FROM tournaments_seat s
    JOIN tournaments_round r ON r.id = s.round_id
    JOIN tournaments_entry first ON first.id = s.entry_id
    JOIN tournaments_player they ON they.id = first.player_id
    LEFT JOIN tournaments_entry e ON e.id = NEW.entry_id
    LEFT JOIN tournaments_player p ON p.id = e.player_id
    WHERE s.id = NEW.seat_id AND r.id = NEW.round_id AND r.status <> 'drawn'
    AND (NEW.entry_id IS NULL OR (
        e.event_id = r.event_id AND (p.bot = '') = (they.bot = '')
        AND NOT (e.status = 'withdrawn' AND e.from_round <= r.number AND r.status <> 'void')
    ))
) AND NOT EXISTS (
    SELECT 1 FROM tournaments_seat other
    WHERE other.round_id = NEW.round_id AND other.entry_id = NEW.entry_id
) AND NOT EXISTS (
    SELECT 1 FROM tournaments_occupant nobody
    WHERE nobody.seat_id = NEW.seat_id AND nobody.entry_id IS NULL
)) IS NOT TRUE;
            END

CREATE TRIGGER adjustment_of_its_event BEFORE INSERT ON tournaments_adjustment BEGIN
                SELECT RAISE(ABORT, 'adjustment_of_its_event: the entry and the round of an adjustment belong to its event') WHERE ((SELECT event_id FROM tournaments_entry WHERE id = NEW.entry_id) = NEW.event_id
AND (NEW.round_id IS NULL OR (SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id)) IS NOT TRUE;
            END

CREATE TRIGGER adjustment_of_its_event_later BEFORE UPDATE OF event_id, entry_id, round_id ON tournaments_adjustment BEGIN
                SELECT RAISE(ABORT, 'adjustment_of_its_event: the entry and the round of an adjustment belong to its event') WHERE ((SELECT event_id FROM tournaments_entry WHERE id = NEW.entry_id) = NEW.event_id
AND (NEW.round_id IS NULL OR (SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id)) IS NOT TRUE;
            END

CREATE TRIGGER standing_of_its_event BEFORE INSERT ON tournaments_standing BEGIN
                SELECT RAISE(ABORT, 'standing_of_its_event: the event of a standing has reached its version, and its round belongs to that event') WHERE (NEW.version <= (SELECT version FROM tournaments_event WHERE id = NEW.event_id)
AND (NEW.round_id IS NULL OR (SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id)) IS NOT TRUE;
            END

CREATE TRIGGER standing_of_its_event_later BEFORE UPDATE OF event_id, round_id, version ON tournaments_standing BEGIN
                SELECT RAISE(ABORT, 'standing_of_its_event: the event of a standing has reached its version, and its round belongs to that event') WHERE (NEW.version <= (SELECT version FROM tournaments_event WHERE id = NEW.event_id)
AND (NEW.round_id IS NULL OR (SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id)) IS NOT TRUE;
            END

CREATE TRIGGER clock_of_its_event BEFORE INSERT ON tournaments_roundclock BEGIN
                SELECT RAISE(ABORT, 'clock_of_its_event: the round of a clock belongs to its event, and is not only drawn') WHERE ((SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id
AND (SELECT status FROM tournaments_round WHERE id = NEW.round_id) <> 'drawn') IS NOT TRUE;
            END

CREATE TRIGGER clock_of_its_event_later BEFORE UPDATE OF event_id, round_id ON tournaments_roundclock BEGIN
                SELECT RAISE(ABORT, 'clock_of_its_event: the round of a clock belongs to its event, and is not only drawn') WHERE ((SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id
AND (SELECT status FROM tournaments_round WHERE id = NEW.round_id) <> 'drawn') IS NOT TRUE;
            END

CREATE TRIGGER wish_of_its_club BEFORE INSERT ON tournaments_seatingwish BEGIN
                SELECT RAISE(ABORT, 'wish_of_its_club: the players and the event of a wish belong to its club') WHERE ((SELECT club_id FROM tournaments_player WHERE id = NEW.player_id) = NEW.club_id
AND (NEW.other_id IS NULL OR (SELECT club_id FROM tournaments_player WHERE id = NEW.other_id) = NEW.club_id)
AND (NEW.event_id IS NULL OR (SELECT club_id FROM tournaments_event WHERE id = NEW.event_id) = NEW.club_id)) IS NOT TRUE;
            END

CREATE TRIGGER wish_of_its_club_later BEFORE UPDATE OF club_id, event_id, player_id, other_id ON tournaments_seatingwish BEGIN
                SELECT RAISE(ABORT, 'wish_of_its_club: the players and the event of a wish belong to its club') WHERE ((SELECT club_id FROM tournaments_player WHERE id = NEW.player_id) = NEW.club_id
AND (NEW.other_id IS NULL OR (SELECT club_id FROM tournaments_player WHERE id = NEW.other_id) = NEW.club_id)
AND (NEW.event_id IS NULL OR (SELECT club_id FROM tournaments_event WHERE id = NEW.event_id) = NEW.club_id)) IS NOT TRUE;
            END

CREATE TRIGGER grant_of_its_club BEFORE INSERT ON tournaments_keygrant BEGIN
                SELECT RAISE(ABORT, 'grant_of_its_club: the events and tables granted to a key belong to its club') WHERE ((SELECT m.club_id FROM tournaments_apikey k JOIN tournaments_member m ON m.id = k.member_id
    WHERE k.id = NEW.key_id)
= (SELECT e.club_id FROM tournaments_event e WHERE e.id = coalesce(NEW.event_id,
    (SELECT r.event_id FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id
     WHERE t.id = NEW.table_id)))) IS NOT TRUE;
            END

CREATE TRIGGER grant_of_its_club_later BEFORE UPDATE OF key_id, event_id, table_id ON tournaments_keygrant BEGIN
                SELECT RAISE(ABORT, 'grant_of_its_club: the events and tables granted to a key belong to its club') WHERE ((SELECT m.club_id FROM tournaments_apikey k JOIN tournaments_member m ON m.id = k.member_id
    WHERE k.id = NEW.key_id)
= (SELECT e.club_id FROM tournaments_event e WHERE e.id = coalesce(NEW.event_id,
    (SELECT r.event_id FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id
     WHERE t.id = NEW.table_id)))) IS NOT TRUE;
            END

CREATE TRIGGER rehearsal_of_its_club BEFORE INSERT ON tournaments_event BEGIN
                SELECT RAISE(ABORT, 'rehearsal_of_its_club: a rehearsal belongs to the club of its event, which is no rehearsal') WHERE (NEW.rehearsal_of_id IS NULL OR EXISTS (
    SELECT 1 FROM tournaments_event e WHERE e.id = NEW.rehearsal_of_id
    AND e.club_id = NEW.club_id AND e.rehearsal_of_id IS NULL
)) IS NOT TRUE;
            END

CREATE TRIGGER rehearsal_of_its_club_later BEFORE UPDATE OF rehearsal_of_id ON tournaments_event BEGIN
                SELECT RAISE(ABORT, 'rehearsal_of_its_club: a rehearsal belongs to the club of its event, which is no rehearsal') WHERE (NEW.rehearsal_of_id IS NULL OR EXISTS (
    SELECT 1 FROM tournaments_event e WHERE e.id = NEW.rehearsal_of_id
    AND e.club_id = NEW.club_id AND e.rehearsal_of_id IS NULL
)) IS NOT TRUE;
            END

CREATE TRIGGER rehearsal_has_bots BEFORE INSERT ON tournaments_entry BEGIN
                SELECT RAISE(ABORT, 'rehearsal_has_bots: only bots are entered in a rehearsal') WHERE ((SELECT rehearsal_of_id FROM tournaments_event WHERE id = NEW.event_id) IS NULL
OR (SELECT bot FROM tournaments_player WHERE id = NEW.player_id) <> '') IS NOT TRUE;
            END

CREATE TRIGGER rehearsal_has_bots_later BEFORE UPDATE OF event_id, player_id ON tournaments_entry BEGIN
                SELECT RAISE(ABORT, 'rehearsal_has_bots: only bots are entered in a rehearsal') WHERE ((SELECT rehearsal_of_id FROM tournaments_event WHERE id = NEW.event_id) IS NULL
OR (SELECT bot FROM tournaments_player WHERE id = NEW.player_id) <> '') IS NOT TRUE;
            END

CREATE TRIGGER reply_of_its_club BEFORE INSERT ON tournaments_reply BEGIN
                SELECT RAISE(ABORT, 'reply_of_its_club: the player of a reply belongs to the club of its event') WHERE (NEW.player_id IS NULL
OR (SELECT club_id FROM tournaments_player WHERE id = NEW.player_id) = (SELECT club_id FROM tournaments_event WHERE id = NEW.event_id)) IS NOT TRUE;
            END

CREATE TRIGGER reply_of_its_club_later BEFORE UPDATE OF event_id, player_id ON tournaments_reply BEGIN
                SELECT RAISE(ABORT, 'reply_of_its_club: the player of a reply belongs to the club of its event') WHERE (NEW.player_id IS NULL
OR (SELECT club_id FROM tournaments_player WHERE id = NEW.player_id) = (SELECT club_id FROM tournaments_event WHERE id = NEW.event_id)) IS NOT TRUE;
            END

CREATE TRIGGER claim_of_its_table BEFORE INSERT ON tournaments_dealclaim BEGIN
                SELECT RAISE(ABORT, 'claim_of_its_table: the deal of a confirmed claim has the table and the number of the claim') WHERE (NEW.deal_id IS NULL OR EXISTS (SELECT 1 FROM tournaments_deal d WHERE d.id = NEW.deal_id
    AND d.table_id = NEW.table_id AND d.number = NEW.number)) IS NOT TRUE;
            END

CREATE TRIGGER claim_of_its_table_later BEFORE UPDATE OF table_id, number, deal_id ON tournaments_dealclaim BEGIN
                SELECT RAISE(ABORT, 'claim_of_its_table: the deal of a confirmed claim has the table and the number of the claim') WHERE (NEW.deal_id IS NULL OR EXISTS (SELECT 1 FROM tournaments_deal d WHERE d.id = NEW.deal_id
    AND d.table_id = NEW.table_id AND d.number = NEW.number)) IS NOT TRUE;
            END

CREATE TRIGGER phone_of_its_card BEFORE INSERT ON tournaments_phone BEGIN
                SELECT RAISE(ABORT, 'phone_of_its_card: a phone is at the table of an event that has the number of its card') WHERE (EXISTS (
    SELECT 1 FROM tournaments_tablecard c
    JOIN tournaments_table t ON t.number = c.number
    JOIN tournaments_round r ON r.id = t.round_id AND r.event_id = c.event_id
    WHERE c.id = NEW.card_id AND t.id = NEW.table_id
)) IS NOT TRUE;
            END

CREATE TRIGGER phone_of_its_card_later BEFORE UPDATE OF card_id, table_id ON tournaments_phone BEGIN
                SELECT RAISE(ABORT, 'phone_of_its_card: a phone is at the table of an event that has the number of its card') WHERE (EXISTS (
    SELECT 1 FROM tournaments_tablecard c
    JOIN tournaments_table t ON t.number = c.number
    JOIN tournaments_round r ON r.id = t.round_id AND r.event_id = c.event_id
    WHERE c.id = NEW.card_id AND t.id = NEW.table_id
)) IS NOT TRUE;
            END

CREATE TRIGGER club_of_another_league BEFORE INSERT ON tournaments_leagueclub BEGIN
                SELECT RAISE(ABORT, 'club_of_another_league: the club of a league takes part without a consent') WHERE (NEW.club_id <> (SELECT club_id FROM tournaments_league WHERE id = NEW.league_id)) IS NOT TRUE;
            END

CREATE TRIGGER club_of_another_league_later BEFORE UPDATE OF league_id, club_id ON tournaments_leagueclub BEGIN
                SELECT RAISE(ABORT, 'club_of_another_league: the club of a league takes part without a consent') WHERE (NEW.club_id <> (SELECT club_id FROM tournaments_league WHERE id = NEW.league_id)) IS NOT TRUE;
            END

CREATE TRIGGER evening_of_its_league BEFORE INSERT ON tournaments_evening BEGIN
                SELECT RAISE(ABORT, 'evening_of_its_league: the event of an evening belongs to the club of the league, or to a club that takes part in it, and is no rehearsal, and the division of an evening belongs to its season') WHERE (EXISTS (
    SELECT 1 FROM tournaments_season s
    JOIN tournaments_league l ON l.id = s.league_id
    JOIN tournaments_event x ON x.id = NEW.event_id
    LEFT JOIN tournaments_leagueclub c ON c.id = NEW.through_id
    WHERE s.id = NEW.season_id AND (
        (NEW.through_id IS NULL AND x.club_id = l.club_id)
        OR (c.league_id = l.id AND c.club_id = x.club_id AND c.agreed_at IS NOT NULL
            AND (c.left_at IS NULL OR c.left_at >= NEW.added_at))
    )
) AND (NEW.division_id IS NULL OR (SELECT season_id FROM tournaments_division WHERE id = NEW.division_id) = NEW.season_id) AND (SELECT rehearsal_of_id FROM tournaments_event WHERE id = NEW.event_id) IS NULL) IS NOT TRUE;
            END

CREATE TRIGGER evening_of_its_league_later BEFORE UPDATE OF season_id, event_id, through_id, division_id ON tournaments_evening BEGIN
                SELECT RAISE(ABORT, 'evening_of_its_league: the event of an evening belongs to the club of the league, or to a club that takes part in it, and is no rehearsal, and the division of an evening belongs to its season') WHERE (EXISTS (
    SELECT 1 FROM tournaments_season s
    JOIN tournaments_league l ON l.id = s.league_id
    JOIN tournaments_event x ON x.id = NEW.event_id
    LEFT JOIN tournaments_leagueclub c ON c.id = NEW.through_id
    WHERE s.id = NEW.season_id AND (
        (NEW.through_id IS NULL AND x.club_id = l.club_id)
        OR (c.league_id = l.id AND c.club_id = x.club_id AND c.agreed_at IS NOT NULL
            AND (c.left_at IS NULL OR c.left_at >= NEW.added_at))
    )
) AND (NEW.division_id IS NULL OR (SELECT season_id FROM tournaments_division WHERE id = NEW.division_id) = NEW.season_id) AND (SELECT rehearsal_of_id FROM tournaments_event WHERE id = NEW.event_id) IS NULL) IS NOT TRUE;
            END

CREATE TRIGGER season_member_of_its_league BEFORE INSERT ON tournaments_seasonmember BEGIN
                SELECT RAISE(ABORT, 'season_member_of_its_league: the player of a member belongs to the club of the league, or to a club that takes part in it, the division of a member belongs to the season, and a person is a member once until it is finished') WHERE (EXISTS (
    SELECT 1 FROM tournaments_season s
    JOIN tournaments_league l ON l.id = s.league_id
    JOIN tournaments_player x ON x.id = NEW.player_id
    LEFT JOIN tournaments_leagueclub c ON c.id = NEW.through_id
    WHERE s.id = NEW.season_id AND (
        (NEW.through_id IS NULL AND x.club_id = l.club_id)
        OR (c.league_id = l.id AND c.club_id = x.club_id AND c.agreed_at IS NOT NULL
            AND (c.left_at IS NULL OR c.left_at >= NEW.added_at))
    )
) AND (NEW.division_id IS NULL OR (SELECT season_id FROM tournaments_division WHERE id = NEW.division_id) = NEW.season_id) AND (NEW.set_aside OR NOT EXISTS (
    SELECT 1 FROM tournaments_player mine
    JOIN tournaments_player theirs ON theirs.user_id = mine.user_id AND theirs.id <> mine.id
    JOIN tournaments_seasonmember m ON m.player_id = theirs.id AND NOT m.set_aside
    JOIN tournaments_season s ON s.id = m.season_id AND s.status <> 'finished'
    WHERE m.season_id = NEW.season_id AND mine.id = NEW.player_id
))) IS NOT TRUE;
            END

CREATE TRIGGER season_member_of_its_league_later BEFORE UPDATE OF season_id, player_id, through_id, division_id, set_aside ON tournaments_seasonmember BEGIN
                SELECT RAISE(ABORT, 'season_member_of_its_league: the player of a member belongs to the club of the league, or to a club that takes part in it, the division of a member belongs to the season, and a person is a member once until it is finished') WHERE (EXISTS (
    SELECT 1 FROM tournaments_season s
    JOIN tournaments_league l ON l.id = s.league_id
    JOIN tournaments_player x ON x.id = NEW.player_id
    LEFT JOIN tournaments_leagueclub c ON c.id = NEW.through_id
    WHERE s.id = NEW.season_id AND (
        (NEW.through_id IS NULL AND x.club_id = l.club_id)
        OR (c.league_id = l.id AND c.club_id = x.club_id AND c.agreed_at IS NOT NULL
            AND (c.left_at IS NULL OR c.left_at >= NEW.added_at))
    )
) AND (NEW.division_id IS NULL OR (SELECT season_id FROM tournaments_division WHERE id = NEW.division_id) = NEW.season_id) AND (NEW.set_aside OR NOT EXISTS (
    SELECT 1 FROM tournaments_player mine
    JOIN tournaments_player theirs ON theirs.user_id = mine.user_id AND theirs.id <> mine.id
    JOIN tournaments_seasonmember m ON m.player_id = theirs.id AND NOT m.set_aside
    JOIN tournaments_season s ON s.id = m.season_id AND s.status <> 'finished'
    WHERE m.season_id = NEW.season_id AND mine.id = NEW.player_id
))) IS NOT TRUE;
            END

CREATE TRIGGER absence_of_its_season BEFORE INSERT ON tournaments_absence BEGIN
                SELECT RAISE(ABORT, 'absence_of_its_season: the member and the evening of an absence belong to one season') WHERE ((SELECT season_id FROM tournaments_evening WHERE id = NEW.evening_id) = (SELECT season_id FROM tournaments_seasonmember WHERE id = NEW.member_id)) IS NOT TRUE;
            END

CREATE TRIGGER absence_of_its_season_later BEFORE UPDATE OF evening_id, member_id ON tournaments_absence BEGIN
                SELECT RAISE(ABORT, 'absence_of_its_season: the member and the evening of an absence belong to one season') WHERE ((SELECT season_id FROM tournaments_evening WHERE id = NEW.evening_id) = (SELECT season_id FROM tournaments_seasonmember WHERE id = NEW.member_id)) IS NOT TRUE;
            END

CREATE TRIGGER season_standing_of_its_season BEFORE INSERT ON tournaments_seasonstanding BEGIN
                SELECT RAISE(ABORT, 'season_standing_of_its_season: the season of a standing has reached its version') WHERE (NEW.version <= (SELECT version FROM tournaments_season WHERE id = NEW.season_id)) IS NOT TRUE;
            END

CREATE TRIGGER season_standing_of_its_season_later BEFORE UPDATE OF season_id, version ON tournaments_seasonstanding BEGIN
                SELECT RAISE(ABORT, 'season_standing_of_its_season: the season of a standing has reached its version') WHERE (NEW.version <= (SELECT version FROM tournaments_season WHERE id = NEW.season_id)) IS NOT TRUE;
            END

CREATE TRIGGER team_of_its_league BEFORE INSERT ON tournaments_team BEGIN
                SELECT RAISE(ABORT, 'team_of_its_league: the club of a team is that of the league, or one that takes part in it') WHERE (NEW.club_id IS NULL OR EXISTS (
    SELECT 1 FROM tournaments_season s JOIN tournaments_league l ON l.id = s.league_id
    LEFT JOIN tournaments_leagueclub c ON c.league_id = l.id AND c.agreed_at IS NOT NULL
    WHERE s.id = NEW.season_id AND NEW.club_id IN (l.club_id, c.club_id)
)) IS NOT TRUE;
            END

CREATE TRIGGER team_of_its_league_later BEFORE UPDATE OF season_id, club_id ON tournaments_team BEGIN
                SELECT RAISE(ABORT, 'team_of_its_league: the club of a team is that of the league, or one that takes part in it') WHERE (NEW.club_id IS NULL OR EXISTS (
    SELECT 1 FROM tournaments_season s JOIN tournaments_league l ON l.id = s.league_id
    LEFT JOIN tournaments_leagueclub c ON c.league_id = l.id AND c.agreed_at IS NOT NULL
    WHERE s.id = NEW.season_id AND NEW.club_id IN (l.club_id, c.club_id)
)) IS NOT TRUE;
            END

CREATE TRIGGER team_member_of_its_season BEFORE INSERT ON tournaments_teammember BEGIN
                SELECT RAISE(ABORT, 'team_member_of_its_season: a member of a team is a member of its season') WHERE ((SELECT season_id FROM tournaments_team WHERE id = NEW.team_id) = (SELECT season_id FROM tournaments_seasonmember WHERE id = NEW.member_id)) IS NOT TRUE;
            END

CREATE TRIGGER team_member_of_its_season_later BEFORE UPDATE OF team_id, member_id ON tournaments_teammember BEGIN
                SELECT RAISE(ABORT, 'team_member_of_its_season: a member of a team is a member of its season') WHERE ((SELECT season_id FROM tournaments_team WHERE id = NEW.team_id) = (SELECT season_id FROM tournaments_seasonmember WHERE id = NEW.member_id)) IS NOT TRUE;
            END

CREATE TRIGGER line_up_of_its_season BEFORE INSERT ON tournaments_lineup BEGIN
                SELECT RAISE(ABORT, 'line_up_of_its_season: the team and the evening of a line-up belong to one season') WHERE ((SELECT season_id FROM tournaments_team WHERE id = NEW.team_id) = (SELECT season_id FROM tournaments_evening WHERE id = NEW.evening_id)) IS NOT TRUE;
            END

CREATE TRIGGER line_up_of_its_season_later BEFORE UPDATE OF team_id, evening_id ON tournaments_lineup BEGIN
                SELECT RAISE(ABORT, 'line_up_of_its_season: the team and the evening of a line-up belong to one season') WHERE ((SELECT season_id FROM tournaments_team WHERE id = NEW.team_id) = (SELECT season_id FROM tournaments_evening WHERE id = NEW.evening_id)) IS NOT TRUE;
            END

CREATE TRIGGER line_up_place_of_its_team BEFORE INSERT ON tournaments_lineupplace BEGIN
                SELECT RAISE(ABORT, 'line_up_place_of_its_team: who plays in a line-up is in its team') WHERE ((SELECT team_id FROM tournaments_lineup WHERE id = NEW.line_up_id)
= (SELECT team_id FROM tournaments_teammember WHERE id = NEW.member_id)) IS NOT TRUE;
            END

CREATE TRIGGER line_up_place_of_its_team_later BEFORE UPDATE OF line_up_id, member_id ON tournaments_lineupplace BEGIN
                SELECT RAISE(ABORT, 'line_up_place_of_its_team: who plays in a line-up is in its team') WHERE ((SELECT team_id FROM tournaments_lineup WHERE id = NEW.line_up_id)
= (SELECT team_id FROM tournaments_teammember WHERE id = NEW.member_id)) IS NOT TRUE;
            END

CREATE TRIGGER person_in_a_season_once BEFORE INSERT ON tournaments_player BEGIN
                SELECT RAISE(ABORT, 'person_in_a_season_once: players of one account are in a season once until it is finished') WHERE (NOT EXISTS (
    SELECT 1 FROM tournaments_seasonmember mine
    JOIN tournaments_season s ON s.id = mine.season_id AND s.status <> 'finished'
    JOIN tournaments_seasonmember m ON m.season_id = mine.season_id AND NOT m.set_aside
    JOIN tournaments_player theirs ON theirs.id = m.player_id
    WHERE mine.player_id = NEW.id AND NOT mine.set_aside
    AND theirs.user_id = NEW.user_id AND theirs.id <> NEW.id
)) IS NOT TRUE;
            END

CREATE TRIGGER person_in_a_season_once_later BEFORE UPDATE OF user_id ON tournaments_player BEGIN
                SELECT RAISE(ABORT, 'person_in_a_season_once: players of one account are in a season once until it is finished') WHERE (NOT EXISTS (
    SELECT 1 FROM tournaments_seasonmember mine
    JOIN tournaments_season s ON s.id = mine.season_id AND s.status <> 'finished'
    JOIN tournaments_seasonmember m ON m.season_id = mine.season_id AND NOT m.set_aside
    JOIN tournaments_player theirs ON theirs.id = m.player_id
    WHERE mine.player_id = NEW.id AND NOT mine.set_aside
    AND theirs.user_id = NEW.user_id AND theirs.id <> NEW.id
)) IS NOT TRUE;
            END

CREATE TRIGGER event_status_moves BEFORE UPDATE OF status ON tournaments_event
        WHEN NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (VALUES ('draft', 'open'), ('draft', 'running'), ('open', 'running'), ('running', 'finished'), ('finished', 'running'))
        BEGIN SELECT RAISE(ABORT, 'event_status_moves: an event goes from draft to open, running and finished, and only from finished back to running'); END

CREATE TRIGGER season_status_moves BEFORE UPDATE OF status ON tournaments_season
        WHEN NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (VALUES ('draft', 'open'), ('draft', 'running'), ('open', 'running'), ('running', 'finished'), ('finished', 'running'), ('running', 'draft'))
        BEGIN SELECT RAISE(ABORT, 'season_status_moves: a season goes from draft to open, running and finished, and back from finished to running, from running to draft'); END

CREATE TRIGGER round_status_moves BEFORE UPDATE OF status ON tournaments_round
        WHEN NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (VALUES ('drawn', 'published'), ('published', 'playing'), ('published', 'closed'), ('playing', 'closed'), ('published', 'void'), ('playing', 'void'), ('closed', 'void'))
        BEGIN SELECT RAISE(ABORT, 'round_status_moves: a round goes from drawn to published, playing and closed, or becomes void, and never back'); END

CREATE TRIGGER entry_status_moves BEFORE UPDATE OF status ON tournaments_entry
        WHEN NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (VALUES ('registered', 'checked_in'), ('checked_in', 'registered'), ('registered', 'withdrawn'), ('checked_in', 'withdrawn'))
        BEGIN SELECT RAISE(ABORT, 'entry_status_moves: a withdrawn entry stays withdrawn'); END

CREATE TRIGGER tournaments_member_stays BEFORE UPDATE OF id, club_id, user_id ON tournaments_member
        WHEN (NEW.id, NEW.club_id, NEW.user_id) IS NOT (OLD.id, OLD.club_id, OLD.user_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_member, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_apikey_stays BEFORE UPDATE OF id, member_id ON tournaments_apikey
        WHEN (NEW.id, NEW.member_id) IS NOT (OLD.id, OLD.member_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_apikey, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_player_stays BEFORE UPDATE OF id, club_id, bot ON tournaments_player
        WHEN (NEW.id, NEW.club_id, NEW.bot) IS NOT (OLD.id, OLD.club_id, OLD.bot) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_player, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_event_stays BEFORE UPDATE OF id, club_id, rehearsal_of_id ON tournaments_event
        WHEN (NEW.id, NEW.club_id, NEW.rehearsal_of_id) IS NOT (OLD.id, OLD.club_id, OLD.rehearsal_of_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_event, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_stage_stays BEFORE UPDATE OF id, event_id ON tournaments_stage
        WHEN (NEW.id, NEW.event_id) IS NOT (OLD.id, OLD.event_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_stage, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_entry_stays BEFORE UPDATE OF id, event_id, player_id ON tournaments_entry
        WHEN (NEW.id, NEW.event_id, NEW.player_id) IS NOT (OLD.id, OLD.event_id, OLD.player_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_entry, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_reply_stays BEFORE UPDATE OF id, event_id ON tournaments_reply
        WHEN (NEW.id, NEW.event_id) IS NOT (OLD.id, OLD.event_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_reply, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_round_stays BEFORE UPDATE OF id, event_id, stage_id, number ON tournaments_round
        WHEN (NEW.id, NEW.event_id, NEW.stage_id, NEW.number) IS NOT (OLD.id, OLD.event_id, OLD.stage_id, OLD.number) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_round, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_table_stays BEFORE UPDATE OF id, round_id ON tournaments_table
        WHEN (NEW.id, NEW.round_id) IS NOT (OLD.id, OLD.round_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_table, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_occupant_stays BEFORE UPDATE OF id, seat_id, round_id, entry_id, from_deal, event_version ON tournaments_occupant
        WHEN (NEW.id, NEW.seat_id, NEW.round_id, NEW.entry_id, NEW.from_deal, NEW.event_version) IS NOT (OLD.id, OLD.seat_id, OLD.round_id, OLD.entry_id, OLD.from_deal, OLD.event_version) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_occupant, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_standing_stays BEFORE UPDATE OF id, event_id ON tournaments_standing
        WHEN (NEW.id, NEW.event_id) IS NOT (OLD.id, OLD.event_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_standing, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_tablecard_stays BEFORE UPDATE OF id, event_id, number ON tournaments_tablecard
        WHEN (NEW.id, NEW.event_id, NEW.number) IS NOT (OLD.id, OLD.event_id, OLD.number) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_tablecard, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_phone_stays BEFORE UPDATE OF id, card_id, table_id ON tournaments_phone
        WHEN (NEW.id, NEW.card_id, NEW.table_id) IS NOT (OLD.id, OLD.card_id, OLD.table_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_phone, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_call_stays BEFORE UPDATE OF id, table_id ON tournaments_call
        WHEN (NEW.id, NEW.table_id) IS NOT (OLD.id, OLD.table_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_call, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_league_stays BEFORE UPDATE OF id, club_id ON tournaments_league
        WHEN (NEW.id, NEW.club_id) IS NOT (OLD.id, OLD.club_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_league, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_leagueclub_stays BEFORE UPDATE OF id, league_id, club_id ON tournaments_leagueclub
        WHEN (NEW.id, NEW.league_id, NEW.club_id) IS NOT (OLD.id, OLD.league_id, OLD.club_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_leagueclub, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_season_stays BEFORE UPDATE OF id, league_id, previous_id ON tournaments_season
        WHEN (NEW.id, NEW.league_id, NEW.previous_id) IS NOT (OLD.id, OLD.league_id, OLD.previous_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_season, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_division_stays BEFORE UPDATE OF id, season_id ON tournaments_division
        WHEN (NEW.id, NEW.season_id) IS NOT (OLD.id, OLD.season_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_division, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_evening_stays BEFORE UPDATE OF id, season_id, event_id ON tournaments_evening
        WHEN (NEW.id, NEW.season_id, NEW.event_id) IS NOT (OLD.id, OLD.season_id, OLD.event_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_evening, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_seasonmember_stays BEFORE UPDATE OF id, season_id, player_id ON tournaments_seasonmember
        WHEN (NEW.id, NEW.season_id, NEW.player_id) IS NOT (OLD.id, OLD.season_id, OLD.player_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_seasonmember, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_absence_stays BEFORE UPDATE OF id, evening_id, member_id ON tournaments_absence
        WHEN (NEW.id, NEW.evening_id, NEW.member_id) IS NOT (OLD.id, OLD.evening_id, OLD.member_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_absence, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_credit_stays BEFORE UPDATE OF id, member_id ON tournaments_credit
        WHEN (NEW.id, NEW.member_id) IS NOT (OLD.id, OLD.member_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_credit, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_honour_stays BEFORE UPDATE OF id, member_id ON tournaments_honour
        WHEN (NEW.id, NEW.member_id) IS NOT (OLD.id, OLD.member_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_honour, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_eveningworth_stays BEFORE UPDATE OF id, evening_id ON tournaments_eveningworth
        WHEN (NEW.id, NEW.evening_id) IS NOT (OLD.id, OLD.evening_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_eveningworth, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_seasonstanding_stays BEFORE UPDATE OF id, season_id, version ON tournaments_seasonstanding
        WHEN (NEW.id, NEW.season_id, NEW.version) IS NOT (OLD.id, OLD.season_id, OLD.version) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_seasonstanding, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_teamscheme_stays BEFORE UPDATE OF id, season_id ON tournaments_teamscheme
        WHEN (NEW.id, NEW.season_id) IS NOT (OLD.id, OLD.season_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_teamscheme, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_team_stays BEFORE UPDATE OF id, season_id ON tournaments_team
        WHEN (NEW.id, NEW.season_id) IS NOT (OLD.id, OLD.season_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_team, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_teammember_stays BEFORE UPDATE OF id, team_id, member_id ON tournaments_teammember
        WHEN (NEW.id, NEW.team_id, NEW.member_id) IS NOT (OLD.id, OLD.team_id, OLD.member_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_teammember, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_lineup_stays BEFORE UPDATE OF id, team_id, evening_id ON tournaments_lineup
        WHEN (NEW.id, NEW.team_id, NEW.evening_id) IS NOT (OLD.id, OLD.team_id, OLD.evening_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_lineup, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_lineupplace_stays BEFORE UPDATE OF id, line_up_id ON tournaments_lineupplace
        WHEN (NEW.id, NEW.line_up_id) IS NOT (OLD.id, OLD.line_up_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_lineupplace, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_rating_stays BEFORE UPDATE OF id, player_id, event_id ON tournaments_rating
        WHEN (NEW.id, NEW.player_id, NEW.event_id) IS NOT (OLD.id, OLD.player_id, OLD.event_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_rating, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_member_not_replaced BEFORE INSERT ON tournaments_member
        WHEN EXISTS (SELECT 1 FROM tournaments_member WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_member, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_apikey_not_replaced BEFORE INSERT ON tournaments_apikey
        WHEN EXISTS (SELECT 1 FROM tournaments_apikey WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_apikey, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_player_not_replaced BEFORE INSERT ON tournaments_player
        WHEN EXISTS (SELECT 1 FROM tournaments_player WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_player, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_event_not_replaced BEFORE INSERT ON tournaments_event
        WHEN EXISTS (SELECT 1 FROM tournaments_event WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_event, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_stage_not_replaced BEFORE INSERT ON tournaments_stage
        WHEN EXISTS (SELECT 1 FROM tournaments_stage WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_stage, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_entry_not_replaced BEFORE INSERT ON tournaments_entry
        WHEN EXISTS (SELECT 1 FROM tournaments_entry WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_entry, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_reply_not_replaced BEFORE INSERT ON tournaments_reply
        WHEN EXISTS (SELECT 1 FROM tournaments_reply WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_reply, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_round_not_replaced BEFORE INSERT ON tournaments_round
        WHEN EXISTS (SELECT 1 FROM tournaments_round WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_round, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_table_not_replaced BEFORE INSERT ON tournaments_table
        WHEN EXISTS (SELECT 1 FROM tournaments_table WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_table, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_occupant_not_replaced BEFORE INSERT ON tournaments_occupant
        WHEN EXISTS (SELECT 1 FROM tournaments_occupant WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_occupant, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_standing_not_replaced BEFORE INSERT ON tournaments_standing
        WHEN EXISTS (SELECT 1 FROM tournaments_standing WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_standing, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_tablecard_not_replaced BEFORE INSERT ON tournaments_tablecard
        WHEN EXISTS (SELECT 1 FROM tournaments_tablecard WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_tablecard, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_phone_not_replaced BEFORE INSERT ON tournaments_phone
        WHEN EXISTS (SELECT 1 FROM tournaments_phone WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_phone, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_call_not_replaced BEFORE INSERT ON tournaments_call
        WHEN EXISTS (SELECT 1 FROM tournaments_call WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_call, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_league_not_replaced BEFORE INSERT ON tournaments_league
        WHEN EXISTS (SELECT 1 FROM tournaments_league WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_league, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_leagueclub_not_replaced BEFORE INSERT ON tournaments_leagueclub
        WHEN EXISTS (SELECT 1 FROM tournaments_leagueclub WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_leagueclub, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_season_not_replaced BEFORE INSERT ON tournaments_season
        WHEN EXISTS (SELECT 1 FROM tournaments_season WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_season, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_division_not_replaced BEFORE INSERT ON tournaments_division
        WHEN EXISTS (SELECT 1 FROM tournaments_division WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_division, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_evening_not_replaced BEFORE INSERT ON tournaments_evening
        WHEN EXISTS (SELECT 1 FROM tournaments_evening WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_evening, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_seasonmember_not_replaced BEFORE INSERT ON tournaments_seasonmember
        WHEN EXISTS (SELECT 1 FROM tournaments_seasonmember WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_seasonmember, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_absence_not_replaced BEFORE INSERT ON tournaments_absence
        WHEN EXISTS (SELECT 1 FROM tournaments_absence WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_absence, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_credit_not_replaced BEFORE INSERT ON tournaments_credit
        WHEN EXISTS (SELECT 1 FROM tournaments_credit WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_credit, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_honour_not_replaced BEFORE INSERT ON tournaments_honour
        WHEN EXISTS (SELECT 1 FROM tournaments_honour WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_honour, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_eveningworth_not_replaced BEFORE INSERT ON tournaments_eveningworth
        WHEN EXISTS (SELECT 1 FROM tournaments_eveningworth WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_eveningworth, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_seasonstanding_not_replaced BEFORE INSERT ON tournaments_seasonstanding
        WHEN EXISTS (SELECT 1 FROM tournaments_seasonstanding WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_seasonstanding, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_teamscheme_not_replaced BEFORE INSERT ON tournaments_teamscheme
        WHEN EXISTS (SELECT 1 FROM tournaments_teamscheme WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_teamscheme, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_team_not_replaced BEFORE INSERT ON tournaments_team
        WHEN EXISTS (SELECT 1 FROM tournaments_team WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_team, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_teammember_not_replaced BEFORE INSERT ON tournaments_teammember
        WHEN EXISTS (SELECT 1 FROM tournaments_teammember WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_teammember, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_lineup_not_replaced BEFORE INSERT ON tournaments_lineup
        WHEN EXISTS (SELECT 1 FROM tournaments_lineup WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_lineup, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_lineupplace_not_replaced BEFORE INSERT ON tournaments_lineupplace
        WHEN EXISTS (SELECT 1 FROM tournaments_lineupplace WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_lineupplace, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_rating_not_replaced BEFORE INSERT ON tournaments_rating
        WHEN EXISTS (SELECT 1 FROM tournaments_rating WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_rating, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_adjustment_not_replaced BEFORE INSERT ON tournaments_adjustment
        WHEN EXISTS (SELECT 1 FROM tournaments_adjustment WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_adjustment, and the rows it belongs to, never change'); END
