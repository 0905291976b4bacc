"""Commands of `clearwater` that operators use on a running or a stopped installation."""

import asyncio
import sys
import uuid
from typing import TextIO

import click
from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.adapters.postgres_server import database, urls_of
from clearwater.domains.ledger import service as ledger
from clearwater.domains.membership import service as membership
from clearwater.domains.rules import service as rules
from clearwater.domains.sites import service as sites
from clearwater.domains.staff.service import COMMAND_LINE, record
from clearwater.entrypoints.audit import NO_HEADS, find_differences, show_heads
from clearwater.entrypoints.cli_database import in_transaction, start
from clearwater.entrypoints.cli_options import complaint, split_texts
from clearwater.kit.chain_heads import parse_heads
from clearwater.kit.clock import SystemClock
from clearwater.kit.config import Settings


@click.group()
def level() -> None:
    """Manage the membership levels of a site."""


@level.command("set")
@click.argument("hostname")
@click.argument("key")
@click.option("--name")
@click.option("--kyc/--no-kyc", default=None, help="Whether a verified identity is required.")
@click.option("--two-factor/--no-two-factor", default=None)
@click.option("--volume", "volume_30d", help="Required 30-day volume in USDT.")
@click.option("--balance", help="Required balance in USDT.")
@click.option("--maker-fee", "maker", help="A fraction: 0.001 is 0.1 %.")
@click.option("--taker-fee", "taker")
@click.option("--withdraw-day", help="Daily withdrawal limit in USDT.")
@click.option("--features", help="All that the level unlocks, separated by commas.")
def change_level(hostname: str, key: str, *, features: str | None, **options: str | bool | None) -> None:
    """Change the given terms of a level, which takes two people in the console."""
    wanted: dict[str, object] = {name: value for name, value in options.items() if value is not None}
    if features is not None:
        wanted["features"] = split_texts(features)
    now = SystemClock().now()
    try:
        in_transaction(lambda session: membership.set_terms(session, hostname, key, wanted, now=now))
    except ValidationError as error:
        raise complaint(error) from None
    click.echo(f"Changed level {key} of {hostname}. Takes effect with the next request.")


@click.command()
@click.option("--reason", required=True, help="What has happened; kept in the audit log.")
@click.confirmation_option(
    "--yes", prompt="Serve the journal as it is, without entries that clients were told of?"
)
def accept_loss(reason: str) -> None:
    """Have the engine serve a journal that lacks entries which were acknowledged."""

    async def work(session: AsyncSession) -> int:
        last = await ledger.accept_loss(session)
        detail, now = {"reason": reason, "last_entry": last}, SystemClock().now()
        await record(session, None, "journal.loss_accepted", subject="journal", detail=detail, now=now)
        return last

    last = in_transaction(work)
    click.echo(f"The journal is served as it is: it ends with entry {last}.")


@click.group()
def rule() -> None:
    """Manage navigation rules: redirects and guards by path."""


@rule.command("list")
@click.option("--site", "hostname", default="localhost", show_default=True)
def list_rules(hostname: str) -> None:
    """List a site's rules in the order in which they are checked."""

    async def work(session: AsyncSession) -> list[str]:
        found = await sites.get_site(session, hostname)
        return [
            f"{stored.id}  {stored.pattern} -> {stored.redirect or stored.app_middleware}"
            for stored in await rules.list_rules(session, found.id)
        ]

    click.echo("\n".join(in_transaction(work)) or "This site has no rules.")


@rule.command("add")
@click.argument("pattern")
@click.option("--redirect", help="A path of the site, or a full https:// URL.")
@click.option("--guard", "guards", multiple=True, help="Turn a guard on for this path.")
@click.option("--without-guard", "switched_off", multiple=True, help="Turn a guard off for this path.")
@click.option("--site", "hostname", default="localhost", show_default=True)
def add_rule(
    pattern: str, redirect: str | None, guards: tuple[str, ...], switched_off: tuple[str, ...], hostname: str
) -> None:
    """Add a rule for paths such as /promo/*, after the existing ones."""
    middleware = dict.fromkeys(guards, True) | dict.fromkeys(switched_off, False)

    async def work(session: AsyncSession) -> uuid.UUID:
        found = await sites.get_site(session, hostname)
        added = await rules.add_rule(
            session, found.id, pattern=pattern, redirect=redirect, app_middleware=middleware
        )
        return added.id

    click.echo(in_transaction(work))


@rule.command("hosts")
def list_redirect_hosts() -> None:
    """List the external hosts that rules may redirect to."""
    found = in_transaction(rules.list_allowed_hosts)
    click.echo("\n".join(sorted(found)) or "No external hosts are allowed.")


@rule.command("allow-host")
@click.argument("hostname")
def allow_redirect_host(hostname: str) -> None:
    """Allow redirects to an external host, over https."""

    async def work(session: AsyncSession) -> None:
        now = SystemClock().now()
        host = await rules.allow_host(session, hostname, added_by=COMMAND_LINE, now=now)
        await record(session, None, "redirect_host.allowed", subject=f"host:{host.hostname}", now=now)

    in_transaction(work)
    click.echo(f"Redirects to {hostname.lower()} are allowed.")


@rule.command("disallow-host")
@click.argument("hostname")
def disallow_redirect_host(hostname: str) -> None:
    """Disallow an external host; rules that redirect there stop working."""

    async def work(session: AsyncSession) -> None:
        await rules.disallow_host(session, hostname)
        subject, now = f"host:{hostname.lower()}", SystemClock().now()
        await record(session, None, "redirect_host.disallowed", subject=subject, now=now)

    in_transaction(work)
    click.echo("Removed.")


@rule.command("remove")
@click.argument("rule_id", type=click.UUID)
@click.option("--site", "hostname", default="localhost", show_default=True)
def remove_rule(rule_id: uuid.UUID, hostname: str) -> None:
    """Remove a rule by its ID."""

    async def work(session: AsyncSession) -> None:
        found = await sites.get_site(session, hostname)
        await rules.delete_rule(session, found.id, rule_id)

    in_transaction(work)
    click.echo("Removed.")


@click.command()
@click.option(
    "--head",
    is_flag=True,
    help="Print only the heads of journal, audit log and checkpoints, to store elsewhere.",
)
@click.option(
    "--anchors",
    type=click.File("r"),
    help="File with heads printed earlier, one per line; journal and audit log must still contain them.",
)
@click.option(
    "--incremental",
    is_flag=True,
    help="With --anchors: replay the ledger from the newest checkpoint in that file, not from the start.",
)
@click.option("--chains", is_flag=True, help="Compare the balances on all chains with the ledger, too.")
def audit(*, head: bool, anchors: TextIO | None, incremental: bool, chains: bool) -> None:
    """Verify the database. Exit code 0, or 1 with a list of differences."""
    if incremental and anchors is None:
        raise click.UsageError("--incremental needs --anchors.")
    try:
        heads = parse_heads(anchors.read()) if anchors is not None else NO_HEADS
    except ValueError as error:
        raise click.ClickException(str(error)) from None

    async def run() -> list[str]:
        settings = start()
        async with database(settings) as owner_url:
            url = urls_of(settings, owner_url).application
            if head:
                return await show_heads(url, settings)
            differences = await find_differences(url, settings, heads, is_incremental=incremental)
            return differences + await _find_chain_differences(url, settings) if chains else differences

    lines = asyncio.run(run())
    if lines:
        click.echo("\n".join(lines))
        sys.exit(0 if head else 1)
    also = ", and so do the chains" if chains else ""
    click.echo(f"OK: schema, ledger, sites, rules and the audit log match{also}.")


async def _find_chain_differences(database_url: str, settings: Settings) -> list[str]:
    # It loads most of the server, which takes seconds.
    from clearwater.entrypoints.chain_audit import find_chain_differences  # noqa: PLC0415

    return await find_chain_differences(database_url, settings)
