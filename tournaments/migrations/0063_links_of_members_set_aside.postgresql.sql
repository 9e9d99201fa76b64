CREATE FUNCTION poch_person_link_by_consent() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN
        IF ((SELECT club_id FROM tournaments_player WHERE id = NEW.player_id) = NEW.club_id
        AND (SELECT bot FROM tournaments_player WHERE id = NEW.player_id) = ''
        AND (NEW.consent = 'clubs' OR NEW.agreed_at IS NULL OR NEW.agreed_by_id =
            (SELECT user_id FROM tournaments_person WHERE id = NEW.person_id))
        AND (NEW.agreed_at IS NULL OR NOT EXISTS (
            SELECT 1 FROM tournaments_seasonmember mine
            JOIN tournaments_season s ON s.id = mine.season_id AND s.status <> 'finished'
            JOIN tournaments_seasonmember m ON m.season_id = mine.season_id AND NOT m.set_aside
            JOIN tournaments_personlink theirs ON theirs.player_id = m.player_id
            WHERE mine.player_id = NEW.player_id AND theirs.person_id = NEW.person_id
            AND theirs.player_id <> NEW.player_id AND theirs.agreed_at IS NOT NULL
            AND NOT mine.set_aside
        ))) IS NOT TRUE THEN
            RAISE EXCEPTION 'person_link_by_consent: the club of a link is that of its player, who is no bot, only the person agrees in their own name, and a person is in a season once until it is finished' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$

CREATE TRIGGER person_link_by_consent BEFORE INSERT OR UPDATE OF person_id, player_id, club_id, consent, agreed_by_id, agreed_at ON tournaments_personlink
        FOR EACH ROW EXECUTE FUNCTION poch_person_link_by_consent()
