CREATE FUNCTION poch_continue_log() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF NEW.event_id IS NULL THEN
        UPDATE tournaments_club SET log_length = NEW.number, log_head = NEW.digest
        WHERE id = NEW.club_id AND log_length = NEW.number - 1;
    ELSE
        UPDATE tournaments_event SET log_length = NEW.number, log_head = NEW.digest
        WHERE id = NEW.event_id AND log_length = NEW.number - 1;
    END IF;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'log_continues: a new entry of the audit log follows the newest entry of its log' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL; END $$;

CREATE TRIGGER tournaments_auditentry_continues AFTER INSERT ON tournaments_auditentry
FOR EACH ROW EXECUTE FUNCTION poch_continue_log();

CREATE FUNCTION poch_guard_event_log() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF NEW.log_length <= OLD.log_length OR NOT EXISTS (
        SELECT 1 FROM tournaments_auditentry
        WHERE event_id = NEW.id AND (number, digest) = (NEW.log_length, NEW.log_head)
    ) THEN
        RAISE EXCEPTION 'log_head_is_its_newest_entry: only a new entry changes the length and the head of a log' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW; END $$;

CREATE TRIGGER tournaments_event_log BEFORE UPDATE OF log_length, log_head ON tournaments_event FOR EACH ROW
WHEN ((NEW.log_length, NEW.log_head) IS DISTINCT FROM (OLD.log_length, OLD.log_head))
EXECUTE FUNCTION poch_guard_event_log();

CREATE FUNCTION poch_guard_club_log() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF NEW.log_length <= OLD.log_length OR NOT EXISTS (
        SELECT 1 FROM tournaments_auditentry
        WHERE club_id = NEW.id AND event_id IS NULL AND (number, digest) = (NEW.log_length, NEW.log_head)
    ) THEN
        RAISE EXCEPTION 'log_head_is_its_newest_entry: only a new entry changes the length and the head of a log' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW; END $$;

CREATE TRIGGER tournaments_club_log BEFORE UPDATE OF log_length, log_head ON tournaments_club FOR EACH ROW
WHEN ((NEW.log_length, NEW.log_head) IS DISTINCT FROM (OLD.log_length, OLD.log_head))
EXECUTE FUNCTION poch_guard_club_log();
