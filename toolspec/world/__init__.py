"""The simulated world of an attempt: state, stubs, policy, faults and the ledger of effects.

Everything here is a pure function of the spec, the case, the seed and the calls made so far.
"""

from toolspec.world.hooks import Hook, HookError, HookWorld, ToolError, load_hooks
from toolspec.world.outcome import StubFailed
from toolspec.world.simulated import Answered, SimulatedWorld

__all__ = [
    "Answered",
    "Hook",
    "HookError",
    "HookWorld",
    "SimulatedWorld",
    "StubFailed",
    "ToolError",
    "load_hooks",
]
