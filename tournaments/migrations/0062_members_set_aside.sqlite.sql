CREATE TRIGGER season_member_of_its_league BEFORE INSERT ON tournaments_seasonmember BEGIN
                SELECT RAISE(ABORT, 'season_member_of_its_league: the player of a member belongs to the club of the league, or to a club that takes part in it, the division of a member belongs to the season, and a person is a member once until it is finished') WHERE (EXISTS (
            SELECT 1 FROM tournaments_season s
            JOIN tournaments_league l ON l.id = s.league_id
            JOIN tournaments_player x ON x.id = NEW.player_id
            LEFT JOIN tournaments_leagueclub c ON c.id = NEW.through_id
            WHERE s.id = NEW.season_id AND (
                (NEW.through_id IS NULL AND x.club_id = l.club_id)
                OR (c.league_id = l.id AND c.club_id = x.club_id AND c.agreed_at IS NOT NULL
                    AND (c.left_at IS NULL OR c.left_at >= NEW.added_at))
            )
        ) AND (NEW.division_id IS NULL OR (SELECT season_id FROM tournaments_division WHERE id = NEW.division_id) = NEW.season_id) AND (NEW.set_aside OR NOT EXISTS (
            SELECT 1 FROM tournaments_personlink mine
            JOIN tournaments_personlink theirs ON theirs.person_id = mine.person_id
                AND theirs.player_id <> mine.player_id AND theirs.agreed_at IS NOT NULL
            JOIN tournaments_seasonmember m ON m.player_id = theirs.player_id AND NOT m.set_aside
            JOIN tournaments_season s ON s.id = m.season_id AND s.status <> 'finished'
            WHERE m.season_id = NEW.season_id
            AND mine.player_id = NEW.player_id AND mine.agreed_at IS NOT NULL
        ))) IS NOT TRUE;
            END

CREATE TRIGGER season_member_of_its_league_later BEFORE UPDATE OF season_id, player_id, through_id, division_id, set_aside ON tournaments_seasonmember BEGIN
                SELECT RAISE(ABORT, 'season_member_of_its_league: the player of a member belongs to the club of the league, or to a club that takes part in it, the division of a member belongs to the season, and a person is a member once until it is finished') WHERE (EXISTS (
            SELECT 1 FROM tournaments_season s
            JOIN tournaments_league l ON l.id = s.league_id
            JOIN tournaments_player x ON x.id = NEW.player_id
            LEFT JOIN tournaments_leagueclub c ON c.id = NEW.through_id
            WHERE s.id = NEW.season_id AND (
                (NEW.through_id IS NULL AND x.club_id = l.club_id)
                OR (c.league_id = l.id AND c.club_id = x.club_id AND c.agreed_at IS NOT NULL
                    AND (c.left_at IS NULL OR c.left_at >= NEW.added_at))
            )
        ) AND (NEW.division_id IS NULL OR (SELECT season_id FROM tournaments_division WHERE id = NEW.division_id) = NEW.season_id) AND (NEW.set_aside OR NOT EXISTS (
            SELECT 1 FROM tournaments_personlink mine
            JOIN tournaments_personlink theirs ON theirs.person_id = mine.person_id
                AND theirs.player_id <> mine.player_id AND theirs.agreed_at IS NOT NULL
            JOIN tournaments_seasonmember m ON m.player_id = theirs.player_id AND NOT m.set_aside
            JOIN tournaments_season s ON s.id = m.season_id AND s.status <> 'finished'
            WHERE m.season_id = NEW.season_id
            AND mine.player_id = NEW.player_id AND mine.agreed_at IS NOT NULL
        ))) IS NOT TRUE;
            END
