"""The engine process: the one writer. Other processes hand their commands in through its gateway."""

import asyncio
import os
import shutil
import signal
import socket
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import structlog

from clearwater.core.commands import LedgerKind
from clearwater.core.desk import Entry
from clearwater.core.exchange import Exchange
from clearwater.engine.gateway import Gateway, serving, serving_tls
from clearwater.engine.gauges import expose_engine
from clearwater.engine.leader import TLS, UNIX
from clearwater.engine.sequencer import Sequencer
from clearwater.engine.tls import server_context
from clearwater.entrypoints.engine_clock import require_clock
from clearwater.entrypoints.engine_settings import requested_kind, require_kind
from clearwater.entrypoints.metrics_server import serving_metrics
from clearwater.kit import metrics
from clearwater.kit.clock import Clock, SystemClock
from clearwater.kit.config import Settings
from clearwater.kit.errors import StartupError
from clearwater.kit.gc_tuning import tune_gc
from clearwater.kit.heartbeat import send_heartbeats

log = structlog.get_logger("clearwater.engine")


async def run(
    settings: Settings,
    database_url: str,
    *,
    opens_demo: bool = False,
    metrics_listener: socket.socket | None = None,
) -> None:
    """Lead, or wait until the leader is gone, until a stop signal."""
    task = asyncio.current_task()
    assert task is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    try:
        clock = SystemClock()
        await require_kind(settings, database_url)
        await require_clock(settings, database_url, clock)
        opens_as = requested_kind(settings, opens_demo=opens_demo)
        async with (
            leading(settings, database_url, clock, opens_as=opens_as) as engine,
            serving_metrics(metrics_listener, "engine", lambda: engine.is_serving),
        ):
            await send_heartbeats(engine)
            await asyncio.Event().wait()
    except asyncio.CancelledError:
        log.info("engine_process_stopped")


@asynccontextmanager
async def leading(
    settings: Settings, database_url: str, clock: Clock, *, opens_as: LedgerKind
) -> AsyncIterator[Sequencer]:
    """Run an engine with its gateway until the block ends; it leads once it has the lock."""
    path = settings.data_folder / "run" / f"engine-{os.getpid()}.sock"
    place = settings.engine_address
    address = f"{UNIX}{path.name}" if place is None else f"{TLS}{place}"
    engine = Sequencer(database_url, clock, opens_as=opens_as, address=address)
    gateway = Gateway(engine)
    engine.listen(gateway)
    engine.listen(GcTuner())
    expose_engine(engine, gateway)
    metrics.disk_free_bytes.read(lambda: shutil.disk_usage(settings.data_folder).free)
    async with serving(gateway, path) if place is None else _serving_machines(gateway, place, settings):
        tasks = [asyncio.create_task(engine.run()), asyncio.create_task(engine.keep_time())]
        try:
            yield engine
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


def _serving_machines(
    gateway: Gateway, address: str, settings: Settings
) -> AbstractAsyncContextManager[None]:
    if settings.engine_tls is None:
        raise StartupError(
            "CLEARWATER_ENGINE_ADDRESS needs CLEARWATER_ENGINE_TLS, a folder with certificates."
        )
    return serving_tls(gateway, address, server_context(settings.engine_tls))


class GcTuner:
    """After each load of the state, freezes it out of garbage collection."""

    def __init__(self) -> None:
        self._is_loaded = False

    def on_reset(self, exchange: Exchange) -> None:
        # Orders and price levels refer to each other: those of the state before are a cycle.
        tune_gc(has_old_cycles=self._is_loaded)
        self._is_loaded = True

    def on_commit(self, entries: Sequence[Entry]) -> None:
        """Nothing of what happens later stays for long."""

    def stopped(self) -> None:
        """What is freed meanwhile is collected at the next start."""
