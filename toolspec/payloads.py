"""Plan → the files that `toolspec compile` writes: one payload a request, and the contract."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from dataclasses import asdict, replace
from io import StringIO

from toolspec.compiler.expand import attempts
from toolspec.jsontypes import Json, JsonObject
from toolspec.plan import Plan, catalogue_hash, prompt_hash
from toolspec.proof import proofs_as_json, prove
from toolspec.spec import Case, Target
from toolspec.target_format import TargetFormat
from toolspec.urls import join_url, public_url


def payload_files(plan: Plan) -> Iterator[tuple[str, str]]:
    """Names (relative, with `/`) and texts. Repetitions of one request are one file."""
    listed: list[JsonObject] = []
    taken: set[str] = set()
    formats = {each.name: TargetFormat(each) for each in plan.targets}
    once = replace(plan, spec=replace(plan.spec, run=replace(plan.spec.run, repetitions=1)))
    for attempt in attempts(once):
        target, case = attempt.target, attempt.case.id
        target_format = formats[target.name]
        prepared = target_format.prepared(attempt.tools)
        request = prepared.lower(attempt.conversation, attempt.settings)
        name = _free_name(f"{target.name.replace(':', '-')}/{case}", taken)
        url = _address(target, target_format, request.path)
        listed.append({"file": name, "target": target.name, "case": case, "url": url})
        yield name, _text(request.body)
    yield "contract.json", _long_text(_contract(plan, listed))


def _free_name(stem: str, taken: set[str]) -> str:
    """A file name unlike all others, also where `A` and `a` name the same file."""
    name, number = f"{stem}.json", 1
    while (folded := unicodedata.normalize("NFC", name).casefold()) in taken:
        number += 1
        name = f"{stem}~{number}.json"
    taken.add(folded)
    return name


def _address(target: Target, target_format: TargetFormat, path: str) -> str | None:
    """Where a request goes; null for the built-in model, which listens on a free port."""
    if target.is_simulated:
        return None
    return public_url(join_url(target.base_url or target_format.dialect.base_url, path))


def _contract(plan: Plan, listed: list[JsonObject]) -> JsonObject:
    """What every payload must carry, and each case's expectation in its long form."""
    spec = plan.spec
    return {
        "schema_version": 1,
        "spec": {"name": spec.name, "version": spec.version},
        "prompt": {
            "id": spec.prompt.id,
            "version": spec.prompt.version,
            "sha256": prompt_hash(spec),
        },
        "catalogue_sha256": catalogue_hash(spec),
        "tools": [asdict(each.definition) for each in spec.tools],
        "cases": [_case(each) for each in plan.cases],
        "requests": listed,
        "proofs": proofs_as_json(prove(plan)),
    }


def _case(case: Case) -> JsonObject:
    told: JsonObject = {
        "id": case.id,
        "tags": list(case.tags),
        "until": case.until,
        "user": case.user,
        "expect": _without_places(asdict(case.expect)),
    }
    if case.turns:
        told["turns"] = [_without_places(asdict(each)) for each in case.turns]
    if case.faults:
        told["faults"] = [_without_places(asdict(each)) for each in case.faults]
    if case.trajectory is not None:
        told["trajectory"] = asdict(case.trajectory)
    return told


def _without_places(value: Json) -> Json:
    """A record in its long form, without where it stands in the file."""
    if isinstance(value, dict):
        return {key: _without_places(each) for key, each in value.items() if key != "path"}
    if isinstance(value, list | tuple):
        return [_without_places(each) for each in value]
    return value


def _text(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _long_text(value: Json) -> str:
    """The same text, made without holding all its small pieces at once."""
    text = StringIO()
    json.dump(value, text, ensure_ascii=False, indent=2, allow_nan=False)
    text.write("\n")
    return text.getvalue()
