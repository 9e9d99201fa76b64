CREATE FUNCTION poch_tournaments_ratedevent_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_ratedevent, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_ratedevent_stays BEFORE UPDATE OF id, event_id ON tournaments_ratedevent FOR EACH ROW
WHEN ((NEW.id, NEW.event_id) IS DISTINCT FROM (OLD.id, OLD.event_id)) EXECUTE FUNCTION poch_tournaments_ratedevent_stays()

CREATE FUNCTION poch_tournaments_rating_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_rating, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_rating_stays BEFORE UPDATE OF id, player_id ON tournaments_rating FOR EACH ROW
WHEN ((NEW.id, NEW.player_id) IS DISTINCT FROM (OLD.id, OLD.player_id)) EXECUTE FUNCTION poch_tournaments_rating_stays()
