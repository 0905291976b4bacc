"""Bugs put in by hand, to see that the simulation finds them: `make simulate ARGS='--bug NAME'`.

Each is a mistake that somebody could make. A simulation that passes with one of them proves nothing about it.
"""

from collections.abc import Callable
from typing import Any

from clearwater.core import transfers
from clearwater.core.commands import Command
from clearwater.core.events import Event
from clearwater.core.exchange import Exchange
from clearwater.core.money import Coin
from clearwater.core.state import State
from clearwater.engine.follower import Follower
from clearwater.engine.gateway import Gateway
from clearwater.engine.journal import Journal
from clearwater.engine.projections import Rows
from clearwater.engine.protocol import Batch
from clearwater.engine.resumption import KeptBatches, KnownRequests
from clearwater.engine.sequencer import Sequencer


def _replace(owner: object, name: str, function: Callable[..., Any]) -> None:
    setattr(owner, name, function)


def answer_early() -> None:
    """Answers leave before the commit."""
    commit_batch = Sequencer._commit_batch

    async def answer_and_commit(engine: Sequencer, journal: Journal) -> None:
        committed: list[Rows] = []

        async def remember(rows: Rows) -> None:
            committed.append(rows)

        vars(journal)["commit"] = remember
        await commit_batch(engine, journal)
        del vars(journal)["commit"]
        for rows in committed:
            await journal.commit(rows)

    _replace(Sequencer, "_commit_batch", answer_and_commit)


def credit_twice() -> None:
    """What was credited before is credited once more."""
    require_new = transfers._require_new

    def forget_and_require(state: State, reference: str, asset: str, amount: int) -> Coin:
        state.transfers.pop(reference, None)
        return require_new(state, reference, asset, amount)

    _replace(transfers, "_require_new", forget_and_require)


def leak_limit() -> None:
    """The limit of fills is not reset when a command begins."""
    apply = Exchange.apply

    def apply_with_leak(exchange: Exchange, command: Command) -> list[Event]:
        state = exchange.state
        room, limits = state.room, state.limits
        is_reset = bool(state.expiries) and state.expiries[0][0] <= max(state.now, command.at)
        if not is_reset and room < limits.fills:
            # Seen by whatever resets it: the limit of this command is what the last one left.
            state.limits = limits._replace(fills=room)
        try:
            return apply(exchange, command)
        finally:
            state.limits = limits

    _replace(Exchange, "apply", apply_with_leak)


def miss_event() -> None:
    """A follower that comes back misses the first batch that it has not seen."""
    since = KeptBatches.since

    def since_but_one(kept: KeptBatches, seq: int, digest: bytes) -> list[bytes] | None:
        found = since(kept, seq, digest)
        return found[1:] if found else found

    _replace(KeptBatches, "since", since_but_one)


def drop_from_view() -> None:
    """A view leaves out the last event of a large batch."""
    take = Follower._take

    def take_less(follower: Follower, batch: Batch) -> None:
        if len(batch.entries) > 1 and len(batch.entries[-1].events) > 1:
            batch.entries[-1].events.pop()
        take(follower, batch)

    _replace(Follower, "_take", take_less)


def keep_term() -> None:
    """An engine that has loaded its state again says that it is the one from before."""
    reset = Gateway.on_reset

    def reset_with_term(gateway: Gateway, exchange: Exchange) -> None:
        term = gateway._term
        reset(gateway, exchange)
        gateway._term = term or gateway._term

    _replace(Gateway, "on_reset", reset_with_term)


def forget_commands() -> None:
    """The gateway does not remember which commands of a follower it has carried out."""
    _replace(KnownRequests, "add", lambda *_: None)


BUGS: dict[str, Callable[[], None]] = {
    "lost-acknowledgement": answer_early,
    "double-credit": credit_twice,
    "leaked-limit": leak_limit,
    "missed-batch": miss_event,
    "missed-event": drop_from_view,
    "stale-term": keep_term,
    "lost-deduplication": forget_commands,
}
