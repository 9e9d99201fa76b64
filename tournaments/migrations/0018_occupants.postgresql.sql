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
        WHERE s.id = changed.seat_id AND d.number >= changed.from_deal AND d.kind = 'recorded'
        AND NOT EXISTS (SELECT 1 FROM tournaments_deal later WHERE later.replaces_id = d.id)
    ) THEN
        RAISE EXCEPTION 'deal_stays_with_its_players: nobody takes over a seat in a deal that counts' USING ERRCODE = 'integrity_constraint_violation';
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
        JOIN tournaments_entry e ON e.id = NEW.entry_id AND e.event_id = r.event_id
        JOIN tournaments_player p ON p.id = e.player_id
        WHERE s.id = NEW.seat_id AND r.id = NEW.round_id AND r.status <> 'drawn'
        AND (p.bot = '') = (they.bot = '')
        AND NOT (e.status = 'withdrawn' AND e.from_round <= r.number AND r.status <> 'void')
    ) AND NOT EXISTS (
        SELECT 1 FROM tournaments_seat other
        WHERE other.round_id = NEW.round_id AND other.entry_id = NEW.entry_id
    )) IS NOT TRUE THEN
        RAISE EXCEPTION 'occupant_of_its_seat: an occupant is an entry of the event that has not withdrawn and sits nowhere else in the round, and people and bots do not share a table' USING ERRCODE = 'integrity_constraint_violation';
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

CREATE TRIGGER tournaments_occupant_stays BEFORE UPDATE OF id, seat_id, round_id, entry_id, from_deal ON tournaments_occupant FOR EACH ROW
WHEN ((NEW.id, NEW.seat_id, NEW.round_id, NEW.entry_id, NEW.from_deal) IS DISTINCT FROM (OLD.id, OLD.seat_id, OLD.round_id, OLD.entry_id, OLD.from_deal)) EXECUTE FUNCTION poch_tournaments_occupant_stays()
