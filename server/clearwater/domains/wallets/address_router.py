"""/v1/withdrawal/address: the client's address book and its allow-list."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Query

from clearwater.domains.markets.service import AppDesk
from clearwater.domains.sessions.errors import CHANGING_REFUSALS, READING_REFUSALS, STEPPED_UP_REFUSALS
from clearwater.domains.sessions.service import Confirmed, SignedIn, SteppedUp
from clearwater.domains.sites.service import CurrentSite
from clearwater.domains.wallets import address_book
from clearwater.domains.wallets.directory import AppNetworks
from clearwater.domains.wallets.errors import (
    AddressBookFull,
    AddressRefused,
    AddressSaved,
    NetworkDisabled,
)
from clearwater.domains.wallets.withdrawal_schemas import (
    AddressBook,
    AddressCheck,
    AllowListChange,
    SavedAddressDraft,
    SavedAddressView,
)
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/v1/withdrawal/address", tags=["withdrawals"], route_class=UnitOfWorkRoute)


@router.get("", responses=problems(*READING_REFUSALS))
async def show_address_book(caller: SignedIn, session: ReadSession, clock: AppClock) -> AddressBook:
    """The saved addresses, and whether withdrawals go to them only."""
    return await address_book.show(session, caller.client.id, now=clock.now())


@router.get("/check", responses=problems(*READING_REFUSALS, NotFound, NetworkDisabled))
async def check_address(
    *,
    coin: Annotated[str, Query(max_length=20)],
    network: Annotated[str, Query(max_length=40)],
    address: Annotated[str, Query(max_length=200)],
    caller: SignedIn,
    desk: AppDesk,
    networks: AppNetworks,
    session: ReadSession,
) -> AddressCheck:
    """Check an address while it is typed: its form and checksum, for this network."""
    return await address_book.check(session, networks, desk.view, coin=coin, network=network, address=address)


@router.post(
    "",
    status_code=201,
    responses=problems(
        *STEPPED_UP_REFUSALS, NotFound, NetworkDisabled, AddressRefused, AddressSaved, AddressBookFull
    ),
)
async def save_address(
    *,
    draft: SavedAddressDraft,
    caller: SteppedUp,
    site: CurrentSite,
    desk: AppDesk,
    networks: AppNetworks,
    session: WriteSession,
    clock: AppClock,
) -> SavedAddressView:
    """Save an address. The allow-list lets it through after 24 hours."""
    saved = await address_book.save(
        session, networks, desk.view, site, caller.client, draft=draft, now=clock.now()
    )
    return SavedAddressView.of(saved)


@router.delete("/{address_id}", status_code=204, responses=problems(*CHANGING_REFUSALS, NotFound))
async def delete_address(address_id: uuid.UUID, caller: Confirmed, session: WriteSession) -> None:
    """Delete a saved address."""
    await address_book.remove(session, caller.client.id, address_id)


@router.patch("", responses=problems(*STEPPED_UP_REFUSALS))
async def switch_allow_list(
    change: AllowListChange, caller: SteppedUp, site: CurrentSite, session: WriteSession, clock: AppClock
) -> AddressBook:
    """Withdraw to saved addresses only, from now on; switching this off takes 24 hours."""
    now = clock.now()
    await address_book.switch_list(session, site, caller.client, is_on=change.allow_list_only, now=now)
    await session.flush()
    return await address_book.show(session, caller.client.id, now=now)
