"""Every case that runs to its end is played on its own world before anything is sent.

An answer key that cannot be reached is a mistake of the spec: no model could pass it. What only the
words of a reply decide is no such mistake, since the built-in model may just not find them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from toolspec.diagnostics import Diagnostics
from toolspec.matchers import Unsolvable
from toolspec.source import Document
from toolspec.spec import Case, Spec

if TYPE_CHECKING:
    from toolspec.world import Hook


def rehearse(
    spec: Spec,
    cases: tuple[Case, ...],
    document: Document,
    problems: Diagnostics,
    hooks: Mapping[str, Hook] | None = None,
) -> None:
    """Report each case whose own expectations do not lead to where they say.

    Cases that offer a tool with a Python function are passed over unless `hooks` has it.
    """
    playable = [
        each for each in cases if each.until == "done" and not _lacks_hooks(spec, each, hooks or {})
    ]
    if not playable:
        return
    # The simulated world is loaded by no command that plays nothing.
    from toolspec.models.script import UnreachableKey, script

    for case in playable:
        try:
            script(case, spec, hooks)
        except UnreachableKey as error:
            problems.add(
                document.diagnostic(
                    "TS235",
                    f"the case `{case.id}` cannot reach its own end: {error.reason}",
                    (*case.path, "id"),
                    help="mend the expectations, the stubs or the state",
                )
            )
        except Unsolvable:
            # Said by the run, for the one case, when the built-in model is asked.
            continue


def _lacks_hooks(spec: Spec, case: Case, hooks: Mapping[str, Hook]) -> bool:
    named = {each.name for each in spec.offered(case) if each.stub and each.stub.hook}
    return not named <= hooks.keys()
