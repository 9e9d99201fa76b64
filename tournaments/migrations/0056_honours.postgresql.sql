CREATE FUNCTION poch_tournaments_honour_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_honour, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_honour_stays BEFORE UPDATE OF id, member_id ON tournaments_honour FOR EACH ROW
WHEN ((NEW.id, NEW.member_id) IS DISTINCT FROM (OLD.id, OLD.member_id)) EXECUTE FUNCTION poch_tournaments_honour_stays()
