CREATE FUNCTION poch_tournaments_league_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_league, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_league_stays BEFORE UPDATE OF id, club_id ON tournaments_league FOR EACH ROW
WHEN ((NEW.id, NEW.club_id) IS DISTINCT FROM (OLD.id, OLD.club_id)) EXECUTE FUNCTION poch_tournaments_league_stays()
