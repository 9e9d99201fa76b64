CREATE TRIGGER reply_of_its_club BEFORE INSERT ON tournaments_reply BEGIN
        SELECT RAISE(ABORT, 'reply_of_its_club: the player of a reply belongs to the club of its event') WHERE (NEW.player_id IS NULL
OR (SELECT club_id FROM tournaments_player WHERE id = NEW.player_id) = (SELECT club_id FROM tournaments_event WHERE id = NEW.event_id)) IS NOT TRUE;
    END

CREATE TRIGGER reply_of_its_club_later BEFORE UPDATE OF event_id, player_id ON tournaments_reply BEGIN
        SELECT RAISE(ABORT, 'reply_of_its_club: the player of a reply belongs to the club of its event') WHERE (NEW.player_id IS NULL
OR (SELECT club_id FROM tournaments_player WHERE id = NEW.player_id) = (SELECT club_id FROM tournaments_event WHERE id = NEW.event_id)) IS NOT TRUE;
    END

CREATE TRIGGER tournaments_reply_stays BEFORE UPDATE OF id, event_id ON tournaments_reply
WHEN (NEW.id, NEW.event_id) IS NOT (OLD.id, OLD.event_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_reply, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_reply_not_replaced BEFORE INSERT ON tournaments_reply
WHEN EXISTS (SELECT 1 FROM tournaments_reply WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_reply, and the rows it belongs to, never change'); END
