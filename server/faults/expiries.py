"""Hundreds of orders that end at the same second, and a taker just then: other markets go on as before."""

import asyncio
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx

from clearwater.adapters.postgres_server import database
from clearwater.core.commands import ListPair
from clearwater.entrypoints.wiring import open_api_services
from clearwater.kit.clock import SystemClock
from clearwater.kit.config import Settings
from clearwater.kit.migrations import migrate
from faults.report import Row, check
from tests.builders import SignedInClient
from tests.crowd import audit
from tests.polling import ticks
from tests.processes import Exchange, until
from tests.trading import AT, PRICE_DECIMALS, RULES, a_trader, followed_engine, give, open_market, submit

SELLERS, ORDERS_EACH, AT_ONCE = 3, 150, 4
# More than it takes to place them all.
SECONDS_TO_PLACE = 60
TAKERS = 8
EXPIRY_SECONDS = 30.0
now = SystemClock().now
ATTACKED, OTHER = "BTC-USDT", "ETH-USDT"
PRICES = {ATTACKED: "50000", OTHER: "3000"}


class Trader:
    """A client with a connection of its own."""

    def __init__(self, port: int, client: SignedInClient) -> None:
        self.http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}",
            headers={**client.headers, "X-Site": "localhost"},
            timeout=60,
        )

    async def place(self, symbol: str, side: str, price: str, quantity: str, **terms: Any) -> Any:
        body = {
            "symbol": symbol,
            "side": side,
            "type": "limit",
            "price": price,
            "quantity": quantity,
            **terms,
        }
        answer = await self.http.post("/api/v1/order", json=body)
        assert answer.status_code == 201, answer.text
        return answer.json()["order"]

    async def get(self, path: str) -> Any:
        return (await self.http.get(path)).json()["items"]


async def prepare(folder: Path) -> list[SignedInClient]:
    settings = Settings(data_folder=folder, web_folder=folder.parent / "web", database_url=None)
    async with database(settings) as url:
        await asyncio.to_thread(migrate, url)
        async with (
            open_api_services(settings, url) as services,
            followed_engine(services, url) as engine,
        ):
            await open_market(engine)
            await submit(engine, ListPair(AT, OTHER, "ETH", "USDT", PRICE_DECIMALS, RULES, 300_000))
            traders = [await a_trader(services, engine, f"trader{number}") for number in range(SELLERS + 2)]
            await give(engine, traders[-1], ETH="10")
            return traders


async def expiries(folder: Path) -> list[Row]:
    clients = await prepare(folder / "data")
    exchange = Exchange(folder, CLEARWATER_RATE_LIMITS="0")
    try:
        await asyncio.to_thread(exchange.wait_until_ready)
        *sellers, buyer, seller = [Trader(exchange.port, client) for client in clients]
        rows = [*await _attack(sellers, buyer), *await _trade_elsewhere(buyer, seller)]
        await asyncio.to_thread(until, exchange.is_serving)
        for trader in (*sellers, buyer, seller):
            await trader.http.aclose()
        proof = await asyncio.to_thread(audit, CLEARWATER_DATA=str(exchange.data_folder))
    finally:
        await asyncio.to_thread(exchange.end)
    return [
        *rows,
        check("differences in the proof", proof.stdout.strip() if proof.returncode else "none", "none"),
    ]


async def _attack(sellers: list[Trader], buyer: Trader) -> list[Row]:
    expire_at = int(now().timestamp()) + SECONDS_TO_PLACE
    turns = {seller: iter(range(ORDERS_EACH)) for seller in sellers}

    async def fill_book(seller: Trader) -> None:
        for _ in turns[seller]:
            await seller.place(
                ATTACKED, "sell", PRICES[ATTACKED], "0.001", time_in_force="gtd", expire_at=expire_at
            )

    await asyncio.gather(*(fill_book(seller) for seller in sellers for _ in range(AT_ONCE)))
    left = expire_at - now().timestamp()
    # Takers around that second, so that one comes before the engine has ended them all.
    await asyncio.sleep(max(0.0, left - 0.2))
    ends: Counter[str] = Counter()
    for _ in range(TAKERS):
        taken = await buyer.place(ATTACKED, "buy", PRICES[ATTACKED], "0.001", time_in_force="ioc")
        ends[taken["status"]] += 1
        await asyncio.sleep(0.05)
    open_path = f"/api/v1/order?status=open&symbol={ATTACKED}"
    async for _ in ticks(EXPIRY_SECONDS):
        if not any([await seller.get(open_path) for seller in sellers]):
            break
    assets = [asset for seller in sellers for asset in await seller.get("/api/v1/assets")]
    held = sum(Decimal(one["total"]) - Decimal(one["available"]) for one in assets)
    return [
        Row("orders with one expiry", str(SELLERS * ORDERS_EACH)),
        Row("seconds left when all were placed", f"{left:.0f}", "some", left > 0),
        Row("takers at that second", ", ".join(f"{count} {end}" for end, count in sorted(ends.items()))),
        check("still held of what they would have sold", held, 0),
    ]


async def _trade_elsewhere(buyer: Trader, seller: Trader) -> list[Row]:
    ends: Counter[str] = Counter()
    for symbol in (OTHER, ATTACKED):
        price = PRICES[symbol]
        await seller.place(symbol, "sell", price, "0.01")
        taken = await buyer.place(symbol, "buy", price, "0.01", time_in_force="ioc")
        ends[f"{symbol} {taken['status']}"] += 1
    return [check("orders afterwards", dict(ends), {f"{OTHER} filled": 1, f"{ATTACKED} filled": 1})]
