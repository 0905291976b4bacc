"""Mutual TLS between machines: engine and followers each show a certificate that one authority has signed."""

import ssl
from pathlib import Path

from clearwater.kit.errors import StartupError

AUTHORITY, CERTIFICATE, KEY = "ca.crt", "node.crt", "node.key"


def server_context(folder: Path) -> ssl.SSLContext:
    """For the engine: accepts only those whose certificate the authority has signed."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.verify_mode = ssl.CERT_REQUIRED
    return _load(context, folder)


def client_context(folder: Path) -> ssl.SSLContext:
    """For its followers: the engine's certificate must be for the host that they connect to."""
    return _load(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), folder)


def _load(context: ssl.SSLContext, folder: Path) -> ssl.SSLContext:
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    try:
        context.load_verify_locations(folder / AUTHORITY)
        context.load_cert_chain(folder / CERTIFICATE, folder / KEY)
    except (OSError, ssl.SSLError) as error:
        needs = f"{folder} needs {AUTHORITY}, {CERTIFICATE} and {KEY}"
        raise StartupError(f"CLEARWATER_ENGINE_TLS: {needs} ({error.strerror or error}).") from None
    return context
