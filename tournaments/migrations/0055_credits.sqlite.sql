CREATE TRIGGER credit_not_changed BEFORE UPDATE ON tournaments_credit
WHEN OLD.cancelled_at IS NOT NULL OR
    (NEW.points, NEW.reason, NEW.given_by_id, NEW.given_at)
    IS NOT (OLD.points, OLD.reason, OLD.given_by_id, OLD.given_at)
BEGIN SELECT RAISE(ABORT, 'credit_stays: a credit is cancelled once, never changed or removed'); END

CREATE TRIGGER credit_not_removed BEFORE DELETE ON tournaments_credit BEGIN SELECT RAISE(ABORT, 'credit_stays: a credit is cancelled once, never changed or removed'); END

CREATE TRIGGER tournaments_credit_stays BEFORE UPDATE OF id, member_id ON tournaments_credit
WHEN (NEW.id, NEW.member_id) IS NOT (OLD.id, OLD.member_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_credit, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_credit_not_replaced BEFORE INSERT ON tournaments_credit
WHEN EXISTS (SELECT 1 FROM tournaments_credit WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_credit, and the rows it belongs to, never change'); END
