"""What is asked for at the same moment: one key, one balance, one order."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx

from faults.report import Row, check
from tests.builders import SignedInClient
from tests.crowd import audit, prepare
from tests.processes import Exchange

AT_ONCE = 20
ROUNDS = 50
BUY = {"symbol": "BTC-USDT", "side": "buy", "type": "limit", "quantity": "1", "price": "50000"}


class Market:
    """An exchange and the clients who race on it."""

    def __init__(self, url: str, clients: list[SignedInClient]) -> None:
        self._clients = clients
        limits = httpx.Limits(max_connections=4 * AT_ONCE)
        self.http = httpx.AsyncClient(
            base_url=url, headers={"X-Site": "localhost"}, limits=limits, timeout=60
        )

    async def place(self, who: int, body: dict[str, Any], key: str | None = None) -> httpx.Response:
        headers = self._clients[who].headers | ({"Idempotency-Key": key} if key else {})
        return await self.http.post("/api/v1/order", json=body, headers=headers)

    async def cancel(self, who: int, order_id: str) -> httpx.Response:
        return await self.http.post(f"/api/v1/order/{order_id}/cancel", headers=self._clients[who].headers)

    async def count_orders(self, who: int) -> int:
        listed = await self.http.get("/api/v1/order?limit=200", headers=self._clients[who].headers)
        return len(listed.json()["items"])

    async def total(self, coin: str, *owners: int) -> Decimal:
        """What some clients have of a coin together."""
        found = Decimal(0)
        for owner in owners:
            assets = (await self.http.get("/api/v1/assets", headers=self._clients[owner].headers)).json()
            found += sum(Decimal(item["total"]) for item in assets["items"] if item["symbol"] == coin)
        return found


async def races(folder: Path) -> list[Row]:
    clients = await prepare(folder / "data")
    exchange = Exchange(folder, CLEARWATER_RATE_LIMITS="0")
    try:
        await asyncio.to_thread(exchange.wait_until_ready)
        market = Market(f"http://127.0.0.1:{exchange.port}", clients)
        steps: list[Callable[[Market], Awaitable[list[Row]]]] = [
            _one_key, _one_key_two_bodies, _one_balance, _fill_and_cancel
        ]  # fmt: skip
        rows = [row for step in steps for row in await step(market)]
        await market.http.aclose()
        proof = await asyncio.to_thread(audit, CLEARWATER_DATA=str(exchange.data_folder))
    finally:
        await asyncio.to_thread(exchange.end)
    return [
        *rows,
        check("differences in the proof", proof.stdout.strip() if proof.returncode else "none", "none"),
    ]


async def _one_key(market: Market) -> list[Row]:
    answers = await asyncio.gather(*(market.place(0, BUY, "one key") for _ in range(AT_ONCE)))
    ids = {answer.json()["order"]["id"] for answer in answers if answer.status_code == 201}
    return [
        check(f"orders of {AT_ONCE} requests with one key", await market.count_orders(0), 1),
        check("answers that name it", sum(answer.status_code == 201 for answer in answers), AT_ONCE),
        check("different orders named", len(ids), 1),
    ]


async def _one_key_two_bodies(market: Market) -> list[Row]:
    other = BUY | {"price": "49000"}
    answers = await asyncio.gather(
        *(market.place(1, other if number % 2 else BUY, "one key") for number in range(AT_ONCE))
    )
    reported = Counter(answer.status_code for answer in answers)
    return [
        check("orders of one key with two bodies", await market.count_orders(1), 1),
        check("answers: done, refused", (reported[201], reported[409]), (AT_ONCE // 2, AT_ONCE // 2)),
    ]


async def _one_balance(market: Market) -> list[Row]:
    """A million USDT pay for twenty."""
    answers = await asyncio.gather(*(market.place(2, BUY) for _ in range(2 * AT_ONCE)))
    placed = sum(answer.status_code == 201 for answer in answers)
    refused = [answer.json()["code"] for answer in answers if answer.status_code == 422]
    return [
        check(f"orders paid for of {2 * AT_ONCE} at once", placed, 20),
        check("refused for want of money", refused.count("INSUFFICIENT_BALANCE"), 2 * AT_ONCE - 20),
    ]


async def _fill_and_cancel(market: Market) -> list[Row]:
    """Somebody sells, and takes it back while somebody else buys it."""
    seller, buyer = 3, 4
    before = [await market.total(coin, seller, buyer) for coin in ("BTC", "USDT")]
    ends: Counter[str] = Counter()
    for number in range(ROUNDS):
        # Above what the others bid, each at a price of its own.
        terms = BUY | {"quantity": "0.01", "price": str(51_000 + number)}
        order_id = (await market.place(seller, terms | {"side": "sell"})).json()["order"]["id"]
        bought, canceled = await asyncio.gather(
            market.place(buyer, terms | {"time_in_force": "ioc"}), market.cancel(seller, order_id)
        )
        fills = bought.json()["fills"]
        ends["filled" if fills else "canceled"] += 1
        ends["contradictions"] += bool(fills) != (canceled.status_code == 409)
    after = [await market.total(coin, seller, buyer) for coin in ("BTC", "USDT")]
    charged = [old - new for old, new in zip(before, after, strict=True)]
    return [
        Row(f"of {ROUNDS} races of fill and cancel", f"{ends['filled']} filled, {ends['canceled']} canceled"),
        check("both or neither won", ends["contradictions"], 0),
        Row("what the two have less", f"{charged[0]} BTC, {charged[1]} USDT", "fees", min(charged) >= 0),
    ]
