"""Saved addresses, and the allow-list: withdrawals to saved addresses only.

A new address waits 24 hours before the allow-list lets it through, and so does switching the list off:
whoever takes over an account can do neither in time.
"""

import uuid
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.views import View
from clearwater.domains.clients import service as clients
from clearwater.domains.clients.service import Client
from clearwater.domains.sites.service import CurrentSite
from clearwater.domains.wallets import deposits, emails, withdrawal_queries
from clearwater.domains.wallets.directory import CoinOnNetwork, Networks
from clearwater.domains.wallets.errors import (
    AddressBookFull,
    AddressNotAllowed,
    AddressRefused,
    AddressSaved,
)
from clearwater.domains.wallets.models import SavedAddress, Withdrawal, WithdrawalPolicy
from clearwater.domains.wallets.ports import AddressInvalid
from clearwater.domains.wallets.withdrawal_schemas import (
    AddressBook,
    AddressCheck,
    SavedAddressDraft,
    SavedAddressView,
)
from clearwater.kit.emails import format_time
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed
from clearwater.kit.ids import new_id
from clearwater.kit.messages import Message

WAITING_PERIOD = timedelta(hours=24)
MAX_ADDRESSES = 100
NO_MEMO = "This network has no memo."


def parse_address(coin: CoinOnNetwork, address: str, memo: str | None) -> str:
    """The address in its usual form; raises when nothing can be sent there."""
    if memo:
        raise ValidationFailed(NO_MEMO, errors=[FieldError(field="memo", code="memo", message=NO_MEMO)])
    try:
        return coin.chain.parse_address(address)
    except AddressInvalid:
        message = Message("This is not a valid address on {name}.", name=coin.chain.network.name)
        raise AddressRefused(
            message, errors=[FieldError(field="address", code="address_invalid", message=message)]
        ) from None


async def check(
    session: AsyncSession, networks: Networks, view: View, *, coin: str, network: str, address: str
) -> AddressCheck:
    known = await deposits.require_open(session, networks, view, "withdraw", coin=coin, network=network)
    try:
        parse_address(known, address, None)
    except AddressRefused:
        return AddressCheck(is_valid=False)
    return AddressCheck(is_valid=True)


def is_list_on(policy: WithdrawalPolicy | None, *, now: datetime) -> bool:
    """Whether withdrawals go to saved addresses only, now."""
    if policy is None or not policy.allow_list_only:
        return False
    return policy.allow_list_ends_at is None or policy.allow_list_ends_at > now


async def require_allowed(
    session: AsyncSession, policy: WithdrawalPolicy | None, withdrawal: Withdrawal, *, now: datetime
) -> None:
    if not is_list_on(policy, now=now):
        return
    saved = await withdrawal_queries.find_saved(
        session,
        withdrawal.client_id,
        coin=withdrawal.coin,
        network=withdrawal.network,
        address=withdrawal.address,
        memo=withdrawal.memo or "",
    )
    if saved is None:
        raise AddressNotAllowed
    if saved.allowed_at > now:
        raise AddressNotAllowed(
            Message(
                "You can withdraw to this address from {allowed_at} on.",
                allowed_at=format_time(saved.allowed_at),
            )
        )


async def show(session: AsyncSession, client_id: uuid.UUID, *, now: datetime) -> AddressBook:
    policy = await withdrawal_queries.find_policy(session, client_id)
    is_on = is_list_on(policy, now=now)
    ends_at = policy.allow_list_ends_at if policy is not None and is_on else None
    saved = await withdrawal_queries.list_addresses(session, client_id)
    return AddressBook(
        items=[SavedAddressView.of(one) for one in saved],
        allow_list_only=is_on,
        allow_list_ends_at=int(ends_at.timestamp()) if ends_at else None,
    )


async def save(
    session: AsyncSession,
    networks: Networks,
    view: View,
    site: CurrentSite,
    client: Client,
    *,
    draft: SavedAddressDraft,
    now: datetime,
) -> SavedAddress:
    """Add an address; it waits 24 hours, whether or not the allow-list is on."""
    coin = await deposits.require_enabled(session, networks, view, coin=draft.coin, network=draft.network)
    saved = SavedAddress(
        id=new_id(),
        client_id=client.id,
        coin=draft.coin,
        network=draft.network,
        address=parse_address(coin, draft.address, draft.memo),
        memo="",
        label=draft.label,
        created_at=now,
        allowed_at=now + WAITING_PERIOD,
    )
    # Locked, so that no two requests take the last place.
    await withdrawal_queries.lock_policy(session, client.id)
    if await withdrawal_queries.count_addresses(session, client.id) >= MAX_ADDRESSES:
        raise AddressBookFull(
            Message("You can save up to {max_addresses} addresses.", max_addresses=MAX_ADDRESSES)
        )
    if not await withdrawal_queries.add_address(session, saved):
        raise AddressSaved
    email = emails.address_saved(
        label=saved.label, coin=saved.coin, network=coin.chain.network.name, address=saved.address
    )
    clients.send_email(session, site, client, email, now=now)
    return saved


async def remove(session: AsyncSession, client_id: uuid.UUID, address_id: uuid.UUID) -> None:
    if not await withdrawal_queries.delete_address(session, client_id, address_id):
        raise NotFound("Address not found.")


async def switch_list(
    session: AsyncSession, site: CurrentSite, client: Client, *, is_on: bool, now: datetime
) -> None:
    """Switch the allow-list on now, or off in 24 hours."""
    policy = await withdrawal_queries.lock_policy(session, client.id)
    if is_on:
        policy.allow_list_only, policy.allow_list_ends_at = True, None
        return
    if not is_list_on(policy, now=now):
        policy.allow_list_only, policy.allow_list_ends_at = False, None
    elif policy.allow_list_ends_at is None:
        policy.allow_list_ends_at = now + WAITING_PERIOD
        email = emails.allow_list_ends(time=format_time(policy.allow_list_ends_at))
        clients.send_email(session, site, client, email, now=now)
