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

CREATE FUNCTION poch_entry_of_its_club() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF ((SELECT club_id FROM tournaments_event WHERE id = NEW.event_id) = (SELECT club_id FROM tournaments_player WHERE id = NEW.player_id)) IS NOT TRUE THEN
            RAISE EXCEPTION 'entry_of_its_club: the player of an entry belongs to the club of its event' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER entry_of_its_club BEFORE INSERT OR UPDATE OF event_id, player_id ON tournaments_entry
        FOR EACH ROW EXECUTE FUNCTION poch_entry_of_its_club()

CREATE FUNCTION poch_round_of_its_event() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF ((SELECT event_id FROM tournaments_stage WHERE id = NEW.stage_id) = NEW.event_id) IS NOT TRUE THEN
            RAISE EXCEPTION 'round_of_its_event: the stage of a round belongs to the same event' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER round_of_its_event BEFORE INSERT OR UPDATE OF event_id, stage_id ON tournaments_round
        FOR EACH ROW EXECUTE FUNCTION poch_round_of_its_event()

CREATE FUNCTION poch_round_seats_who_is_here() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF (NEW.status <> 'published' OR NOT EXISTS (
    SELECT 1 FROM tournaments_seat s JOIN tournaments_entry e ON e.id = s.entry_id
    WHERE s.round_id = NEW.id AND e.status = 'withdrawn' AND e.from_round <= NEW.number
)) IS NOT TRUE THEN
            RAISE EXCEPTION 'round_seats_who_is_here: a round with a withdrawn entry in a seat cannot be published' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER round_seats_who_is_here BEFORE INSERT OR UPDATE OF status ON tournaments_round
        FOR EACH ROW EXECUTE FUNCTION poch_round_seats_who_is_here()

CREATE FUNCTION poch_void_round_loses_no_deal() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF (NEW.status <> 'void' OR NEW.void_as = 'played_again' OR NOT (
    EXISTS (
        SELECT 1 FROM tournaments_deal d JOIN tournaments_table t ON t.id = d.table_id
        WHERE t.round_id = NEW.id AND (NEW.void_as = 'taken_back' OR (d.kind = 'recorded'
            AND NOT EXISTS (SELECT 1 FROM tournaments_deal v WHERE v.replaces_id = d.id)))
    ) OR (NEW.void_as = 'taken_back' AND EXISTS (
        SELECT 1 FROM tournaments_dealclaim c JOIN tournaments_table t ON t.id = c.table_id
        WHERE t.round_id = NEW.id))
)) IS NOT TRUE THEN
            RAISE EXCEPTION 'void_round_loses_no_deal: a round with a deal that counts becomes void only if its stage is played again, and a round with a deal or a claim is not taken back' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER void_round_loses_no_deal BEFORE INSERT OR UPDATE OF status, void_as ON tournaments_round
        FOR EACH ROW EXECUTE FUNCTION poch_void_round_loses_no_deal()

CREATE FUNCTION poch_seat_of_who_may_sit() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF (NOT EXISTS (
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
)) IS NOT TRUE THEN
            RAISE EXCEPTION 'seat_of_who_may_sit: people and bots do not share a table, a withdrawn entry gets no seat, and an entry sits once in a round' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER seat_of_who_may_sit BEFORE INSERT OR UPDATE OF table_id, round_id, number, entry_id ON tournaments_seat
        FOR EACH ROW EXECUTE FUNCTION poch_seat_of_who_may_sit()

CREATE FUNCTION poch_occupant_of_its_seat() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF (EXISTS (
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
)) IS NOT TRUE THEN
            RAISE EXCEPTION 'occupant_of_its_seat: an occupant is an entry of the event that has not withdrawn and sits nowhere else in the round, people and bots do not share a table, and an empty seat stays empty' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER occupant_of_its_seat BEFORE INSERT OR UPDATE OF seat_id, round_id, entry_id ON tournaments_occupant
        FOR EACH ROW EXECUTE FUNCTION poch_occupant_of_its_seat()

CREATE FUNCTION poch_adjustment_of_its_event() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF ((SELECT event_id FROM tournaments_entry WHERE id = NEW.entry_id) = NEW.event_id
AND (NEW.round_id IS NULL OR (SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id)) IS NOT TRUE THEN
            RAISE EXCEPTION 'adjustment_of_its_event: the entry and the round of an adjustment belong to its event' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER adjustment_of_its_event BEFORE INSERT OR UPDATE OF event_id, entry_id, round_id ON tournaments_adjustment
        FOR EACH ROW EXECUTE FUNCTION poch_adjustment_of_its_event()

CREATE FUNCTION poch_standing_of_its_event() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF (NEW.version <= (SELECT version FROM tournaments_event WHERE id = NEW.event_id)
AND (NEW.round_id IS NULL OR (SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id)) IS NOT TRUE THEN
            RAISE EXCEPTION 'standing_of_its_event: the event of a standing has reached its version, and its round belongs to that event' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER standing_of_its_event BEFORE INSERT OR UPDATE OF event_id, round_id, version ON tournaments_standing
        FOR EACH ROW EXECUTE FUNCTION poch_standing_of_its_event()

CREATE FUNCTION poch_clock_of_its_event() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF ((SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id
AND (SELECT status FROM tournaments_round WHERE id = NEW.round_id) <> 'drawn') IS NOT TRUE THEN
            RAISE EXCEPTION 'clock_of_its_event: the round of a clock belongs to its event, and is not only drawn' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER clock_of_its_event BEFORE INSERT OR UPDATE OF event_id, round_id ON tournaments_roundclock
        FOR EACH ROW EXECUTE FUNCTION poch_clock_of_its_event()

CREATE FUNCTION poch_wish_of_its_club() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF ((SELECT club_id FROM tournaments_player WHERE id = NEW.player_id) = NEW.club_id
AND (NEW.other_id IS NULL OR (SELECT club_id FROM tournaments_player WHERE id = NEW.other_id) = NEW.club_id)
AND (NEW.event_id IS NULL OR (SELECT club_id FROM tournaments_event WHERE id = NEW.event_id) = NEW.club_id)) IS NOT TRUE THEN
            RAISE EXCEPTION 'wish_of_its_club: the players and the event of a wish belong to its club' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER wish_of_its_club BEFORE INSERT OR UPDATE OF club_id, event_id, player_id, other_id ON tournaments_seatingwish
        FOR EACH ROW EXECUTE FUNCTION poch_wish_of_its_club()

CREATE FUNCTION poch_grant_of_its_club() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF ((SELECT m.club_id FROM tournaments_apikey k JOIN tournaments_member m ON m.id = k.member_id
    WHERE k.id = NEW.key_id)
= (SELECT e.club_id FROM tournaments_event e WHERE e.id = coalesce(NEW.event_id,
    (SELECT r.event_id FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id
     WHERE t.id = NEW.table_id)))) IS NOT TRUE THEN
            RAISE EXCEPTION 'grant_of_its_club: the events and tables granted to a key belong to its club' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER grant_of_its_club BEFORE INSERT OR UPDATE OF key_id, event_id, table_id ON tournaments_keygrant
        FOR EACH ROW EXECUTE FUNCTION poch_grant_of_its_club()

CREATE FUNCTION poch_rehearsal_of_its_club() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF (NEW.rehearsal_of_id IS NULL OR EXISTS (
    SELECT 1 FROM tournaments_event e WHERE e.id = NEW.rehearsal_of_id
    AND e.club_id = NEW.club_id AND e.rehearsal_of_id IS NULL
)) IS NOT TRUE THEN
            RAISE EXCEPTION 'rehearsal_of_its_club: a rehearsal belongs to the club of its event, which is no rehearsal' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER rehearsal_of_its_club BEFORE INSERT OR UPDATE OF rehearsal_of_id ON tournaments_event
        FOR EACH ROW EXECUTE FUNCTION poch_rehearsal_of_its_club()

CREATE FUNCTION poch_rehearsal_has_bots() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF ((SELECT rehearsal_of_id FROM tournaments_event WHERE id = NEW.event_id) IS NULL
OR (SELECT bot FROM tournaments_player WHERE id = NEW.player_id) <> '') IS NOT TRUE THEN
            RAISE EXCEPTION 'rehearsal_has_bots: only bots are entered in a rehearsal' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER rehearsal_has_bots BEFORE INSERT OR UPDATE OF event_id, player_id ON tournaments_entry
        FOR EACH ROW EXECUTE FUNCTION poch_rehearsal_has_bots()

CREATE FUNCTION poch_reply_of_its_club() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF (NEW.player_id IS NULL
OR (SELECT club_id FROM tournaments_player WHERE id = NEW.player_id) = (SELECT club_id FROM tournaments_event WHERE id = NEW.event_id)) IS NOT TRUE THEN
            RAISE EXCEPTION 'reply_of_its_club: the player of a reply belongs to the club of its event' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER reply_of_its_club BEFORE INSERT OR UPDATE OF event_id, player_id ON tournaments_reply
        FOR EACH ROW EXECUTE FUNCTION poch_reply_of_its_club()

CREATE FUNCTION poch_claim_of_its_table() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF (NEW.deal_id IS NULL OR EXISTS (SELECT 1 FROM tournaments_deal d WHERE d.id = NEW.deal_id
    AND d.table_id = NEW.table_id AND d.number = NEW.number)) IS NOT TRUE THEN
            RAISE EXCEPTION 'claim_of_its_table: the deal of a confirmed claim has the table and the number of the claim' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER claim_of_its_table BEFORE INSERT OR UPDATE OF table_id, number, deal_id ON tournaments_dealclaim
        FOR EACH ROW EXECUTE FUNCTION poch_claim_of_its_table()

CREATE FUNCTION poch_phone_of_its_card() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF (EXISTS (
    SELECT 1 FROM tournaments_tablecard c
    JOIN tournaments_table t ON t.number = c.number
    JOIN tournaments_round r ON r.id = t.round_id AND r.event_id = c.event_id
    WHERE c.id = NEW.card_id AND t.id = NEW.table_id
)) IS NOT TRUE THEN
            RAISE EXCEPTION 'phone_of_its_card: a phone is at the table of an event that has the number of its card' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER phone_of_its_card BEFORE INSERT OR UPDATE OF card_id, table_id ON tournaments_phone
        FOR EACH ROW EXECUTE FUNCTION poch_phone_of_its_card()

CREATE FUNCTION poch_club_of_another_league() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF (NEW.club_id <> (SELECT club_id FROM tournaments_league WHERE id = NEW.league_id)) IS NOT TRUE THEN
            RAISE EXCEPTION 'club_of_another_league: the club of a league takes part without a consent' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER club_of_another_league BEFORE INSERT OR UPDATE OF league_id, club_id ON tournaments_leagueclub
        FOR EACH ROW EXECUTE FUNCTION poch_club_of_another_league()

CREATE FUNCTION poch_evening_of_its_league() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF (EXISTS (
    SELECT 1 FROM tournaments_season s
    JOIN tournaments_league l ON l.id = s.league_id
    JOIN tournaments_event x ON x.id = NEW.event_id
    LEFT JOIN tournaments_leagueclub c ON c.id = NEW.through_id
    WHERE s.id = NEW.season_id AND (
        (NEW.through_id IS NULL AND x.club_id = l.club_id)
        OR (c.league_id = l.id AND c.club_id = x.club_id AND c.agreed_at IS NOT NULL
            AND (c.left_at IS NULL OR c.left_at >= NEW.added_at))
    )
) AND (NEW.division_id IS NULL OR (SELECT season_id FROM tournaments_division WHERE id = NEW.division_id) = NEW.season_id) AND (SELECT rehearsal_of_id FROM tournaments_event WHERE id = NEW.event_id) IS NULL) IS NOT TRUE THEN
            RAISE EXCEPTION 'evening_of_its_league: the event of an evening belongs to the club of the league, or to a club that takes part in it, and is no rehearsal, and the division of an evening belongs to its season' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER evening_of_its_league BEFORE INSERT OR UPDATE OF season_id, event_id, through_id, division_id ON tournaments_evening
        FOR EACH ROW EXECUTE FUNCTION poch_evening_of_its_league()

CREATE FUNCTION poch_season_member_of_its_league() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF (EXISTS (
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
))) IS NOT TRUE THEN
            RAISE EXCEPTION 'season_member_of_its_league: the player of a member belongs to the club of the league, or to a club that takes part in it, the division of a member belongs to the season, and a person is a member once until it is finished' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER season_member_of_its_league BEFORE INSERT OR UPDATE OF season_id, player_id, through_id, division_id, set_aside ON tournaments_seasonmember
        FOR EACH ROW EXECUTE FUNCTION poch_season_member_of_its_league()

CREATE FUNCTION poch_absence_of_its_season() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF ((SELECT season_id FROM tournaments_evening WHERE id = NEW.evening_id) = (SELECT season_id FROM tournaments_seasonmember WHERE id = NEW.member_id)) IS NOT TRUE THEN
            RAISE EXCEPTION 'absence_of_its_season: the member and the evening of an absence belong to one season' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER absence_of_its_season BEFORE INSERT OR UPDATE OF evening_id, member_id ON tournaments_absence
        FOR EACH ROW EXECUTE FUNCTION poch_absence_of_its_season()

CREATE FUNCTION poch_season_standing_of_its_season() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF (NEW.version <= (SELECT version FROM tournaments_season WHERE id = NEW.season_id)) IS NOT TRUE THEN
            RAISE EXCEPTION 'season_standing_of_its_season: the season of a standing has reached its version' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER season_standing_of_its_season BEFORE INSERT OR UPDATE OF season_id, version ON tournaments_seasonstanding
        FOR EACH ROW EXECUTE FUNCTION poch_season_standing_of_its_season()

CREATE FUNCTION poch_team_of_its_league() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF (NEW.club_id IS NULL OR EXISTS (
    SELECT 1 FROM tournaments_season s JOIN tournaments_league l ON l.id = s.league_id
    LEFT JOIN tournaments_leagueclub c ON c.league_id = l.id AND c.agreed_at IS NOT NULL
    WHERE s.id = NEW.season_id AND NEW.club_id IN (l.club_id, c.club_id)
)) IS NOT TRUE THEN
            RAISE EXCEPTION 'team_of_its_league: the club of a team is that of the league, or one that takes part in it' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER team_of_its_league BEFORE INSERT OR UPDATE OF season_id, club_id ON tournaments_team
        FOR EACH ROW EXECUTE FUNCTION poch_team_of_its_league()

CREATE FUNCTION poch_team_member_of_its_season() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF ((SELECT season_id FROM tournaments_team WHERE id = NEW.team_id) = (SELECT season_id FROM tournaments_seasonmember WHERE id = NEW.member_id)) IS NOT TRUE THEN
            RAISE EXCEPTION 'team_member_of_its_season: a member of a team is a member of its season' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER team_member_of_its_season BEFORE INSERT OR UPDATE OF team_id, member_id ON tournaments_teammember
        FOR EACH ROW EXECUTE FUNCTION poch_team_member_of_its_season()

CREATE FUNCTION poch_line_up_of_its_season() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF ((SELECT season_id FROM tournaments_team WHERE id = NEW.team_id) = (SELECT season_id FROM tournaments_evening WHERE id = NEW.evening_id)) IS NOT TRUE THEN
            RAISE EXCEPTION 'line_up_of_its_season: the team and the evening of a line-up belong to one season' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER line_up_of_its_season BEFORE INSERT OR UPDATE OF team_id, evening_id ON tournaments_lineup
        FOR EACH ROW EXECUTE FUNCTION poch_line_up_of_its_season()

CREATE FUNCTION poch_line_up_place_of_its_team() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF ((SELECT team_id FROM tournaments_lineup WHERE id = NEW.line_up_id)
= (SELECT team_id FROM tournaments_teammember WHERE id = NEW.member_id)) IS NOT TRUE THEN
            RAISE EXCEPTION 'line_up_place_of_its_team: who plays in a line-up is in its team' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER line_up_place_of_its_team BEFORE INSERT OR UPDATE OF line_up_id, member_id ON tournaments_lineupplace
        FOR EACH ROW EXECUTE FUNCTION poch_line_up_place_of_its_team()

CREATE FUNCTION poch_person_in_a_season_once() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF (NOT EXISTS (
    SELECT 1 FROM tournaments_seasonmember mine
    JOIN tournaments_season s ON s.id = mine.season_id AND s.status <> 'finished'
    JOIN tournaments_seasonmember m ON m.season_id = mine.season_id AND NOT m.set_aside
    JOIN tournaments_player theirs ON theirs.id = m.player_id
    WHERE mine.player_id = NEW.id AND NOT mine.set_aside
    AND theirs.user_id = NEW.user_id AND theirs.id <> NEW.id
)) IS NOT TRUE THEN
            RAISE EXCEPTION 'person_in_a_season_once: players of one account are in a season once until it is finished' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER person_in_a_season_once BEFORE INSERT OR UPDATE OF user_id ON tournaments_player
        FOR EACH ROW EXECUTE FUNCTION poch_person_in_a_season_once()

CREATE FUNCTION poch_event_status_moves() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'event_status_moves: an event goes from draft to open, running and finished, and only from finished back to running' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER event_status_moves BEFORE UPDATE OF status ON tournaments_event FOR EACH ROW
        WHEN (NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (('draft', 'open'), ('draft', 'running'), ('open', 'running'), ('running', 'finished'), ('finished', 'running')))
        EXECUTE FUNCTION poch_event_status_moves()

CREATE FUNCTION poch_season_status_moves() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'season_status_moves: a season goes from draft to open, running and finished, and back from finished to running, from running to draft' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER season_status_moves BEFORE UPDATE OF status ON tournaments_season FOR EACH ROW
        WHEN (NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (('draft', 'open'), ('draft', 'running'), ('open', 'running'), ('running', 'finished'), ('finished', 'running'), ('running', 'draft')))
        EXECUTE FUNCTION poch_season_status_moves()

CREATE FUNCTION poch_round_status_moves() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'round_status_moves: a round goes from drawn to published, playing and closed, or becomes void, and never back' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER round_status_moves BEFORE UPDATE OF status ON tournaments_round FOR EACH ROW
        WHEN (NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (('drawn', 'published'), ('published', 'playing'), ('published', 'closed'), ('playing', 'closed'), ('published', 'void'), ('playing', 'void'), ('closed', 'void')))
        EXECUTE FUNCTION poch_round_status_moves()

CREATE FUNCTION poch_entry_status_moves() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'entry_status_moves: a withdrawn entry stays withdrawn' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER entry_status_moves BEFORE UPDATE OF status ON tournaments_entry FOR EACH ROW
        WHEN (NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (('registered', 'checked_in'), ('checked_in', 'registered'), ('registered', 'withdrawn'), ('checked_in', 'withdrawn')))
        EXECUTE FUNCTION poch_entry_status_moves()

CREATE FUNCTION poch_tournaments_member_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_member, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_member_stays BEFORE UPDATE OF id, club_id, user_id ON tournaments_member FOR EACH ROW
        WHEN ((NEW.id, NEW.club_id, NEW.user_id) IS DISTINCT FROM (OLD.id, OLD.club_id, OLD.user_id)) EXECUTE FUNCTION poch_tournaments_member_stays()

CREATE FUNCTION poch_tournaments_apikey_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_apikey, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_apikey_stays BEFORE UPDATE OF id, member_id ON tournaments_apikey FOR EACH ROW
        WHEN ((NEW.id, NEW.member_id) IS DISTINCT FROM (OLD.id, OLD.member_id)) EXECUTE FUNCTION poch_tournaments_apikey_stays()

CREATE FUNCTION poch_tournaments_player_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_player, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_player_stays BEFORE UPDATE OF id, club_id, bot ON tournaments_player FOR EACH ROW
        WHEN ((NEW.id, NEW.club_id, NEW.bot) IS DISTINCT FROM (OLD.id, OLD.club_id, OLD.bot)) EXECUTE FUNCTION poch_tournaments_player_stays()

CREATE FUNCTION poch_tournaments_event_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_event, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_event_stays BEFORE UPDATE OF id, club_id, rehearsal_of_id ON tournaments_event FOR EACH ROW
        WHEN ((NEW.id, NEW.club_id, NEW.rehearsal_of_id) IS DISTINCT FROM (OLD.id, OLD.club_id, OLD.rehearsal_of_id)) EXECUTE FUNCTION poch_tournaments_event_stays()

CREATE FUNCTION poch_tournaments_stage_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_stage, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_stage_stays BEFORE UPDATE OF id, event_id ON tournaments_stage FOR EACH ROW
        WHEN ((NEW.id, NEW.event_id) IS DISTINCT FROM (OLD.id, OLD.event_id)) EXECUTE FUNCTION poch_tournaments_stage_stays()

CREATE FUNCTION poch_tournaments_entry_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_entry, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_entry_stays BEFORE UPDATE OF id, event_id, player_id ON tournaments_entry FOR EACH ROW
        WHEN ((NEW.id, NEW.event_id, NEW.player_id) IS DISTINCT FROM (OLD.id, OLD.event_id, OLD.player_id)) EXECUTE FUNCTION poch_tournaments_entry_stays()

CREATE FUNCTION poch_tournaments_reply_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_reply, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_reply_stays BEFORE UPDATE OF id, event_id ON tournaments_reply FOR EACH ROW
        WHEN ((NEW.id, NEW.event_id) IS DISTINCT FROM (OLD.id, OLD.event_id)) EXECUTE FUNCTION poch_tournaments_reply_stays()

CREATE FUNCTION poch_tournaments_round_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_round, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_round_stays BEFORE UPDATE OF id, event_id, stage_id, number ON tournaments_round FOR EACH ROW
        WHEN ((NEW.id, NEW.event_id, NEW.stage_id, NEW.number) IS DISTINCT FROM (OLD.id, OLD.event_id, OLD.stage_id, OLD.number)) EXECUTE FUNCTION poch_tournaments_round_stays()

CREATE FUNCTION poch_tournaments_table_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_table, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_table_stays BEFORE UPDATE OF id, round_id ON tournaments_table FOR EACH ROW
        WHEN ((NEW.id, NEW.round_id) IS DISTINCT FROM (OLD.id, OLD.round_id)) EXECUTE FUNCTION poch_tournaments_table_stays()

CREATE FUNCTION poch_tournaments_occupant_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_occupant, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_occupant_stays BEFORE UPDATE OF id, seat_id, round_id, entry_id, from_deal, event_version ON tournaments_occupant FOR EACH ROW
        WHEN ((NEW.id, NEW.seat_id, NEW.round_id, NEW.entry_id, NEW.from_deal, NEW.event_version) IS DISTINCT FROM (OLD.id, OLD.seat_id, OLD.round_id, OLD.entry_id, OLD.from_deal, OLD.event_version)) EXECUTE FUNCTION poch_tournaments_occupant_stays()

CREATE FUNCTION poch_tournaments_standing_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_standing, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_standing_stays BEFORE UPDATE OF id, event_id ON tournaments_standing FOR EACH ROW
        WHEN ((NEW.id, NEW.event_id) IS DISTINCT FROM (OLD.id, OLD.event_id)) EXECUTE FUNCTION poch_tournaments_standing_stays()

CREATE FUNCTION poch_tournaments_tablecard_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_tablecard, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_tablecard_stays BEFORE UPDATE OF id, event_id, number ON tournaments_tablecard FOR EACH ROW
        WHEN ((NEW.id, NEW.event_id, NEW.number) IS DISTINCT FROM (OLD.id, OLD.event_id, OLD.number)) EXECUTE FUNCTION poch_tournaments_tablecard_stays()

CREATE FUNCTION poch_tournaments_phone_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_phone, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_phone_stays BEFORE UPDATE OF id, card_id, table_id ON tournaments_phone FOR EACH ROW
        WHEN ((NEW.id, NEW.card_id, NEW.table_id) IS DISTINCT FROM (OLD.id, OLD.card_id, OLD.table_id)) EXECUTE FUNCTION poch_tournaments_phone_stays()

CREATE FUNCTION poch_tournaments_call_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_call, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_call_stays BEFORE UPDATE OF id, table_id ON tournaments_call FOR EACH ROW
        WHEN ((NEW.id, NEW.table_id) IS DISTINCT FROM (OLD.id, OLD.table_id)) EXECUTE FUNCTION poch_tournaments_call_stays()

CREATE FUNCTION poch_tournaments_league_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_league, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_league_stays BEFORE UPDATE OF id, club_id ON tournaments_league FOR EACH ROW
        WHEN ((NEW.id, NEW.club_id) IS DISTINCT FROM (OLD.id, OLD.club_id)) EXECUTE FUNCTION poch_tournaments_league_stays()

CREATE FUNCTION poch_tournaments_leagueclub_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_leagueclub, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_leagueclub_stays BEFORE UPDATE OF id, league_id, club_id ON tournaments_leagueclub FOR EACH ROW
        WHEN ((NEW.id, NEW.league_id, NEW.club_id) IS DISTINCT FROM (OLD.id, OLD.league_id, OLD.club_id)) EXECUTE FUNCTION poch_tournaments_leagueclub_stays()

CREATE FUNCTION poch_tournaments_season_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_season, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_season_stays BEFORE UPDATE OF id, league_id, previous_id ON tournaments_season FOR EACH ROW
        WHEN ((NEW.id, NEW.league_id, NEW.previous_id) IS DISTINCT FROM (OLD.id, OLD.league_id, OLD.previous_id)) EXECUTE FUNCTION poch_tournaments_season_stays()

CREATE FUNCTION poch_tournaments_division_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_division, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_division_stays BEFORE UPDATE OF id, season_id ON tournaments_division FOR EACH ROW
        WHEN ((NEW.id, NEW.season_id) IS DISTINCT FROM (OLD.id, OLD.season_id)) EXECUTE FUNCTION poch_tournaments_division_stays()

CREATE FUNCTION poch_tournaments_evening_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_evening, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_evening_stays BEFORE UPDATE OF id, season_id, event_id ON tournaments_evening FOR EACH ROW
        WHEN ((NEW.id, NEW.season_id, NEW.event_id) IS DISTINCT FROM (OLD.id, OLD.season_id, OLD.event_id)) EXECUTE FUNCTION poch_tournaments_evening_stays()

CREATE FUNCTION poch_tournaments_seasonmember_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_seasonmember, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_seasonmember_stays BEFORE UPDATE OF id, season_id, player_id ON tournaments_seasonmember FOR EACH ROW
        WHEN ((NEW.id, NEW.season_id, NEW.player_id) IS DISTINCT FROM (OLD.id, OLD.season_id, OLD.player_id)) EXECUTE FUNCTION poch_tournaments_seasonmember_stays()

CREATE FUNCTION poch_tournaments_absence_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_absence, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_absence_stays BEFORE UPDATE OF id, evening_id, member_id ON tournaments_absence FOR EACH ROW
        WHEN ((NEW.id, NEW.evening_id, NEW.member_id) IS DISTINCT FROM (OLD.id, OLD.evening_id, OLD.member_id)) EXECUTE FUNCTION poch_tournaments_absence_stays()

CREATE FUNCTION poch_tournaments_credit_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_credit, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_credit_stays BEFORE UPDATE OF id, member_id ON tournaments_credit FOR EACH ROW
        WHEN ((NEW.id, NEW.member_id) IS DISTINCT FROM (OLD.id, OLD.member_id)) EXECUTE FUNCTION poch_tournaments_credit_stays()

CREATE FUNCTION poch_tournaments_honour_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_honour, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_honour_stays BEFORE UPDATE OF id, member_id ON tournaments_honour FOR EACH ROW
        WHEN ((NEW.id, NEW.member_id) IS DISTINCT FROM (OLD.id, OLD.member_id)) EXECUTE FUNCTION poch_tournaments_honour_stays()

CREATE FUNCTION poch_tournaments_eveningworth_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_eveningworth, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_eveningworth_stays BEFORE UPDATE OF id, evening_id ON tournaments_eveningworth FOR EACH ROW
        WHEN ((NEW.id, NEW.evening_id) IS DISTINCT FROM (OLD.id, OLD.evening_id)) EXECUTE FUNCTION poch_tournaments_eveningworth_stays()

CREATE FUNCTION poch_tournaments_seasonstanding_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_seasonstanding, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_seasonstanding_stays BEFORE UPDATE OF id, season_id, version ON tournaments_seasonstanding FOR EACH ROW
        WHEN ((NEW.id, NEW.season_id, NEW.version) IS DISTINCT FROM (OLD.id, OLD.season_id, OLD.version)) EXECUTE FUNCTION poch_tournaments_seasonstanding_stays()

CREATE FUNCTION poch_tournaments_teamscheme_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_teamscheme, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_teamscheme_stays BEFORE UPDATE OF id, season_id ON tournaments_teamscheme FOR EACH ROW
        WHEN ((NEW.id, NEW.season_id) IS DISTINCT FROM (OLD.id, OLD.season_id)) EXECUTE FUNCTION poch_tournaments_teamscheme_stays()

CREATE FUNCTION poch_tournaments_team_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_team, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_team_stays BEFORE UPDATE OF id, season_id ON tournaments_team FOR EACH ROW
        WHEN ((NEW.id, NEW.season_id) IS DISTINCT FROM (OLD.id, OLD.season_id)) EXECUTE FUNCTION poch_tournaments_team_stays()

CREATE FUNCTION poch_tournaments_teammember_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_teammember, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_teammember_stays BEFORE UPDATE OF id, team_id, member_id ON tournaments_teammember FOR EACH ROW
        WHEN ((NEW.id, NEW.team_id, NEW.member_id) IS DISTINCT FROM (OLD.id, OLD.team_id, OLD.member_id)) EXECUTE FUNCTION poch_tournaments_teammember_stays()

CREATE FUNCTION poch_tournaments_lineup_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_lineup, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_lineup_stays BEFORE UPDATE OF id, team_id, evening_id ON tournaments_lineup FOR EACH ROW
        WHEN ((NEW.id, NEW.team_id, NEW.evening_id) IS DISTINCT FROM (OLD.id, OLD.team_id, OLD.evening_id)) EXECUTE FUNCTION poch_tournaments_lineup_stays()

CREATE FUNCTION poch_tournaments_lineupplace_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_lineupplace, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_lineupplace_stays BEFORE UPDATE OF id, line_up_id ON tournaments_lineupplace FOR EACH ROW
        WHEN ((NEW.id, NEW.line_up_id) IS DISTINCT FROM (OLD.id, OLD.line_up_id)) EXECUTE FUNCTION poch_tournaments_lineupplace_stays()

CREATE FUNCTION poch_tournaments_rating_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF true THEN
            RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_rating, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER tournaments_rating_stays BEFORE UPDATE OF id, player_id, event_id ON tournaments_rating FOR EACH ROW
        WHEN ((NEW.id, NEW.player_id, NEW.event_id) IS DISTINCT FROM (OLD.id, OLD.player_id, OLD.event_id)) EXECUTE FUNCTION poch_tournaments_rating_stays()
