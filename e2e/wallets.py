"""Clients of the demo with development chains, and the node that says what has been paid."""

import base64
import json
import re
import time
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pyotp
from playwright.sync_api import APIRequestContext, Page, expect

from e2e.conftest import Exchange

PASSWORD = "willow ferry forty"
CHAINS = {"eth-dev", "ltc-regtest"}
# They start after the exchange is ready, one after the other.
START_SECONDS = 90


def find_chains(exchange: Exchange) -> dict[str, str]:
    """The addresses of the nodes that run, by network."""
    chains = [json.loads(line) for line in exchange.command("dev", "status").splitlines()]
    return {chain["network"]: chain["rpc_url"] for chain in chains}


def wait_for(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.2)


def start_chains(exchange: Exchange) -> "LitecoinNode":
    """Wait until both chains run and the exchange can pay withdrawals of LTC."""
    wait_for(lambda: set(find_chains(exchange)) >= CHAINS)
    node = LitecoinNode(exchange)
    # The hot wallet is funded by a payment that waits for a block like any other.
    wait_for(lambda: bool(node.call("getrawmempool")))
    exchange.command("dev", "mine", "ltc-regtest", "3")
    return node


class LitecoinNode:
    """The node itself, asked by its own RPC."""

    def __init__(self, exchange: Exchange) -> None:
        url = urlsplit(find_chains(exchange)["ltc-regtest"])
        self._url = f"http://{url.hostname}:{url.port}"
        self._credentials = base64.b64encode(f"{url.username}:{url.password}".encode()).decode()

    def call(self, method: str, *params: object) -> Any:
        request = urllib.request.Request(
            self._url,
            data=json.dumps({"id": 1, "method": method, "params": params}).encode(),
            headers={"Authorization": f"Basic {self._credentials}"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["result"]

    def new_address(self) -> str:
        address: str = self.call("getnewaddress", "", "bech32")
        return address

    def received(self, address: str, *, confirmations: int) -> float:
        amount: float = self.call("getreceivedbyaddress", address, confirmations)
        return amount


class WalletClient:
    """A client with a confirmed email, without the screens."""

    def __init__(self, calls: APIRequestContext, exchange: Exchange, name: str) -> None:
        self._calls = calls
        self.exchange = exchange
        # Passkeys belong to a name; a number would have none.
        self.site = exchange.url.replace("127.0.0.1", "localhost")
        self.email = f"{name}@example.org"
        _, self.token = exchange.register(calls, self.email, PASSWORD)

    def call(self, method: str, path: str, **body: object) -> dict[str, Any]:
        answer = self._calls.fetch(
            f"{self.exchange.url}/api/v1{path}", method=method, data=body, headers={"X-Token": self.token}
        )
        assert answer.ok, (path, answer.text())
        # Some calls have nothing to say.
        answered: dict[str, Any] = answer.json() if answer.text() else {}
        return answered

    def sign_in(self, page: Page) -> None:
        page.context.add_cookies([{"name": "token", "value": self.token, "url": self.site}])

    def take_ltc(self) -> None:
        """Take play money, and buy a little: staff review withdrawals of a coin that has no price yet."""
        for coin in ("LTC", "USDT"):
            self.call("POST", "/demo/faucet", coin=coin)
        self.call("POST", "/order", symbol="LTC-USDT", side="buy", type="market", quote_quantity="100")

    def newest_code(self) -> str:
        """The code of the newest email about a withdrawal."""
        found = re.search(r"\b\d{6}\b", self.exchange.command("outbox", "--to", self.email, "--last", "1"))
        assert found
        return found[0]

    def set_up_totp(self, page: Page) -> str:
        """Set up an authenticator app. Its first code is used up; the next one is valid already."""
        totp = pyotp.TOTP(self.call("POST", "/client/totp")["secret"])
        now = int(page.evaluate("Date.now() / 1000"))
        self.call("PATCH", "/client/totp", code=totp.at(now))
        return totp.at(now, 1)


def open_withdrawal(page: Page, client: WalletClient, coin: str) -> None:
    page.goto(f"{client.site}/personal/withdraw?coin={coin}")
    expect(page.get_by_text(re.compile(rf"^Available: [1-9][\d,.]* {coin}$"))).to_be_visible()


def request_withdrawal(page: Page, address: str, amount: str) -> None:
    page.get_by_label("Address", exact=True).fill(address)
    page.get_by_label("Amount", exact=True).fill(amount)
    # An impatient click more changes nothing.
    page.get_by_role("button", name="Review withdrawal").dblclick()
    review = page.get_by_role("dialog", name="Check your withdrawal")
    expect(review.get_by_text(address, exact=True)).to_be_visible()
    review.get_by_role("button", name="Email me a code").dblclick()
    expect(page.get_by_label("Code from your email")).to_be_focused()
