"""A small spec, and reading what a run of it left behind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Json = Any

TOOL = {
    "description": "Look up an order.",
    "effect": "read",
    "parameters": {
        "type": "object",
        "properties": {"order_id": {"type": "string"}, "note": {"type": "string"}},
        "required": ["order_id"],
        "additionalProperties": False,
    },
}


def spec_of(*, cases: int = 1, target: Json = None, run: Json = None, **more: Json) -> Json:
    """A small spec: every case wants a text."""
    settings = {"retry": {"attempts": 1}, "parallelism": 2, **(run or {})}
    document = {
        "toolspec": 1,
        "name": "small",
        "version": "1",
        "prompt": {"id": "p", "version": "v1", "text": "Отвечай коротко."},
        "tools": {"get_order": TOOL},
        "run": settings,
        "cases": [
            {
                "id": f"case_{number}",
                "user": f"вопрос {number}",
                "tags": ["ru"],
                "expect": {"answer": {"mentions_any": ["ok"]}},
            }
            for number in range(1, cases + 1)
        ],
    }
    if target is not None:
        document["targets"] = {"main": {"adapter": "openai_chat", "model": "m", **target}}
    return {**document, **more}


def records(folder: Path) -> list[Json]:
    lines = (folder / "attempts.jsonl").read_bytes().split(b"\n")
    return [json.loads(each) for each in lines if each]


def summary(folder: Path) -> Json:
    return json.loads((folder / "summary.json").read_bytes())
