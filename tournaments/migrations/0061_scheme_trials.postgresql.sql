CREATE FUNCTION poch_tournaments_schemetrial_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_schemetrial, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_schemetrial_stays BEFORE UPDATE OF id, season_id ON tournaments_schemetrial FOR EACH ROW
WHEN ((NEW.id, NEW.season_id) IS DISTINCT FROM (OLD.id, OLD.season_id)) EXECUTE FUNCTION poch_tournaments_schemetrial_stays()
