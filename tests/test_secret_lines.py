from __future__ import annotations

import pytest

from toolspec.secret_lines import carries_secret


@pytest.mark.parametrize(
    "line",
    [
        "    api_key: sk-1",
        '{"apiKey": "sk-1"}',
        "  a: {adapter: x, key: sk-1}",
        "  a: {key_env: sk-1}",
        "  key_env: 12345",
        "  access_token: abc",
        "  PASSWORD: abc",
        "headers: {Authorization: Bearer abc}",
        'base_url: "https://host/v1?key=abc"',
        "base_url: https://user:abc@host/v1",
    ],
)
def test_a_line_with_a_secret_is_told(line: str) -> None:
    assert carries_secret(line)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "  key_env: PROVIDER_A_API_KEY",
        '  a: {key_env: "KEY_A", model:  m}',
        "  token: {type: string}",
        "  token:   {type: string}",
        "  token:",
        "  monkey: banana",
        "  max_output_tokens: 500",
        "  base_url: https://host/v1",
        "  user: Мой e-mail a@b.ru, что с заказом?",
        "k" * 1_000_000 + "://" + "k" * 1_000_000,
    ],
)
def test_an_ordinary_line_is_none(line: str) -> None:
    assert not carries_secret(line)
