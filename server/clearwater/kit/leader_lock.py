"""The lock that makes one process of its kind the leader; the others wait for it.

It is an advisory lock of PostgreSQL, which belongs to a connection: however a leader ends, the lock is free.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NoReturn

import asyncpg
import structlog

from clearwater.kit.database_hosts import DATABASE_LOST, connect
from clearwater.kit.waiting import wait_for_event

log = structlog.get_logger("clearwater.leader")

CONNECT_SECONDS = 5.0
RETRY_SECONDS = 1.0
# A leader whose network fails without a word notices it within 15 seconds, by its own probes. PostgreSQL ends
# its connection after 25 seconds: when another leader begins, this one has stopped.
PROBE_SECONDS, PROBE_TIMEOUT_SECONDS = 10.0, 5.0
NOTICE_LOST_PEERS = """
    SET tcp_keepalives_idle = 10;
    SET tcp_keepalives_interval = 5;
    SET tcp_keepalives_count = 3;
    SET tcp_user_timeout = '25s';
"""
# Work that has not ended by then has missed that it was cancelled. It never ends by itself, and another
# leader may have begun, so the process ends; its supervisor starts it again.
END_SECONDS = 8.0
TRY_LOCK = "SELECT pg_try_advisory_lock($1)"
Work = Callable[[], Awaitable[None]]


async def connect_for_lock(database_url: str) -> asyncpg.Connection:
    """A connection that PostgreSQL ends, with its locks, soon after this machine is gone."""
    connection = await connect(database_url, timeout_seconds=CONNECT_SECONDS)
    try:
        await connection.execute(NOTICE_LOST_PEERS, timeout=CONNECT_SECONDS)
    except BaseException:
        connection.terminate()
        raise
    return connection


async def try_lock(connection: asyncpg.Connection, lock: int) -> bool:
    """Take the lock until the connection ends, unless another process has it."""
    return bool(await connection.fetchval(TRY_LOCK, lock, timeout=CONNECT_SECONDS))


async def lead(database_url: str, lock: int, work: Work, *, process: str) -> None:
    """Do the work whenever this process has the lock, until cancelled; raises what the work raises.

    The work goes on until it is cancelled, which happens when the lock is lost.
    """
    while True:
        connection = await _wait_for_lock(database_url, lock, process)
        log.info("leader_elected", process=process)
        try:
            await _work_until_lost(connection, work)
        finally:
            with suppress(*DATABASE_LOST):
                await connection.close(timeout=CONNECT_SECONDS)
        log.warning("leader_lock_lost", process=process)


async def _wait_for_lock(database_url: str, lock: int, process: str) -> asyncpg.Connection:
    """The connection that has the lock."""
    is_logged = False
    while True:
        reason = "another process leads"
        try:
            connection = await connect_for_lock(database_url)
            try:
                if await try_lock(connection, lock):
                    return connection
            except BaseException:
                connection.terminate()
                raise
            await connection.close(timeout=CONNECT_SECONDS)
        except DATABASE_LOST as error:
            reason = repr(error)
        if not is_logged:
            log.info("leader_awaited", process=process, reason=reason)
            is_logged = True
        await asyncio.sleep(RETRY_SECONDS)


async def _work_until_lost(connection: asyncpg.Connection, work: Work) -> None:
    """Return when the connection is lost, and the work has ended."""
    working = asyncio.ensure_future(work())
    watching = asyncio.create_task(_wait_until_lost(connection))
    try:
        await asyncio.wait({working, watching}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            await working
    finally:
        for task in (working, watching):
            task.cancel()
        _, pending = await asyncio.wait({working, watching}, timeout=END_SECONDS)
        if pending:
            names = sorted(repr(task) for task in asyncio.all_tasks() if task is not asyncio.current_task())
            log.critical("leader_work_not_ended", tasks=names)
            end_process()
        await asyncio.gather(working, watching, return_exceptions=True)


def end_process() -> NoReturn:
    os._exit(os.EX_SOFTWARE)


async def _wait_until_lost(connection: asyncpg.Connection) -> None:
    lost = asyncio.Event()
    connection.add_termination_listener(lambda _: lost.set())
    with suppress(*DATABASE_LOST):
        while not (lost.is_set() or connection.is_closed()):
            if not await wait_for_event(lost, seconds=PROBE_SECONDS):
                await connection.execute("SELECT 1", timeout=PROBE_TIMEOUT_SECONDS)
