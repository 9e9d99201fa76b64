CREATE FUNCTION poch_guard_season() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF NEW.version < OLD.version THEN
        RAISE EXCEPTION 'season_version_grows: the version of a season only grows' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF OLD.status IN ('running', 'finished') AND NEW.scheme IS DISTINCT FROM OLD.scheme THEN
        RAISE EXCEPTION 'season_scheme_frozen: the scheme of a season is frozen at its start' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW; END $$

CREATE TRIGGER tournaments_season_guard BEFORE UPDATE ON tournaments_season
FOR EACH ROW EXECUTE FUNCTION poch_guard_season()

CREATE FUNCTION poch_season_status_moves() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'season_status_moves: a season goes from draft to open, running and finished, and only from finished back to running' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER season_status_moves BEFORE UPDATE OF status ON tournaments_season FOR EACH ROW
WHEN (NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (('draft', 'open'), ('draft', 'running'), ('open', 'running'), ('running', 'finished'), ('finished', 'running')))
EXECUTE FUNCTION poch_season_status_moves()

CREATE FUNCTION poch_tournaments_season_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_season, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_season_stays BEFORE UPDATE OF id, league_id, previous_id ON tournaments_season FOR EACH ROW
WHEN ((NEW.id, NEW.league_id, NEW.previous_id) IS DISTINCT FROM (OLD.id, OLD.league_id, OLD.previous_id)) EXECUTE FUNCTION poch_tournaments_season_stays()
