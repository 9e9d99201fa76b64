CREATE TRIGGER season_version_grows BEFORE UPDATE ON tournaments_season WHEN NEW.version < OLD.version
BEGIN SELECT RAISE(ABORT, 'season_version_grows: the version of a season only grows'); END

CREATE TRIGGER season_scheme_frozen BEFORE UPDATE ON tournaments_season
WHEN OLD.status IN ('running', 'finished') AND NEW.scheme IS NOT OLD.scheme
BEGIN SELECT RAISE(ABORT, 'season_scheme_frozen: the scheme of a season is frozen at its start'); END

CREATE TRIGGER season_status_moves BEFORE UPDATE OF status ON tournaments_season
WHEN NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (VALUES ('draft', 'open'), ('draft', 'running'), ('open', 'running'), ('running', 'finished'), ('finished', 'running'))
BEGIN SELECT RAISE(ABORT, 'season_status_moves: a season goes from draft to open, running and finished, and only from finished back to running'); END

CREATE TRIGGER tournaments_season_stays BEFORE UPDATE OF id, league_id, previous_id ON tournaments_season
WHEN (NEW.id, NEW.league_id, NEW.previous_id) IS NOT (OLD.id, OLD.league_id, OLD.previous_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_season, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_season_not_replaced BEFORE INSERT ON tournaments_season
WHEN EXISTS (SELECT 1 FROM tournaments_season WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_season, and the rows it belongs to, never change'); END
