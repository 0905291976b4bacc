"""Web push: encrypted messages to the push services of browsers, signed with this installation's key (VAPID).

Clients choose the endpoints, so nothing is sent to an address that is not public: neither to one that an
endpoint names nor to one that its host name resolves to.
"""

import asyncio
import base64
import binascii
import re
import socket
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from pathlib import Path
from typing import Literal
from urllib.parse import SplitResult, urlsplit

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from clearwater.adapters.data_folder import PUSH_KEY_FILE
from clearwater.domains.notices.ports import PushFailed, PushGone, PushTarget
from clearwater.kit.clock import Clock
from clearwater.kit.errors import StartupError
from clearwater.kit.secrets import write_once

AUTH_BYTES = 16
SIGNED_FOR_SECONDS = 12 * 3600
SEND_SECONDS = 10.0
GONE = frozenset({404, 410})
# IPv6 addresses whose last four bytes are the IPv4 address that is reached.
WITH_IPV4 = (IPv6Network("::/96"), IPv6Network("64:ff9b::/96"), IPv6Network("64:ff9b:1::/48"))
# A name with a dot; others are of a local network.
PUBLIC_NAME = re.compile(r"(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]")


def load_push_key(data_folder: Path) -> ec.EllipticCurvePrivateKey:
    """The key of this installation, made on first use. Browsers that have subscribed accept no other."""
    path = data_folder.absolute() / PUSH_KEY_FILE
    try:
        if not path.exists():
            made = ec.generate_private_key(ec.SECP256R1())
            pem = made.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
            write_once(path, pem)
        key = serialization.load_pem_private_key(path.read_bytes(), password=None)
    except OSError as error:
        raise StartupError(f"The key in {path} cannot be used: {error.strerror}.") from None
    except ValueError:
        raise StartupError(f"The key in {path} is damaged; restore it from a backup.") from None
    assert isinstance(key, ec.EllipticCurvePrivateKey), "it was made as one"
    return key


class BrowserPush:
    """Sends push messages; without a contact of the operator it is switched off."""

    def __init__(
        self, data_folder: Path, contact: str | None, clock: Clock, *, allows_private: bool = False
    ) -> None:
        self._contact = contact
        self._clock = clock
        # Only for tests, whose push service is on this machine and has no certificate.
        self._allows_private = allows_private
        self._key = None if contact is None else load_push_key(data_folder)

    @property
    def public_key(self) -> str | None:
        if self._key is None:
            return None
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return base64.urlsafe_b64encode(point).decode().rstrip("=")

    def find_fault(self, target: PushTarget) -> Literal["endpoint", "keys"] | None:
        if not self._is_allowed(target.endpoint):
            return "endpoint"
        return None if _are_keys(target) else "keys"

    def _is_allowed(self, endpoint: str) -> bool:
        try:
            url = urlsplit(endpoint)
            port = url.port
        except ValueError:
            return False
        if self._allows_private:
            return url.scheme in {"http", "https"} and bool(url.hostname)
        if url.scheme != "https" or url.username is not None or url.password is not None:
            return False
        name = url.hostname or ""
        return port in {None, 443} and (_is_public_address(name) or bool(PUBLIC_NAME.fullmatch(name)))

    async def send(self, target: PushTarget, payload: str, *, ttl_seconds: int) -> None:
        if not self._is_allowed(target.endpoint):
            raise PushGone
        # Imported when the first message is sent: most installations never do.
        import httpx  # noqa: PLC0415

        url = urlsplit(target.endpoint)
        address = await self._resolve(url)
        host = f"[{address}]" if ":" in address else address
        port = f":{url.port}" if url.port else ""
        # To the address that was looked at: a second lookup of the name could answer with another one.
        place = url._replace(netloc=f"{host}{port}").geturl()
        headers = {**self._headers(url, ttl_seconds), "Host": url.netloc}
        try:
            body = _encrypt(target, payload)
            async with httpx.AsyncClient(timeout=SEND_SECONDS, trust_env=False) as client:
                extensions = {"sni_hostname": url.hostname}
                question = client.stream("POST", place, content=body, headers=headers, extensions=extensions)
                # Only the status matters; what else is sent, and how much of it, is the client's choice.
                async with asyncio.timeout(SEND_SECONDS), question as answer:
                    status, is_success = answer.status_code, answer.is_success
        except (httpx.TimeoutException, TimeoutError):
            raise TimeoutError(f"{url.hostname} did not answer.") from None
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise PushFailed(f"{url.hostname}: {type(error).__name__}") from None
        if status in GONE:
            raise PushGone
        if not is_success:
            raise PushFailed(f"{url.hostname} answered {status}.")

    async def _resolve(self, url: SplitResult) -> str:
        """An address of the host; raises when any of its addresses is not public."""
        loop = asyncio.get_running_loop()
        try:
            found = await loop.getaddrinfo(url.hostname, url.port or 443, type=socket.SOCK_STREAM)
        except OSError as error:
            raise PushFailed(f"{url.hostname}: {error.strerror or 'not found'}") from None
        addresses = [str(place[0]) for *_, place in found]
        if not self._allows_private and not all(map(_is_public_address, addresses)):
            raise PushGone
        return addresses[0]

    def _headers(self, url: SplitResult, ttl_seconds: int) -> dict[str, str]:
        from py_vapid import Vapid02  # noqa: PLC0415

        claims = {
            "aud": f"{url.scheme}://{url.netloc}",
            "exp": str(int(self._clock.now().timestamp()) + SIGNED_FOR_SECONDS),
            "sub": self._contact,
        }
        return {
            **Vapid02(self._key).sign(claims),
            "TTL": str(ttl_seconds),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
        }


def _is_public_address(text: str) -> bool:
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return False
    reached = _find_translated(address) or address
    return reached.is_global and not reached.is_multicast


def _find_translated(address: IPv4Address | IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address stands for, by any of the ways to translate between them."""
    if isinstance(address, IPv4Address):
        return None
    if any(address in network for network in WITH_IPV4):
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour


def _are_keys(target: PushTarget) -> bool:
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decode(target.p256dh))
        return len(_decode(target.auth)) == AUTH_BYTES
    except (ValueError, binascii.Error):
        return False


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _encrypt(target: PushTarget, payload: str) -> bytes:
    from pywebpush import WebPusher  # noqa: PLC0415

    keys = {"p256dh": target.p256dh, "auth": target.auth}
    encoded = WebPusher({"endpoint": target.endpoint, "keys": keys}).encode(payload.encode())
    body: bytes = encoded["body"]
    return body
