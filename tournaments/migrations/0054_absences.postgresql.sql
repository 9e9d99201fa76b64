CREATE FUNCTION poch_absence_of_its_season() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF ((SELECT season_id FROM tournaments_evening WHERE id = NEW.evening_id) = (SELECT season_id FROM tournaments_seasonmember WHERE id = NEW.member_id)) IS NOT TRUE THEN
        RAISE EXCEPTION 'absence_of_its_season: the member and the evening of an absence belong to one season' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER absence_of_its_season BEFORE INSERT OR UPDATE OF evening_id, member_id ON tournaments_absence
FOR EACH ROW EXECUTE FUNCTION poch_absence_of_its_season()

CREATE FUNCTION poch_tournaments_absence_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_absence, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_absence_stays BEFORE UPDATE OF id, evening_id, member_id ON tournaments_absence FOR EACH ROW
WHEN ((NEW.id, NEW.evening_id, NEW.member_id) IS DISTINCT FROM (OLD.id, OLD.evening_id, OLD.member_id)) EXECUTE FUNCTION poch_tournaments_absence_stays()
