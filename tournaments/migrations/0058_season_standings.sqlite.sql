CREATE TRIGGER season_standing_of_its_season BEFORE INSERT ON tournaments_seasonstanding BEGIN
    SELECT RAISE(ABORT, 'season_standing_of_its_season: the season of a standing has reached its version') WHERE (NEW.version <= (SELECT version FROM tournaments_season WHERE id = NEW.season_id)) IS NOT TRUE;
END

CREATE TRIGGER season_standing_of_its_season_later BEFORE UPDATE OF season_id, version ON tournaments_seasonstanding BEGIN
    SELECT RAISE(ABORT, 'season_standing_of_its_season: the season of a standing has reached its version') WHERE (NEW.version <= (SELECT version FROM tournaments_season WHERE id = NEW.season_id)) IS NOT TRUE;
END

CREATE TRIGGER tournaments_seasonstanding_stays BEFORE UPDATE OF id, season_id, version ON tournaments_seasonstanding
WHEN (NEW.id, NEW.season_id, NEW.version) IS NOT (OLD.id, OLD.season_id, OLD.version) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_seasonstanding, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_seasonstanding_not_replaced BEFORE INSERT ON tournaments_seasonstanding
WHEN EXISTS (SELECT 1 FROM tournaments_seasonstanding WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_seasonstanding, and the rows it belongs to, never change'); END
