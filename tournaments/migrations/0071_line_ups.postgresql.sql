CREATE FUNCTION poch_line_up_of_its_season() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF ((SELECT season_id FROM tournaments_team WHERE id = NEW.team_id) = (SELECT season_id FROM tournaments_evening WHERE id = NEW.evening_id)) IS NOT TRUE THEN
        RAISE EXCEPTION 'line_up_of_its_season: the team and the evening of a line-up belong to one season' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER line_up_of_its_season BEFORE INSERT OR UPDATE OF team_id, evening_id ON tournaments_lineup
FOR EACH ROW EXECUTE FUNCTION poch_line_up_of_its_season()

CREATE FUNCTION poch_tournaments_lineup_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_lineup, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_lineup_stays BEFORE UPDATE OF id, team_id, evening_id ON tournaments_lineup FOR EACH ROW
WHEN ((NEW.id, NEW.team_id, NEW.evening_id) IS DISTINCT FROM (OLD.id, OLD.team_id, OLD.evening_id)) EXECUTE FUNCTION poch_tournaments_lineup_stays()
