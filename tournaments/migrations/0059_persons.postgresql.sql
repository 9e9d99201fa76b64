CREATE FUNCTION poch_tournaments_person_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_person, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_person_stays BEFORE UPDATE OF id, user_id ON tournaments_person FOR EACH ROW
WHEN ((NEW.id, NEW.user_id) IS DISTINCT FROM (OLD.id, OLD.user_id)) EXECUTE FUNCTION poch_tournaments_person_stays()
