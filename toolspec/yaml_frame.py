"""A YAML container that is being filled: a list, or a mapping with its merge keys (`<<`)."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping

from toolspec.jsontypes import Json


class Frame:
    """One open container. `weight` counts the nodes in it, with aliases written out.

    `key` is the key whose value comes next; null when a key or an item comes next.
    """

    __slots__ = (
        "_is_merge",
        "_merges",
        "anchor",
        "container",
        "key",
        "key_place",
        "place",
        "places",
        "weight",
    )

    def __init__(self, container: Json, place: int, anchor: str | None) -> None:
        self.container = container
        self.place = place
        self.anchor = anchor
        self.places = array("Q")
        self.key: str | None = None
        self.key_place = 0
        self.weight = 1
        self._is_merge = False
        self._merges: list[tuple[Json, int]] = []

    @property
    def expects_key(self) -> bool:
        """True when the next node is a key."""
        return type(self.container) is dict and self.key is None

    def put(self, value: Json, place: int, *, is_merge: bool = False) -> int | None:
        """Take the next node; `is_merge` tells the key `<<`.

        A pair whose key was given before is left out, and the place of the first key comes back.
        """
        if type(self.container) is list:
            self.container.append(value)
            self.places.append(place)
        elif self.key is None:
            self.key, self.key_place, self._is_merge = value, place, is_merge
        else:
            return self._put_pair(self.key, value, place)
        return None

    def _put_pair(self, key: str, value: Json, place: int) -> int | None:
        self.key = None
        if self._is_merge:
            self._merges.append((value, place))
        elif key in self.container:
            return self.places[2 * list(self.container).index(key)]
        else:
            self._add(key, value, self.key_place, place)
        return None

    def merge(self, places: Mapping[int, array[int]]) -> Iterator[int]:
        """Take over the keys of `<<` that are not given here (YAML merge key draft, 2005).

        `places` are those of finished containers, by their ids. Yields the places of values that
        cannot be merged.
        """
        for value, place in self._merges:
            sources = value if isinstance(value, list) else [value]
            if not all(isinstance(each, dict) for each in sources):
                yield place
                continue
            for source in sources:
                packed = places[id(source)]
                for index, (key, item) in enumerate(source.items()):
                    if key not in self.container:
                        self._add(key, item, packed[2 * index], packed[2 * index + 1])

    def _add(self, key: str, value: Json, key_place: int, place: int) -> None:
        self.container[key] = value
        self.places.append(key_place)
        self.places.append(place)
