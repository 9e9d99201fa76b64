CREATE FUNCTION poch_guard_credit() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF TG_OP = 'DELETE' OR OLD.cancelled_at IS NOT NULL OR
       (NEW.points, NEW.reason, NEW.given_by_id, NEW.given_at)
       IS DISTINCT FROM (OLD.points, OLD.reason, OLD.given_by_id, OLD.given_at) THEN
        RAISE EXCEPTION 'credit_stays: a credit is cancelled once, never changed or removed' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW; END $$

CREATE TRIGGER tournaments_credit_guard BEFORE UPDATE OR DELETE ON tournaments_credit
FOR EACH ROW EXECUTE FUNCTION poch_guard_credit()

CREATE FUNCTION poch_tournaments_credit_stays() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'stays_where_it_is: the id of a row of tournaments_credit, and the rows it belongs to, never change' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER tournaments_credit_stays BEFORE UPDATE OF id, member_id ON tournaments_credit FOR EACH ROW
WHEN ((NEW.id, NEW.member_id) IS DISTINCT FROM (OLD.id, OLD.member_id)) EXECUTE FUNCTION poch_tournaments_credit_stays()
