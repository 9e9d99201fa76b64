"""Weights from the sums of measured deals, by least squares.

Only workers and commands call this, because numpy takes long to import.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.engine.luck.features import HANDS, MELDING, melding_size


def fitted_weights(sums: Mapping[str, Any], seats: int) -> dict[str, list[int]]:
    """The weights that predict net chips best, in thousandths of a chip.

    They are rounded, so that machines agree: at most a weight that is nearly between two units differs by
    one. A feature that never differs between seats has the weight 0.
    """
    import numpy as np  # noqa: PLC0415 - see above

    size = len(sums["net"])
    products = np.zeros((size, size))
    products[np.triu_indices(size)] = sums["products"]
    products += np.triu(products, 1).T
    net = np.array(sums["net"], float)
    weights = {}
    for by, count in ((MELDING, melding_size(seats)), (HANDS, size)):
        # With columns of one length the smallest singular values are those of features that say the same.
        length = np.sqrt(np.diag(products)[:count])
        length[length == 0] = 1
        scaled = products[:count, :count] / np.outer(length, length)
        solution = np.linalg.lstsq(scaled, net[:count] / length, rcond=1e-9)[0] / length
        weights[by] = [int(weight) for weight in np.rint(solution * 1000)]
    return weights
