"""Requests to AWS as a server that knows the secret sees them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.scripted_server import Received

KEY, SECRET, TOKEN = "AKIDEXAMPLE", "secret-of-the-example", "session-of-the-example"
REGION = "eu-west-1"


def credentials_in(folder: Path) -> dict[str, str]:
    """The environment of somebody with temporary credentials and no others."""
    return {
        "AWS_ACCESS_KEY_ID": KEY,
        "AWS_SECRET_ACCESS_KEY": SECRET,
        "AWS_SESSION_TOKEN": TOKEN,
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_CONFIG_FILE": str(folder / "config"),
        "AWS_SHARED_CREDENTIALS_FILE": str(folder / "credentials"),
    }


def signature_of(received: Received) -> str:
    """What such a server computes from a request as it came."""
    auth: Any = pytest.importorskip("botocore.auth")
    request_of: Any = pytest.importorskip("botocore.awsrequest").AWSRequest
    credentials_of: Any = pytest.importorskip("botocore.credentials").Credentials
    written = received.headers["authorization"]
    names = written.split("SignedHeaders=")[1].split(",")[0].split(";")
    assert {"host", "x-amz-date"} <= set(names)
    request = request_of(
        method="POST",
        url=f"http://{received.headers['host']}{received.path}",
        data=received.body,
        headers={each: received.headers[each] for each in names},
    )
    request.context["timestamp"] = received.headers["x-amz-date"]
    signer = auth.SigV4Auth(credentials_of(KEY, SECRET, TOKEN), "bedrock", REGION)
    to_sign = signer.string_to_sign(request, signer.canonical_request(request))
    scope = f"{received.headers['x-amz-date'][:8]}/{REGION}/bedrock/aws4_request"
    return (
        f"AWS4-HMAC-SHA256 Credential={KEY}/{scope}, SignedHeaders={';'.join(names)}, "
        f"Signature={signer.signature(to_sign, request)}"
    )
