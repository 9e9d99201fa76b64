"""The triggers as PostgreSQL has them: see the package.

The condition `= ANY (ARRAY(SELECT ...))` makes the planner expect a few values and look them up in an index.
A join with the inserted rows may read a whole table instead.
"""

# ruff: noqa: S608 - the SQL is put together from constants of this package alone

from __future__ import annotations

from collections.abc import Iterator

from .tables import APPEND_ONLY, COUNTS, PARTS_OF_A_DEAL


def _function(name: str, body: str) -> str:
    return f"""
    CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN {body} END $$"""


def _refuse(message: str, *arguments: str) -> str:
    given = "".join(f", {argument}" for argument in arguments)
    return f"RAISE EXCEPTION '{message}'{given} USING ERRCODE = 'integrity_constraint_violation';"


def statements() -> Iterator[str]:
    """Yield the statements that create the triggers."""
    yield from _append_only()
    yield from _accounts()
    yield from _transfers()
    yield from _deals()
    yield from _seats()
    yield from _events()
    yield from _adjustments()


def _append_only() -> Iterator[str]:
    yield _function(
        "poch_refuse_change", _refuse("append_only: rows of %% are never changed or removed", "TG_TABLE_NAME")
    ).replace("%%", "%")
    for table in APPEND_ONLY:
        yield f"""
        CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table}
        FOR EACH ROW EXECUTE FUNCTION poch_refuse_change()"""
        yield f"""
        CREATE TRIGGER {table}_not_emptied BEFORE TRUNCATE ON {table}
        FOR EACH STATEMENT EXECUTE FUNCTION poch_refuse_change()"""


def _accounts() -> Iterator[str]:
    # Depth 1 is a statement of a client. poch_move_chips updates the balances at depth 2.
    yield _function(
        "poch_guard_account",
        f"""
        IF TG_OP = 'INSERT' THEN
            IF NEW.balance <> 0 THEN
                {_refuse("account_opens_empty: a new account has the balance 0")}
            END IF;
        ELSIF pg_trigger_depth() < 2
            OR (NEW.id, NEW.table_id, NEW.name, NEW.overdraft) IS DISTINCT FROM
               (OLD.id, OLD.table_id, OLD.name, OLD.overdraft) THEN
            {_refuse("account_balance_is_its_transfers: only a transfer changes a balance")}
        END IF;
        RETURN NEW;""",
    )
    yield """
    CREATE TRIGGER tournaments_account_guard BEFORE INSERT OR UPDATE ON tournaments_account
    FOR EACH ROW EXECUTE FUNCTION poch_guard_account()"""
    yield """
    CREATE TRIGGER tournaments_account_stays BEFORE DELETE ON tournaments_account
    FOR EACH ROW EXECUTE FUNCTION poch_refuse_change()"""
    yield """
    CREATE TRIGGER tournaments_account_not_emptied BEFORE TRUNCATE ON tournaments_account
    FOR EACH STATEMENT EXECUTE FUNCTION poch_refuse_change()"""


def _transfers() -> Iterator[str]:
    yield _function(
        "poch_guard_transfer",
        f"""
        DECLARE
            is_apart boolean;
            has_no_reason boolean;
        BEGIN
            WITH here AS MATERIALIZED (
                SELECT id, table_id, name FROM tournaments_account
                WHERE table_id = ANY (ARRAY(SELECT table_id FROM added))
            )
            SELECT
                bool_or(s.id IS NULL OR g.id IS NULL),
                bool_or(NOT CASE
                    WHEN t.deal_id IS NOT NULL THEN
                        t.reason NOT IN ('start', 'issue', 'return', 'leftover')
                        AND s.name <> 'bank' AND g.name <> 'bank'
                    WHEN t.reason IN ('start', 'issue') THEN s.name = 'bank' AND g.name LIKE 'seat %'
                    WHEN t.reason = 'return' THEN s.name LIKE 'seat %' AND g.name = 'bank'
                        AND NOT EXISTS (SELECT 1 FROM tournaments_deal d WHERE d.table_id = t.table_id)
                    WHEN t.reason = 'leftover' THEN EXISTS (
                        SELECT 1 FROM tournaments_table b
                        JOIN tournaments_round r ON r.id = b.round_id
                        JOIN tournaments_event e ON e.id = r.event_id
                        WHERE b.id = t.table_id
                        AND r.status = 'closed' AND e.frozen_rules ->> 'leftover' = 'split'
                    ) AND CASE WHEN g.name LIKE 'seat %' THEN
                        s.name NOT IN ('bank', 'bets') AND s.name NOT LIKE 'seat %'
                    ELSE 0 <= (
                        SELECT sum(CASE WHEN p.target_id = s.id THEN p.chips ELSE -p.chips END)
                        FROM tournaments_transfer p WHERE p.reason = 'leftover'
                        AND (p.source_id, p.target_id) IN ((s.id, g.id), (g.id, s.id))
                    ) END
                    ELSE false
                END)
            INTO is_apart, has_no_reason
            FROM added t
            LEFT JOIN here s ON s.id = t.source_id AND s.table_id = t.table_id
            LEFT JOIN here g ON g.id = t.target_id AND g.table_id = t.table_id;
            IF is_apart THEN
                {_refuse("transfer_at_one_table: a transfer joins two accounts of its own table")}
            END IF;
            IF has_no_reason THEN
                {_refuse("transfer_has_its_reason: chips move in deals, by the bank or as leftovers")}
            END IF;
        END;
        RETURN NULL;""",
    )
    yield _function(
        "poch_move_chips",
        """
        UPDATE tournaments_account a SET balance = a.balance + moved.chips
        FROM (
            SELECT account, sum(chips) AS chips FROM (
                SELECT target_id AS account, chips FROM added
                UNION ALL SELECT source_id, -chips FROM added
            ) both_ends GROUP BY account
        ) moved
        WHERE a.table_id = ANY (ARRAY(SELECT table_id FROM added))
        AND a.id = moved.account AND moved.chips <> 0;
        RETURN NULL;""",
    )
    # Triggers of one kind fire in the order of their names: first the guard, then the move.
    for name, function in (("a_guard", "poch_guard_transfer"), ("b_move", "poch_move_chips")):
        yield f"""
        CREATE TRIGGER tournaments_transfer_{name} AFTER INSERT ON tournaments_transfer
        REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION {function}()"""


def _deals() -> Iterator[str]:
    yield _function(
        "poch_guard_part",
        f"""
        IF EXISTS (SELECT 1 FROM tournaments_deal WHERE id = ANY (ARRAY(SELECT deal_id FROM added))) THEN
            {_refuse("deal_is_sealed: a recorded deal gets no further parts")}
        END IF;
        RETURN NULL;""",
    )
    for table in PARTS_OF_A_DEAL:
        yield f"""
        CREATE TRIGGER {table}_a_before_its_deal AFTER INSERT ON {table}
        REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION poch_guard_part()"""
    yield _function(
        "poch_seal_deal",
        f"""
        IF NOT EXISTS (SELECT 1 FROM tournaments_seat WHERE table_id = NEW.table_id)
        OR EXISTS (
            SELECT 1 FROM tournaments_seat s
            LEFT JOIN tournaments_seatresult r ON r.deal_id = NEW.id AND r.seat_id = s.id
            WHERE s.table_id = NEW.table_id AND r.id IS NULL
        ) THEN
            {_refuse("deal_is_whole: a deal needs a result for each seat of its table")}
        END IF;
        IF EXISTS (
            SELECT 1 FROM tournaments_transfer t WHERE t.deal_id = NEW.id AND t.table_id <> NEW.table_id
        ) OR EXISTS (
            SELECT 1 FROM tournaments_seatresult r
            JOIN tournaments_seat s ON s.id = r.seat_id
            LEFT JOIN tournaments_account a ON a.table_id = NEW.table_id AND a.name = 'seat ' || s.number
            WHERE r.deal_id = NEW.id AND (s.table_id <> NEW.table_id OR a.id IS NULL)
        ) OR EXISTS (
            -- All transfers of the deal are between accounts of its table.
            SELECT 1 FROM tournaments_account a
            LEFT JOIN (
                SELECT account, sum(chips) AS chips FROM (
                    SELECT target_id AS account, chips FROM tournaments_transfer WHERE deal_id = NEW.id
                    UNION ALL SELECT source_id, -chips FROM tournaments_transfer WHERE deal_id = NEW.id
                ) both_ends GROUP BY account
            ) moved ON moved.account = a.id
            LEFT JOIN tournaments_seat s ON s.table_id = NEW.table_id AND a.name = 'seat ' || s.number
            LEFT JOIN tournaments_seatresult r ON r.deal_id = NEW.id AND r.seat_id = s.id
            WHERE a.table_id = NEW.table_id AND CASE
                WHEN a.name = 'bets' THEN moved.chips <> 0
                WHEN s.id IS NOT NULL THEN r.net <> coalesce(moved.chips, 0)
                ELSE a.name LIKE 'seat %' AND moved.account IS NOT NULL
            END
        ) THEN
            {_refuse("deal_is_its_transfers: the results and bets of a deal equal its transfers")}
        END IF;
        IF NEW.kind = 'void' AND EXISTS (
            SELECT 1 FROM (
                SELECT target_id AS account, chips FROM tournaments_transfer
                WHERE deal_id IN (NEW.id, NEW.replaces_id)
                UNION ALL
                SELECT source_id, -chips FROM tournaments_transfer
                WHERE deal_id IN (NEW.id, NEW.replaces_id)
            ) both_deals GROUP BY account HAVING sum(chips) <> 0
        ) THEN
            {_refuse("void_undoes_its_deal: a void moves exactly the chips of its deal back")}
        END IF;
        IF EXISTS (
            SELECT 1 FROM tournaments_deal older
            JOIN tournaments_deal newer ON newer.replaces_id = older.id
            WHERE older.id IN (NEW.id, NEW.replaces_id)
            AND (newer.table_id, newer.number, newer.revision, newer.kind) IS DISTINCT FROM
                (older.table_id, older.number, older.revision + 1,
                 CASE WHEN older.kind = 'void' THEN 'recorded' ELSE newer.kind END)
        ) THEN
            {_refuse("deal_replaces_the_one_before: a revision replaces the previous revision of its deal")}
        END IF;
        RETURN NULL;""",
    )
    yield """
    CREATE TRIGGER tournaments_deal_seal AFTER INSERT ON tournaments_deal
    FOR EACH ROW EXECUTE FUNCTION poch_seal_deal()"""


def _seats() -> Iterator[str]:
    yield _function(
        "poch_guard_seat",
        f"""
        IF EXISTS (
            SELECT 1 FROM tournaments_deal d WHERE {COUNTS.format(deal="d")} AND (
                (TG_OP <> 'INSERT' AND d.table_id = OLD.table_id)
                OR (TG_OP <> 'DELETE' AND d.table_id = NEW.table_id))
        ) THEN
            {_refuse("seats_are_taken: the seats of a table with a deal that counts do not change")}
        END IF;
        IF TG_OP = 'DELETE' THEN
            RETURN OLD;
        END IF;
        IF EXISTS (
            SELECT 1 FROM tournaments_table b WHERE b.id = NEW.table_id AND b.round_id <> NEW.round_id
        ) OR EXISTS (
            SELECT 1 FROM tournaments_round r JOIN tournaments_entry e ON e.event_id <> r.event_id
            WHERE r.id = NEW.round_id AND e.id = NEW.entry_id
        ) THEN
            {_refuse("seat_of_its_round: the table and the entry of a seat fit its round")}
        END IF;
        RETURN NEW;""",
    )
    yield """
    CREATE TRIGGER tournaments_seat_guard BEFORE INSERT OR UPDATE OR DELETE ON tournaments_seat
    FOR EACH ROW EXECUTE FUNCTION poch_guard_seat()"""


def _events() -> Iterator[str]:
    yield _function(
        "poch_guard_event",
        f"""
        IF NEW.version < OLD.version THEN
            {_refuse("event_version_grows: the version of an event only grows")}
        END IF;
        IF OLD.frozen_rules IS NOT NULL AND NEW.frozen_rules IS DISTINCT FROM OLD.frozen_rules THEN
            {_refuse("event_rules_frozen: the rules of an event are frozen at its start")}
        END IF;
        RETURN NEW;""",
    )
    yield """
    CREATE TRIGGER tournaments_event_guard BEFORE UPDATE ON tournaments_event
    FOR EACH ROW EXECUTE FUNCTION poch_guard_event()"""


def _adjustments() -> Iterator[str]:
    yield _function(
        "poch_guard_adjustment",
        f"""
        IF TG_OP = 'DELETE' OR OLD.cancelled_at IS NOT NULL OR
           (NEW.id, NEW.event_id, NEW.entry_id, NEW.round_id, NEW.chips, NEW.reason, NEW.author_id)
           IS DISTINCT FROM
           (OLD.id, OLD.event_id, OLD.entry_id, OLD.round_id, OLD.chips, OLD.reason, OLD.author_id) THEN
            {_refuse("adjustment_stays: an adjustment is cancelled once, never changed or removed")}
        END IF;
        RETURN NEW;""",
    )
    yield """
    CREATE TRIGGER tournaments_adjustment_guard BEFORE UPDATE OR DELETE ON tournaments_adjustment
    FOR EACH ROW EXECUTE FUNCTION poch_guard_adjustment()"""
