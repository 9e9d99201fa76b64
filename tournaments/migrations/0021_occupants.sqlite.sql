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
END;

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

CREATE TRIGGER tournaments_occupant_stays BEFORE UPDATE OF id, seat_id, round_id, entry_id, from_deal, event_version ON tournaments_occupant
WHEN (NEW.id, NEW.seat_id, NEW.round_id, NEW.entry_id, NEW.from_deal, NEW.event_version) IS NOT (OLD.id, OLD.seat_id, OLD.round_id, OLD.entry_id, OLD.from_deal, OLD.event_version) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_occupant, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_occupant_not_replaced BEFORE INSERT ON tournaments_occupant
WHEN EXISTS (SELECT 1 FROM tournaments_occupant WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_occupant, and the rows it belongs to, never change'); END
