"""Certificates of our own."""

from __future__ import annotations

import shutil
import ssl
from pathlib import Path

import pytest

from scripts._services.certificates import make


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs OpenSSL")
def test_a_client_that_trusts_the_authority_trusts_the_server(tmp_path: Path) -> None:
    """A handshake for localhost succeeds with the authority as the only trusted one."""
    made = make(tmp_path)
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(made.certificate, made.key)
    trusting = ssl.create_default_context(cafile=made.authority)
    trusting.verify_flags |= ssl.VERIFY_X509_STRICT
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = trusting.wrap_bio(back, there, server_hostname="localhost")
    server = serving.wrap_bio(there, back, server_side=True)

    for _ in range(3):
        for side in (client, server):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue

    names = {name for _, name in client.getpeercert()["subjectAltName"]}
    assert {"localhost", "127.0.0.1"} <= names
    assert client.version().startswith("TLSv1.")
