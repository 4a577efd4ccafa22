"""Certificates for one short-lived control plane: one authority, one server, one administrator, made by openssl."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

DAYS = "7"
SERVER_NAMES = "DNS:localhost,DNS:kubernetes.default.svc,IP:127.0.0.1"


@dataclass(frozen=True, slots=True)
class Pair:
    """Files of a certificate and its private key, PEM."""

    certificate: Path
    key: Path


@dataclass(frozen=True, slots=True)
class Pki:
    """What the servers and their clients need; `accounts` signs service account tokens."""

    authority: Pair
    server: Pair
    admin: Pair
    accounts: Path


def make_pki(folder: Path) -> Pki:
    """Writes all keys and certificates into the folder; the administrator is in ``system:masters``."""
    folder.mkdir(parents=True)
    authority = _pair(folder, "authority")
    _request(authority, "/CN=tenantry-test", ["-x509", "-days", DAYS, "-addext", "keyUsage=critical,keyCertSign"])
    server = _issued(folder, "server", "/CN=localhost", authority, f"serverAuth\nsubjectAltName={SERVER_NAMES}")
    admin = _issued(folder, "admin", "/O=system:masters/CN=admin", authority, "clientAuth")
    accounts = folder / "accounts.key"
    _openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", accounts)
    return Pki(authority, server, admin, accounts)


def _pair(folder: Path, name: str) -> Pair:
    return Pair(folder / f"{name}.crt", folder / f"{name}.key")


def _issued(folder: Path, name: str, subject: str, authority: Pair, usage: str) -> Pair:
    pair = _pair(folder, name)
    extensions = folder / f"{name}.ext"
    extensions.write_text(f"extendedKeyUsage={usage}\n")
    signing_request = Pair(folder / f"{name}.csr", pair.key)
    _request(signing_request, subject, [])
    signer: list[str | Path] = ["-CA", authority.certificate, "-CAkey", authority.key, "-CAcreateserial", "-days", DAYS]
    request: list[str | Path] = ["-in", signing_request.certificate, "-extfile", extensions]
    _openssl("x509", "-req", *request, *signer, "-out", pair.certificate)
    return pair


def _request(pair: Pair, subject: str, options: list[str]) -> None:
    key: list[str | Path] = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-keyout", pair.key]
    _openssl("req", "-new", *key, "-subj", subject, *options, "-out", pair.certificate)


def _openssl(*arguments: str | Path) -> None:
    subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)
