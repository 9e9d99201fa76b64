"""The quantile that a 95 % interval takes of Student's distribution."""

from __future__ import annotations

NORMAL = 1.959963984540054
"""The 0.975 quantile of the normal distribution."""

_FEW = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157)
"""The 0.975 quantiles of Student's distribution with 1 to 9 degrees of freedom, as every table has them."""


def quantile(freedom: int) -> float:
    """The 0.975 quantile for so many degrees of freedom, from 1.

    From ten on by the expansion of Cornish and Fisher (Abramowitz and Stegun, 26.7.5): right to 0.00002.
    """
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    z = NORMAL
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    more: float = sum(term / freedom**power for power, term in enumerate(terms, start=1))
    return z + more
