CREATE TRIGGER adjustment_not_changed BEFORE UPDATE ON tournaments_adjustment
WHEN OLD.cancelled_at IS NOT NULL OR
    (NEW.id, NEW.event_id, NEW.entry_id, NEW.round_id, NEW.chips, NEW.points, NEW.reason, NEW.author_id)
    IS NOT (OLD.id, OLD.event_id, OLD.entry_id, OLD.round_id, OLD.chips, OLD.points, OLD.reason, OLD.author_id)
BEGIN SELECT RAISE(ABORT, 'adjustment_stays: an adjustment is cancelled once, never changed or removed'); END;

CREATE TRIGGER adjustment_not_removed BEFORE DELETE ON tournaments_adjustment BEGIN SELECT RAISE(ABORT, 'adjustment_stays: an adjustment is cancelled once, never changed or removed'); END;

CREATE TRIGGER adjustment_of_its_event BEFORE INSERT ON tournaments_adjustment BEGIN
                SELECT RAISE(ABORT, 'adjustment_of_its_event: the entry and the round of an adjustment belong to its event') WHERE ((SELECT event_id FROM tournaments_entry WHERE id = NEW.entry_id) = NEW.event_id
        AND (NEW.round_id IS NULL OR (SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id)) IS NOT TRUE;
            END

CREATE TRIGGER adjustment_of_its_event_later BEFORE UPDATE OF event_id, entry_id, round_id ON tournaments_adjustment BEGIN
                SELECT RAISE(ABORT, 'adjustment_of_its_event: the entry and the round of an adjustment belong to its event') WHERE ((SELECT event_id FROM tournaments_entry WHERE id = NEW.entry_id) = NEW.event_id
        AND (NEW.round_id IS NULL OR (SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id)) IS NOT TRUE;
            END

CREATE TRIGGER tournaments_adjustment_not_replaced BEFORE INSERT ON tournaments_adjustment
        WHEN EXISTS (SELECT 1 FROM tournaments_adjustment WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_adjustment, and the rows it belongs to, never change'); END
