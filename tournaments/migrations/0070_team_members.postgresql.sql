CREATE FUNCTION poch_team_member_of_its_season() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF ((SELECT season_id FROM tournaments_team WHERE id = NEW.team_id) = (SELECT season_id FROM tournaments_seasonmember WHERE id = NEW.member_id)) IS NOT TRUE THEN
        RAISE EXCEPTION 'team_member_of_its_season: a member of a team is a member of its season' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER team_member_of_its_season BEFORE INSERT OR UPDATE OF team_id, member_id ON tournaments_teammember
FOR EACH ROW EXECUTE FUNCTION poch_team_member_of_its_season()

CREATE FUNCTION poch_tournaments_teammember_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_teammember, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_teammember_stays BEFORE UPDATE OF id, team_id, member_id ON tournaments_teammember FOR EACH ROW
WHEN ((NEW.id, NEW.team_id, NEW.member_id) IS DISTINCT FROM (OLD.id, OLD.team_id, OLD.member_id)) EXECUTE FUNCTION poch_tournaments_teammember_stays()
