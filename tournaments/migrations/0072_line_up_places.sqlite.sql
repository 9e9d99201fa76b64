CREATE TRIGGER line_up_place_of_its_team BEFORE INSERT ON tournaments_lineupplace BEGIN
        SELECT RAISE(ABORT, 'line_up_place_of_its_team: who plays in a line-up is in its team') WHERE ((SELECT team_id FROM tournaments_lineup WHERE id = NEW.line_up_id)
= (SELECT team_id FROM tournaments_teammember WHERE id = NEW.member_id)) IS NOT TRUE;
    END

CREATE TRIGGER line_up_place_of_its_team_later BEFORE UPDATE OF line_up_id, member_id ON tournaments_lineupplace BEGIN
        SELECT RAISE(ABORT, 'line_up_place_of_its_team: who plays in a line-up is in its team') WHERE ((SELECT team_id FROM tournaments_lineup WHERE id = NEW.line_up_id)
= (SELECT team_id FROM tournaments_teammember WHERE id = NEW.member_id)) IS NOT TRUE;
    END

CREATE TRIGGER tournaments_lineupplace_stays BEFORE UPDATE OF id, line_up_id ON tournaments_lineupplace
WHEN (NEW.id, NEW.line_up_id) IS NOT (OLD.id, OLD.line_up_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_lineupplace, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_lineupplace_not_replaced BEFORE INSERT ON tournaments_lineupplace
WHEN EXISTS (SELECT 1 FROM tournaments_lineupplace WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_lineupplace, and the rows it belongs to, never change'); END
