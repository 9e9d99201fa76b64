CREATE TRIGGER log_continues_of_event AFTER INSERT ON tournaments_auditentry WHEN NEW.event_id IS NOT NULL BEGIN
    SELECT RAISE(ABORT, 'log_continues: a new entry of the audit log follows the newest entry of its log')
    WHERE NEW.number - 1 IS NOT (SELECT log_length FROM tournaments_event WHERE id = NEW.event_id);
    UPDATE tournaments_event SET log_length = NEW.number, log_head = NEW.digest WHERE id = NEW.event_id;
END;

CREATE TRIGGER log_continues_of_club AFTER INSERT ON tournaments_auditentry WHEN NEW.event_id IS NULL BEGIN
    SELECT RAISE(ABORT, 'log_continues: a new entry of the audit log follows the newest entry of its log')
    WHERE NEW.number - 1 IS NOT (SELECT log_length FROM tournaments_club WHERE id = NEW.club_id);
    UPDATE tournaments_club SET log_length = NEW.number, log_head = NEW.digest WHERE id = NEW.club_id;
END;

CREATE TRIGGER event_log_head BEFORE UPDATE OF log_length, log_head ON tournaments_event
WHEN (NEW.log_length, NEW.log_head) IS NOT (OLD.log_length, OLD.log_head) AND (
    NEW.log_length <= OLD.log_length OR NOT EXISTS (
        SELECT 1 FROM tournaments_auditentry
        WHERE event_id = NEW.id AND (number, digest) = (NEW.log_length, NEW.log_head)))
BEGIN SELECT RAISE(ABORT, 'log_head_is_its_newest_entry: only a new entry changes the length and the head of a log'); END;

CREATE TRIGGER club_log_head BEFORE UPDATE OF log_length, log_head ON tournaments_club
WHEN (NEW.log_length, NEW.log_head) IS NOT (OLD.log_length, OLD.log_head) AND (
    NEW.log_length <= OLD.log_length OR NOT EXISTS (
        SELECT 1 FROM tournaments_auditentry
        WHERE club_id = NEW.id AND event_id IS NULL AND (number, digest) = (NEW.log_length, NEW.log_head)))
BEGIN SELECT RAISE(ABORT, 'log_head_is_its_newest_entry: only a new entry changes the length and the head of a log'); END;
