"""Wire formats by name: an adapter (a module with `dialect.yaml`) or a profile (a data file)."""

from __future__ import annotations

from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from toolspec.catalog import Catalog, UnknownPlugin
from toolspec.dialect import Dialect
from toolspec.dialect_file import read_dialect
from toolspec.provider import Adapter

if TYPE_CHECKING:
    from toolspec.wire_format import WireFormat

_PACKAGE = "toolspec_adapters"


class WireFormats:
    """All wire formats; each is read when it is first used."""

    def __init__(self) -> None:
        self._adapters = Catalog("adapter", _PACKAGE)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All names that a target may give as `adapter`, sorted."""
        return tuple(sorted({*self._adapters.names, *self._profiles}))

    def load(self, name: str) -> WireFormat:
        """The format of that name; raises `UnknownPlugin`, or `DialectError` for broken data."""
        return _load(self, name)

    def at(self, name: str, base_url: str | None) -> WireFormat:
        """The format of that name as the host of `base_url` speaks it; raises as `load` does.

        `openai_chat` is OpenAI's own format and, at any other host, that of compatible servers.
        """
        found = self.load(name)
        dialect = found.dialect
        if base_url is None or dialect.elsewhere is None:
            return found
        own, host = (urlsplit(each).hostname or "" for each in (dialect.base_url, base_url))
        is_own = host == own or host.endswith(f".{own}")
        return found if is_own else self.load(dialect.elsewhere)

    def dialect(self, name: str) -> Dialect:
        """The facts of the format of that name; raises as `load` does."""
        return read_dialect(name, self._data_file(name).read_text("utf-8"), self.dialect)

    def adapter(self, name: str) -> Adapter:
        """The module of an adapter (not of a profile)."""
        adapter: Adapter = self._adapters.load(name)
        return adapter

    def _data_file(self, name: str) -> Traversable:
        if name in self._profiles:
            return self._profiles[name]
        if name in self._adapters.names:
            module = self._adapters.load(name)
            return resources.files(module.__name__) / "dialect.yaml"
        raise UnknownPlugin("adapter", name, self.names)

    @cached_property
    def _profiles(self) -> dict[str, Traversable]:
        folder = resources.files(_PACKAGE) / "profiles"
        files = [each for each in folder.iterdir() if each.name.endswith(".yaml")]
        return {each.name.removesuffix(".yaml"): each for each in files}


@cache
def _load(formats: WireFormats, name: str) -> WireFormat:
    # Names alone are needed far more often than what lowers a catalogue.
    from toolspec.wire_format import WireFormat

    dialect = formats.dialect(name)
    return WireFormat(name, formats.adapter(dialect.adapter), dialect)


WIRE_FORMATS = WireFormats()
