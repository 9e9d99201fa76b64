CREATE TRIGGER tournaments_tablecard_stays BEFORE UPDATE OF id, event_id, number ON tournaments_tablecard
WHEN (NEW.id, NEW.event_id, NEW.number) IS NOT (OLD.id, OLD.event_id, OLD.number) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_tablecard, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_tablecard_not_replaced BEFORE INSERT ON tournaments_tablecard
WHEN EXISTS (SELECT 1 FROM tournaments_tablecard WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_tablecard, and the rows it belongs to, never change'); END
