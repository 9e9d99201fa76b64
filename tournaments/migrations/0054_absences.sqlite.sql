CREATE TRIGGER absence_of_its_season BEFORE INSERT ON tournaments_absence BEGIN
    SELECT RAISE(ABORT, 'absence_of_its_season: the member and the evening of an absence belong to one season') WHERE ((SELECT season_id FROM tournaments_evening WHERE id = NEW.evening_id) = (SELECT season_id FROM tournaments_seasonmember WHERE id = NEW.member_id)) IS NOT TRUE;
END

CREATE TRIGGER absence_of_its_season_later BEFORE UPDATE OF evening_id, member_id ON tournaments_absence BEGIN
    SELECT RAISE(ABORT, 'absence_of_its_season: the member and the evening of an absence belong to one season') WHERE ((SELECT season_id FROM tournaments_evening WHERE id = NEW.evening_id) = (SELECT season_id FROM tournaments_seasonmember WHERE id = NEW.member_id)) IS NOT TRUE;
END

CREATE TRIGGER tournaments_absence_stays BEFORE UPDATE OF id, evening_id, member_id ON tournaments_absence
WHEN (NEW.id, NEW.evening_id, NEW.member_id) IS NOT (OLD.id, OLD.evening_id, OLD.member_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_absence, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_absence_not_replaced BEFORE INSERT ON tournaments_absence
WHEN EXISTS (SELECT 1 FROM tournaments_absence WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_absence, and the rows it belongs to, never change'); END
