CREATE TRIGGER tournaments_honour_stays BEFORE UPDATE OF id, member_id ON tournaments_honour
WHEN (NEW.id, NEW.member_id) IS NOT (OLD.id, OLD.member_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_honour, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_honour_not_replaced BEFORE INSERT ON tournaments_honour
WHEN EXISTS (SELECT 1 FROM tournaments_honour WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_honour, and the rows it belongs to, never change'); END
