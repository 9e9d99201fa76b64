"""The quantile that a 95 % interval takes of Student's distribution."""

from __future__ import annotations

NORMAL = 1.959963984540054
"""The 0.975 quantile of the normal distribution."""

_FEW = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157)
"""The 0.975 quantiles of Student's distribution with 1 to 9 degrees of freedom, as every table has them."""

_TERMS = (2.372271230299, 2.82249861574, 2.555849679508, 1.589534053394)
"""The terms of the expansion of Cornish and Fisher (Abramowitz and Stegun, 26.7.5) for ``NORMAL``, by powers.

With z for that, the first is (z^3 + z) / 4, the second (5 z^5 + 16 z^3 + 3 z) / 96. Written down as numbers,
since not every machine takes powers, nor every Python adds, to the same last digit.
"""


def quantile(freedom: int) -> float:
    """The 0.975 quantile for so many degrees of freedom, from 1; by the expansion right to 0.00002."""
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    more = 0.0
    for term in reversed(_TERMS):
        more = (more + term) / freedom
    return NORMAL + more
