"""Edge colouring of a bipartite graph (König): which player takes which seat of which table.

The graph has a node for each table and a node for each share of a player's games. An edge means that the
player sits at the table; its colour is the seat. With as many colours as the largest degree, a colouring
exists in which no node has a colour twice. It is built edge by edge: if both ends have no free colour in
common, the colours of an alternating path are exchanged.
"""

from __future__ import annotations

from collections.abc import Sequence


def colour(tables: Sequence[Sequence[int]], nodes: int, colours: int) -> list[list[int]]:
    """Return for each table the node of each colour, -1 for an unused colour.

    tables: the nodes (from 0 to `nodes` - 1) at each table. A table or node has at most `colours` edges. No
    node gets the same colour at two tables.
    """
    every = (1 << colours) - 1
    free_at_table, free_at_node = [every] * len(tables), [every] * nodes
    seated = [[-1] * colours for _ in tables]
    table_of = [[-1] * colours for _ in range(nodes)]
    for table, members in enumerate(tables):
        for node in members:
            common = free_at_table[table] & free_at_node[node]
            if common:
                bit = common & -common
                chosen = bit.bit_length() - 1
                free_at_node[node] ^= bit
            else:
                bit = free_at_table[table] & -free_at_table[table]
                other = free_at_node[node] & -free_at_node[node]
                chosen = bit.bit_length() - 1
                _turn(node, bit, other, seated, table_of, free_at_table, free_at_node)
            seated[table][chosen] = node
            table_of[node][chosen] = table
            free_at_table[table] ^= bit
    return seated


def _turn(
    node: int,
    bit: int,
    other: int,
    seated: list[list[int]],
    table_of: list[list[int]],
    free_at_table: list[int],
    free_at_node: list[int],
) -> None:
    """Exchange two colours along the path from this node, so that the colour of `bit` is free there.

    The path never returns to the table of the caller: it reaches tables along edges of the first colour,
    which that table does not have.
    """
    a, b = bit.bit_length() - 1, other.bit_length() - 1
    both = bit | other
    free_at_node[node] ^= other
    table = table_of[node][a]
    while True:
        table_of[node][b] = table
        following = seated[table][b]
        seated[table][b] = node
        seated[table][a] = following
        if following < 0:
            free_at_table[table] ^= both
            return
        node = following
        table, table_of[node][a] = table_of[node][a], table
        if table < 0:
            table_of[node][b] = -1
            free_at_node[node] ^= both
            return
