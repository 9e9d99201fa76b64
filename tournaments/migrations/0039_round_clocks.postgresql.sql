CREATE FUNCTION poch_clock_of_its_event() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF ((SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id
    AND (SELECT status FROM tournaments_round WHERE id = NEW.round_id) <> 'drawn') IS NOT TRUE THEN
        RAISE EXCEPTION 'clock_of_its_event: the round of a clock belongs to its event, and is not only drawn' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER clock_of_its_event BEFORE INSERT OR UPDATE OF event_id, round_id ON tournaments_roundclock
FOR EACH ROW EXECUTE FUNCTION poch_clock_of_its_event()
