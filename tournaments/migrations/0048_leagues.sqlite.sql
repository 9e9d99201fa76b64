CREATE TRIGGER tournaments_league_stays BEFORE UPDATE OF id, club_id ON tournaments_league
WHEN (NEW.id, NEW.club_id) IS NOT (OLD.id, OLD.club_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_league, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_league_not_replaced BEFORE INSERT ON tournaments_league
WHEN EXISTS (SELECT 1 FROM tournaments_league WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_league, and the rows it belongs to, never change'); END
