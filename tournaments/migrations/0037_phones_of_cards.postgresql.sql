CREATE FUNCTION poch_phone_of_its_card() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF (EXISTS (
        SELECT 1 FROM tournaments_tablecard c
        JOIN tournaments_table t ON t.number = c.number
        JOIN tournaments_round r ON r.id = t.round_id AND r.event_id = c.event_id
        WHERE c.id = NEW.card_id AND t.id = NEW.table_id
    )) IS NOT TRUE THEN
        RAISE EXCEPTION 'phone_of_its_card: a phone is at the table of an event that has the number of its card' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER phone_of_its_card BEFORE INSERT OR UPDATE OF card_id, table_id ON tournaments_tablephone
FOR EACH ROW EXECUTE FUNCTION poch_phone_of_its_card()

CREATE FUNCTION poch_tournaments_tablephone_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_tablephone, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_tablephone_stays BEFORE UPDATE OF id, card_id, table_id ON tournaments_tablephone FOR EACH ROW
WHEN ((NEW.id, NEW.card_id, NEW.table_id) IS DISTINCT FROM (OLD.id, OLD.card_id, OLD.table_id)) EXECUTE FUNCTION poch_tournaments_tablephone_stays()
