CREATE FUNCTION poch_season_standing_of_its_season() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF (NEW.version <= (SELECT version FROM tournaments_season WHERE id = NEW.season_id)) IS NOT TRUE THEN
        RAISE EXCEPTION 'season_standing_of_its_season: the season of a standing has reached its version' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER season_standing_of_its_season BEFORE INSERT OR UPDATE OF season_id, version ON tournaments_seasonstanding
FOR EACH ROW EXECUTE FUNCTION poch_season_standing_of_its_season()

CREATE FUNCTION poch_tournaments_seasonstanding_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_seasonstanding, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_seasonstanding_stays BEFORE UPDATE OF id, season_id, version ON tournaments_seasonstanding FOR EACH ROW
WHEN ((NEW.id, NEW.season_id, NEW.version) IS DISTINCT FROM (OLD.id, OLD.season_id, OLD.version)) EXECUTE FUNCTION poch_tournaments_seasonstanding_stays()
