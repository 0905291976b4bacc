"""Payments that the signer refuses: those behind them are paid, and nothing is paid twice."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import update

from clearwater.domains.wallets.models import Withdrawal
from clearwater.domains.wallets.ports import (
    SignedTransaction,
    SignerUnavailable,
    SigningRefused,
    SigningRequest,
)
from clearwater.kit.db import transaction
from tests.domains.wallets.houses import CONFIRMATIONS, UNIT, House, open_signer

pytestmark = pytest.mark.parametrize("chain", ["eth-dev"], indirect=True)

CAPS = """
[withdrawals.ETH]
once = "0.5"
hour = "{hour}"
day = "100"
"""


@pytest_asyncio.fixture
async def house(lasting_house: House) -> AsyncIterator[House]:
    signer = lasting_house.signer
    yield lasting_house
    lasting_house.signer = signer
    await lasting_house.reset()


def cap(house: House, folder: Path, *, hour: str = "100") -> None:
    """At most half a coin leaves at a time."""
    folder.mkdir(exist_ok=True)
    (folder / "caps.toml").write_text(CAPS.format(hour=hour))
    house.signer = open_signer(house.node.network, folder)
    house.restart()


async def let_retry(house: House) -> None:
    """As if the time until the next attempt were over."""
    async with transaction(house.services.sessions) as session:
        earlier = Withdrawal.retry_at - timedelta(days=2)
        await session.execute(update(Withdrawal).values(retry_at=earlier))


async def paid(house: House, address: str) -> tuple[str, int]:
    return await house.status(address), await house.received(address)


async def test_payments_behind_a_refused_one_are_made(house: House, tmp_path: Path) -> None:
    """One before it, one after it, and one that is asked for later."""
    cap(house, tmp_path)
    first = await house.withdraw(UNIT // 10)
    refused = await house.withdraw(UNIT)
    behind = await house.withdraw(UNIT // 10)
    await house.confirm(2)
    later = await house.withdraw(UNIT // 10)
    await house.confirm(CONFIRMATIONS + 1)

    done = ("completed", 99 * UNIT // 1000)
    assert [await paid(house, address) for address in (first, behind, later)] == [done, done, done]
    assert (await paid(house, refused), await house.attempts(refused)) == (("processing", 0), [])
    assert await house.incidents() == {"signing_refused"}
    assert await house.differences() == house.left_behind

    (tmp_path / "caps.toml").write_text(CAPS.format(hour="100").replace("0.5", "5"))
    house.signer.reload()
    await let_retry(house)
    await house.confirm(CONFIRMATIONS + 1)
    assert await paid(house, refused) == ("completed", 99 * UNIT // 100)
    assert await house.differences() == house.left_behind


async def test_a_cap_of_an_hour_lets_smaller_ones_through(house: House, tmp_path: Path) -> None:
    cap(house, tmp_path, hour="0.5")
    large = await house.withdraw(4 * UNIT // 10)
    second = await house.withdraw(3 * UNIT // 10)
    small = await house.withdraw(UNIT // 20)
    await house.confirm(CONFIRMATIONS + 2)

    assert [await house.status(address) for address in (large, second, small)] == [
        "completed",
        "processing",
        "completed",
    ]
    assert (await paid(house, second), await house.attempts(second)) == (("processing", 0), [])
    assert await house.differences() == house.left_behind


class Undecided:
    """Signs, and then answers that it cannot tell what it has signed."""

    def __init__(self, house: House, answer: Exception) -> None:
        self._signer = house.signer
        self._answer = answer
        self.asked: list[str] = []

    async def sign(self, request: SigningRequest) -> SignedTransaction:
        self.asked.append(request.reference)
        await self._signer.sign(request)
        raise self._answer


@pytest.mark.parametrize(
    "answer", [SigningRefused("NETWORK_UNKNOWN", "no such network"), SignerUnavailable("lost")]
)
async def test_a_nonce_that_may_be_signed_is_kept(house: House, answer: Exception) -> None:
    """Those behind it wait, unasked, and each is paid once when the signer answers again."""
    signer = house.signer
    undecided = Undecided(house, answer)
    house.signer = undecided  # type: ignore[assignment]
    house.restart()
    first, behind = await house.withdraw(UNIT // 10), await house.withdraw(UNIT // 10)
    await house.confirm(2)
    (planned,) = await house.attempts(first)
    assert (planned.status, set(undecided.asked)) == ("planned", {planned.reference})

    house.signer = signer
    house.restart()
    await house.confirm(CONFIRMATIONS + 1)
    done = ("completed", 99 * UNIT // 1000)
    assert (await paid(house, first), await paid(house, behind)) == (done, done)
    (after,) = await house.attempts(first)
    assert (after.id, after.nonce) == (planned.id, planned.nonce)
    assert await house.differences() == house.left_behind
