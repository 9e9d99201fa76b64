CREATE TRIGGER team_of_its_league BEFORE INSERT ON tournaments_team BEGIN
        SELECT RAISE(ABORT, 'team_of_its_league: the club of a team is that of the league, or one that takes part in it') WHERE (NEW.club_id IS NULL OR EXISTS (
    SELECT 1 FROM tournaments_season s JOIN tournaments_league l ON l.id = s.league_id
    LEFT JOIN tournaments_leagueclub c ON c.league_id = l.id AND c.agreed_at IS NOT NULL
    WHERE s.id = NEW.season_id AND NEW.club_id IN (l.club_id, c.club_id)
)) IS NOT TRUE;
    END

CREATE TRIGGER team_of_its_league_later BEFORE UPDATE OF season_id, club_id ON tournaments_team BEGIN
        SELECT RAISE(ABORT, 'team_of_its_league: the club of a team is that of the league, or one that takes part in it') WHERE (NEW.club_id IS NULL OR EXISTS (
    SELECT 1 FROM tournaments_season s JOIN tournaments_league l ON l.id = s.league_id
    LEFT JOIN tournaments_leagueclub c ON c.league_id = l.id AND c.agreed_at IS NOT NULL
    WHERE s.id = NEW.season_id AND NEW.club_id IN (l.club_id, c.club_id)
)) IS NOT TRUE;
    END

CREATE TRIGGER tournaments_teamscheme_stays BEFORE UPDATE OF id, season_id ON tournaments_teamscheme
WHEN (NEW.id, NEW.season_id) IS NOT (OLD.id, OLD.season_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_teamscheme, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_team_stays BEFORE UPDATE OF id, season_id ON tournaments_team
WHEN (NEW.id, NEW.season_id) IS NOT (OLD.id, OLD.season_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_team, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_teamscheme_not_replaced BEFORE INSERT ON tournaments_teamscheme
WHEN EXISTS (SELECT 1 FROM tournaments_teamscheme WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_teamscheme, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_team_not_replaced BEFORE INSERT ON tournaments_team
WHEN EXISTS (SELECT 1 FROM tournaments_team WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_team, and the rows it belongs to, never change'); END
