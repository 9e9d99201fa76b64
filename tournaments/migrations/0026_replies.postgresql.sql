CREATE FUNCTION poch_reply_of_its_club() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF (NEW.player_id IS NULL
    OR (SELECT club_id FROM tournaments_player WHERE id = NEW.player_id) = (SELECT club_id FROM tournaments_event WHERE id = NEW.event_id)) IS NOT TRUE THEN
        RAISE EXCEPTION 'reply_of_its_club: the player of a reply belongs to the club of its event' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER reply_of_its_club BEFORE INSERT OR UPDATE OF event_id, player_id ON tournaments_reply
FOR EACH ROW EXECUTE FUNCTION poch_reply_of_its_club()

CREATE FUNCTION poch_tournaments_reply_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_reply, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_reply_stays BEFORE UPDATE OF id, event_id ON tournaments_reply FOR EACH ROW
WHEN ((NEW.id, NEW.event_id) IS DISTINCT FROM (OLD.id, OLD.event_id)) EXECUTE FUNCTION poch_tournaments_reply_stays()
