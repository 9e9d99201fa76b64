CREATE TRIGGER tournaments_ratedevent_stays BEFORE UPDATE OF id, event_id ON tournaments_ratedevent
WHEN (NEW.id, NEW.event_id) IS NOT (OLD.id, OLD.event_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_ratedevent, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_ratedevent_not_replaced BEFORE INSERT ON tournaments_ratedevent
WHEN EXISTS (SELECT 1 FROM tournaments_ratedevent WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_ratedevent, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_rating_stays BEFORE UPDATE OF id, player_id ON tournaments_rating
WHEN (NEW.id, NEW.player_id) IS NOT (OLD.id, OLD.player_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_rating, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_rating_not_replaced BEFORE INSERT ON tournaments_rating
WHEN EXISTS (SELECT 1 FROM tournaments_rating WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_rating, and the rows it belongs to, never change'); END
