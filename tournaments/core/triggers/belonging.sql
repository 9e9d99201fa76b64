-- entry_of_its_club: the player of an entry belongs to the club of its event
-- tournaments_entry (event_id, player_id)
(SELECT club_id FROM tournaments_event WHERE id = NEW.event_id) = (SELECT club_id FROM tournaments_player WHERE id = NEW.player_id)

-- round_of_its_event: the stage of a round belongs to the same event
-- tournaments_round (event_id, stage_id)
(SELECT event_id FROM tournaments_stage WHERE id = NEW.stage_id) = NEW.event_id

-- round_seats_who_is_here: a round with a withdrawn entry in a seat cannot be published
-- (A drawn round has seats already, so this rule is checked when the status of the round changes.)
-- tournaments_round (status)
NEW.status <> 'published' OR NOT EXISTS (
    SELECT 1 FROM tournaments_seat s JOIN tournaments_entry e ON e.id = s.entry_id
    WHERE s.round_id = NEW.id AND e.status = 'withdrawn' AND e.from_round <= NEW.number
)

-- void_round_loses_no_deal: a round with a deal that counts becomes void only if its stage is played again, and a round with a deal or a claim is not taken back
-- tournaments_round (status, void_as)
NEW.status <> 'void' OR NEW.void_as = 'played_again' OR NOT (
    EXISTS (
        SELECT 1 FROM tournaments_deal d JOIN tournaments_table t ON t.id = d.table_id
        WHERE t.round_id = NEW.id AND (NEW.void_as = 'taken_back' OR (d.kind = 'recorded'
            AND NOT EXISTS (SELECT 1 FROM tournaments_deal v WHERE v.replaces_id = d.id)))
    ) OR (NEW.void_as = 'taken_back' AND EXISTS (
        SELECT 1 FROM tournaments_dealclaim c JOIN tournaments_table t ON t.id = c.table_id
        WHERE t.round_id = NEW.id))
)

-- seat_of_who_may_sit: people and bots do not share a table, a withdrawn entry gets no seat, and an entry sits once in a round
-- tournaments_seat (table_id, round_id, number, entry_id)
NOT EXISTS (
    SELECT 1 FROM tournaments_seat other
    JOIN tournaments_entry theirs ON theirs.id = other.entry_id
    JOIN tournaments_player they ON they.id = theirs.player_id
    WHERE other.table_id = NEW.table_id AND other.number <> NEW.number AND (they.bot = '') <>
        (SELECT bot = '' FROM tournaments_player WHERE id =
            (SELECT player_id FROM tournaments_entry WHERE id = NEW.entry_id))
) AND NOT EXISTS (
    SELECT 1 FROM tournaments_entry e JOIN tournaments_round r ON r.id = NEW.round_id
    WHERE e.id = NEW.entry_id AND e.status = 'withdrawn' AND e.from_round <= r.number
    AND r.status NOT IN ('drawn', 'void')
) AND NOT EXISTS (
    SELECT 1 FROM tournaments_occupant o
    WHERE o.round_id = NEW.round_id AND o.entry_id = NEW.entry_id
)

-- occupant_of_its_seat: an occupant is an entry of the event that has not withdrawn and sits nowhere else in the round, people and bots do not share a table, and an empty seat stays empty
-- tournaments_occupant (seat_id, round_id, entry_id)
EXISTS (
    SELECT 1 FROM tournaments_seat s
    JOIN tournaments_round r ON r.id = s.round_id
    JOIN tournaments_entry first ON first.id = s.entry_id
    JOIN tournaments_player they ON they.id = first.player_id
    LEFT JOIN tournaments_entry e ON e.id = NEW.entry_id
    LEFT JOIN tournaments_player p ON p.id = e.player_id
    WHERE s.id = NEW.seat_id AND r.id = NEW.round_id AND r.status <> 'drawn'
    AND (NEW.entry_id IS NULL OR (
        e.event_id = r.event_id AND (p.bot = '') = (they.bot = '')
        AND NOT (e.status = 'withdrawn' AND e.from_round <= r.number AND r.status <> 'void')
    ))
) AND NOT EXISTS (
    SELECT 1 FROM tournaments_seat other
    WHERE other.round_id = NEW.round_id AND other.entry_id = NEW.entry_id
) AND NOT EXISTS (
    SELECT 1 FROM tournaments_occupant nobody
    WHERE nobody.seat_id = NEW.seat_id AND nobody.entry_id IS NULL
)

-- adjustment_of_its_event: the entry and the round of an adjustment belong to its event
-- tournaments_adjustment (event_id, entry_id, round_id)
(SELECT event_id FROM tournaments_entry WHERE id = NEW.entry_id) = NEW.event_id
AND (NEW.round_id IS NULL OR (SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id)

-- standing_of_its_event: the event of a standing has reached its version, and its round belongs to that event
-- tournaments_standing (event_id, round_id, version)
NEW.version <= (SELECT version FROM tournaments_event WHERE id = NEW.event_id)
AND (NEW.round_id IS NULL OR (SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id)

-- clock_of_its_event: the round of a clock belongs to its event, and is not only drawn
-- tournaments_roundclock (event_id, round_id)
(SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id
AND (SELECT status FROM tournaments_round WHERE id = NEW.round_id) <> 'drawn'

-- wish_of_its_club: the players and the event of a wish belong to its club
-- tournaments_seatingwish (club_id, event_id, player_id, other_id)
(SELECT club_id FROM tournaments_player WHERE id = NEW.player_id) = NEW.club_id
AND (NEW.other_id IS NULL OR (SELECT club_id FROM tournaments_player WHERE id = NEW.other_id) = NEW.club_id)
AND (NEW.event_id IS NULL OR (SELECT club_id FROM tournaments_event WHERE id = NEW.event_id) = NEW.club_id)

-- grant_of_its_club: the events and tables granted to a key belong to its club
-- tournaments_keygrant (key_id, event_id, table_id)
(SELECT m.club_id FROM tournaments_apikey k JOIN tournaments_member m ON m.id = k.member_id
    WHERE k.id = NEW.key_id)
= (SELECT e.club_id FROM tournaments_event e WHERE e.id = coalesce(NEW.event_id,
    (SELECT r.event_id FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id
     WHERE t.id = NEW.table_id)))

-- rehearsal_of_its_club: a rehearsal belongs to the club of its event, which is no rehearsal
-- tournaments_event (rehearsal_of_id)
NEW.rehearsal_of_id IS NULL OR EXISTS (
    SELECT 1 FROM tournaments_event e WHERE e.id = NEW.rehearsal_of_id
    AND e.club_id = NEW.club_id AND e.rehearsal_of_id IS NULL
)

-- rehearsal_has_bots: only bots are entered in a rehearsal
-- tournaments_entry (event_id, player_id)
(SELECT rehearsal_of_id FROM tournaments_event WHERE id = NEW.event_id) IS NULL
OR (SELECT bot FROM tournaments_player WHERE id = NEW.player_id) <> ''

-- reply_of_its_club: the player of a reply belongs to the club of its event
-- tournaments_reply (event_id, player_id)
NEW.player_id IS NULL
OR (SELECT club_id FROM tournaments_player WHERE id = NEW.player_id) = (SELECT club_id FROM tournaments_event WHERE id = NEW.event_id)

-- claim_of_its_table: the deal of a confirmed claim has the table and the number of the claim
-- tournaments_dealclaim (table_id, number, deal_id)
NEW.deal_id IS NULL OR EXISTS (SELECT 1 FROM tournaments_deal d WHERE d.id = NEW.deal_id
    AND d.table_id = NEW.table_id AND d.number = NEW.number)

-- phone_of_its_card: a phone is at the table of an event that has the number of its card
-- tournaments_phone (card_id, table_id)
EXISTS (
    SELECT 1 FROM tournaments_tablecard c
    JOIN tournaments_table t ON t.number = c.number
    JOIN tournaments_round r ON r.id = t.round_id AND r.event_id = c.event_id
    WHERE c.id = NEW.card_id AND t.id = NEW.table_id
)

-- club_of_another_league: the club of a league takes part without a consent
-- tournaments_leagueclub (league_id, club_id)
NEW.club_id <> (SELECT club_id FROM tournaments_league WHERE id = NEW.league_id)

-- evening_of_its_league: the event of an evening belongs to the club of the league, or to a club that takes part in it, and is no rehearsal, and the division of an evening belongs to its season
-- (This rule and the next one are the only door between clubs: the consent that a row names.)
-- tournaments_evening (season_id, event_id, through_id, division_id)
EXISTS (
    SELECT 1 FROM tournaments_season s
    JOIN tournaments_league l ON l.id = s.league_id
    JOIN tournaments_event x ON x.id = NEW.event_id
    LEFT JOIN tournaments_leagueclub c ON c.id = NEW.through_id
    WHERE s.id = NEW.season_id AND (
        (NEW.through_id IS NULL AND x.club_id = l.club_id)
        OR (c.league_id = l.id AND c.club_id = x.club_id AND c.agreed_at IS NOT NULL
            AND (c.left_at IS NULL OR c.left_at >= NEW.added_at))
    )
) AND (NEW.division_id IS NULL OR (SELECT season_id FROM tournaments_division WHERE id = NEW.division_id) = NEW.season_id) AND (SELECT rehearsal_of_id FROM tournaments_event WHERE id = NEW.event_id) IS NULL

-- season_member_of_its_league: the player of a member belongs to the club of the league, or to a club that takes part in it, the division of a member belongs to the season, and a person is a member once until it is finished
-- tournaments_seasonmember (season_id, player_id, through_id, division_id, set_aside)
EXISTS (
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
    SELECT 1 FROM tournaments_player mine
    JOIN tournaments_player theirs ON theirs.user_id = mine.user_id AND theirs.id <> mine.id
    JOIN tournaments_seasonmember m ON m.player_id = theirs.id AND NOT m.set_aside
    JOIN tournaments_season s ON s.id = m.season_id AND s.status <> 'finished'
    WHERE m.season_id = NEW.season_id AND mine.id = NEW.player_id
))

-- absence_of_its_season: the member and the evening of an absence belong to one season
-- tournaments_absence (evening_id, member_id)
(SELECT season_id FROM tournaments_evening WHERE id = NEW.evening_id) = (SELECT season_id FROM tournaments_seasonmember WHERE id = NEW.member_id)

-- season_standing_of_its_season: the season of a standing has reached its version
-- tournaments_seasonstanding (season_id, version)
NEW.version <= (SELECT version FROM tournaments_season WHERE id = NEW.season_id)

-- team_of_its_league: the club of a team is that of the league, or one that takes part in it
-- tournaments_team (season_id, club_id)
NEW.club_id IS NULL OR EXISTS (
    SELECT 1 FROM tournaments_season s JOIN tournaments_league l ON l.id = s.league_id
    LEFT JOIN tournaments_leagueclub c ON c.league_id = l.id AND c.agreed_at IS NOT NULL
    WHERE s.id = NEW.season_id AND NEW.club_id IN (l.club_id, c.club_id)
)

-- team_member_of_its_season: a member of a team is a member of its season
-- tournaments_teammember (team_id, member_id)
(SELECT season_id FROM tournaments_team WHERE id = NEW.team_id) = (SELECT season_id FROM tournaments_seasonmember WHERE id = NEW.member_id)

-- line_up_of_its_season: the team and the evening of a line-up belong to one season
-- tournaments_lineup (team_id, evening_id)
(SELECT season_id FROM tournaments_team WHERE id = NEW.team_id) = (SELECT season_id FROM tournaments_evening WHERE id = NEW.evening_id)

-- line_up_place_of_its_team: who plays in a line-up is in its team
-- tournaments_lineupplace (line_up_id, member_id)
(SELECT team_id FROM tournaments_lineup WHERE id = NEW.line_up_id)
= (SELECT team_id FROM tournaments_teammember WHERE id = NEW.member_id)

-- person_in_a_season_once: players of one account are in a season once until it is finished
-- tournaments_player (user_id)
NOT EXISTS (
    SELECT 1 FROM tournaments_seasonmember mine
    JOIN tournaments_season s ON s.id = mine.season_id AND s.status <> 'finished'
    JOIN tournaments_seasonmember m ON m.season_id = mine.season_id AND NOT m.set_aside
    JOIN tournaments_player theirs ON theirs.id = m.player_id
    WHERE mine.player_id = NEW.id AND NOT mine.set_aside
    AND theirs.user_id = NEW.user_id AND theirs.id <> NEW.id
)
