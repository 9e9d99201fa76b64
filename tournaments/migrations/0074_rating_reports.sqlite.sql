CREATE TRIGGER tournaments_ratingreport_stays BEFORE UPDATE OF id, club_id ON tournaments_ratingreport
WHEN (NEW.id, NEW.club_id) IS NOT (OLD.id, OLD.club_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_ratingreport, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_ratingreport_not_replaced BEFORE INSERT ON tournaments_ratingreport
WHEN EXISTS (SELECT 1 FROM tournaments_ratingreport WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_ratingreport, and the rows it belongs to, never change'); END
