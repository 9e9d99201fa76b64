CREATE FUNCTION poch_tournaments_tablecard_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_tablecard, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_tablecard_stays BEFORE UPDATE OF id, event_id, number ON tournaments_tablecard FOR EACH ROW
WHEN ((NEW.id, NEW.event_id, NEW.number) IS DISTINCT FROM (OLD.id, OLD.event_id, OLD.number)) EXECUTE FUNCTION poch_tournaments_tablecard_stays()
