CREATE TRIGGER tournaments_person_stays BEFORE UPDATE OF id, user_id ON tournaments_person
WHEN (NEW.id, NEW.user_id) IS NOT (OLD.id, OLD.user_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_person, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_person_not_replaced BEFORE INSERT ON tournaments_person
WHEN EXISTS (SELECT 1 FROM tournaments_person WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_person, and the rows it belongs to, never change'); END
