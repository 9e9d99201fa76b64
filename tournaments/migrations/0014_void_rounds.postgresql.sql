CREATE FUNCTION poch_void_round_loses_no_deal() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF (NEW.status <> 'void' OR NEW.void_as = 'played_again' OR NOT (
        EXISTS (
            SELECT 1 FROM tournaments_deal d JOIN tournaments_table t ON t.id = d.table_id
            WHERE t.round_id = NEW.id AND (NEW.void_as = 'taken_back' OR (d.kind = 'recorded'
                AND NOT EXISTS (SELECT 1 FROM tournaments_deal v WHERE v.replaces_id = d.id)))
        ) OR (NEW.void_as = 'taken_back' AND EXISTS (
            SELECT 1 FROM tournaments_dealclaim c JOIN tournaments_table t ON t.id = c.table_id
            WHERE t.round_id = NEW.id))
    )) IS NOT TRUE THEN
        RAISE EXCEPTION 'void_round_loses_no_deal: a round with a deal that counts becomes void only if its stage is played again, and a round with a deal or a claim is not taken back' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER void_round_loses_no_deal BEFORE INSERT OR UPDATE OF status, void_as ON tournaments_round
FOR EACH ROW EXECUTE FUNCTION poch_void_round_loses_no_deal()

CREATE FUNCTION poch_round_status_moves() RETURNS trigger LANGUAGE plpgsql
AS $$ BEGIN
    IF true THEN
        RAISE EXCEPTION 'round_status_moves: a round goes from drawn to published, playing and closed, or becomes void, and never back' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$

CREATE TRIGGER round_status_moves BEFORE UPDATE OF status ON tournaments_round FOR EACH ROW
WHEN (NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (('drawn', 'published'), ('published', 'playing'), ('published', 'closed'), ('playing', 'closed'), ('published', 'void'), ('playing', 'void'), ('closed', 'void')))
EXECUTE FUNCTION poch_round_status_moves()
