"""`clearwater site`. Each command imports what it needs, so that the list is fast."""

import os
import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING

import click
from pydantic import ValidationError

from clearwater.domains.sites.command_line import LIST_SITES
from clearwater.entrypoints.cli_database import fetch, in_transaction
from clearwater.entrypoints.cli_options import complaint, split_texts
from clearwater.kit.clock import SystemClock

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncSession


@click.group()
def site() -> None:
    """Manage the sites of this installation."""


@site.command("list")
def list_sites() -> None:
    """List all sites with their hostnames."""
    for found in fetch(LIST_SITES):
        click.echo(f"{found['sitename']}: {found['hostnames'] or ''}")


@site.command("add")
@click.argument("hostname")
@click.option("--name", required=True, help="Site name shown to visitors.")
def add_site(hostname: str, name: str) -> None:
    """Add a site for a hostname, which takes two people in the console."""
    from clearwater.domains.sites import service as sites

    async def work(session: "AsyncSession") -> None:
        added = await sites.add_site(session, hostname=hostname, sitename=name)
        detail = {"hostname": hostname.lower(), "sitename": name}
        await _record(session, "added", added.id, detail)

    in_transaction(work)
    click.echo(f"Added {name} at {hostname.lower()}.")


@site.command("set")
@click.argument("hostname")
@click.option("--name", "sitename")
@click.option("--hosts", help="All hostnames of the site, separated by commas.")
@click.option("--telegram", "contact_telegram")
@click.option("--email", "contact_email")
@click.option("--accent", help="Accent color, such as #35d0ba.")
@click.option("--chat-domain")
@click.option("--chat-token")
@click.option("--chat-identity", type=click.Choice(["server", "client"]))
@click.option("--chat-pages", type=click.Choice(["all", "without_secrets"]))
@click.option("--languages", help="Tags separated by commas, such as en,es; the first is the default.")
@click.option("--pairs", help="Listed pairs separated by commas, or all.")
@click.option("--feature", "switched_on", multiple=True, help="Turn a feature on.")
@click.option("--without-feature", "switched_off", multiple=True, help="Turn a feature off.")
def change_site(
    hostname: str,
    *,
    hosts: str | None,
    languages: str | None,
    pairs: str | None,
    switched_on: tuple[str, ...],
    switched_off: tuple[str, ...],
    **columns: str | None,
) -> None:
    """Change the given settings of a site. CHAT_SECRET is read from the environment."""
    from clearwater.domains.sites import service as sites
    from clearwater.entrypoints.site_resources import KnownSiteResources

    wanted: dict[str, object] = {**columns, "chat_secret": os.environ.get("CHAT_SECRET")}
    if languages is not None:
        wanted["languages"] = split_texts(languages)
    if pairs is not None:
        wanted["listed_pairs"] = None if pairs == "all" else split_texts(pairs)
    if switched_on or switched_off:
        wanted["features"] = dict.fromkeys(switched_on, True) | dict.fromkeys(switched_off, False)
    try:
        change = sites.SiteChange.model_validate(wanted)
    except ValidationError as error:
        raise complaint(error) from None
    resources = KnownSiteResources()
    names = None if hosts is None else split_texts(hosts)

    async def work(session: "AsyncSession") -> None:
        changed = await sites.change_site(session, hostname, change, resources=resources, hosts=names)
        detail = change.described() | ({} if names is None else {"hosts": names})
        await _record(session, "changed", changed.id, detail)

    in_transaction(work)
    click.echo(f"Changed {hostname}. Takes effect within seconds.")


async def _record(
    session: "AsyncSession", act: str, site_id: uuid.UUID, detail: Mapping[str, object]
) -> None:
    from clearwater.domains.staff.service import record

    now = SystemClock().now()
    await record(session, None, f"site.{act}", subject=f"site:{site_id}", detail=detail, now=now)
