"""Commands of `clearwater` that operators use on a running or a stopped installation."""

import asyncio
import os
import sys
import uuid
from collections.abc import Awaitable, Callable
from typing import TextIO, TypeVar, get_args

import click
from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.adapters.postgres_server import database, urls_of
from clearwater.domains.accounts import service as accounts
from clearwater.domains.membership.service import ensure_levels
from clearwater.domains.rules import service as rules
from clearwater.domains.sites import service as sites
from clearwater.domains.staff import service as staffing
from clearwater.domains.staff.schemas import StaffDraft
from clearwater.engine.chain import parse_heads
from clearwater.entrypoints.audit import find_differences, show_head
from clearwater.kit import outbox as mail
from clearwater.kit.clock import SystemClock
from clearwater.kit.config import Settings, load_settings
from clearwater.kit.db import open_engine, open_sessions
from clearwater.kit.errors import ClearwaterError
from clearwater.kit.logging import configure_logging
from clearwater.kit.migrations import migrate
from clearwater.kit.passwords import Passwords
from clearwater.kit.secrets import settings_seal

T = TypeVar("T")


def _start() -> Settings:
    settings = load_settings()
    configure_logging(settings)
    return settings


def _in_transaction(work: Callable[[AsyncSession], Awaitable[T]]) -> T:
    """Run some work on the installation's database and commit it; a refusal is told in a sentence."""

    async def run() -> T:
        settings = _start()
        async with database(settings) as owner_url:
            urls = urls_of(settings, owner_url)
            await asyncio.to_thread(migrate, urls.owner, urls.application_role)
            engine = open_engine(urls.application, pool_size=1)
            try:
                async with open_sessions(engine, seal=settings_seal(settings))() as session:
                    done = await work(session)
                    await session.commit()
                    return done
            finally:
                await engine.dispose()

    try:
        return asyncio.run(run())
    except ClearwaterError as refusal:
        raise click.ClickException(refusal.detail) from None


@click.group()
def site() -> None:
    """The sites of this installation."""


@site.command("list")
def list_sites() -> None:
    """Show every site with its hostnames."""

    async def work(session: AsyncSession) -> list[str]:
        return [
            f"{found.sitename}: {', '.join(host.hostname for host in found.hosts)}"
            for found in await sites.list_sites(session)
        ]

    click.echo("\n".join(_in_transaction(work)))


@site.command("add")
@click.argument("hostname")
@click.option("--name", required=True, help="The site's name, as people will read it.")
def add_site(hostname: str, name: str) -> None:
    """Make a site for a hostname."""
    _in_transaction(
        lambda session: sites.add_site(session, hostname=hostname, sitename=name, set_up=ensure_levels)
    )
    click.echo(f"{name} answers at {hostname.lower()}.")


@site.command("set")
@click.argument("hostname")
@click.option("--name", "sitename")
@click.option("--telegram", "contact_telegram")
@click.option("--email", "contact_email")
@click.option("--accent", help="The accent colour, such as #35d0ba.")
@click.option("--chat-domain")
@click.option("--chat-token")
@click.option("--chat-identity", type=click.Choice(["server", "client"]))
def change_site(hostname: str, **columns: str | None) -> None:
    """Change a site; what is not named stays. CHAT_SECRET is read from the environment."""
    try:
        wanted = sites.SiteChange.model_validate({**columns, "chat_secret": os.environ.get("CHAT_SECRET")})
    except ValidationError as error:
        first = error.errors()[0]
        raise click.ClickException(f"{first['loc'][0]}: {first['msg'].rstrip('.')}.") from None
    _in_transaction(lambda session: sites.change_site(session, hostname, wanted))
    click.echo(f"{hostname} is changed; running processes see it within seconds.")


@click.group()
def rule() -> None:
    """Navigation rules: redirects, and guards switched on or off, by path."""


@rule.command("list")
@click.option("--site", "hostname", default="localhost", show_default=True)
def list_rules(hostname: str) -> None:
    """Show a site's rules in the order in which they are tried."""

    async def work(session: AsyncSession) -> list[str]:
        found = await sites.get_site(session, hostname)
        return [
            f"{stored.id}  {stored.pattern} -> {stored.redirect or stored.app_middleware}"
            for stored in await rules.list_rules(session, found.id)
        ]

    click.echo("\n".join(_in_transaction(work)) or "This site has no rules.")


@rule.command("add")
@click.argument("pattern")
@click.option("--redirect", help="A path of the site, or a full https:// address.")
@click.option("--guard", "guards", multiple=True, help="Switch a guard on for this path.")
@click.option("--without-guard", "switched_off", multiple=True, help="Switch a guard off for this path.")
@click.option("--site", "hostname", default="localhost", show_default=True)
def add_rule(
    pattern: str, redirect: str | None, guards: tuple[str, ...], switched_off: tuple[str, ...], hostname: str
) -> None:
    """Add a rule for paths such as /promo/*, behind those there are."""
    middleware = dict.fromkeys(guards, True) | dict.fromkeys(switched_off, False)

    async def work(session: AsyncSession) -> uuid.UUID:
        found = await sites.get_site(session, hostname)
        added = await rules.add_rule(
            session, found.id, pattern=pattern, redirect=redirect, app_middleware=middleware
        )
        return added.id

    click.echo(_in_transaction(work))


@rule.command("remove")
@click.argument("rule_id", type=click.UUID)
@click.option("--site", "hostname", default="localhost", show_default=True)
def remove_rule(rule_id: uuid.UUID, hostname: str) -> None:
    """Remove a rule by its id."""

    async def work(session: AsyncSession) -> None:
        found = await sites.get_site(session, hostname)
        await rules.remove_rule(session, found.id, rule_id)

    _in_transaction(work)
    click.echo("Removed.")


@click.group()
def staff() -> None:
    """The people who run this installation."""


@staff.command("list")
def list_staff() -> None:
    """Show everybody of the staff."""

    async def work(session: AsyncSession) -> list[str]:
        return [
            f"{member.login}: {member.role}{'' if member.is_active else ' (closed)'}"
            for member in await staffing.team.list_members(session)
        ]

    click.echo("\n".join(_in_transaction(work)) or "There is nobody yet.")


@staff.command("create")
@click.option("--login", required=True)
@click.option("--role", required=True, type=click.Choice(get_args(staffing.Role)))
def create_staff(login: str, role: staffing.Role) -> None:
    """Add somebody; the password and the TOTP secret are printed once and kept nowhere."""
    try:
        draft = StaffDraft(login=login, role=role)
    except ValidationError:
        raise click.ClickException(
            "A login has 2 to 40 small letters, digits, dots, dashes or underscores."
        ) from None

    async def work(session: AsyncSession) -> staffing.team.FreshSecrets:
        secrets, now = await _new_secrets(), SystemClock().now()
        await staffing.team.add_member(session, draft, secrets, now=now)
        detail = {"role": role}
        await staffing.record(session, None, "staff.added", subject=f"staff:{login}", detail=detail, now=now)
        return secrets

    _show_secrets(_in_transaction(work))


@staff.command("reset")
@click.option("--login", required=True)
def reset_staff(login: str) -> None:
    """Give somebody a new password and TOTP secret, printed once; open sessions end."""

    async def work(session: AsyncSession) -> staffing.team.FreshSecrets:
        secrets, now = await _new_secrets(), SystemClock().now()
        member = await staffing.team.get_member(session, login)
        await staffing.team.reset_member(session, member.id, secrets)
        await staffing.record(session, None, "staff.reset", subject=f"staff:{member.login}", now=now)
        return secrets

    _show_secrets(_in_transaction(work))


async def _new_secrets() -> staffing.team.FreshSecrets:
    settings = load_settings()
    passwords = Passwords()
    try:
        seal = settings_seal(settings)
        return await staffing.team.FreshSecrets.make(passwords, seal)
    finally:
        passwords.close()


def _show_secrets(secrets: staffing.team.FreshSecrets) -> None:
    click.echo(f"password: {secrets.password}\ntotp: {secrets.totp_secret}")


@click.command()
@click.option("--to", "recipient", required=True, metavar="ADDRESS", help="Whose mail to show.")
@click.option("--last", "limit", type=click.IntRange(1, 1000), default=50, show_default=True)
def outbox(recipient: str, limit: int) -> None:
    """Print the mail to one address, newest first."""

    async def work(session: AsyncSession) -> list[str]:
        found = await mail.list_newest(session, accounts.normal_email(recipient), limit=limit)
        return [_mail_lines(one) for one in found]

    for lines in _in_transaction(work):
        click.echo(lines)


def _mail_lines(one: mail.Mail) -> str:
    if one.sent_at is not None:
        sent = f"{one.sent_at:%Y-%m-%dT%H:%M:%SZ}"
    elif one.next_attempt_at is None:
        sent = f"given up ({one.last_error})"
    else:
        sent = f"not yet ({one.last_error})" if one.last_error else "not yet"
    return f"To: {one.recipient}\nSubject: {one.subject}\nSent: {sent}\n\n{one.text_body.rstrip()}\n---"


@click.command()
@click.option("--head", is_flag=True, help="Only print the journal's last entry and its hash, to be kept.")
@click.option(
    "--anchors",
    type=click.File("r"),
    help="Heads that were printed earlier, one a line: the journal must still have them.",
)
def audit(*, head: bool, anchors: TextIO | None) -> None:
    """Check that the database is what it should be; exit code 0, or a list of differences and 1."""
    try:
        heads = parse_heads(anchors.read()) if anchors is not None else []
    except ValueError as error:
        raise click.ClickException(str(error)) from None

    async def run() -> list[str]:
        settings = _start()
        async with database(settings) as owner_url:
            url = urls_of(settings, owner_url).application
            return [await show_head(url)] if head else await find_differences(url, settings, heads)

    differences = asyncio.run(run())
    if head:
        click.echo(differences[0])
        return
    if differences:
        click.echo("\n".join(differences))
        sys.exit(1)
    click.echo("Nothing differs: schema, ledger, sites, rules and the audit log are as they should be.")
