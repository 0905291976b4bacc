"""What calls cost a client with a long history, beside one with a short one.

    python -m bench.history [--rows 1000000] [--only NAME...]

In one database three clients have 100, 10,000 and 1,000,000 orders, fills and deposits of the last 30 days,
and as many notices as one client may have. Each makes the same calls by turns, and the processor time of api
and PostgreSQL may be 1.3 times as much with the longest history. So may that of evaluating a level, which the
api does not for each call.
"""

import argparse
import asyncio
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path

import asyncpg
import uvloop

from bench.callers import Caller, Request
from bench.load import Pair, Target, connect, send_paced
from bench.market import PAIR, market_commands, serving
from bench.processes import CpuTimer
from bench.site import data_folder, running_site
from clearwater.adapters.postgres_server import database
from clearwater.domains.ledger import past_balances
from clearwater.domains.ledger.service import LedgerFigures
from clearwater.domains.notices.delivery import MAX_PER_CLIENT
from clearwater.entrypoints.wiring import open_api_services
from clearwater.kit.clock import FixedClock, SystemClock, milliseconds
from clearwater.kit.config import Settings
from clearwater.kit.db import open_engine, open_sessions
from clearwater.kit.migrations import migrate
from tests.builders import SignedInClient, a_client

SHORTEST, LONGER, LONGEST = 100, 10_000, 1_000_000
DAYS = 30
MAX_RATIO = 1.3
AT_ONCE, ROUNDS = 25, 7
LIMITS = {"CLEARWATER_RATE_LIMITS": "10000", "CLEARWATER_LOG_LEVEL": "info"}
CALLS = (
    "/bff/auth/validate",
    "/bff/auth/user",
    "/v1/client/level",
    "/v1/assets",
    *(f"/v1/assets/history?period={period}" for period in ("1d", "7d", "30d", "90d", "1y")),
    *(f"/v1/order?status={status}" for status in ("open", "history", "all", "filled", "canceled")),
    "/v1/trades",
    "/v1/transactions",
    *(f"/v1/transactions?type={kind}" for kind in ("trade", "fee", "deposit", "withdrawal")),
    "/v1/notices",
)
# Row after row, as the engine writes them: an order that is filled against somebody else, its fill
# with two postings and a fee, and a deposit.
ROWS = """
    CREATE TABLE history AS
    SELECT number, $1::bigint + number * $2::bigint / $3::bigint AS at_ms,
        CASE WHEN number % ($3::bigint / $4::bigint) = 0 THEN $6::text
             WHEN number % ($3::bigint / $5::bigint) = 1 THEN $7::text ELSE $8::text END AS client,
        (SELECT coalesce(max(seq), 0) FROM journal) + number AS seq,
        (SELECT coalesce(max(id), 0) FROM postings) + 4 * number - 3 AS posting_id
    FROM generate_series(1, $3::bigint) AS number
"""
TABLES = (
    """INSERT INTO journal (seq, at_ms, kind, payload, rules_version, hash)
    SELECT seq, at_ms, 'PlaceOrder', json_build_object('at', at_ms, 'client', client, 'pair', 'BTC-USDT',
        'side', 'buy', 'type', 'limit', 'quantity', 1000, 'price', 5000000, 'maker_ppm', 0, 'taker_ppm', 0,
        'time_in_force', 'gtc', 'post_only', false, 'prevention', 'expire_taker', 'client_order_id', NULL,
        'quote_quantity', 0, 'stop_price', 0, 'stop_limit_price', 0, 'trailing_bps', 0,
        'display_quantity', 0, 'expire_at', 0, 'idempotency_key', md5(number::text)),
        (SELECT max(rules_version) FROM journal), sha256(number::text::bytea) FROM history ORDER BY number""",
    """INSERT INTO orders (id, client, pair, side, type, time_in_force, post_only, idempotency_key, list_id,
        maker_ppm, taker_ppm, seq, created_ms, status, reason, price, stop_price, quantity, remaining,
        filled_quote, fee, held, visible, priority, updated_ms)
    SELECT number, client, 'BTC-USDT', 'buy', 'limit', 'gtc', false, md5(number::text), 0, 0, 0, seq, at_ms,
        CASE WHEN hashint8(number) % 2 = 0 THEN 'filled' ELSE 'canceled' END, '', 5000000, 0, 1000, 0, 500,
        1, 0, 0, 0, at_ms FROM history ORDER BY number""",
    """INSERT INTO fills (id, pair, price, quantity, quote_quantity, taker_side, taker_order_id,
        maker_order_id, taker_client, maker_client, taker_fee, maker_fee, at_ms, posting_id)
    SELECT number, 'BTC-USDT', 5000000, 1000, 500, 'buy', number, -number,
        CASE WHEN hashint8(-number) % 2 = 0 THEN client ELSE 'somebody' END,
        CASE WHEN hashint8(-number) % 2 = 0 THEN 'somebody' ELSE client END, 1, 0, at_ms, posting_id
    FROM history ORDER BY number""",
    """INSERT INTO postings (id, seq, at_ms, kind, coin, amount, source_owner, source_purpose, target_owner,
        target_purpose, reference)
    SELECT posting_id + place, seq, at_ms, (ARRAY['trade', 'trade', 'fee', 'deposit'])[place + 1],
        (ARRAY['BTC', 'USDT', 'BTC', 'USDT'])[place + 1], (ARRAY[1000, 500, 1, 1])[place + 1],
        (ARRAY['somebody', client, client, 'house'])[place + 1],
        (ARRAY['orders', 'available', 'available', 'external:bench'])[place + 1],
        (ARRAY[client, 'somebody', 'house', client])[place + 1],
        (ARRAY['available', 'available', 'fees', 'available'])[place + 1],
        CASE WHEN place = 3 THEN 'history-' || number ELSE number::text END
    FROM history, generate_series(0, 3) AS place ORDER BY number, place""",
    """INSERT INTO transfers (reference, kind, status, client, coin, network, amount, fee, at_ms, seq)
    SELECT 'history-' || number, 'deposit', 'credited', client, 'USDT', 'bench', 1, 0, at_ms, seq
    FROM history ORDER BY number""",
    f"""INSERT INTO notices (id, client_id, kind, data, is_listed, created_at)
    SELECT gen_random_uuid(), client::uuid, 'security', '{{"what": "password_changed"}}', true,
        to_timestamp(at_ms / 1000)
    FROM (SELECT *, row_number() OVER (PARTITION BY client ORDER BY number DESC) AS place FROM history)
    WHERE place <= {MAX_PER_CLIENT}""",
    # What the worker would do first is none of the calls'.
    """INSERT INTO notice_cursor (id, fill_id) SELECT 1, max(number) FROM history
    ON CONFLICT (id) DO UPDATE SET fill_id = EXCLUDED.fill_id""",
    "DROP TABLE history",
)


async def add_history(url: str, owners: list[str], rows: int) -> None:
    """Write the rows of all clients, in the order of their times."""
    connection = await asyncpg.connect(url)
    length_ms = DAYS * 86_400_000 - 3_600_000
    began_ms = milliseconds(SystemClock().now()) - length_ms - 60_000
    await connection.execute(ROWS, began_ms, length_ms, rows, SHORTEST, min(LONGER, rows // 10), *owners)
    for statement in TABLES:
        await connection.execute(statement)
    sessions = open_sessions(engine := open_engine(url))
    await past_balances.store_complete(sessions)
    await engine.dispose()
    # What comes by itself later would be measured.
    await connection.execute("VACUUM ANALYZE")
    await connection.execute("CHECKPOINT")
    await connection.close()


@asynccontextmanager
async def prepared(folder: Path, rows: int) -> AsyncIterator[tuple[str, list[SignedInClient]]]:
    """The database and its clients, the one with the shortest history first."""
    settings = Settings(data_folder=folder, database_url=None)
    async with database(settings) as url:
        await asyncio.to_thread(migrate, url)
        # Whoever has a history has been here for longer.
        past = FixedClock(SystemClock().now() - timedelta(days=DAYS + 1))
        async with open_api_services(settings, url) as services:
            clients = [
                await a_client(services, email=f"client{number}@example.org", site_host="127.0.0.1")
                for number in range(3)
            ]
        owners = [str(client.id) for client in clients]
        async with serving(url, clock=past) as engine:
            await asyncio.gather(*map(engine.submit, market_commands(owners)))
        await add_history(url, owners, rows)
        yield url, clients


class Costs:
    """Processor time of calls by the client that makes them, in turns."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.is_met = True

    async def compare(self, name: str, calls: list[Callable[[], Awaitable[None]]]) -> None:
        """Print what a call costs each client, and whether the last one's is within the budget."""
        spent: dict[int, list[float]] = defaultdict(list)
        for _ in range(ROUNDS + 1):
            for number, call in enumerate(calls):
                timer, before = CpuTimer(self._folder), time.process_time()
                await call()
                used = timer.seconds()
                # The caller itself counts where it is no load generator.
                own = time.process_time() - before if "api" not in used else used["api"]
                spent[number].append(1e6 * (own + used["postgres"]) / AT_ONCE)
        # The first round fills caches, and others disturb some.
        costs = [min(times[1:]) for times in spent.values()]
        ratio = costs[-1] / costs[0]
        self.is_met &= ratio <= MAX_RATIO
        shown = " ".join(f"{us:>9,.0f}" for us in costs)
        print(f"{name:<38} {shown} {ratio:>6.2f} {'' if ratio <= MAX_RATIO else 'OVER'}", flush=True)


async def measure_levels(folder: Path, url: str, clients: list[SignedInClient], costs: Costs) -> None:
    """What an evaluation reads of a client, without a cache before it."""
    settings = Settings(data_folder=folder, database_url=None)
    async with open_api_services(settings, url) as services:
        figures = LedgerFigures()

        async def evaluate(client: SignedInClient) -> None:
            for _ in range(AT_ONCE):
                async with services.sessions() as session:
                    await figures.figures_of(session, [client.id], now=services.clock.now())

        await costs.compare("evaluation of a level", [partial(evaluate, one) for one in clients])


async def measure_calls(target: Target, paths: list[str], costs: Costs) -> None:
    callers = await connect(Caller, target, len(target.tokens))

    async def send(caller: Caller, path: str) -> None:
        caller.requests.extend([Request("GET", path)] * AT_ONCE)
        await send_paced([caller], rate=1e6, count=AT_ONCE)
        assert not caller.failed, caller.refusal

    for path in paths:
        await costs.compare(path, [partial(send, one, path) for one in callers])
    for caller in callers:
        caller.close()


async def prepare(folder: Path, rows: int, costs: Costs) -> list[str]:
    """Write the histories, and measure what needs no api; the clients' tokens."""
    async with prepared(folder, rows) as (url, clients):
        print(f"CPU us of a call with {SHORTEST:,}, {min(LONGER, rows // 10):,} and {rows:,} rows of history")
        await measure_levels(folder, url, clients, costs)
    return [client.token for client in clients]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rows", type=int, default=LONGEST, help="of the longest history")
    options.add_argument("--only", nargs="+", default=[], metavar="NAME", help="calls whose names have this")
    chosen = options.parse_args()
    paths = [path for path in CALLS if not chosen.only or any(name in path for name in chosen.only)]
    with data_folder() as folder:
        costs = Costs(folder)
        tokens = asyncio.run(prepare(folder, chosen.rows, costs))
        with running_site(folder, is_demo=False, **LIMITS) as site:
            target = Target(site.host, site.port, tokens, [Pair(PAIR, 1, 1, 2, "1")])
            uvloop.run(measure_calls(target, paths, costs))
    sys.exit(int(not costs.is_met))


if __name__ == "__main__":
    main()
