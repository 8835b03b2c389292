"""Confidence intervals of shares."""

from __future__ import annotations

import math

# The two-sided 95 % quantile of the normal distribution.
Z_95 = 1.959963984540054


def wilson(hits: float, counted: int, z: float = Z_95) -> tuple[float, float]:
    """The Wilson score interval of `hits` out of `counted` (Wilson 1927, JASA 22:209)."""
    share = hits / counted
    middle = share + z * z / (2 * counted)
    spread = z * math.sqrt(share * (1 - share) / counted + z * z / (4 * counted * counted))
    scale = 1 + z * z / counted
    # The ends are exact where everything or nothing was hit; rounding must not leave [0, 1].
    low = 0.0 if hits == 0 else max(0.0, (middle - spread) / scale)
    high = 1.0 if hits == counted else min(1.0, (middle + spread) / scale)
    return low, high
