CREATE FUNCTION poch_team_of_its_league() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF (NEW.club_id IS NULL OR EXISTS (
        SELECT 1 FROM tournaments_season s JOIN tournaments_league l ON l.id = s.league_id
        LEFT JOIN tournaments_leagueclub c ON c.league_id = l.id AND c.agreed_at IS NOT NULL
        WHERE s.id = NEW.season_id AND NEW.club_id IN (l.club_id, c.club_id)
    )) IS NOT TRUE THEN
        RAISE EXCEPTION 'team_of_its_league: the club of a team is that of the league, or one that takes part in it' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER team_of_its_league BEFORE INSERT OR UPDATE OF season_id, club_id ON tournaments_team
FOR EACH ROW EXECUTE FUNCTION poch_team_of_its_league()

CREATE FUNCTION poch_tournaments_teamscheme_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_teamscheme, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_teamscheme_stays BEFORE UPDATE OF id, season_id ON tournaments_teamscheme FOR EACH ROW
WHEN ((NEW.id, NEW.season_id) IS DISTINCT FROM (OLD.id, OLD.season_id)) EXECUTE FUNCTION poch_tournaments_teamscheme_stays()

CREATE FUNCTION poch_tournaments_team_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_team, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_team_stays BEFORE UPDATE OF id, season_id ON tournaments_team FOR EACH ROW
WHEN ((NEW.id, NEW.season_id) IS DISTINCT FROM (OLD.id, OLD.season_id)) EXECUTE FUNCTION poch_tournaments_team_stays()
