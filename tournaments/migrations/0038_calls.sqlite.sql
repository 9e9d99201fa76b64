CREATE TRIGGER tournaments_call_stays BEFORE UPDATE OF id, table_id ON tournaments_call
WHEN (NEW.id, NEW.table_id) IS NOT (OLD.id, OLD.table_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_call, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_call_not_replaced BEFORE INSERT ON tournaments_call
WHEN EXISTS (SELECT 1 FROM tournaments_call WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_call, and the rows it belongs to, never change'); END
