CREATE FUNCTION poch_tournaments_eveningworth_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_eveningworth, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_eveningworth_stays BEFORE UPDATE OF id, evening_id ON tournaments_eveningworth FOR EACH ROW
WHEN ((NEW.id, NEW.evening_id) IS DISTINCT FROM (OLD.id, OLD.evening_id)) EXECUTE FUNCTION poch_tournaments_eveningworth_stays()
