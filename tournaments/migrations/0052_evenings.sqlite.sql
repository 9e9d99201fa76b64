CREATE TRIGGER evening_of_its_league BEFORE INSERT ON tournaments_evening BEGIN
        SELECT RAISE(ABORT, 'evening_of_its_league: the event of an evening belongs to the club of the league, or to a club that takes part in it, and the division of an evening belongs to its season') WHERE (EXISTS (
    SELECT 1 FROM tournaments_season s
    JOIN tournaments_league l ON l.id = s.league_id
    JOIN tournaments_event x ON x.id = NEW.event_id
    LEFT JOIN tournaments_leagueclub c ON c.id = NEW.through_id
    WHERE s.id = NEW.season_id AND (
        (NEW.through_id IS NULL AND x.club_id = l.club_id)
        OR (c.league_id = l.id AND c.club_id = x.club_id AND c.agreed_at IS NOT NULL
            AND (c.left_at IS NULL OR c.left_at >= NEW.added_at))
    )
) AND (NEW.division_id IS NULL OR (SELECT season_id FROM tournaments_division WHERE id = NEW.division_id) = NEW.season_id)) IS NOT TRUE;
    END

CREATE TRIGGER evening_of_its_league_later BEFORE UPDATE OF season_id, event_id, through_id, division_id ON tournaments_evening BEGIN
        SELECT RAISE(ABORT, 'evening_of_its_league: the event of an evening belongs to the club of the league, or to a club that takes part in it, and the division of an evening belongs to its season') WHERE (EXISTS (
    SELECT 1 FROM tournaments_season s
    JOIN tournaments_league l ON l.id = s.league_id
    JOIN tournaments_event x ON x.id = NEW.event_id
    LEFT JOIN tournaments_leagueclub c ON c.id = NEW.through_id
    WHERE s.id = NEW.season_id AND (
        (NEW.through_id IS NULL AND x.club_id = l.club_id)
        OR (c.league_id = l.id AND c.club_id = x.club_id AND c.agreed_at IS NOT NULL
            AND (c.left_at IS NULL OR c.left_at >= NEW.added_at))
    )
) AND (NEW.division_id IS NULL OR (SELECT season_id FROM tournaments_division WHERE id = NEW.division_id) = NEW.season_id)) IS NOT TRUE;
    END

CREATE TRIGGER tournaments_evening_stays BEFORE UPDATE OF id, season_id, event_id ON tournaments_evening
WHEN (NEW.id, NEW.season_id, NEW.event_id) IS NOT (OLD.id, OLD.season_id, OLD.event_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_evening, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_evening_not_replaced BEFORE INSERT ON tournaments_evening
WHEN EXISTS (SELECT 1 FROM tournaments_evening WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_evening, and the rows it belongs to, never change'); END
