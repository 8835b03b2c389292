from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.commands import Servers, SpecFile, Toolspec
from tests.scripted_server import Scripted, text
from tests.small_spec import records, spec_of
from toolspec.runner.proxies import proxy_for

REMOTE = "http://models.example/v1"


def run(toolspec: Toolspec, spec_file: SpecFile, base_url: Any, **environment: Any) -> Any:
    path = spec_file(spec_of(target={"base_url": base_url}))
    return toolspec("run", path, "--out", "out", **environment)


def test_this_machine_is_reached_directly(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    server, proxy = scripted(text("ok")), scripted(text("no"))
    ran = run(toolspec, spec_file, server.url, HTTP_PROXY=f"http://127.0.0.1:{proxy.port}")
    assert (ran.code, proxy.requests) == (0, [])


def test_other_hosts_are_reached_through_the_proxy(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    proxy = scripted(text("ok"))
    ran = run(toolspec, spec_file, REMOTE, HTTP_PROXY=f"127.0.0.1:{proxy.port}")
    assert ran.code == 0
    assert proxy.requests[0].path == "http://models.example/v1/chat/completions"


def test_a_proxy_that_is_not_there_is_named_by_its_variable(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    proxy = scripted()
    proxy.close()
    url = f"http://user:CANARY-proxy@127.0.0.1:{proxy.port}"
    ran = run(toolspec, spec_file, REMOTE, HTTP_PROXY=url)
    assert ran.code == 3
    assert "proxy: the proxy of `HTTP_PROXY` failed" in ran.out
    assert "CANARY" not in ran.out + ran.err
    assert "CANARY" not in (tmp_path / "out" / "attempts.jsonl").read_text()


def test_a_proxy_that_wants_a_login_is_named(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers, tmp_path: Path
) -> None:
    proxy = scripted(Scripted(status=407, body=b"who are you"))
    ran = run(toolspec, spec_file, REMOTE, HTTP_PROXY=f"http://u:secret99@127.0.0.1:{proxy.port}")
    assert ran.code == 3
    assert records(tmp_path / "out")[0]["transport_error"]["message"] == (
        "the proxy of `HTTP_PROXY` failed: http 407"
    )
    assert proxy.requests[0].headers["proxy-authorization"].startswith("Basic ")


def test_a_proxy_that_refuses_a_tunnel_is_named(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    proxy = scripted()
    url = f"http://127.0.0.1:{proxy.port}"
    ran = run(toolspec, spec_file, "https://models.example/v1", HTTPS_PROXY=url)
    assert ran.code == 3
    assert "proxy: the proxy of `HTTPS_PROXY` failed: http 501" in ran.out


@pytest.mark.parametrize("proxy", ["socks5://user:CANARY@127.0.0.1:9", "http://[CANARY"])
def test_a_proxy_of_another_kind_is_refused_before_anything_is_sent(
    proxy: str, toolspec: Toolspec, spec_file: SpecFile, tmp_path: Path
) -> None:
    ran = run(toolspec, spec_file, REMOTE, ALL_PROXY=proxy)
    assert ran.code == 2
    assert "error[TS615]: the proxy of `ALL_PROXY` is not an http proxy" in ran.err
    assert "CANARY" not in ran.err
    assert not (tmp_path / "out").exists()


def test_an_odd_exclusion_is_skipped_with_a_warning(
    toolspec: Toolspec, spec_file: SpecFile, scripted: Servers
) -> None:
    server = scripted(text("ok"))
    ran = run(toolspec, spec_file, server.url, NO_PROXY="10.0.0.0/8,10.0.0.0/99,http://host")
    assert ran.code == 0
    assert ran.err.count("warning[TS616]") == 2


EXCLUSIONS = [
    ("http://10.1.2.3/v1", "10.0.0.0/8", True),
    ("http://10.1.2.3/v1", "192.168.0.0/16,10.0.0.0/8", True),
    ("http://11.1.2.3/v1", "10.0.0.0/8", False),
    ("http://models.example/v1", "example", True),
    ("http://models.example/v1", ".example", True),
    ("http://models.example/v1", "*.example", True),
    ("http://models.example/v1", "models.example:80", True),
    ("http://models.example/v1", "models.example:8080", False),
    ("http://badexample/v1", "example", False),
    ("http://models.example/v1", "*", True),
    ("http://models.example/v1", " , ", False),
    ("http://[fd00::1]/v1", "fd00::/8", True),
    ("http://models.example/v1", "fd00::/8", False),
    ("http://[fd00::1]/v1", "fd00::1", True),
    ("http://localhost:8000/v1", "", True),
    ("http://127.8.8.8:8000/v1", "", True),
]


@pytest.mark.parametrize(("url", "listed", "is_direct"), EXCLUSIONS)
def test_hosts_are_excluded(url: Any, listed: Any, is_direct: Any) -> None:
    environment = {"http_proxy": "http://proxy:3128", "NO_PROXY": listed}
    assert (proxy_for(url, environment) is None) is is_direct


def test_without_variables_the_way_is_direct() -> None:
    assert proxy_for("http://host/", {"HTTP_PROXY": " "}) is None


def test_the_variable_of_the_scheme_comes_first() -> None:
    environment = {"ALL_PROXY": "a:1", "https_proxy": "https://b:2"}
    assert proxy_for("https://host/", environment) == ("https_proxy", "https://b:2")
    assert proxy_for("http://host/", environment) == ("ALL_PROXY", "http://a:1")
