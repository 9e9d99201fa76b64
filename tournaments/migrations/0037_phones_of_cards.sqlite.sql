CREATE TRIGGER phone_of_its_card BEFORE INSERT ON tournaments_tablephone BEGIN
        SELECT RAISE(ABORT, 'phone_of_its_card: a phone is at the table of an event that has the number of its card') WHERE (EXISTS (
    SELECT 1 FROM tournaments_tablecard c
    JOIN tournaments_table t ON t.number = c.number
    JOIN tournaments_round r ON r.id = t.round_id AND r.event_id = c.event_id
    WHERE c.id = NEW.card_id AND t.id = NEW.table_id
)) IS NOT TRUE;
    END

CREATE TRIGGER phone_of_its_card_later BEFORE UPDATE OF card_id, table_id ON tournaments_tablephone BEGIN
        SELECT RAISE(ABORT, 'phone_of_its_card: a phone is at the table of an event that has the number of its card') WHERE (EXISTS (
    SELECT 1 FROM tournaments_tablecard c
    JOIN tournaments_table t ON t.number = c.number
    JOIN tournaments_round r ON r.id = t.round_id AND r.event_id = c.event_id
    WHERE c.id = NEW.card_id AND t.id = NEW.table_id
)) IS NOT TRUE;
    END

CREATE TRIGGER tournaments_tablephone_stays BEFORE UPDATE OF id, card_id, table_id ON tournaments_tablephone
WHEN (NEW.id, NEW.card_id, NEW.table_id) IS NOT (OLD.id, OLD.card_id, OLD.table_id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_tablephone, and the rows it belongs to, never change'); END

CREATE TRIGGER tournaments_tablephone_not_replaced BEFORE INSERT ON tournaments_tablephone
WHEN EXISTS (SELECT 1 FROM tournaments_tablephone WHERE id = NEW.id) BEGIN SELECT RAISE(ABORT, 'stays_where_it_is: the id of a row of tournaments_tablephone, and the rows it belongs to, never change'); END
