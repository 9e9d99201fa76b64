CREATE TRIGGER tournaments_eveningworth_stays BEFORE UPDATE OF id, evening_id ON tournaments_eveningworth
WHEN (NEW.id, NEW.evening_id) IS NOT (OLD.id, OLD.evening_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_eveningworth, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_eveningworth_not_replaced BEFORE INSERT ON tournaments_eveningworth
WHEN EXISTS (SELECT 1 FROM tournaments_eveningworth WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_eveningworth, and the rows it belongs to, never change'); END
