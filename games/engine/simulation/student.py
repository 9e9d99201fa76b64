"""The quantile of Student's distribution for a 95 % interval."""

from __future__ import annotations

NORMAL = 1.959963984540054
"""The 0.975 quantile of the normal distribution."""

_FEW = (12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157)
"""The 0.975 quantiles of Student's distribution with 1 to 9 degrees of freedom, from a table."""

_TERMS = (2.372271230299, 2.82249861574, 2.555849679508, 1.589534053394)
"""The terms of the Cornish-Fisher expansion (Abramowitz and Stegun, 26.7.5) for z = ``NORMAL``, by powers.

The first is (z^3 + z) / 4, the second (5 z^5 + 16 z^3 + 3 z) / 96. They are constants, because powers may
differ in the last digit between machines.
"""


def quantile(freedom: int) -> float:
    """The 0.975 quantile for 1 or more degrees of freedom. The expansion is exact to 0.00002."""
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    more = 0.0
    for term in reversed(_TERMS):
        more = (more + term) / freedom
    return NORMAL + more
