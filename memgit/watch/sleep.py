"""Notices that the machine slept: what happened meanwhile on a shared disk sent no events."""

from __future__ import annotations

import time
from collections.abc import Callable

_BOOT = getattr(time, "CLOCK_BOOTTIME", None)
_TOLERANCE = 1.0 if _BOOT is not None else 5.0
"""Seconds. The clock since boot leads the monotonic one by sleep alone; the wall clock is also corrected in steps."""


def drift() -> float:
    """Seconds by which a clock that runs during sleep is ahead of the monotonic one."""
    ahead = time.time() if _BOOT is None else time.clock_gettime(_BOOT)
    return ahead - time.monotonic()


class Sleep:
    """Compares the drift with that of the last look. `source`: as `drift`."""

    def __init__(self, source: Callable[[], float] | None = None) -> None:
        self._source = source or drift
        self._last = self._source()

    def slept(self) -> bool:
        """Whether the machine slept since the last look."""
        last, self._last = self._last, self._source()
        return abs(self._last - last) > _TOLERANCE
