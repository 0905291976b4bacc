"""The gateway between machines: both sides show a certificate of one authority."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
import pytest_asyncio
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.x509.oid import NameOID

from clearwater.core.commands import Adjust, Deposit, Fund, HoldWithdrawal, OpenLedger
from clearwater.core.earn_commands import ChangeEarnProduct, CreateEarnProduct
from clearwater.engine.follower import Connect, Follower
from clearwater.engine.gateway import Gateway, serving_tls
from clearwater.engine.leader import connect_tls
from clearwater.engine.protocol import VERSIONS, FrameProtocol, Hello, frame
from clearwater.engine.sequencer import Sequencer
from clearwater.engine.tls import client_context, server_context
from clearwater.kit.clock import FixedClock, SystemClock
from clearwater.kit.errors import EngineUnavailable, StartupError
from tests.processes import free_port
from tests.trading import AT, open_market, running_engine, submit


class Authority:
    """Signs the certificates of machines."""

    def __init__(self, name: str) -> None:
        self._key = Ed25519PrivateKey.generate()
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        self.certificate = self._sign(self._name, self._key, is_authority=True)

    def make_folder(self, folder: Path, *, host: str = "127.0.0.1", role: str = "worker") -> Path:
        """What a machine has: the authority's certificate, its own, and its key."""
        folder.mkdir()
        key = Ed25519PrivateKey.generate()
        subject = x509.Name(
            [
                x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, role),
                x509.NameAttribute(NameOID.COMMON_NAME, "node"),
            ]
        )
        own = self._sign(subject, key, host=host)
        (folder / "ca.crt").write_bytes(self.certificate.public_bytes(serialization.Encoding.PEM))
        (folder / "node.crt").write_bytes(own.public_bytes(serialization.Encoding.PEM))
        (folder / "node.key").write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
        )
        return folder

    def _sign(
        self, subject: x509.Name, key: Ed25519PrivateKey, *, host: str = "", is_authority: bool = False
    ) -> x509.Certificate:
        now = SystemClock().now()
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(hours=1))
            .not_valid_after(now + timedelta(hours=1))
            .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key()), critical=False
            )
        )
        if is_authority:
            usage = x509.KeyUsage(
                digital_signature=True,
                key_cert_sign=True,
                crl_sign=True,
                content_commitment=False,
                key_encipherment=False,
                data_encipherment=False,
                key_agreement=False,
                encipher_only=False,
                decipher_only=False,
            )
            builder = builder.add_extension(usage, critical=True)
        if host:
            names = x509.SubjectAlternativeName([x509.IPAddress(ip_address(host))])
            builder = builder.add_extension(names, critical=False)
        return builder.sign(self._key, None)


@pytest.fixture
def authority() -> Authority:
    return Authority("Clearwater")


@pytest_asyncio.fixture
async def address(
    database_url: str, clock: FixedClock, tmp_path: Path, authority: Authority
) -> AsyncIterator[str]:
    """Where an engine listens."""
    engine = Sequencer(database_url, clock)
    gateway = Gateway(engine)
    engine.listen(gateway)
    address = f"127.0.0.1:{free_port()}"
    context = server_context(authority.make_folder(tmp_path / "engine"))
    async with running_engine(engine), serving_tls(gateway, address, context):
        yield address


async def test_a_follower_with_a_certificate_trades_over_tls(
    address: str, database_url: str, tmp_path: Path, authority: Authority
) -> None:
    connect = connector(address, authority.make_folder(tmp_path / "worker"))
    async with running_engine(Follower(connect, database_url, "worker")) as follower:
        await open_market(follower)

        assert "BTC-USDT" in follower.view.pairs


def connector(address: str, folder: Path) -> Connect:
    context = client_context(folder)

    async def connect(make: Callable[[], FrameProtocol]) -> FrameProtocol:
        return await connect_tls(address, context, make)

    return connect


async def test_an_api_credits_nobody_whatever_it_says_it_is(
    address: str, database_url: str, tmp_path: Path, authority: Authority
) -> None:
    """The role is that of the certificate, not the one that a hello claims."""
    worker = connector(address, authority.make_folder(tmp_path / "worker"))
    api = connector(address, authority.make_folder(tmp_path / "api", role="api"))
    async with (
        running_engine(Follower(worker, database_url, "worker")) as trusted,
        running_engine(Follower(api, database_url, "worker")) as untrusted,
    ):
        await open_market(trusted)
        await submit(trusted, Deposit(AT, "d1", "ann", "USDT", "tron", 1_000_000))
        for forbidden in (
            Deposit(AT, "d2", "ann", "USDT", "tron", 1_000_000),
            Fund(AT, "f", "USDT", "tron", 1),
            Adjust(AT, "a", "ann", "USDT", 1),
            CreateEarnProduct(AT, "usdt", "USDT", "flexible", 1, 1, 1, 1),
            OpenLedger(AT, "real"),
        ):
            with pytest.raises(EngineUnavailable):
                await untrusted.submit(forbidden)
        held = await untrusted.submit(HoldWithdrawal(AT, "w", "ann", "USDT", "tron", 1_000, 0))

        assert held.refusal is None
        await trusted.catch_up()
        assert trusted.view.balance("ann", "USDT", "available") == 999_000


async def test_an_api_makes_no_product_dearer(
    address: str, database_url: str, tmp_path: Path, authority: Authority
) -> None:
    worker = connector(address, authority.make_folder(tmp_path / "worker"))
    api = connector(address, authority.make_folder(tmp_path / "api", role="api"))
    async with (
        running_engine(Follower(worker, database_url, "worker")) as trusted,
        running_engine(Follower(api, database_url, "api")) as untrusted,
    ):
        await open_market(trusted)
        await submit(trusted, CreateEarnProduct(AT, "usdt", "USDT", "flexible", 50_000, 1, 100, 1_000))
        for dearer in (
            ChangeEarnProduct(AT, "usdt", quota=1_001),
            ChangeEarnProduct(AT, "usdt", rate_ppm=50_001),
            ChangeEarnProduct(AT, "usdt", rate_ppm=50_001, effective_at=AT + 86_400_000, is_open=False),
        ):
            with pytest.raises(EngineUnavailable):
                await untrusted.submit(dearer)
        refused = [
            await untrusted.submit(ChangeEarnProduct(AT, "usdt", rate_ppm=-1)),
            await untrusted.submit(ChangeEarnProduct(AT, "none", rate_ppm=60_000)),
        ]
        cheaper = await untrusted.submit(ChangeEarnProduct(AT, "usdt", rate_ppm=40_000, quota=900))
        approved = await trusted.submit(ChangeEarnProduct(AT, "usdt", rate_ppm=60_000, quota=2_000))

        assert [outcome.refusal and outcome.refusal.code for outcome in refused] == [
            "VALIDATION_FAILED",
            "NOT_FOUND",
        ]
        assert (cheaper.refusal, approved.refusal) == (None, None)
        await trusted.catch_up()
        product = trusted.view.earn_products["usdt"]
        assert (product.quota, product.rates[-1][1]) == (2_000, 60_000)


@pytest.mark.parametrize("role", ["", "Worker", "engine"])
async def test_a_certificate_without_a_role_is_refused(
    address: str, database_url: str, tmp_path: Path, authority: Authority, *, role: str
) -> None:
    rejected: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
    context = client_context(authority.make_folder(tmp_path / "node", role=role or "none"))
    protocol = await connect_tls(
        address, context, lambda: FrameProtocol(rejected.set_result, lambda _: None, 1_000)
    )
    protocol.send(frame(Hello(VERSIONS.min, VERSIONS.max, "n", "worker")))

    assert b"OU=api or OU=worker" in await asyncio.wait_for(rejected, 10)


def make_connection() -> FrameProtocol:
    return FrameProtocol(lambda _: None, lambda _: None, 1_000)


async def test_a_follower_without_a_certificate_of_the_authority_is_refused(
    address: str, tmp_path: Path, authority: Authority
) -> None:
    lost: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    foreign = Authority("Clearwater").make_folder(tmp_path / "foreign")
    # It trusts the engine, but the engine does not trust it.
    (foreign / "ca.crt").write_bytes(authority.certificate.public_bytes(serialization.Encoding.PEM))

    try:
        await connect_tls(
            address,
            client_context(foreign),
            lambda: FrameProtocol(lambda _: None, lost.set_result, 1_000),
        )
    except OSError:
        return
    # With TLS 1.3 the client learns of it after its own side of the handshake.
    await asyncio.wait_for(lost, 10)


async def test_an_engine_is_trusted_only_for_the_host_of_its_certificate(
    database_url: str, clock: FixedClock, tmp_path: Path, authority: Authority
) -> None:
    gateway = Gateway(Sequencer(database_url, clock))
    address = f"127.0.0.1:{free_port()}"
    elsewhere = server_context(authority.make_folder(tmp_path / "engine", host="10.1.2.3"))
    async with serving_tls(gateway, address, elsewhere):
        with pytest.raises(ssl.SSLCertVerificationError):
            await connect_tls(
                address, client_context(authority.make_folder(tmp_path / "api")), make_connection
            )


def test_a_folder_without_certificates_is_reported(tmp_path: Path) -> None:
    with pytest.raises(StartupError, match=r"needs ca\.crt, node\.crt and node\.key"):
        client_context(tmp_path)
