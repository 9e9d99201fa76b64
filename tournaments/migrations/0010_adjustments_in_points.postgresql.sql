CREATE OR REPLACE FUNCTION poch_guard_adjustment() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF TG_OP = 'DELETE' OR OLD.cancelled_at IS NOT NULL OR
       (NEW.id, NEW.event_id, NEW.entry_id, NEW.round_id, NEW.chips, NEW.points, NEW.reason, NEW.author_id)
       IS DISTINCT FROM
       (OLD.id, OLD.event_id, OLD.entry_id, OLD.round_id, OLD.chips, OLD.points, OLD.reason, OLD.author_id) THEN
        RAISE EXCEPTION 'adjustment_stays: an adjustment is cancelled once, never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW; END $$;
