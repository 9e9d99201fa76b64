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

CREATE FUNCTION poch_tournaments_occupant_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_occupant, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_occupant_stays BEFORE UPDATE OF id, seat_id, round_id, entry_id, from_deal, event_version ON tournaments_occupant FOR EACH ROW
WHEN ((NEW.id, NEW.seat_id, NEW.round_id, NEW.entry_id, NEW.from_deal, NEW.event_version) IS DISTINCT FROM (OLD.id, OLD.seat_id, OLD.round_id, OLD.entry_id, OLD.from_deal, OLD.event_version)) EXECUTE FUNCTION poch_tournaments_occupant_stays()
