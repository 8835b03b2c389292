from __future__ import annotations

import pytest

from toolspec import urls


@pytest.mark.parametrize(
    ("base", "path", "expected"),
    [
        ("http://h/v1", "/chat", "http://h/v1/chat"),
        ("http://h/v1/", "/chat", "http://h/v1/chat"),
        ("http://h", "/chat", "http://h/chat"),
        ("http://h/v1?api-version=2", "/chat", "http://h/v1/chat?api-version=2"),
    ],
)
def test_a_path_is_appended_before_the_query(base: str, path: str, expected: str) -> None:
    assert urls.join_url(base, path) == expected


def test_a_public_address_has_no_secrets() -> None:
    assert urls.public_url("https://user:CANARY@h:8000/v1?key=CANARY#CANARY") == "https://h:8000/v1"


def test_secrets_are_found_with_and_without_escapes() -> None:
    found = urls.secrets_in("https://user:p%40ss@h/v1?key=CANARY&empty=")
    assert found == ("user", "p%40ss", "CANARY", "p@ss")


def test_an_address_without_secrets_has_none() -> None:
    assert urls.secrets_in("https://h/v1") == ()


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://localhost:8000/v1", True),
        ("http://127.0.0.2", True),
        ("http://[::1]:9/", True),
        ("https://example.com", False),
        ("http://127.example.com", False),
    ],
)
def test_loopback_is_this_machine(url: str, expected: bool) -> None:
    assert urls.is_loopback(url) is expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://host/v1", True),
        ("http://127.0.0.1:8000", True),
        ("localhost:8000", False),
        ("ftp://host", False),
        ("https://", False),
        ("http://host:port/v1", False),
        ("http://host:0/v1", False),
        ("http://[::1", False),
        ("", False),
    ],
)
def test_an_http_address_has_a_host_and_a_possible_port(url: str, expected: bool) -> None:
    assert urls.is_http_url(url) is expected


def test_what_is_no_address_has_no_parts() -> None:
    assert urls.public_url("http://[::1") == ""
    assert urls.secrets_in("http://[::1") == ()
    assert not urls.is_loopback("http://[::1")
