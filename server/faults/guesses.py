"""Codes of withdrawals are guessed at: at once, from many addresses, over several withdrawals and kinds."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import cycle, islice
from pathlib import Path

import httpx
import pyotp

from clearwater.adapters.postgres_server import database, find_running_url
from clearwater.domains.markets.models import CoinDetails
from clearwater.domains.wallets import queries
from clearwater.entrypoints.wiring import open_api_services, open_services
from clearwater.kit.clock import SystemClock
from clearwater.kit.config import Settings
from clearwater.kit.db import transaction
from clearwater.kit.migrations import migrate
from faults.report import Row, check
from tests.adapters.chains.test_networks import XPUBS
from tests.builders import SignedInClient
from tests.mailbox import mailed_code
from tests.processes import Exchange
from tests.trading import DECIMALS, a_trader, followed_engine, open_market

# A node that never answers: nothing is paid out, for nothing may be confirmed.
NETWORKS = f'[eth]\nrpc_url = "http://127.0.0.1:1"\n{XPUBS}'
WITHDRAWAL = {"coin": "USDT", "network": "eth", "address": "0x" + "ab" * 20, "amount": "100"}
WITHDRAWALS, ADDRESSES, GUESSES = 3, 10, 60
# What one client may get wrong before he has to wait.
ALLOWED = 5
# Nothing is looked at: he waits, the code was tried too often, or withdrawals are paused by now.
REFUSED = {"TOO_MANY_ATTEMPTS", "RATE_LIMITED", "CODE_EXPIRED", "WITHDRAW_HOLD"}
TOTP = "/api/v1/client/totp"
ReadCode = Callable[[], Awaitable[str]]


class Guesser:
    """Somebody with the session of a client, at many addresses."""

    def __init__(self, port: int, client: SignedInClient) -> None:
        self._https = [
            httpx.AsyncClient(
                base_url=f"http://127.0.0.1:{port}",
                headers={**client.headers, "X-Site": "localhost"},
                transport=httpx.AsyncHTTPTransport(local_address=f"127.0.4.{number + 1}"),
                timeout=60,
            )
            for number in range(ADDRESSES)
        ]
        self.email = client.email
        self.http = self._https[0]
        self.withdrawals: list[str] = []

    async def ask_for_withdrawals(self) -> None:
        for _ in range(WITHDRAWALS):
            answer = await self.http.post("/api/v1/withdrawal", json=WITHDRAWAL)
            assert answer.status_code == 201, answer.text
            self.withdrawals.append(answer.json()["id"])

    async def guess(self, at_once: int, *proofs: dict[str, str]) -> Counter[str]:
        """Each withdrawal, address and kind of proof in turn, so many of them at once."""
        turns = zip(cycle(self._https), cycle(self.withdrawals), cycle(proofs), strict=False)
        guesses = list(islice(turns, GUESSES))
        seen: Counter[str] = Counter()
        for first in range(0, GUESSES, at_once):
            answers = await asyncio.gather(
                *(
                    http.post(f"/api/v1/withdrawal/{withdrawal}/confirm", json=proof)
                    for http, withdrawal, proof in guesses[first : first + at_once]
                )
            )
            seen.update(answer.json().get("code", str(answer.status_code)) for answer in answers)
        return seen

    async def confirm(self, proof: dict[str, str]) -> str:
        """The newest one, of which the mailbox has the code."""
        path = f"/api/v1/withdrawal/{self.withdrawals[-1]}/confirm"
        answer = await self.http.post(path, json=proof)
        return str(answer.json().get("code", answer.status_code))

    async def waiting(self) -> int:
        """How many withdrawals nobody has confirmed."""
        shown = [await self.http.get(f"/api/v1/withdrawal/{one}") for one in self.withdrawals]
        return sum(answer.json()["status"] == "awaiting_confirmation" for answer in shown)

    async def close(self) -> None:
        for http in self._https:
            await http.aclose()


async def prepare(folder: Path) -> list[SignedInClient]:
    await asyncio.to_thread(_configure_networks, folder)
    settings = Settings(data_folder=folder, web_folder=folder.parent / "web", database_url=None)
    async with database(settings) as url:
        await asyncio.to_thread(migrate, url)
        async with open_api_services(settings, url) as services, followed_engine(services, url) as engine:
            await open_market(engine)
            async with transaction(services.sessions) as session:
                now = services.clock.now()
                await queries.ensure_network(session, "eth", height=0, now=now)
                for coin in DECIMALS:
                    details = {"name": coin, "deposit": True, "withdraw": True, "position": 0}
                    session.add(CoinDetails(symbol=coin, listed_at=now, **details))
            return [await a_trader(services, engine, name) for name in ("mailed", "app")]


def _configure_networks(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "networks.toml").write_text(NETWORKS)


async def guesses(folder: Path) -> list[Row]:
    clients = await prepare(folder / "data")
    exchange = Exchange(folder, CLEARWATER_LOG_LEVEL="error")
    guessers: list[Guesser] = []
    try:
        await asyncio.to_thread(exchange.wait_until_ready)
        guessers = [Guesser(exchange.port, client) for client in clients]
        url = find_running_url(exchange.data_folder)
        assert url is not None
        settings = Settings(data_folder=exchange.data_folder, database_url=None)
        async with open_services(settings, url) as services:
            mailed, app = guessers
            rows = await _guess_mailed(mailed, lambda: mailed_code(services, mailed.email))
            return rows + await _guess_both(app, lambda: mailed_code(services, app.email))
    finally:
        for guesser in guessers:
            await guesser.close()
        await asyncio.to_thread(exchange.end)


async def _guess_mailed(guesser: Guesser, read_code: ReadCode) -> list[Row]:
    await guesser.ask_for_withdrawals()
    right = await read_code()
    seen = await guesser.guess(GUESSES, {"email_code": _another(right)})
    return [
        # Those that pass the check together are bounded by the codes, each of which is tried so often.
        *_rows("mailed codes at once", seen, WITHDRAWALS * ALLOWED),
        _refusal("the right code then", await guesser.confirm({"email_code": right})),
        check("withdrawals that still wait", await guesser.waiting(), WITHDRAWALS),
    ]


async def _guess_both(guesser: Guesser, read_code: ReadCode) -> list[Row]:
    """Whoever reads the mails guesses at the app's codes, and at those of the other withdrawals."""
    made = await guesser.http.post(TOTP)
    totp = pyotp.TOTP(made.json()["secret"])
    now = SystemClock().now
    answer = await guesser.http.patch(TOTP, json={"code": totp.at(now())})
    assert answer.status_code == 200, answer.text
    await guesser.ask_for_withdrawals()
    right, wrong = await read_code(), _another(totp.at(now()))
    seen = await guesser.guess(
        1, {"email_code": right, "totp": wrong}, {"email_code": _another(right), "totp": totp.at(now())}
    )
    proof = {"email_code": right, "totp": totp.at(now(), 1)}
    return [
        *_rows("codes of both kinds, one after the other", seen, ALLOWED),
        _refusal("the right codes then", await guesser.confirm(proof)),
        check("withdrawals that still wait", await guesser.waiting(), WITHDRAWALS),
    ]


def _rows(what: str, seen: Counter[str], allowed: int) -> list[Row]:
    wrong = seen["CODE_INVALID"]
    others = set(seen) - {"CODE_INVALID", *REFUSED}
    return [
        Row(f"{GUESSES} {what}", ", ".join(f"{count} {code}" for code, count in sorted(seen.items()))),
        Row("guesses that were looked at", str(wrong), f"at most {allowed}", 0 < wrong <= allowed),
        check("other answers", sorted(others), []),
    ]


def _refusal(what: str, seen: str) -> Row:
    return Row(what, seen, "a refusal", seen in REFUSED)


def _another(code: str) -> str:
    return f"{(int(code) + 1) % 10 ** len(code):0{len(code)}}"
