"""What the server makes of a lifted schema: the dialect's fact for every keyword it is sent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from toolspec.contract.document import Document, Node, Path
from toolspec.dialect import Fact, PropertyNameRule, SchemaRules
from toolspec.jsontypes import Json
from toolspec.schema_features import absence_features, keyword_features
from toolspec.verify.cycles import references_in_cycles


@dataclass(frozen=True, slots=True)
class Served:
    """The facts of one lifted schema by node and keyword.

    `hidden` are keywords that never reach the model: the server drops them, or what holds them.
    `refused` are the places for which the provider answers 400, with a keyword or a feature.
    """

    document: Document
    facts: dict[tuple[Path, str], Fact] = field(default_factory=dict)
    hidden: set[tuple[Path, str]] = field(default_factory=set)
    refused: list[tuple[Node, str, Fact, str]] = field(default_factory=list)


def served(document: Document, rules: SchemaRules, *, strict: bool) -> Served:
    """Look up every keyword and every absence of a schema."""
    result = Served(document)
    lost: set[Path] = set()
    for node in document.nodes:
        if _is_lost(node, lost, result.hidden):
            lost.add(node.path)
            result.hidden.update((node.path, keyword) for keyword in node.keywords)
            continue
        _look_up(node, rules, result)
        if node.under == "properties":
            result.refused.extend(_name_problems(node, rules.property_name))
        if isinstance(node.schema, dict):
            result.refused.extend(_absences(node, rules, strict=strict))
    _look_up_cycles(rules, result)
    return result


def _is_lost(node: Node, lost: set[Path], hidden: set[tuple[Path, str]]) -> bool:
    if node.parent is None:
        return False
    return node.parent.path in lost or (node.parent.path, node.under) in hidden


def _look_up(node: Node, rules: SchemaRules, result: Served) -> None:
    is_root = not node.path
    for keyword, value in node.keywords.items():
        features = keyword_features(keyword, value, node.schema, is_root=is_root)
        if _has_nullable(rules) and _is_nullable(node.keywords.get("type")):
            features = _beside_nullable(keyword, value, features, node)
        fact = rules.support(*features)
        result.facts[node.path, keyword] = fact
        if fact.value == "ignored":
            result.hidden.add((node.path, keyword))
        elif fact.value == "rejected":
            told = next((each for each in features if each in rules.features), keyword)
            shown = keyword if told == keyword else f"{keyword} ({told})"
            result.refused.append((node, keyword, fact, f"the provider rejects `{shown}`"))


def _beside_nullable(
    keyword: str, value: Json, features: tuple[str, ...], node: Node
) -> tuple[str, ...]:
    """The features of a keyword where the word `nullable` stands for null."""
    if keyword == "type":
        return ("nullable",)
    if keyword == "enum" and isinstance(value, list):
        values = [each for each in value if each is not None]
        return keyword_features(keyword, values, {**node.keywords, "enum": values}, is_root=False)
    return features


def _has_nullable(rules: SchemaRules) -> bool:
    fact = rules.features.get("nullable")
    return fact is not None and fact.value in ("enforced", "hint")


def _is_nullable(types: Json) -> bool:
    """Whether it is a type or null, which formats with the word `nullable` say by that word."""
    if not isinstance(types, list) or len(types) != 2 or "null" not in types:
        return False
    return types != ["null", "null"]


def _name_problems(
    node: Node, rule: PropertyNameRule | None
) -> Iterator[tuple[Node, str, Fact, str]]:
    is_argument = node.parent is not None and node.parent.parent is None
    if rule is None or (rule.only_arguments and not is_argument):
        return
    name = str(node.path[-1])
    problem = ""
    if rule.longest is not None and len(name) > rule.longest:
        problem = f"has {len(name)} characters, and a name of a property has {rule.longest} at most"
    elif re.fullmatch(rule.pattern, name) is None:
        problem = f"is a name of a property that does not match `{rule.pattern}`"
    if problem:
        fact = Fact(value="rejected", source=rule.source, date=rule.date)
        yield node, "property_name", fact, f"`{name}` {problem}"


def _absences(
    node: Node, rules: SchemaRules, *, strict: bool
) -> Iterator[tuple[Node, str, Fact, str]]:
    for feature in absence_features(node.schema):
        fact = rules.support(feature)
        if fact.value == "rejected":
            yield node, feature, fact, f"the provider rejects this: {_SAID.get(feature, feature)}"
    if strict and isinstance(node.keywords.get("required"), list):
        properties = node.keywords.get("properties")
        known = properties if isinstance(properties, dict) else {}
        unknown = [
            each
            for each in node.keywords["required"]
            if isinstance(each, str) and each not in known
        ]
        if unknown and ("properties" in node.keywords or "type" in node.keywords):
            detail = f"`{unknown[0]}` is required and is no property, which strict mode rejects"
            yield node, "required", rules.support("required"), detail


def _look_up_cycles(rules: SchemaRules, result: Served) -> None:
    cyclic = references_in_cycles(result.document)
    if not cyclic:
        return
    fact = rules.support("recursion")
    for node, keyword in cyclic:
        if (node.path, keyword) in result.hidden:
            continue
        if fact.value == "rejected":
            result.refused.append((node, keyword, fact, "the provider rejects recursion"))
        elif fact.value == "ignored":
            result.hidden.add((node.path, keyword))
            result.facts[node.path, keyword] = fact


_SAID = {
    "open_object": "an object without `additionalProperties`",
    "array_without_items": "an array without `items`",
    "object_without_properties": "an object without `properties`",
    "empty_object": "an object with empty `properties`",
    "missing_type": "a schema without `type`",
    "optional_property": "a property that is not required",
}
