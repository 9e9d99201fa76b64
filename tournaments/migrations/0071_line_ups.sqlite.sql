CREATE TRIGGER line_up_of_its_season BEFORE INSERT ON tournaments_lineup BEGIN
    SELECT RAISE(ABORT, 'line_up_of_its_season: the team and the evening of a line-up belong to one season') WHERE ((SELECT season_id FROM tournaments_team WHERE id = NEW.team_id) = (SELECT season_id FROM tournaments_evening WHERE id = NEW.evening_id)) IS NOT TRUE;
END

CREATE TRIGGER line_up_of_its_season_later BEFORE UPDATE OF team_id, evening_id ON tournaments_lineup BEGIN
    SELECT RAISE(ABORT, 'line_up_of_its_season: the team and the evening of a line-up belong to one season') WHERE ((SELECT season_id FROM tournaments_team WHERE id = NEW.team_id) = (SELECT season_id FROM tournaments_evening WHERE id = NEW.evening_id)) IS NOT TRUE;
END

CREATE TRIGGER tournaments_lineup_stays BEFORE UPDATE OF id, team_id, evening_id ON tournaments_lineup
WHEN (NEW.id, NEW.team_id, NEW.evening_id) IS NOT (OLD.id, OLD.team_id, OLD.evening_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_lineup, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_lineup_not_replaced BEFORE INSERT ON tournaments_lineup
WHEN EXISTS (SELECT 1 FROM tournaments_lineup WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_lineup, and the rows it belongs to, never change'); END
