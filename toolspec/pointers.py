"""JSON pointers (RFC 6901): written from a path, built step by step, taken apart, followed."""

from __future__ import annotations

from collections.abc import Iterable

from toolspec.jsontypes import Json


def json_pointer(path: Iterable[str | int]) -> str:
    """The pointer of a path of keys and indexes."""
    return "".join(join("", step) for step in path)


def join(pointer: str, step: str | int) -> str:
    """The pointer of a property or item of the value at `pointer`."""
    return f"{pointer}/{str(step).replace('~', '~0').replace('/', '~1')}"


def split(pointer: str) -> tuple[str, ...]:
    """The steps of a pointer, unescaped; an index is still text."""
    return tuple(each.replace("~1", "/").replace("~0", "~") for each in pointer.split("/")[1:])


def follow(value: Json, pointer: str) -> tuple[tuple[str | int, ...], bool]:
    """The path of a pointer in `value` as far down as there is one, and whether that is all."""
    path: list[str | int] = []
    for name in split(pointer):
        if isinstance(value, list) and name.isascii() and name.isdigit() and int(name) < len(value):
            path.append(int(name))
        elif isinstance(value, dict) and name in value:
            path.append(name)
        else:
            return tuple(path), False
        value = value[path[-1]]
    return tuple(path), True
