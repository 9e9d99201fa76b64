CREATE TRIGGER tournaments_schemetrial_stays BEFORE UPDATE OF id, season_id ON tournaments_schemetrial
WHEN (NEW.id, NEW.season_id) IS NOT (OLD.id, OLD.season_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_schemetrial, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_schemetrial_not_replaced BEFORE INSERT ON tournaments_schemetrial
WHEN EXISTS (SELECT 1 FROM tournaments_schemetrial WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_schemetrial, and the rows it belongs to, never change'); END
