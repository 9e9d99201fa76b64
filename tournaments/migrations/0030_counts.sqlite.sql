CREATE TRIGGER count_or_deals AFTER INSERT ON tournaments_deal WHEN NEW.kind = 'recorded' BEGIN
    SELECT RAISE(ABORT, 'count_or_deals: a table has either deals that count or one count')
    FROM tournaments_deal d
    WHERE d.table_id = NEW.table_id AND d.number <> NEW.number AND d.kind = 'recorded'
    AND (d.counted IS NOT NULL OR NEW.counted IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM tournaments_deal later WHERE later.replaces_id IN (d.id, NEW.id));
END;
