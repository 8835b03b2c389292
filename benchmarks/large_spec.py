"""A spec of N cases as YAML text, for the benchmarks."""

from __future__ import annotations

from collections.abc import Sequence

_HEAD = """toolspec: 1
name: bench
version: "1"
prompt: {{id: desk, version: v1, text: "You answer at the order desk. Never make an order up."}}
tools:
  get_order:
    description: Look up one order by its id.
    effect: read
    parameters:
      type: object
      properties: {{order_id: {{type: string, pattern: "^ORD-[0-9]{{6}}$"}}}}
      required: [order_id]
      additionalProperties: false
{targets}run: {{temperature: 0, parallelism: {parallelism}}}
cases:
"""
_CASE = """  - id: case_{n}
    tags: [ru, group_{group}]
    # Written as an author would write it, with a comment and a longish message.
    user: "case {n}: Здравствуйте! Где мой заказ ORD-{n:06}? Его ждали ещё на прошлой неделе."
    expect:
      call: get_order
      args: {{order_id: ORD-{n:06}}}
"""


def large_spec(
    cases: int, *, parallelism: int = 4, base_url: str | None = None, adapters: Sequence[str] = ()
) -> str:
    """The text of a valid spec, with a target at `base_url` or one of each of `adapters`."""
    models = {each: f"{{adapter: {each}, model: any-model}}" for each in adapters}
    if base_url:
        models["loopback"] = f'{{adapter: openai_chat, model: loopback, base_url: "{base_url}"}}'
    listed = ", ".join(f"{name}: {model}" for name, model in models.items())
    targets = f"targets: {{{listed}}}\n" if models else ""
    head = _HEAD.format(targets=targets, parallelism=parallelism)
    return head + "".join(_CASE.format(n=n, group=n % 7) for n in range(1, cases + 1))
