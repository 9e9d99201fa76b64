CREATE TRIGGER team_member_of_its_season BEFORE INSERT ON tournaments_teammember BEGIN
    SELECT RAISE(ABORT, 'team_member_of_its_season: a member of a team is a member of its season') WHERE ((SELECT season_id FROM tournaments_team WHERE id = NEW.team_id) = (SELECT season_id FROM tournaments_seasonmember WHERE id = NEW.member_id)) IS NOT TRUE;
END

CREATE TRIGGER team_member_of_its_season_later BEFORE UPDATE OF team_id, member_id ON tournaments_teammember BEGIN
    SELECT RAISE(ABORT, 'team_member_of_its_season: a member of a team is a member of its season') WHERE ((SELECT season_id FROM tournaments_team WHERE id = NEW.team_id) = (SELECT season_id FROM tournaments_seasonmember WHERE id = NEW.member_id)) IS NOT TRUE;
END

CREATE TRIGGER tournaments_teammember_stays BEFORE UPDATE OF id, team_id, member_id ON tournaments_teammember
WHEN (NEW.id, NEW.team_id, NEW.member_id) IS NOT (OLD.id, OLD.team_id, OLD.member_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_teammember, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_teammember_not_replaced BEFORE INSERT ON tournaments_teammember
WHEN EXISTS (SELECT 1 FROM tournaments_teammember WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_teammember, and the rows it belongs to, never change'); END
