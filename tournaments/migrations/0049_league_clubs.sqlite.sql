CREATE TRIGGER club_of_another_league BEFORE INSERT ON tournaments_leagueclub BEGIN
    SELECT RAISE(ABORT, 'club_of_another_league: the club of a league takes part without a consent') WHERE (NEW.club_id <> (SELECT club_id FROM tournaments_league WHERE id = NEW.league_id)) IS NOT TRUE;
END

CREATE TRIGGER club_of_another_league_later BEFORE UPDATE OF league_id, club_id ON tournaments_leagueclub BEGIN
    SELECT RAISE(ABORT, 'club_of_another_league: the club of a league takes part without a consent') WHERE (NEW.club_id <> (SELECT club_id FROM tournaments_league WHERE id = NEW.league_id)) IS NOT TRUE;
END

CREATE TRIGGER tournaments_leagueclub_stays BEFORE UPDATE OF id, league_id, club_id ON tournaments_leagueclub
WHEN (NEW.id, NEW.league_id, NEW.club_id) IS NOT (OLD.id, OLD.league_id, OLD.club_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_leagueclub, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_leagueclub_not_replaced BEFORE INSERT ON tournaments_leagueclub
WHEN EXISTS (SELECT 1 FROM tournaments_leagueclub WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_leagueclub, and the rows it belongs to, never change'); END
