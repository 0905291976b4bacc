"""Email over SMTP, to the server in SMTP_URL."""

from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP as SMTP_POLICY
from email.utils import format_datetime
from ipaddress import ip_address
from typing import Literal
from urllib.parse import parse_qs, unquote, urlsplit

from aiosmtplib import SMTP
from aiosmtplib.errors import SMTPException
from email_validator import EmailNotValidError, validate_email

from clearwater.kit.errors import StartupError
from clearwater.kit.outbox import Mail, MailDeliveryFailed

STEP_SECONDS = 20.0
PORTS = {"smtp": 25, "smtps": 465, "smtp+plain": 25}
# Implicit TLS; mandatory STARTTLS; opportunistic STARTTLS; unencrypted.
Security = Literal["tls", "starttls", "if_offered", "none"]
START_TLS: dict[Security, bool | None] = {
    "tls": False,
    "starttls": True,
    "if_offered": None,
    "none": False,
}


@dataclass(frozen=True)
class SmtpServer:
    """Host, credentials, sender address and encryption of the mail server."""

    host: str
    port: int
    security: Security
    username: str | None
    password: str | None
    sender: str


def parse_smtp_url(url: str) -> SmtpServer:
    """smtp://user:password@host:587?from=no-reply@example.org; STARTTLS is mandatory.

    For a relay on the same machine it is optional. For others, smtp+plain:// disables encryption.
    """
    try:
        parts = urlsplit(url)
        port = parts.port or PORTS[parts.scheme]
    except (ValueError, KeyError):
        raise _unusable("it is not an address of the kind smtp://user:password@host:587") from None
    if not parts.hostname:
        raise _unusable("it names no host")
    username = unquote(parts.username) if parts.username else None
    named = parse_qs(parts.query).get("from", [None])[0]
    sender = named or (username if username and "@" in username else f"no-reply@{parts.hostname}")
    if named is not None and _ascii_address(named) is None:
        raise _unusable("what follows 'from=' is not an e-mail address")
    return SmtpServer(
        host=parts.hostname,
        port=port,
        security=_security(parts.scheme, parts.hostname),
        username=username,
        password=unquote(parts.password) if parts.password else None,
        sender=sender,
    )


class SmtpMailer:
    """Sends one message per connection."""

    def __init__(self, server: SmtpServer) -> None:
        self._server = server

    async def send(self, mail: Mail) -> None:
        try:
            message = compose(mail, sender=self._server.sender)
            async with SMTP(
                hostname=self._server.host,
                port=self._server.port,
                username=self._server.username,
                password=self._server.password,
                use_tls=self._server.security == "tls",
                start_tls=START_TLS[self._server.security],
                timeout=STEP_SECONDS,
                # A relay on the same machine may have a self-signed certificate.
                validate_certs=self._server.security == "starttls" or not _is_this_machine(self._server.host),
            ) as connection:
                await connection.send_message(message)
        except (SMTPException, OSError, ValueError) as error:
            raise MailDeliveryFailed(f"{type(error).__name__}: {error}") from error


def compose(mail: Mail, *, sender: str) -> EmailMessage:
    """The message with its headers. Raises ValueError for line breaks in headers."""
    message = EmailMessage(policy=SMTP_POLICY)
    message["From"] = Address(display_name=mail.sender_name, addr_spec=sender)
    message["To"] = Address(addr_spec=_ascii_address(mail.recipient) or mail.recipient)
    message["Subject"] = mail.subject
    message["Date"] = format_datetime(mail.created_at)
    # The same at each retry, so that duplicates can be detected.
    message["Message-ID"] = f"<{mail.id}@{sender.rpartition('@')[2]}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(mail.text_body)
    message.add_alternative(mail.html_body, subtype="html")
    return message


def _ascii_address(address: str) -> str | None:
    """The address in ASCII, which every mail server accepts; None if that is impossible."""
    try:
        return validate_email(address, check_deliverability=False, test_environment=True).ascii_email
    except EmailNotValidError:
        return None


def _security(scheme: str, host: str) -> Security:
    if scheme == "smtps":
        return "tls"
    if scheme == "smtp+plain":
        return "none"
    return "if_offered" if _is_this_machine(host) else "starttls"


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _unusable(why: str) -> StartupError:
    return StartupError(f"The setting SMTP_URL is invalid: {why}.")
