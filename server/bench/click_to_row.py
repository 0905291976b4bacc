"""From the click on "Buy" to the row that the server has acknowledged, on the trading page with one click."""

import json
import os
import re
import secrets
import subprocess
import sys
import urllib.request
from decimal import ROUND_DOWN, Decimal
from pathlib import Path
from statistics import quantiles
from typing import Any

from playwright.sync_api import Browser, Page

from bench.machine import Machine

MAX_MS = 150
ORDERS = 30
PAIR = "BTC-USDT"
BASE, QUOTE = PAIR.split("-")
# Within the band of prices that are taken, and so far from the market that nothing is ever filled.
FAR = Decimal("0.85")
QUANTITY = "0.0001"
PAUSE_MS = 300
PASSWORD = "harbour lantern twelve"
PREPARE = """
localStorage.setItem("cw:cookie-consent", JSON.stringify({ status: "rejected", ts: Date.now() }));
localStorage.setItem("cw:account:CLIENT:one-click", "true");
"""
# The time of the event is when the browser had the click, whatever the page was busy with then.
WATCH = """(price) => {
  const panel = document.querySelector("section[aria-label='Your orders']");
  window.clickToRow = new Promise((resolve) => {
    let clickedAt = null;
    const note = (event) => { clickedAt = event.timeStamp; };
    document.addEventListener("click", note, { capture: true, once: true });
    const observer = new MutationObserver(() => {
      if (clickedAt === null || !panel.textContent.includes(price)) return;
      observer.disconnect();
      resolve(performance.now() - clickedAt);
    });
    observer.observe(panel, { subtree: true, childList: true, characterData: true });
  });
}"""


def measure_clicks(browser: Browser, url: str, data: Path, machine: Machine) -> bool:
    """Print how long it takes; whether the budget is kept."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-US")
    client, token = join(url, data)
    context.add_init_script(PREPARE.replace("CLIENT", client))
    context.add_cookies([{"name": "token", "value": token, "url": url}])
    page = context.new_page()
    page.goto(f"{url}/trading/{PAIR}")
    page.get_by_text("Live", exact=True).wait_for()
    page.get_by_text("No open orders").wait_for()
    ticker = call(url, "GET", f"/v1/pairs/{PAIR}")["ticker"]
    highest = (Decimal(ticker["last"]) * FAR).quantize(Decimal(1), rounding=ROUND_DOWN)
    times = sorted(place(page, f"{highest - number}") for number in range(ORDERS))
    context.close()
    middle, late = quantiles(times, n=20)[9], quantiles(times, n=20)[18]
    most = machine.at_most(MAX_MS)
    print(
        f"  click to row    p50 {middle:.0f} ms, p95 {late:.0f} ms of {ORDERS} orders"
        f" (at most {MAX_MS} where the budget was set, {most:.0f} here)"
    )
    return late <= most


def place(page: Page, price: str) -> float:
    form = page.get_by_role("form", name="Order")
    form.get_by_role("textbox", name=re.compile("^Price")).fill(price)
    form.get_by_role("textbox", name=re.compile("^Amount")).fill(QUANTITY)
    page.wait_for_timeout(PAUSE_MS)
    page.evaluate(WATCH, f"{int(price):,}")
    form.get_by_role("button", name=f"Buy {BASE}", exact=True).click()
    return float(page.evaluate("window.clickToRow"))


def join(url: str, data: Path) -> tuple[str, str]:
    """A new client with play money: the id and the token."""
    email = f"clicker-{secrets.token_hex(4)}@example.org"
    registration = {"email": email, "password": PASSWORD, "accept_terms": True}
    client = call(url, "POST", "/v1/client", body=registration)["client"]
    token: str = call(url, "POST", "/v1/token", body={"login": email, "password": PASSWORD})["raw_token"]
    program = Path(sys.executable).with_name("clearwater")
    environment = os.environ | {"CLEARWATER_DATA": str(data)}
    emails = subprocess.run(
        [program, "outbox", "--to", email], env=environment, capture_output=True, text=True, check=True
    )
    code = re.search(r"\b\d{6}\b", emails.stdout)
    assert code, emails
    call(url, "PATCH", f"/v1/client/email-confirmation?code={code[0]}", token=token)
    call(url, "POST", "/v1/demo/faucet", body={"coin": QUOTE}, token=token)
    return client["id"], token


def call(
    url: str, method: str, path: str, *, body: object = None, token: str | None = None
) -> dict[str, Any]:
    headers = {"Content-Type": "application/json"} | ({"X-Token": token} if token else {})
    content = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{url}/api{path}", data=content, headers=headers, method=method)
    with urllib.request.urlopen(request) as answer:
        answered: dict[str, Any] = json.load(answer)
        return answered
