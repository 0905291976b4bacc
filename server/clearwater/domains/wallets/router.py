"""/v1/deposit: networks, the client's addresses, and deposits."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from clearwater.domains.markets.service import AppDesk, listing_version
from clearwater.domains.sessions.errors import CHANGING_REFUSALS, READING_REFUSALS
from clearwater.domains.sessions.service import Confirmed, Reader
from clearwater.domains.sites.service import CurrentSite
from clearwater.domains.wallets import deposits, queries
from clearwater.domains.wallets.directory import AppNetworks
from clearwater.domains.wallets.errors import NetworkDisabled
from clearwater.domains.wallets.schemas import AddressRequest, ClientAddress, DepositNetworks, DepositView
from clearwater.kit.dependencies import AppClock, CsvExports
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.paging import Page, Paging, every_page, read_page
from clearwater.kit.response_cache import shared_response
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/v1/deposit", tags=["deposits"], route_class=UnitOfWorkRoute)


@router.get("/networks", responses=problems(NotFound))
@shared_response(version=listing_version)
async def list_networks(
    site: CurrentSite,
    desk: AppDesk,
    networks: AppNetworks,
    session: ReadSession,
    coin: Annotated[str | None, Query(max_length=20)] = None,
) -> DepositNetworks:
    """The networks of a coin, or of all coins; public."""
    return DepositNetworks(items=await deposits.list_networks(session, networks, desk.view, coin=coin))


@router.post("/address", responses=problems(*CHANGING_REFUSALS, NotFound, NetworkDisabled))
async def get_address(
    wanted: AddressRequest,
    caller: Confirmed,
    desk: AppDesk,
    networks: AppNetworks,
    *,
    clock: AppClock,
    session: WriteSession,
) -> ClientAddress:
    """The client's address for a coin on a network; always the same."""
    return await deposits.get_address(
        session,
        networks,
        desk.view,
        caller.client.id,
        coin=wanted.coin,
        network=wanted.network,
        now=clock.now(),
    )


@router.get(
    "",
    response_model=Page[DepositView],
    responses=problems(*READING_REFUSALS) | {200: {"content": {"text/csv": {}}}},
)
async def list_deposits(
    *,
    caller: Reader,
    page: Paging,
    desk: AppDesk,
    networks: AppNetworks,
    session: ReadSession,
    exports: CsvExports,
) -> Page[DepositView] | Response:
    """The client's deposits, newest first."""
    statement = queries.select_deposits(caller.client.id)
    writer = await deposits.open_writer(session, networks, desk.view)
    if exports is not None:
        return exports.answer(
            f"client:{caller.client.id}",
            "deposits",
            DepositView.HEADER,
            every_page(statement, queries.DEPOSITS_NEWEST_FIRST),
            lambda row: list(writer.write(row).model_dump(mode="json").values()),
        )
    return await read_page(session, statement, queries.DEPOSITS_NEWEST_FIRST, page, writer.write)
