-- The condition = ANY (ARRAY(SELECT ...)) makes the planner expect a few values and look them up in an
-- index. A join with the inserted rows may read a whole table instead.
CREATE FUNCTION poch_refuse_change() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF TG_OP = 'DELETE' THEN
        -- Only a rehearsal is deleted, and from its parts upwards.
        IF EXISTS (
            SELECT 1 FROM tournaments_event e WHERE e.rehearsal_of_id IS NOT NULL
            AND e.id = coalesce((to_jsonb(OLD) ->> 'event_id')::uuid, (
                SELECT r.event_id FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id
                WHERE t.id = coalesce((to_jsonb(OLD) ->> 'table_id')::uuid, (
                    SELECT d.table_id FROM tournaments_deal d WHERE d.id = (to_jsonb(OLD) ->> 'deal_id')::uuid
                ))
            ))
        ) THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION 'append_only: rows of % are never changed or removed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation'; END $$;

CREATE TRIGGER tournaments_deal_append_only BEFORE UPDATE OR DELETE ON tournaments_deal
FOR EACH ROW EXECUTE FUNCTION poch_refuse_change();

CREATE TRIGGER tournaments_deal_not_emptied BEFORE TRUNCATE ON tournaments_deal
FOR EACH STATEMENT EXECUTE FUNCTION poch_refuse_change();

CREATE TRIGGER tournaments_transfer_append_only BEFORE UPDATE OR DELETE ON tournaments_transfer
FOR EACH ROW EXECUTE FUNCTION poch_refuse_change();

CREATE TRIGGER tournaments_transfer_not_emptied BEFORE TRUNCATE ON tournaments_transfer
FOR EACH STATEMENT EXECUTE FUNCTION poch_refuse_change();

CREATE TRIGGER tournaments_seatresult_append_only BEFORE UPDATE OR DELETE ON tournaments_seatresult
FOR EACH ROW EXECUTE FUNCTION poch_refuse_change();

CREATE TRIGGER tournaments_seatresult_not_emptied BEFORE TRUNCATE ON tournaments_seatresult
FOR EACH STATEMENT EXECUTE FUNCTION poch_refuse_change();

CREATE TRIGGER tournaments_payout_append_only BEFORE UPDATE OR DELETE ON tournaments_payout
FOR EACH ROW EXECUTE FUNCTION poch_refuse_change();

CREATE TRIGGER tournaments_payout_not_emptied BEFORE TRUNCATE ON tournaments_payout
FOR EACH STATEMENT EXECUTE FUNCTION poch_refuse_change();

CREATE TRIGGER tournaments_showdown_append_only BEFORE UPDATE OR DELETE ON tournaments_showdown
FOR EACH ROW EXECUTE FUNCTION poch_refuse_change();

CREATE TRIGGER tournaments_showdown_not_emptied BEFORE TRUNCATE ON tournaments_showdown
FOR EACH STATEMENT EXECUTE FUNCTION poch_refuse_change();

CREATE TRIGGER tournaments_auditentry_append_only BEFORE UPDATE OR DELETE ON tournaments_auditentry
FOR EACH ROW EXECUTE FUNCTION poch_refuse_change();

CREATE TRIGGER tournaments_auditentry_not_emptied BEFORE TRUNCATE ON tournaments_auditentry
FOR EACH STATEMENT EXECUTE FUNCTION poch_refuse_change();

-- Depth 1 is a statement of a client. poch_move_chips updates the balances at depth 2.
CREATE FUNCTION poch_guard_account() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.balance <> 0 THEN
            RAISE EXCEPTION 'account_opens_empty: a new account has the balance 0' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    ELSIF pg_trigger_depth() < 2
        OR (NEW.id, NEW.table_id, NEW.name, NEW.overdraft) IS DISTINCT FROM
           (OLD.id, OLD.table_id, OLD.name, OLD.overdraft) THEN
        RAISE EXCEPTION 'account_balance_is_its_transfers: only a transfer changes a balance' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW; END $$;

CREATE TRIGGER tournaments_account_guard BEFORE INSERT OR UPDATE ON tournaments_account
FOR EACH ROW EXECUTE FUNCTION poch_guard_account();

CREATE TRIGGER tournaments_account_stays BEFORE DELETE ON tournaments_account
FOR EACH ROW EXECUTE FUNCTION poch_refuse_change();

CREATE TRIGGER tournaments_account_not_emptied BEFORE TRUNCATE ON tournaments_account
FOR EACH STATEMENT EXECUTE FUNCTION poch_refuse_change();

CREATE FUNCTION poch_guard_transfer() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    DECLARE
        is_apart boolean;
        has_no_reason boolean;
    BEGIN
        WITH here AS MATERIALIZED (
            SELECT id, table_id, name FROM tournaments_account
            WHERE table_id = ANY (ARRAY(SELECT table_id FROM added))
        )
        SELECT
            bool_or(s.id IS NULL OR g.id IS NULL),
            bool_or(NOT CASE
                WHEN t.deal_id IS NOT NULL THEN
                    t.reason NOT IN ('start', 'issue', 'return', 'leftover')
                    AND (s.name <> 'bank' AND g.name <> 'bank'
                        OR t.reason IN ('count', 'void') AND 'board' IN (s.name, g.name) AND EXISTS (
                            SELECT 1 FROM tournaments_table b
                            JOIN tournaments_round r ON r.id = b.round_id
                            JOIN tournaments_event e ON e.id = r.event_id
                            WHERE b.id = t.table_id AND e.frozen_rules ->> 'open_totals' = 'true'))
                WHEN t.reason IN ('start', 'issue') THEN s.name = 'bank' AND g.name LIKE 'seat %'
                WHEN t.reason = 'return' THEN s.name LIKE 'seat %' AND g.name = 'bank'
                    AND NOT EXISTS (SELECT 1 FROM tournaments_deal d WHERE d.table_id = t.table_id)
                WHEN t.reason = 'leftover' THEN EXISTS (
                    SELECT 1 FROM tournaments_table b
                    JOIN tournaments_round r ON r.id = b.round_id
                    JOIN tournaments_event e ON e.id = r.event_id
                    WHERE b.id = t.table_id
                    AND r.status IN ('closed', 'void') AND e.frozen_rules ->> 'leftover' = 'split'
                ) AND CASE WHEN g.name LIKE 'seat %' THEN
                    s.name NOT IN ('bank', 'bets') AND s.name NOT LIKE 'seat %'
                ELSE 0 <= (
                    SELECT sum(CASE WHEN p.target_id = s.id THEN p.chips ELSE -p.chips END)
                    FROM tournaments_transfer p WHERE p.reason = 'leftover'
                    AND (p.source_id, p.target_id) IN ((s.id, g.id), (g.id, s.id))
                ) END
                ELSE false
            END)
        INTO is_apart, has_no_reason
        FROM added t
        LEFT JOIN here s ON s.id = t.source_id AND s.table_id = t.table_id
        LEFT JOIN here g ON g.id = t.target_id AND g.table_id = t.table_id;
        IF is_apart THEN
            RAISE EXCEPTION 'transfer_at_one_table: a transfer joins two accounts of its own table' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF has_no_reason THEN
            RAISE EXCEPTION 'transfer_has_its_reason: chips move in deals, by the bank or as leftovers' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
    END;
    RETURN NULL; END $$;

CREATE FUNCTION poch_move_chips() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    UPDATE tournaments_account a SET balance = a.balance + moved.chips
    FROM (
        SELECT account, sum(chips) AS chips FROM (
            SELECT target_id AS account, chips FROM added
            UNION ALL SELECT source_id, -chips FROM added
        ) both_ends GROUP BY account
    ) moved
    WHERE a.table_id = ANY (ARRAY(SELECT table_id FROM added))
    AND a.id = moved.account AND moved.chips <> 0;
    RETURN NULL; END $$;

-- Triggers of one kind fire in the order of their names: first the guard, then the move.
CREATE TRIGGER tournaments_transfer_a_guard AFTER INSERT ON tournaments_transfer
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION poch_guard_transfer();

CREATE TRIGGER tournaments_transfer_b_move AFTER INSERT ON tournaments_transfer
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION poch_move_chips();

CREATE FUNCTION poch_guard_part() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF EXISTS (SELECT 1 FROM tournaments_deal WHERE id = ANY (ARRAY(SELECT deal_id FROM added))) THEN
        RAISE EXCEPTION 'deal_is_sealed: a recorded deal gets no further parts' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL; END $$;

CREATE TRIGGER tournaments_transfer_a_before_its_deal AFTER INSERT ON tournaments_transfer
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION poch_guard_part();

CREATE TRIGGER tournaments_seatresult_a_before_its_deal AFTER INSERT ON tournaments_seatresult
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION poch_guard_part();

CREATE TRIGGER tournaments_payout_a_before_its_deal AFTER INSERT ON tournaments_payout
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION poch_guard_part();

CREATE TRIGGER tournaments_showdown_a_before_its_deal AFTER INSERT ON tournaments_showdown
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION poch_guard_part();

CREATE FUNCTION poch_seal_deal() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF NOT EXISTS (SELECT 1 FROM tournaments_seat WHERE table_id = NEW.table_id)
    OR EXISTS (
        SELECT 1 FROM tournaments_seat s
        LEFT JOIN tournaments_seatresult r ON r.deal_id = NEW.id AND r.seat_id = s.id
        WHERE s.table_id = NEW.table_id AND (r.id IS NULL) <> EXISTS (
            SELECT 1 FROM tournaments_occupant o WHERE o.seat_id = s.id AND o.entry_id IS NULL
            AND o.from_deal <= NEW.number AND o.event_version < NEW.event_version
        )
    ) THEN
        RAISE EXCEPTION 'deal_is_whole: a deal has a result for each seat of its table, without empty seats' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM tournaments_transfer t WHERE t.deal_id = NEW.id AND t.table_id <> NEW.table_id
    ) OR EXISTS (
        SELECT 1 FROM tournaments_seatresult r
        JOIN tournaments_seat s ON s.id = r.seat_id
        LEFT JOIN tournaments_account a ON a.table_id = NEW.table_id AND a.name = 'seat ' || s.number
        WHERE r.deal_id = NEW.id AND (s.table_id <> NEW.table_id OR a.id IS NULL)
    ) OR EXISTS (
        -- All transfers of the deal are between accounts of its table.
        SELECT 1 FROM tournaments_account a
        LEFT JOIN (
            SELECT account, sum(chips) AS chips FROM (
                SELECT target_id AS account, chips FROM tournaments_transfer WHERE deal_id = NEW.id
                UNION ALL SELECT source_id, -chips FROM tournaments_transfer WHERE deal_id = NEW.id
            ) both_ends GROUP BY account
        ) moved ON moved.account = a.id
        LEFT JOIN tournaments_seat s ON s.table_id = NEW.table_id AND a.name = 'seat ' || s.number
        LEFT JOIN tournaments_seatresult r ON r.deal_id = NEW.id AND r.seat_id = s.id
        WHERE a.table_id = NEW.table_id AND CASE
            WHEN a.name = 'bets' THEN moved.chips <> 0
            WHEN r.id IS NOT NULL THEN r.net <> coalesce(moved.chips, 0)
            ELSE a.name LIKE 'seat %' AND moved.account IS NOT NULL
        END
    ) THEN
        RAISE EXCEPTION 'deal_is_its_transfers: the results and bets of a deal equal its transfers' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM tournaments_transfer WHERE deal_id = NEW.id GROUP BY seq HAVING count(*) > 1
    ) THEN
        RAISE EXCEPTION 'transfer_seq_once_in_a_deal: each transfer of a deal has its own number' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.kind = 'void' AND EXISTS (
        SELECT 1 FROM (
            SELECT target_id AS account, chips FROM tournaments_transfer
            WHERE deal_id IN (NEW.id, NEW.replaces_id)
            UNION ALL
            SELECT source_id, -chips FROM tournaments_transfer
            WHERE deal_id IN (NEW.id, NEW.replaces_id)
        ) both_deals GROUP BY account HAVING sum(chips) <> 0
    ) THEN
        RAISE EXCEPTION 'void_undoes_its_deal: a void moves exactly the chips of its deal back' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM tournaments_deal older
        JOIN tournaments_deal newer ON newer.replaces_id = older.id
        WHERE older.id IN (NEW.id, NEW.replaces_id)
        AND (newer.table_id, newer.number, newer.revision, newer.kind) IS DISTINCT FROM
            (older.table_id, older.number, older.revision + 1,
             CASE WHEN older.kind = 'void' THEN 'recorded' ELSE newer.kind END)
    ) THEN
        RAISE EXCEPTION 'deal_replaces_the_one_before: a revision replaces the previous revision of its deal' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL; END $$;

CREATE TRIGGER tournaments_deal_seal AFTER INSERT ON tournaments_deal
FOR EACH ROW EXECUTE FUNCTION poch_seal_deal();

CREATE FUNCTION poch_count_or_deals() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    -- A count and a deal that are inserted at once wait for each other here. Each then sees the other.
    PERFORM 1 FROM tournaments_table WHERE id = NEW.table_id FOR NO KEY UPDATE;
    IF EXISTS (
        SELECT 1 FROM tournaments_deal d
        WHERE d.table_id = NEW.table_id AND d.number <> NEW.number AND d.kind = 'recorded'
        AND (d.counted IS NOT NULL AND d.number < NEW.number OR NEW.counted IS NOT NULL AND NEW.number < d.number)
        AND NOT EXISTS (SELECT 1 FROM tournaments_deal later WHERE later.replaces_id IN (d.id, NEW.id))
    ) THEN
        RAISE EXCEPTION 'count_or_deals: after a count that counts a table has no deal that counts' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL; END $$;

CREATE TRIGGER tournaments_deal_or_count AFTER INSERT ON tournaments_deal
FOR EACH ROW WHEN (NEW.kind = 'recorded') EXECUTE FUNCTION poch_count_or_deals();

CREATE FUNCTION poch_guard_seat() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF EXISTS (
        SELECT 1 FROM tournaments_deal d WHERE
d.kind = 'recorded'
AND NOT EXISTS (SELECT 1 FROM tournaments_deal later WHERE later.replaces_id = d.id) AND (
            (TG_OP <> 'INSERT' AND d.table_id = OLD.table_id)
            OR (TG_OP <> 'DELETE' AND d.table_id = NEW.table_id))
    ) THEN
        RAISE EXCEPTION 'seats_are_taken: the seats of a table with a deal that counts do not change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF TG_OP = 'DELETE' THEN
        RETURN OLD;
    END IF;
    IF EXISTS (
        SELECT 1 FROM tournaments_table b WHERE b.id = NEW.table_id AND b.round_id <> NEW.round_id
    ) OR EXISTS (
        SELECT 1 FROM tournaments_round r JOIN tournaments_entry e ON e.event_id <> r.event_id
        WHERE r.id = NEW.round_id AND e.id = NEW.entry_id
    ) THEN
        RAISE EXCEPTION 'seat_of_its_round: the table and the entry of a seat fit its round' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW; END $$;

CREATE TRIGGER tournaments_seat_guard BEFORE INSERT OR UPDATE OR DELETE ON tournaments_seat
FOR EACH ROW EXECUTE FUNCTION poch_guard_seat();

CREATE FUNCTION poch_guard_occupant() RETURNS trigger LANGUAGE plpgsql
AS $$ DECLARE
    changed record;
BEGIN
    IF TG_OP = 'INSERT' THEN
        changed := NEW;
    ELSE
        changed := OLD;
    END IF;
    IF EXISTS (
        SELECT 1 FROM tournaments_deal d JOIN tournaments_seat s ON s.table_id = d.table_id
        WHERE s.id = changed.seat_id AND d.number >= changed.from_deal AND (
            TG_OP = 'DELETE' AND d.event_version > changed.event_version OR d.kind = 'recorded'
            AND NOT EXISTS (SELECT 1 FROM tournaments_deal later WHERE later.replaces_id = d.id)
        )
    ) THEN
        RAISE EXCEPTION 'deal_stays_with_its_players: a deal that is recorded keeps its players' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN changed; END $$;

CREATE TRIGGER tournaments_occupant_guard BEFORE INSERT OR DELETE ON tournaments_occupant
FOR EACH ROW EXECUTE FUNCTION poch_guard_occupant();

CREATE FUNCTION poch_guard_event() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF NEW.version < OLD.version THEN
        RAISE EXCEPTION 'event_version_grows: the version of an event only grows' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.frozen_rules IS NOT NULL AND NEW.frozen_rules IS DISTINCT FROM OLD.frozen_rules THEN
        RAISE EXCEPTION 'event_rules_frozen: the rules of an event are frozen at its start' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW; END $$;

CREATE TRIGGER tournaments_event_guard BEFORE UPDATE ON tournaments_event
FOR EACH ROW EXECUTE FUNCTION poch_guard_event();

CREATE FUNCTION poch_guard_adjustment() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF TG_OP = 'DELETE' AND (SELECT rehearsal_of_id FROM tournaments_event WHERE id = OLD.event_id) IS NOT NULL THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'DELETE' OR OLD.cancelled_at IS NOT NULL AND (NEW.cancelled_at, NEW.cancelled_by_id) IS DISTINCT FROM
        (OLD.cancelled_at, OLD.cancelled_by_id) OR
       (NEW.id, NEW.event_id, NEW.entry_id, NEW.round_id, NEW.chips, NEW.points, NEW.author_id)
       IS DISTINCT FROM
       (OLD.id, OLD.event_id, OLD.entry_id, OLD.round_id, OLD.chips, OLD.points, OLD.author_id) THEN
        RAISE EXCEPTION 'adjustment_stays: an adjustment is cancelled once, never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW; END $$;

CREATE TRIGGER tournaments_adjustment_guard BEFORE UPDATE OR DELETE ON tournaments_adjustment
FOR EACH ROW EXECUTE FUNCTION poch_guard_adjustment();

CREATE FUNCTION poch_guard_season() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF NEW.version < OLD.version THEN
        RAISE EXCEPTION 'season_version_grows: the version of a season only grows' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.status IN ('running', 'finished') AND NEW.scheme IS DISTINCT FROM OLD.scheme THEN
        RAISE EXCEPTION 'season_scheme_frozen: the scheme of a season is frozen at its start' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW; END $$;

CREATE TRIGGER tournaments_season_guard BEFORE UPDATE ON tournaments_season
FOR EACH ROW EXECUTE FUNCTION poch_guard_season();

CREATE FUNCTION poch_guard_credit() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF TG_OP = 'DELETE' OR OLD.cancelled_at IS NOT NULL AND (NEW.cancelled_at, NEW.cancelled_by_id) IS DISTINCT FROM
        (OLD.cancelled_at, OLD.cancelled_by_id) OR
       (NEW.points, NEW.given_by_id, NEW.given_at)
       IS DISTINCT FROM (OLD.points, OLD.given_by_id, OLD.given_at) THEN
        RAISE EXCEPTION 'credit_stays: a credit is cancelled once, never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW; END $$;

CREATE TRIGGER tournaments_credit_guard BEFORE UPDATE OR DELETE ON tournaments_credit
FOR EACH ROW EXECUTE FUNCTION poch_guard_credit();

CREATE FUNCTION poch_continue_log() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF NEW.event_id IS NULL THEN
        UPDATE tournaments_club SET log_length = NEW.number, log_head = NEW.digest
        WHERE id = NEW.club_id AND log_length = NEW.number - 1;
    ELSE
        UPDATE tournaments_event SET log_length = NEW.number, log_head = NEW.digest
        WHERE id = NEW.event_id AND log_length = NEW.number - 1;
    END IF;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'log_continues: a new entry of the audit log follows the newest entry of its log' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL; END $$;

CREATE TRIGGER tournaments_auditentry_continues AFTER INSERT ON tournaments_auditentry
FOR EACH ROW EXECUTE FUNCTION poch_continue_log();

CREATE FUNCTION poch_guard_event_log() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF NEW.log_length <= OLD.log_length OR NOT EXISTS (
        SELECT 1 FROM tournaments_auditentry
        WHERE event_id = NEW.id AND (number, digest) = (NEW.log_length, NEW.log_head)
    ) THEN
        RAISE EXCEPTION 'log_head_is_its_newest_entry: only a new entry changes the length and the head of a log' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW; END $$;

CREATE TRIGGER tournaments_event_log BEFORE UPDATE OF log_length, log_head ON tournaments_event FOR EACH ROW
WHEN ((NEW.log_length, NEW.log_head) IS DISTINCT FROM (OLD.log_length, OLD.log_head))
EXECUTE FUNCTION poch_guard_event_log();

CREATE FUNCTION poch_guard_club_log() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF NEW.log_length <= OLD.log_length OR NOT EXISTS (
        SELECT 1 FROM tournaments_auditentry
        WHERE club_id = NEW.id AND event_id IS NULL AND (number, digest) = (NEW.log_length, NEW.log_head)
    ) THEN
        RAISE EXCEPTION 'log_head_is_its_newest_entry: only a new entry changes the length and the head of a log' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW; END $$;

CREATE TRIGGER tournaments_club_log BEFORE UPDATE OF log_length, log_head ON tournaments_club FOR EACH ROW
WHEN ((NEW.log_length, NEW.log_head) IS DISTINCT FROM (OLD.log_length, OLD.log_head))
EXECUTE FUNCTION poch_guard_club_log();
