"""Inside a process of an exchange: it stops at the step that a test names in a file (`tests.stopped_at`).

Whoever reaches the step writes its number into another file, and waits until that is removed.
"""

import asyncio
import os
import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from clearwater.entrypoints import cli

ARMED_STEP = "CLEARWATER_TEST_STEP"
SERVING = ("api", "engine", "worker")


def stop_where_armed() -> None:
    """Prepare each command of clearwater that this process will run, or one that is forked off it."""
    main = cli.main

    def run(arguments: Sequence[str] | None = None) -> None:
        name = (arguments or sys.argv[1:])[0]
        if name == "run":
            _restart_soon()
        elif name == "signer":
            _stop_signer()
        elif name in SERVING:
            _stop_serving()
        if name == "api":
            _stop_api()
        elif name == "worker":
            _stop_worker()
        _name.append(name)
        main(arguments)

    cli.main = run


# The process that this is.
_name: list[str] = []


@cache
def _armed() -> Path:
    return Path(os.environ[ARMED_STEP])


def _reached() -> Path:
    return _armed().with_name("reached")


def _is_at(step: str) -> bool:
    try:
        if _armed().read_text() != f"{_name[-1]} {step}":
            return False
    except FileNotFoundError:
        return False
    _armed().unlink()
    number = _armed().with_name("number")
    number.write_text(str(os.getpid()))
    number.rename(_reached())
    return True


async def _stop_at(step: str) -> bool:
    is_here = _is_at(step)
    while is_here and _reached().exists():  # noqa: ASYNC110 (the test is another process)
        await asyncio.sleep(0.01)
    return is_here


def _stop_call_at(step: str) -> None:
    is_here = _is_at(step)
    while is_here and _reached().exists():
        time.sleep(0.01)


def _around(owner: Any, name: str, before: str, after: str) -> None:
    original = getattr(owner, name)

    async def wrapped(*args: Any, **named: Any) -> Any:
        await _stop_at(before)
        result = await original(*args, **named)
        await _stop_at(after)
        return result

    setattr(owner, name, wrapped)


def _around_call(owner: Any, name: str, before: str, after: str) -> None:
    original = getattr(owner, name)

    def wrapped(*args: Any) -> None:
        _stop_call_at(before)
        original(*args)
        _stop_call_at(after)

    setattr(owner, name, wrapped)


def _restart_soon() -> None:
    from clearwater.entrypoints import child

    # Many are killed here, and each is to be back soon.
    child.MAX_DELAY_SECONDS = child.FIRST_DELAY_SECONDS


def _stop_signer() -> None:
    from clearwater.adapters.signer.journal import SigningJournal

    _around_call(SigningJournal, "append", "before its journal", "after its journal")


def _stop_serving() -> None:
    from clearwater.engine import recovery
    from clearwater.engine.follower import Follower
    from clearwater.engine.journal import Journal

    commit = Journal.commit

    async def commit_and_hear_nothing(journal: Journal, rows: Any) -> None:
        await commit(journal, rows)
        if await _stop_at("before the commit is known"):
            raise ConnectionResetError

    Journal.commit = commit_and_hear_nothing  # type: ignore[method-assign, assignment]
    _around(Follower, "submit", "before it is sent", "after the answer")
    _around(Journal, "commit", "before the commit", "after the commit")
    # Its transaction has begun: the end of the journal was read.
    _around(recovery, "read_snapshot", "in the snapshot", "after the snapshot")


def _stop_api() -> None:
    from clearwater.domains.wallets.withdrawal_confirmation import WithdrawalConfirmations

    _around(WithdrawalConfirmations, "_finish", "after it is confirmed", "after it is passed on")


def _stop_worker() -> None:
    from clearwater.adapters.chains.evm import EvmNode
    from clearwater.domains.content import live
    from clearwater.domains.notices import following
    from clearwater.domains.wallets.payouts import Payouts

    submit = Payouts._submit

    async def submit_and_stop(payouts: Payouts, command: Any) -> Any:
        name = type(command).__name__
        await _stop_at(f"before {name}")
        refusal = await submit(payouts, command)
        await _stop_at(f"after {name}")
        return refusal

    Payouts._submit = submit_and_stop  # type: ignore[method-assign, assignment]
    _around(live, "put_live", "before the news", "before the news is committed")
    _around(following, "_notify_owners", "after the alerts", "before the fills are noted")
    _around(following, "_step", "before the fills", "after the fills are noted")
    _around(EvmNode, "broadcast", "before it is broadcast", "before the broadcast is noted")
