"""Reorganisations deeper than a network allows: it goes on from a height that staff have checked."""

from collections.abc import AsyncIterator
from dataclasses import replace
from decimal import Decimal

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import text

from clearwater.domains.wallets import queries
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.db import transaction
from tests.builders import SignedInStaff, status_and_code
from tests.domains.wallets.foreign import Payer
from tests.domains.wallets.houses import CONFIRMATIONS, UNIT, House

ON_NODES = pytest.mark.parametrize("chain", ["ltc-regtest", "eth-dev"], indirect=True)
DEPTH = 6


@pytest_asyncio.fixture
async def house(lasting_house: House) -> AsyncIterator[House]:
    """Its network allows reorganisations of two blocks; what was sent before is final and deeper."""
    await lasting_house.confirm(DEPTH + CONFIRMATIONS)
    lasting_house.node.network = replace(lasting_house.node.network, reorg_depth=2)
    yield lasting_house
    await lasting_house.reset()


async def height_of(house: House) -> int:
    async with house.services.sessions() as session:
        network = await queries.find_network(session, house.key)
        assert network is not None
        return network.height


@ON_NODES
async def test_a_network_goes_on_from_the_height_that_staff_have_checked(house: House) -> None:
    before = house.balance()
    payer = await Payer.open(house)
    await house.confirm(DEPTH - 1)
    paid = await payer.pay(house.address, Decimal("0.5"))
    await house.confirm(1)
    tip = await height_of(house)
    await house.chain.dev.reorg(DEPTH)
    await house.step()
    assert (await house.network_status(), await house.incidents()) == ("halted", {"deep_reorganisation"})
    assert (await house.deposit_status(paid.tx_id), await height_of(house)) == ("confirming", tip)

    # Without a height, and with one that was replaced as well, it halts again.
    for checked in (None, tip - 1):
        await house.resume(checked)
        await house.step()
        assert (await house.network_status(), await height_of(house)) == ("halted", tip)

    await house.resume(tip - DEPTH - 1)
    await house.step()
    assert (await house.network_status(), await house.incidents()) == ("enabled", set())
    assert await house.deposit_status(paid.tx_id) in {"orphaned", "detected"}
    await payer.send_again(paid)
    await house.confirm(CONFIRMATIONS + 1)
    assert (await house.deposit_status(paid.tx_id), house.balance()) == ("credited", before + UNIT // 2)
    await house.confirm()
    assert await house.differences() == house.left_behind

    # What staff have checked counts once: the next one halts it again.
    await house.chain.dev.reorg(DEPTH + 4)
    await house.step()
    assert await house.network_status() == "halted"
    await house.resume(await height_of(house) - DEPTH - 5)
    await house.step()
    # Now that it is known what was removed, staff decide about that.
    assert (await house.network_status(), house.balance()) == ("halted", before + UNIT // 2)
    assert await house.incidents() >= {"deep_reorganisation", "credited_deposit_removed"}
    await payer.send_again(paid)
    await house.resume()
    await house.confirm(2 * CONFIRMATIONS + 1)
    assert (await house.network_status(), house.balance()) == ("enabled", before + UNIT // 2)
    assert await house.differences() == house.left_behind


async def test_staff_name_a_height_that_was_read(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, tom: SignedInStaff
) -> None:
    path = "/api/operator/networks/eth"
    async with transaction(services.sessions) as session:
        await session.execute(text("UPDATE networks SET height = 100 WHERE key = 'eth'"))
    await client.post(f"{path}/halt", json={"reason": "A test"}, headers=tom.headers)

    above = await client.post(f"{path}/resume", json={"from_height": 101}, headers=tom.headers)
    checked = await client.post(f"{path}/resume", json={"from_height": 90}, headers=tom.headers)

    assert (status_and_code(above), checked.status_code) == ((422, "VALIDATION_FAILED"), 204)
    async with services.sessions() as session:
        network = await queries.find_network(session, "eth")
        assert network is not None
        assert (network.status, network.resume_height) == ("enabled", 90)
        audited = await session.execute(
            text("SELECT act, detail ->> 'from_height' FROM audit_log ORDER BY seq DESC LIMIT 1")
        )
        assert audited.one() == ("network.resumed", "90")
