"""Credits deposits that have enough confirmations, through the engine, each once.

The ledger knows a deposit by its reference for ever. So a credit that was acknowledged to nobody is asked for
again, and the answer that it was done before is as good as a new one.
"""

import asyncio
import uuid
from collections.abc import Mapping, Sequence

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.commands import Command, Fund
from clearwater.core.commands import Deposit as CreditDeposit
from clearwater.core.desk import Desk
from clearwater.core.events import Refused
from clearwater.domains.wallets import incidents, queries
from clearwater.domains.wallets.announcing import announce_deposits
from clearwater.domains.wallets.directory import CoinOnNetwork, coin_decimals, find_asset
from clearwater.domains.wallets.models import Deposit
from clearwater.domains.wallets.ports import Chain
from clearwater.kit.clock import Clock, milliseconds
from clearwater.kit.db import SessionFactory, transaction

log = structlog.get_logger("clearwater.wallets")

# As many commands as the engine commits in one batch.
AT_ONCE = 512


class Crediting:
    """Credits the deposits of one network."""

    def __init__(self, chain: Chain, sessions: SessionFactory, clock: Clock, desk: Desk) -> None:
        self._chain = chain
        self._key = chain.network.key
        self._sessions = sessions
        self._clock = clock
        self._desk = desk

    async def step(self) -> bool:
        """Credit the next deposits; whether there may be more."""
        async with transaction(self._sessions) as session:
            network = await queries.find_network(session, self._key)
            if network is None or network.status != "enabled":
                return False
            up_to = network.height - self._chain.network.confirmations + 1
            found = await queries.list_deposits_to_credit(session, self._key, up_to=up_to, limit=AT_ONCE)
            due = await self._sort_out(session, found)
        if due:
            refusals = await asyncio.gather(*(self._credit(deposit) for deposit in due))
            await self._note(dict(zip((deposit.id for deposit in due), refusals, strict=True)))
        return len(found) == AT_ONCE

    async def _sort_out(self, session: AsyncSession, found: Sequence[Deposit]) -> list[Deposit]:
        """Those to credit. Small ones of a client wait until they are above the minimum together."""
        due: list[Deposit] = []
        small: dict[tuple[uuid.UUID, str], list[Deposit]] = {}
        for deposit in found:
            assert deposit.coin is not None
            if deposit.amount >= max(self._minimum_of(deposit.coin), 1) or deposit.client_id is None:
                due.append(deposit)
            else:
                small.setdefault((deposit.client_id, deposit.coin), []).append(deposit)
        for (client_id, coin), deposits in small.items():
            waiting = await queries.list_below_minimum(session, self._key, client_id, coin)
            together = [deposit for deposit in (*waiting, *deposits) if deposit.amount]
            is_enough = sum(deposit.amount for deposit in together) >= max(self._minimum_of(coin), 1)
            if is_enough:
                due += together
            for deposit in (*waiting, *deposits):
                # So that a crash before they are noted finds all of them together again.
                deposit.status = "confirming" if is_enough and deposit.amount else "below_minimum"
            await announce_deposits(session, *deposits)
        return due

    def _minimum_of(self, coin: str) -> int:
        asset = self._asset_of(coin)
        return asset.units_of(asset.asset.min_deposit)

    def _asset_of(self, coin: str) -> CoinOnNetwork:
        asset = find_asset(self._chain, coin, coin_decimals(self._desk.view))
        assert asset is not None, "a deposit of a coin that this network does not have"
        return asset

    async def _credit(self, deposit: Deposit) -> Refused | None:
        """Credit one deposit; returns why the ledger refuses it."""
        if not deposit.amount:
            # Nothing but dust, paid by the house to itself.
            return None
        at = milliseconds(self._clock.now())
        assert deposit.coin is not None
        command: Command
        if deposit.client_id is None:
            command = Fund(at, deposit.reference, deposit.coin, self._key, deposit.amount)
        else:
            owner = str(deposit.client_id)
            command = CreditDeposit(at, deposit.reference, owner, deposit.coin, self._key, deposit.amount)
        refusal = (await self._desk.submit(command)).refusal
        if refusal is not None and (refusal.code, refusal.field) == ("STATE_CONFLICT", "reference"):
            return None
        return refusal

    async def _note(self, refusals: Mapping[uuid.UUID, Refused | None]) -> None:
        now = self._clock.now()
        credited: list[Deposit] = []
        async with transaction(self._sessions) as session:
            for deposit in await queries.lock_deposits(session, list(refusals)):
                refusal = refusals[deposit.id]
                if refusal is None:
                    deposit.status, deposit.credited_at = "credited", now
                    log.info("deposit_credited", network=self._key, reference=deposit.reference)
                    credited.append(deposit)
                    continue
                log.error("deposit_refused", reference=deposit.reference, code=refusal.code)
                detail = {"deposit_id": str(deposit.id), "code": refusal.code}
                await incidents.open_incident(
                    session, self._key, "deposit_refused", deposit.reference, detail=detail, now=now
                )
                deposit.status = "unassigned"
            await announce_deposits(session, *credited)
