"""Mail leaves the outbox for a real mail server, is tried again, and is given up."""

import asyncio
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from email import message_from_string
from email.policy import default
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from structlog.testing import capture_logs

from clearwater.adapters.smtp import SmtpMailer, compose, parse_smtp_url
from clearwater.entrypoints.wiring import ApiServices
from clearwater.entrypoints.worker import list_jobs
from clearwater.kit import metrics, outbox
from clearwater.kit.clock import FixedClock
from clearwater.kit.config import Settings
from clearwater.kit.errors import StartupError
from clearwater.kit.outbox import Mail, deliver_waiting, retry_delay
from tests.conftest import NOON
from tests.mailbox import mail_to

EMAIL = "ann@example.org"


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


class MailServer:
    """A mail server in a thread of its own, on a port of its own."""

    def __init__(self, **options: Any) -> None:
        self.taken: list[tuple[str, list[str], str]] = []
        self.has_used_tls: list[bool] = []
        self.is_full = False
        self.handle_DATA = self._take
        self.port = free_port()
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port, **options)

    @contextmanager
    def running(self) -> Iterator["MailServer"]:
        self._controller.start()
        try:
            yield self
        finally:
            self._controller.stop()

    async def _take(self, _server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.is_full:
            return "452 4.3.1 No space left"
        assert isinstance(envelope.content, bytes)
        self.has_used_tls.append(session.ssl is not None)
        self.taken.append((str(envelope.mail_from), list(envelope.rcpt_tos), envelope.content.decode()))
        return "250 OK"


@pytest.fixture
def server() -> Iterator[MailServer]:
    with MailServer().running() as running:
        yield running


def mailer_for(server: MailServer, user: str = "") -> SmtpMailer:
    return SmtpMailer(parse_smtp_url(f"smtp://{user}127.0.0.1:{server.port}?from=no-reply@clearwater.test"))


async def enqueue(services: ApiServices, recipient: str = EMAIL, **changes: str) -> None:
    mail = {
        "sender_name": "Clearwater",
        "subject": "Hello",
        "text_body": "Plain",
        "html_body": "<p>Rich</p>",
    }
    async with services.sessions() as session:
        outbox.enqueue(session, recipient=recipient, now=services.clock.now(), **mail | changes)
        await session.commit()


async def deliver(services: ApiServices, mailer: SmtpMailer) -> None:
    await deliver_waiting(services.sessions, mailer, services.clock)


async def test_a_queued_email_is_sent_once(services: ApiServices, server: MailServer) -> None:
    await enqueue(services)

    await deliver(services, mailer_for(server))
    await deliver(services, mailer_for(server))

    ((sender, recipients, content),) = server.taken
    assert (sender, recipients) == ("no-reply@clearwater.test", [EMAIL])
    message = message_from_string(content, policy=default)
    assert message["From"] == "Clearwater <no-reply@clearwater.test>"
    assert message["To"] == EMAIL
    assert message["Subject"] == "Hello"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Date"] == "Sun, 15 Nov 2026 12:00:00 +0000"
    parts = [(part.get_content_type(), part.get_content().strip()) for part in message.iter_parts()]
    assert parts == [("text/plain", "Plain"), ("text/html", "<p>Rich</p>")]
    (mail,) = await mail_to(services, EMAIL)
    assert (mail.sent_at, mail.attempts, mail.next_attempt_at, mail.last_error) == (NOON, 1, None, None)


async def test_concurrent_senders_send_each_email_once(services: ApiServices, server: MailServer) -> None:
    for number in range(12):
        await enqueue(services, subject=f"Number {number}")

    await asyncio.gather(*(deliver(services, mailer_for(server)) for _ in range(2)))

    subjects = [message_from_string(content)["Subject"] for _, _, content in server.taken]
    assert sorted(subjects) == sorted(f"Number {number}" for number in range(12))


async def test_a_refused_email_is_retried_with_backoff(
    services: ApiServices, server: MailServer, clock: FixedClock
) -> None:
    server.is_full = True
    await enqueue(services)
    mailer = mailer_for(server)
    sent, failures = metrics.mail_sent.labels(), metrics.mail_failures.labels()
    before = sent.value, failures.value

    for attempt, minutes in enumerate((1, 2, 4), start=1):
        await deliver(services, mailer)
        (mail,) = await mail_to(services, EMAIL)
        assert mail.attempts == attempt
        assert mail.next_attempt_at == clock.at + timedelta(minutes=minutes)
        assert mail.last_error is not None
        assert "No space left" in mail.last_error
        clock.at += timedelta(minutes=minutes, seconds=-1)
        await deliver(services, mailer)
        assert (await mail_to(services, EMAIL))[0].attempts == attempt
        clock.at += timedelta(seconds=1)
    await outbox.measure(services.sessions, now=clock.at)
    assert metrics.mail_waiting.labels().value == 1
    assert metrics.mail_oldest_seconds.labels().value == 7 * 60
    server.is_full = False
    await deliver(services, mailer)
    await outbox.measure(services.sessions, now=clock.at)

    assert metrics.mail_waiting.labels().value == metrics.mail_oldest_seconds.labels().value == 0
    assert (sent.value - before[0], failures.value - before[1]) == (1, 3)
    (mail,) = await mail_to(services, EMAIL)
    assert (mail.sent_at, mail.attempts, mail.last_error) == (clock.at, 4, None)
    assert len(server.taken) == 1


async def test_delivery_stops_retrying_after_three_days(services: ApiServices, clock: FixedClock) -> None:
    nobody = SmtpMailer(parse_smtp_url(f"smtp://127.0.0.1:{free_port()}"))
    await enqueue(services)
    clock.at += timedelta(days=3)

    await deliver(services, nobody)

    (mail,) = await mail_to(services, EMAIL)
    assert (mail.sent_at, mail.next_attempt_at) == (None, None)
    assert mail.last_error is not None
    assert mail.last_error.startswith("SMTPConnectError: ")


@pytest.mark.parametrize(
    ("attempts", "delay"),
    [
        (1, timedelta(minutes=1)),
        (2, timedelta(minutes=2)),
        (9, timedelta(minutes=256)),
        (10, timedelta(hours=6)),
        (1000, timedelta(hours=6)),
    ],
)
def test_the_retry_delay_doubles_up_to_six_hours(attempts: int, delay: timedelta) -> None:
    assert retry_delay(attempts) == delay


def a_certificate(folder: Path) -> ssl.SSLContext:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(NOON - timedelta(days=365))
        .not_valid_after(NOON + timedelta(days=3650))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    pkcs8 = serialization.PrivateFormat.PKCS8
    path = folder / "mail.pem"
    path.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, pkcs8, plain)
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context


def knows(user: str, password: str) -> Callable[..., AuthResult]:
    def check(_server: SMTP, _session: Session, _envelope: Envelope, _kind: str, given: object) -> AuthResult:
        is_right = given == LoginPassword(user.encode(), password.encode())
        return AuthResult(success=is_right, handled=False)

    return check


async def test_starttls_is_used_where_offered_and_the_password_goes_through_it(
    services: ApiServices, tmp_path: Path
) -> None:
    options: dict[str, Any] = {
        "tls_context": a_certificate(tmp_path),
        "authenticator": knows("clear@water", "s p/ce"),
        "auth_required": True,
    }
    await enqueue(services)
    with MailServer(**options).running() as server:
        wrong = mailer_for(server, "clear%40water:wrong@")
        await deliver(services, wrong)
        assert server.taken == []
        await enqueue(services)
        await deliver(services, mailer_for(server, "clear%40water:s%20p%2Fce@"))

    assert server.has_used_tls == [True]
    errors = [mail.last_error for mail in await mail_to(services, EMAIL)]
    assert [error is None for error in errors] == [True, False]
    assert "wrong" not in str(errors)


def as_remote(server: MailServer) -> SmtpMailer:
    """As one that is not on this machine: there the URL's smtp:// means more."""
    known = parse_smtp_url(f"smtp://127.0.0.1:{server.port}?from=no-reply@clearwater.test")
    assert known.security == "if_offered"
    return SmtpMailer(replace(known, security="starttls"))


@pytest.mark.parametrize(
    ("url", "security"),
    [
        ("smtp://mail.example.org:587", "starttls"),
        ("smtp://203.0.113.7", "starttls"),
        ("smtps://mail.example.org", "tls"),
        ("smtp+plain://mail.example.org", "none"),
        ("smtp://localhost:1025", "if_offered"),
        ("smtp://[::1]:1025", "if_offered"),
    ],
)
def test_only_this_machine_may_do_without_encryption(url: str, security: str) -> None:
    assert parse_smtp_url(url).security == security
    assert Settings(smtp_url=url).smtp_url == url


async def test_without_starttls_nothing_is_sent_and_the_email_stays_queued(
    services: ApiServices, server: MailServer
) -> None:
    await enqueue(services)

    with capture_logs() as logs:
        await deliver(services, as_remote(server))

    assert server.taken == []
    (mail,) = await mail_to(services, EMAIL)
    assert (mail.sent_at, mail.attempts) == (None, 1)
    assert mail.last_error is not None
    assert "STARTTLS" in mail.last_error
    assert [(line["event"], "STARTTLS" in line["reason"]) for line in logs] == [
        ("email_delivery_failed", True)
    ]


async def test_an_untrusted_certificate_is_refused(
    services: ApiServices, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = a_certificate(tmp_path)
    await enqueue(services)
    with MailServer(tls_context=context).running() as server:
        await deliver(services, as_remote(server))
        (refused,) = await mail_to(services, EMAIL)
        assert server.taken == []
        assert "CERTIFICATE_VERIFY_FAILED" in str(refused.last_error)

        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "mail.pem"))
        await enqueue(services)
        await deliver(services, as_remote(server))

    assert server.has_used_tls == [True]


async def test_unencrypted_smtp_must_be_configured_explicitly(
    services: ApiServices, server: MailServer
) -> None:
    await enqueue(services)

    await deliver(services, SmtpMailer(parse_smtp_url(f"smtp+plain://127.0.0.1:{server.port}")))

    assert server.has_used_tls == [False]


async def test_an_international_domain_is_sent_as_punycode(services: ApiServices, server: MailServer) -> None:
    await enqueue(services, "ann@bücher.example", subject="Grüße 👋")

    await deliver(services, mailer_for(server))

    ((_, recipients, content),) = server.taken
    assert recipients == ["ann@xn--bcher-kva.example"]
    assert message_from_string(content, policy=default)["Subject"] == "Grüße 👋"


async def test_names_and_subjects_cannot_inject_headers(services: ApiServices, server: MailServer) -> None:
    await enqueue(
        services,
        sender_name='Clear"water\r\nBcc: eve@example.org',
        subject="Hello\r\nBcc: eve@example.org\n\nbody",
        text_body="x\r\n.\r\nMAIL FROM:<eve@example.org>\r\n",
    )

    await deliver(services, mailer_for(server))

    ((sender, recipients, content),) = server.taken
    message = message_from_string(content, policy=default)
    assert (sender, recipients) == ("no-reply@clearwater.test", [EMAIL])
    assert message["Bcc"] is None
    assert message["Subject"] == "Hello Bcc: eve@example.org body"
    assert message["From"].addresses[0].addr_spec == "no-reply@clearwater.test"


@pytest.mark.parametrize("recipient", ["ann@example.org\r\nBcc: eve@example.org", "a@b.org, c@d.org", "ann"])
def test_a_recipient_must_be_a_single_address(recipient: str) -> None:
    mail = Mail(
        recipient=recipient, sender_name="x", subject="x", text_body="x", html_body="x", created_at=NOON
    )

    with pytest.raises(ValueError, match=r".+"):
        compose(mail, sender="no-reply@clearwater.test")


@pytest.mark.parametrize(
    ("url", "sender"),
    [
        ("smtp://mail.example.org", "no-reply@mail.example.org"),
        ("smtps://ann%40example.org:x@mail.example.org", "ann@example.org"),
        ("smtp://ann:x@mail.example.org:587?from=hello@example.org", "hello@example.org"),
    ],
)
def test_the_sender_address_comes_from_the_smtp_url(url: str, sender: str) -> None:
    assert parse_smtp_url(url).sender == sender


@pytest.mark.parametrize("url", ["smtp://mail:port", "smtp://:25", "smtp://mail?from=nobody"])
def test_an_invalid_smtp_url_is_a_startup_error(url: str) -> None:
    with pytest.raises(StartupError, match=r"^The setting SMTP_URL is invalid: .+\.$"):
        parse_smtp_url(url)


async def test_without_a_mail_server_mail_stays(services: ApiServices, database_url: str) -> None:
    await enqueue(services)

    assert "send_mail" not in [job.name for job in list_jobs(services, database_url)]
    (mail,) = await mail_to(services, EMAIL)
    assert (mail.sent_at, mail.attempts) == (None, 0)


async def test_with_a_mail_server_the_worker_sends(
    services: ApiServices, server: MailServer, database_url: str
) -> None:
    settings = services.settings.model_copy(update={"smtp_url": f"smtp://127.0.0.1:{server.port}"})
    await enqueue(services)

    (job,) = [
        job
        for job in list_jobs(replace(services, settings=settings), database_url)
        if job.name == "send_mail"
    ]
    await job.perform()

    assert [recipients for _, recipients, _ in server.taken] == [[EMAIL]]
