CREATE FUNCTION poch_tournaments_call_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_call, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_call_stays BEFORE UPDATE OF id, table_id ON tournaments_call FOR EACH ROW
WHEN ((NEW.id, NEW.table_id) IS DISTINCT FROM (OLD.id, OLD.table_id)) EXECUTE FUNCTION poch_tournaments_call_stays()
