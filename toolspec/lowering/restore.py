"""Responses back in canonical terms: only what lowering itself changed is taken back."""

from __future__ import annotations

from dataclasses import replace

from toolspec.lowering.arguments import ArgumentRestoring
from toolspec.lowering.catalogue import Catalogue
from toolspec.trace import Decision, ToolCall


def restore(decision: Decision, catalogue: Catalogue) -> Decision:
    """The decision with canonical tool names and arguments; `raw_arguments` stay as received.

    A name that no tool has on the wire stays. What was taken back is said in `anomalies`:
    `null_taken_back` for a property that was null only because lowering required it,
    `text_enum_taken_back` for the text of a number or a boolean.
    """
    found: dict[str, None] = {}
    calls = []
    for call in decision.calls:
        restored, anomalies = _restored(call, catalogue)
        calls.append(restored)
        found |= dict.fromkeys(anomalies)
    if all(new is old for new, old in zip(calls, decision.calls, strict=True)):
        return decision
    return replace(decision, calls=tuple(calls), anomalies=(*decision.anomalies, *found))


def _restored(call: ToolCall, catalogue: Catalogue) -> tuple[ToolCall, tuple[str, ...]]:
    pairs = zip(catalogue.tools, catalogue.canonical, strict=True)
    pair = next((each for each in pairs if each[0].name == call.name), None)
    if pair is None:
        return call, ()
    sent, canonical = pair
    arguments = call.arguments
    anomalies: tuple[str, ...] = ()
    if arguments is not None and sent.parameters is not canonical.parameters:
        restoring = ArgumentRestoring(canonical.parameters, sent.parameters)
        arguments, anomalies = restoring.restored(arguments)
    if arguments is call.arguments and canonical.name == call.name:
        return call, ()
    return replace(call, name=canonical.name, arguments=arguments), anomalies
