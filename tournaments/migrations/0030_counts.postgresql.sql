CREATE FUNCTION poch_count_or_deals() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    -- A count and a deal that are inserted at once wait for each other here. Each then sees the other.
    PERFORM 1 FROM tournaments_table WHERE id = NEW.table_id FOR NO KEY UPDATE;
    IF EXISTS (
        SELECT 1 FROM tournaments_deal d
        WHERE d.table_id = NEW.table_id AND d.number <> NEW.number AND d.kind = 'recorded'
        AND (d.counted IS NOT NULL OR NEW.counted IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM tournaments_deal later WHERE later.replaces_id IN (d.id, NEW.id))
    ) THEN
        RAISE EXCEPTION 'count_or_deals: a table has either deals that count or one count' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL; END $$;

CREATE TRIGGER tournaments_deal_or_count AFTER INSERT ON tournaments_deal
FOR EACH ROW WHEN (NEW.kind = 'recorded') EXECUTE FUNCTION poch_count_or_deals();
