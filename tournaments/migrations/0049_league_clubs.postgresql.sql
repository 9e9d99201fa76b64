CREATE FUNCTION poch_club_of_another_league() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF (NEW.club_id <> (SELECT club_id FROM tournaments_league WHERE id = NEW.league_id)) IS NOT TRUE THEN
        RAISE EXCEPTION 'club_of_another_league: the club of a league takes part without a consent' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER club_of_another_league BEFORE INSERT OR UPDATE OF league_id, club_id ON tournaments_leagueclub
FOR EACH ROW EXECUTE FUNCTION poch_club_of_another_league()

CREATE FUNCTION poch_tournaments_leagueclub_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_leagueclub, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_leagueclub_stays BEFORE UPDATE OF id, league_id, club_id ON tournaments_leagueclub FOR EACH ROW
WHEN ((NEW.id, NEW.league_id, NEW.club_id) IS DISTINCT FROM (OLD.id, OLD.league_id, OLD.club_id)) EXECUTE FUNCTION poch_tournaments_leagueclub_stays()
