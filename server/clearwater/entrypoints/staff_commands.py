"""`clearwater staff`: for the first admin, for recovery, and wherever there is no second admin to approve.

Whoever has the shell has the database, so these take effect immediately; each adds an audit entry. Each
command imports what it needs, so that the list is there at once.
"""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, get_args

import click
from pydantic import ValidationError

from clearwater.domains.staff.command_line import LIST_STAFF, Role
from clearwater.entrypoints.cli_database import fetch, in_transaction
from clearwater.kit.clock import SystemClock
from clearwater.kit.config import load_settings

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncSession

    from clearwater.domains.staff.service import team

Login = click.option("--login", required=True)
NewRole = click.option("--role", required=True, type=click.Choice(get_args(Role)))


@click.group()
def staff() -> None:
    """Manage staff accounts."""


@staff.command("list")
def list_staff() -> None:
    """List all staff accounts."""
    lines = [
        f"{found['login']}: {found['role']}{'' if found['is_active'] else ' (deactivated)'}"
        for found in fetch(LIST_STAFF)
    ]
    click.echo("\n".join(lines) or "No staff yet.")


@staff.command("create")
@Login
@NewRole
def create_staff(login: str, role: Role) -> None:
    """Create an account; its password and TOTP secret are printed once and not stored in plain text."""
    from clearwater.domains.staff import service as staffing
    from clearwater.domains.staff.schemas import StaffDraft

    try:
        draft = StaffDraft(login=login, role=role)
    except ValidationError:
        raise click.ClickException(
            "A username has 2 to 40 lowercase letters, digits, dots, dashes or underscores."
        ) from None

    async def work(session: "AsyncSession") -> "team.FreshSecrets":
        secrets, now = await _new_secrets(), SystemClock().now()
        await staffing.team.add_member(session, draft, secrets=secrets, now=now)
        detail = {"role": role}
        await staffing.record(session, None, "staff.added", subject=f"staff:{login}", detail=detail, now=now)
        return secrets

    _show_secrets(in_transaction(work))


@staff.command("reset")
@Login
def reset_staff(login: str) -> None:
    """Print a new password and TOTP secret, once; removes passkeys and ends sessions."""
    from clearwater.domains.staff import service as staffing
    from clearwater.kit.attempts import clear_login

    async def work(session: "AsyncSession") -> "team.FreshSecrets":
        secrets, now = await _new_secrets(), SystemClock().now()
        member = await staffing.team.get_member(session, login)
        await staffing.team.reset_member(session, member.id, secrets=secrets, now=now)
        await clear_login(session, "staff", member.login)
        await staffing.record(session, None, "staff.reset", subject=f"staff:{member.login}", now=now)
        return secrets

    _show_secrets(in_transaction(work))


@staff.command("unlock")
@Login
def unlock_staff(login: str) -> None:
    """Clear the wait after too many failed sign-in attempts."""
    from clearwater.domains.staff import service as staffing
    from clearwater.kit.attempts import clear_login

    async def work(session: "AsyncSession") -> None:
        member = await staffing.team.get_member(session, login)
        await clear_login(session, "staff", member.login)
        now = SystemClock().now()
        await staffing.record(session, None, "staff.unlocked", subject=f"staff:{member.login}", now=now)

    in_transaction(work)
    click.echo(f"{login} can sign in again now.")


@staff.command("role")
@Login
@NewRole
def change_role(login: str, role: Role) -> None:
    """Change an account's role; its sessions end."""
    in_transaction(_change(login, role=role))
    click.echo(f"{login}: {role}")


@staff.command("deactivate")
@Login
def deactivate_staff(login: str) -> None:
    """Deactivate an account immediately; its sessions end."""
    in_transaction(_change(login, is_active=False))
    click.echo(f"{login} can no longer sign in.")


@staff.command("activate")
@Login
def activate_staff(login: str) -> None:
    """Activate a deactivated account."""
    in_transaction(_change(login, is_active=True))
    click.echo(f"{login} can sign in again.")


def _change(
    login: str, *, role: str | None = None, is_active: bool | None = None
) -> Callable[["AsyncSession"], Awaitable[None]]:
    from clearwater.domains.staff import service as staffing

    async def work(session: "AsyncSession") -> None:
        member = await staffing.team.get_member(session, login)
        await staffing.team.change_member(session, member.id, role=role, is_active=is_active)
        detail: dict[str, object] = {"is_active": is_active} if role is None else {"role": role}
        subject, now = f"staff:{member.login}", SystemClock().now()
        await staffing.record(session, None, "staff.changed", subject=subject, detail=detail, now=now)

    return work


async def _new_secrets() -> "team.FreshSecrets":
    from clearwater.domains.staff import service as staffing
    from clearwater.kit.passwords import Passwords
    from clearwater.kit.secrets import settings_seal

    settings = load_settings()
    passwords = Passwords()
    try:
        seal = settings_seal(settings)
        return await staffing.team.FreshSecrets.make(passwords, seal)
    finally:
        passwords.close()


def _show_secrets(secrets: "team.FreshSecrets") -> None:
    click.echo(f"password: {secrets.password}\ntotp: {secrets.totp_secret}")
