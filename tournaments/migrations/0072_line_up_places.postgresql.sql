CREATE FUNCTION poch_line_up_place_of_its_team() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF ((SELECT team_id FROM tournaments_lineup WHERE id = NEW.line_up_id)
    = (SELECT team_id FROM tournaments_teammember WHERE id = NEW.member_id)) IS NOT TRUE THEN
        RAISE EXCEPTION 'line_up_place_of_its_team: who plays in a line-up is in its team' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER line_up_place_of_its_team BEFORE INSERT OR UPDATE OF line_up_id, member_id ON tournaments_lineupplace
FOR EACH ROW EXECUTE FUNCTION poch_line_up_place_of_its_team()

CREATE FUNCTION poch_tournaments_lineupplace_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_lineupplace, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_lineupplace_stays BEFORE UPDATE OF id, line_up_id ON tournaments_lineupplace FOR EACH ROW
WHEN ((NEW.id, NEW.line_up_id) IS DISTINCT FROM (OLD.id, OLD.line_up_id)) EXECUTE FUNCTION poch_tournaments_lineupplace_stays()
