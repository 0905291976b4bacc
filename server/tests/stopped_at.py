"""Real processes that stop at a step of their work, until the test has killed whom it wants."""

import os
import signal
from contextlib import suppress
from functools import partial
from pathlib import Path

from tests.polling import eventually
from tests.processes import Exchange, listen_to_ctrl_c

# A process that was killed has to start again before it gets to the next step.
STEP_SECONDS = 90.0
# Each interpreter runs this first. Whoever reaches the step that a file names writes its number into another,
# and waits until that is removed.
SITECUSTOMIZE = """
import os
import sys

PROCESSES = ("api", "engine", "worker", "signer", "run")
PROCESS = next((name for name in PROCESSES if name in sys.orig_argv), "")

if PROCESS == "run":
    from clearwater.entrypoints import child

    # Many are killed here, and each is to be back soon.
    child.MAX_DELAY_SECONDS = child.FIRST_DELAY_SECONDS
elif PROCESS:
    import asyncio
    import time
    from pathlib import Path

    armed = Path(os.environ["CLEARWATER_TEST_STEP"])
    reached = armed.with_name("reached")

    def is_at(step):
        try:
            if armed.read_text() != f"{PROCESS} {step}":
                return False
        except FileNotFoundError:
            return False
        armed.unlink()
        number = armed.with_name("number")
        number.write_text(str(os.getpid()))
        number.rename(reached)
        return True

    async def stop_at(step):
        is_here = is_at(step)
        while is_here and reached.exists():
            await asyncio.sleep(0.01)
        return is_here

    def stop_call_at(step):
        is_here = is_at(step)
        while is_here and reached.exists():
            time.sleep(0.01)

    def around(owner, name, before, after):
        original = getattr(owner, name)

        async def wrapped(*args, **named):
            await stop_at(before)
            result = await original(*args, **named)
            await stop_at(after)
            return result

        setattr(owner, name, wrapped)

    def around_call(owner, name, before, after):
        original = getattr(owner, name)

        def wrapped(*args):
            stop_call_at(before)
            original(*args)
            stop_call_at(after)

        setattr(owner, name, wrapped)

    if PROCESS == "signer":
        from clearwater.adapters.signer.journal import SigningJournal

        around_call(SigningJournal, "append", "before its journal", "after its journal")
    else:
        from clearwater.engine import recovery
        from clearwater.engine.follower import Follower
        from clearwater.engine.gateway import Gateway
        from clearwater.engine.journal import Journal
        from clearwater.kit.idempotency import IdempotentRequests

        commit = Journal.commit

        async def commit_and_hear_nothing(journal, rows):
            await commit(journal, rows)
            if await stop_at("before the commit is known"):
                raise ConnectionResetError

        Journal.commit = commit_and_hear_nothing
        around(Follower, "submit", "before it is sent", "after the answer")
        around_call(Gateway, "submit", "before it is applied", "after it is applied")
        around(Journal, "commit", "before the commit", "after the commit")
        around_call(Gateway, "on_commit", "before the feed", "after the feed")
        around_call(Follower, "_take", "before the view", "after the view")
        around(IdempotentRequests, "_store", "before the note", "after the note")
        # Its transaction has begun: the end of the journal was read.
        around(recovery, "read_snapshot", "in the snapshot", "after the snapshot")
    if PROCESS == "api":
        from clearwater.domains.wallets.withdrawal_confirmation import WithdrawalConfirmations

        around(WithdrawalConfirmations, "_pass_on", "before it is confirmed", "before that is stored")
        around(WithdrawalConfirmations, "_finish", "after it is confirmed", "after it is passed on")
    elif PROCESS == "worker":
        from clearwater.adapters.chains.evm import EvmNode
        from clearwater.adapters.signer.client import SignerClient
        from clearwater.domains.content import live
        from clearwater.domains.notices import following
        from clearwater.domains.wallets.evm_wallet import EvmWallet
        from clearwater.domains.wallets.payouts import Payouts
        from clearwater.domains.wallets.sending import Sending

        submit = Payouts._submit

        async def submit_and_stop(payouts, command):
            name = type(command).__name__
            await stop_at(f"before {name}")
            refusal = await submit(payouts, command)
            await stop_at(f"after {name}")
            return refusal

        Payouts._submit = submit_and_stop
        around(live, "put_live", "before the news", "before the news is committed")
        around(following, "_notify_owners", "after the alerts", "before the fills are noted")
        around(following, "_step", "before the fills", "after the fills are noted")
        around(EvmWallet, "plan_payment", "before it is planned", "before the plan is stored")
        around(Sending, "_sign", "before it is signed", "after it is signed")
        around(SignerClient, "sign", "before the signer is asked", "before the signature is stored")
        around(EvmNode, "broadcast", "before it is broadcast", "before the broadcast is noted")
"""


class Step:
    """The step at which one process of an exchange stops, once."""

    def __init__(self, folder: Path) -> None:
        self._armed, self._reached = folder / "armed", folder / "reached"
        (folder / "code").mkdir()
        (folder / "code" / "sitecustomize.py").write_text(SITECUSTOMIZE)
        self._settings = {"PYTHONPATH": str(folder / "code"), "CLEARWATER_TEST_STEP": str(self._armed)}
        self._folder = folder

    def start(self, **settings: str) -> Exchange:
        """An exchange whose processes stop."""
        settings = {"CLEARWATER_RATE_LIMITS": "0", **self._settings, **settings}
        return Exchange(self._folder, before_start=listen_to_ctrl_c, **settings)

    def arm(self, step: str) -> None:
        """Stop whoever gets there, such as `engine before the commit`."""
        armed = self._armed.with_name("next")
        armed.write_text(step)
        armed.rename(self._armed)

    async def wait(self) -> int:
        """The number of the process that has stopped."""
        await eventually(self._reached.exists, STEP_SECONDS)
        return int(self._reached.read_text())

    def go_on(self) -> None:
        self._reached.unlink()

    async def kill(self, exchange: Exchange, victim: str = "itself") -> None:
        """kill -9 while the process waits at the step; then it goes on, unless it was the one."""
        pid = await self.wait()
        for number in [pid] if victim == "itself" else numbers_of(exchange, victim):
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
            await eventually(partial(is_gone, number))
        self.go_on()


def numbers_of(exchange: Exchange, victim: str) -> list[int]:
    """PostgreSQL is many processes: the others could still finish what they are doing."""
    if victim != "postgres":
        return exchange.pids(victim)[-1:]
    postmaster = exchange.postgres_pid()
    children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text()
    return [postmaster, *map(int, children.split())]


def is_gone(pid: int) -> bool:
    """Whether it has ended, even if its parent has not seen that yet."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True
    return status.rpartition(")")[2].split()[0] in "ZX"
