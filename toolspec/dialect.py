"""What one wire format takes, as data: limits, settings, schema keywords, rules of models.

Every statement is a `Fact` with a source and a date, because providers change their minds monthly.
An adapter keeps its facts in `dialect.yaml`; a profile is another file that `extends` an adapter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

from toolspec.jsontypes import Json

# What becomes of a part of a schema: decoding holds the model to it; the model reads it and no
# more; the server drops it; the server answers 400.
Support: TypeAlias = Literal["enforced", "hint", "ignored", "rejected"]

# What becomes of a setting: it is sent; the server drops it; it answers 400; there is no field.
Acceptance: TypeAlias = Literal["accepted", "ignored", "rejected", "unsupported"]

SUPPORTS: Final[tuple[str, ...]] = get_args(Support)
ACCEPTANCES: Final[tuple[str, ...]] = get_args(Acceptance)

# What a dialect or a rule for a model may speak of under `takes`.
SUBJECTS: Final = (
    "temperature",
    "max_output_tokens",
    "seed",
    "tools",
    "strict",
    "parallel_calls",  # several calls in one answer
    "parallel_tool_calls",  # the setting that allows or forbids them
    "tool_choice.auto",
    "tool_choice.none",
    "tool_choice.required",
    "tool_choice.named",
    "whole_answers",  # answers that are not streamed
)

# Limits a dialect may state, each a number; `strict_…` count over the strict tools of a request.
LIMITS: Final = (
    "tools",
    "description_characters",
    "nesting",
    "properties",
    "enum_values",
    "enum_characters",  # of one enum with more than 250 values
    "schema_characters",  # of all names, enum values and constants
    "catalogue_characters",  # of the JSON text of all definitions
    "strict_tools",
    "strict_optional_properties",
    "strict_union_properties",
    "strict_properties",
    "call_id_characters",
)

OutputLimitField: TypeAlias = Literal["max_tokens", "max_completion_tokens"]
AuthKind: TypeAlias = Literal["bearer", "header", "aws", "gigachat"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One statement. `value` is a word of `Support` or `Acceptance`, or a number for a limit."""

    value: str | int
    source: str
    date: str
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Auth:
    """How the key travels: `header` with `prefix` before the key, for every kind but `aws`."""

    kind: AuthKind = "bearer"
    header: str = "Authorization"
    prefix: str = "Bearer "


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRule:
    """What a tool's name may be, in characters."""

    pattern: str = "^[a-zA-Z0-9_-]+$"
    shortest: int = 1
    longest: int = 64
    source: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyNameRule:
    """What a property's name may be; `longest` is in characters, null for no limit.

    With `only_arguments` the rule is for the properties of the root: the tool's arguments.
    """

    pattern: str
    longest: int | None = None
    only_arguments: bool = False
    source: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaRules:
    """What becomes of each feature of a schema (`toolspec.schema_features`), and how it is written.

    `rewrites` names modules of `toolspec.lowering.rewrites`, in the order in which they work.
    Names of properties are never rewritten: `property_name` is null where any will do.
    """

    otherwise: Fact
    features: Mapping[str, Fact] = field(default_factory=dict)
    rewrites: tuple[str, ...] = ()
    property_name: PropertyNameRule | None = None

    def support(self, *features: str) -> Fact:
        """The fact for the first of `features` that is listed; the most specific comes first."""
        listed = (self.features[each] for each in features if each in self.features)
        return next(listed, self.otherwise)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRule:
    """What is known of the models whose ids match one of the shell patterns `models`."""

    models: tuple[str, ...]
    takes: Mapping[str, Fact]
    output_limit_field: OutputLimitField | None = None

    def matches(self, model: str) -> bool:
        """Whether the rule speaks of a model; letter case does not count."""
        return any(fnmatchcase(model.lower(), each.lower()) for each in self.models)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """The facts of one wire format. `options` are the adapter's own words; see its data file.

    `elsewhere` names the wire format that other hosts than that of `base_url` speak; null means
    this one.
    """

    name: str
    adapter: str
    title: str
    source: str
    date: str
    base_url: str
    path: str
    auth: Auth = Auth()
    headers: Mapping[str, str] = field(default_factory=dict)
    tool_name: NameRule = NameRule()
    limits: Mapping[str, Fact] = field(default_factory=dict)
    takes: Mapping[str, Fact] = field(default_factory=dict)
    schema: SchemaRules
    strict: SchemaRules | None = None
    models: tuple[ModelRule, ...] = ()
    output_limit_field: OutputLimitField | None = None
    options: Mapping[str, Json] = field(default_factory=dict)
    elsewhere: str | None = None

    def acceptance(self, subject: str) -> Fact:
        """What becomes of a setting; what nothing is said of is accepted."""
        fact = self.takes.get(subject)
        return fact or Fact(value="accepted", source=self.source, date=self.date)

    def rules(self, *, strict: bool) -> SchemaRules:
        """The schema rules for a tool; where the format has no strict mode, the usual ones."""
        return self.strict if strict and self.strict is not None else self.schema

    def knows(self, model: str) -> bool:
        """Whether a rule speaks of this very model, and not of all."""
        rules = (each for each in self.models if "*" not in each.models)
        return any(each.matches(model) for each in rules)

    def for_model(
        self,
        model: str,
        takes: Mapping[str, Fact] = MappingProxyType({}),
        limits: Mapping[str, Fact] = MappingProxyType({}),
    ) -> Dialect:
        """The dialect as one model speaks it: later rules win, and a spec's word wins over all."""
        taken = dict(self.takes)
        output_limit_field = self.output_limit_field
        for rule in self.models:
            if rule.matches(model):
                taken |= rule.takes
                output_limit_field = rule.output_limit_field or output_limit_field
        return replace(
            self,
            takes={**taken, **takes},
            limits={**self.limits, **limits},
            output_limit_field=output_limit_field,
        )
