    CREATE TRIGGER clock_of_its_event BEFORE INSERT ON tournaments_roundclock BEGIN
        SELECT RAISE(ABORT, 'clock_of_its_event: the round of a clock belongs to its event, and is not only drawn') WHERE ((SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id
AND (SELECT status FROM tournaments_round WHERE id = NEW.round_id) <> 'drawn') IS NOT TRUE;
    END

    CREATE TRIGGER clock_of_its_event_later BEFORE UPDATE OF event_id, round_id ON tournaments_roundclock BEGIN
        SELECT RAISE(ABORT, 'clock_of_its_event: the round of a clock belongs to its event, and is not only drawn') WHERE ((SELECT event_id FROM tournaments_round WHERE id = NEW.round_id) = NEW.event_id
AND (SELECT status FROM tournaments_round WHERE id = NEW.round_id) <> 'drawn') IS NOT TRUE;
    END
