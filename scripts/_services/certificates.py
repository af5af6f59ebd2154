"""Certificates of our own for servers on this machine, made with OpenSSL for a few days."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from scripts._services.processes import program, run

DAYS = 30
CONFIGURATION = """[req]
distinguished_name = name
prompt = no
[name]
CN = Footnote, for tests only
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[server]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature, keyEncipherment
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = DNS:localhost, IP:127.0.0.1, IP:::1
"""


@dataclass(frozen=True, slots=True)
class Certificates:
    """Files in PEM: an authority, and a server's certificate and key signed by it."""

    authority: Path
    certificate: Path
    key: Path


def make(folder: Path) -> Certificates:
    """Make an authority and a certificate for localhost in a folder.

    Raises:
        ServiceMissing: OpenSSL is not installed.
        ServiceError: it is older than version 3.
    """
    configuration = folder / "openssl.cnf"
    configuration.write_text(CONFIGURATION, encoding="utf-8")
    made = Certificates(folder / "authority.pem", folder / "server.pem", folder / "server.key")
    signer = folder / "authority.key"
    command = [program("openssl", "openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes"]
    command += ["-days", str(DAYS), "-config", str(configuration)]
    own: list[str | Path] = ["-extensions", "authority", "-keyout", signer, "-out", made.authority]
    run([*command, *own], "OpenSSL makes no authority", own=True)
    signed: list[str | Path] = ["-CA", made.authority, "-CAkey", signer, "-extensions", "server"]
    signed += ["-keyout", made.key, "-out", made.certificate]
    run([*command, *signed], "OpenSSL makes no certificate", own=True)
    made.authority.chmod(0o644)
    return made
