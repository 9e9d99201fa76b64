CREATE TRIGGER void_round_loses_no_deal BEFORE INSERT ON tournaments_round BEGIN
        SELECT RAISE(ABORT, 'void_round_loses_no_deal: a round with a deal that counts becomes void only if its stage is played again, and a round with a deal or a claim is not taken back') WHERE (NEW.status <> 'void' OR NEW.void_as = 'played_again' OR NOT (
    EXISTS (
        SELECT 1 FROM tournaments_deal d JOIN tournaments_table t ON t.id = d.table_id
        WHERE t.round_id = NEW.id AND (NEW.void_as = 'taken_back' OR (d.kind = 'recorded'
            AND NOT EXISTS (SELECT 1 FROM tournaments_deal v WHERE v.replaces_id = d.id)))
    ) OR (NEW.void_as = 'taken_back' AND EXISTS (
        SELECT 1 FROM tournaments_dealclaim c JOIN tournaments_table t ON t.id = c.table_id
        WHERE t.round_id = NEW.id))
)) IS NOT TRUE;
    END

CREATE TRIGGER void_round_loses_no_deal_later BEFORE UPDATE OF status, void_as ON tournaments_round BEGIN
        SELECT RAISE(ABORT, 'void_round_loses_no_deal: a round with a deal that counts becomes void only if its stage is played again, and a round with a deal or a claim is not taken back') WHERE (NEW.status <> 'void' OR NEW.void_as = 'played_again' OR NOT (
    EXISTS (
        SELECT 1 FROM tournaments_deal d JOIN tournaments_table t ON t.id = d.table_id
        WHERE t.round_id = NEW.id AND (NEW.void_as = 'taken_back' OR (d.kind = 'recorded'
            AND NOT EXISTS (SELECT 1 FROM tournaments_deal v WHERE v.replaces_id = d.id)))
    ) OR (NEW.void_as = 'taken_back' AND EXISTS (
        SELECT 1 FROM tournaments_dealclaim c JOIN tournaments_table t ON t.id = c.table_id
        WHERE t.round_id = NEW.id))
)) IS NOT TRUE;
    END

CREATE TRIGGER round_status_moves BEFORE UPDATE OF status ON tournaments_round
WHEN NEW.status <> OLD.status AND (OLD.status, NEW.status) NOT IN (VALUES ('drawn', 'published'), ('published', 'playing'), ('published', 'closed'), ('playing', 'closed'), ('published', 'void'), ('playing', 'void'), ('closed', 'void'))
BEGIN SELECT RAISE(ABORT, 'round_status_moves: a round goes from drawn to published, playing and closed, or becomes void, and never back'); END
