"""A certificate authority of a test's own, and a server's certificate from it."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


def issue(folder: Path, host: str) -> tuple[Path, ssl.SSLContext]:
    """Make an authority and a certificate for `host`.

    Returns the authority's file, which a client is to trust, and the server's context.
    """
    root_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    root_name, name = _named("An authority of our own"), _named(host)
    usage = x509.KeyUsage(*[False] * 5, key_cert_sign=True, crl_sign=True, **_NEITHER)
    root = (
        _begun(root_name, root_name, root_key.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .sign(root_key, hashes.SHA256())
    )
    issued = (
        _begun(name, root_name, key.public_key())
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(root_key.public_key()),
            critical=False,
        )
        .sign(root_key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    trusted, own = folder / "authority.pem", folder / "server.pem"
    trusted.write_bytes(root.public_bytes(pem))
    plain = serialization.NoEncryption()
    own.write_bytes(
        key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain) + issued.public_bytes(pem)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(own)
    return trusted, context


_NEITHER = {"encipher_only": False, "decipher_only": False}


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _begun(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )
