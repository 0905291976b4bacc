"""Withdrawals of clients: request and cancel. Confirming is in `withdrawal_confirmation`.

A request is stored first, then the ledger holds the amount, then the client gets the code. A process may die
anywhere in between: what was stored is found again by its idempotency key, and what nobody goes on with
expires (`withdrawal_tasks`).
"""

import hashlib
import uuid
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Annotated

from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.commands import HoldWithdrawal
from clearwater.core.desk import Desk
from clearwater.core.events import Refused
from clearwater.core.views import View
from clearwater.domains.clients import service as clients
from clearwater.domains.clients.service import Client
from clearwater.domains.markets import service as markets
from clearwater.domains.markets.errors import DayLimitFields, LimitExceeded
from clearwater.domains.markets.service import AppDesk
from clearwater.domains.membership import service as membership
from clearwater.domains.membership.service import AppTradingFacts, TradingFacts
from clearwater.domains.security.service import codes
from clearwater.domains.sessions.service import Caller
from clearwater.domains.sites.service import CurrentSite
from clearwater.domains.wallets import address_book, deposits, emails, holds, queries, withdrawal_queries
from clearwater.domains.wallets.announcing import announce_withdrawals
from clearwater.domains.wallets.directory import AppNetworks, CoinOnNetwork, Networks
from clearwater.domains.wallets.errors import (
    AddressRefused,
    TooManyWaiting,
    WithdrawalFinal,
)
from clearwater.domains.wallets.models import Network, Withdrawal
from clearwater.domains.wallets.withdrawal_ends import WithdrawalEnds, mark_never_made
from clearwater.domains.wallets.withdrawal_schemas import (
    RequestedWithdrawal,
    WithdrawalDraft,
    WithdrawalView,
    withdrawal_json,
)
from clearwater.domains.wallets.withdrawal_terms import (
    in_hundredths,
    parse_amount,
    terms_of,
    usdt_text,
    value_of,
)
from clearwater.kit.clock import milliseconds
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.dependencies import AppLimiter, AppSeal, AppSessions
from clearwater.kit.errors import (
    ClearwaterError,
    EngineUnavailable,
    FieldError,
    IdempotencyConflict,
    NotFound,
    Overloaded,
    ValidationFailed,
)
from clearwater.kit.ids import new_id
from clearwater.kit.messages import Message
from clearwater.kit.ratelimit import RateLimiter, RateLimitGroup
from clearwater.kit.secrets import Seal

OWN_ADDRESS = "This is your own deposit address. Enter another one."
SAVED_ELSEWHERE = "The saved address is for another coin, network or address."
MAX_WAITING = 3
CANCELABLE = ("awaiting_confirmation", "under_review")


@dataclass(frozen=True)
class Withdrawals:
    sessions: SessionFactory
    desk: Desk
    networks: Networks
    seal: Seal
    facts: TradingFacts
    limiter: RateLimiter

    @property
    def ends(self) -> WithdrawalEnds:
        return WithdrawalEnds(self.sessions, self.desk, self.networks)

    async def request(
        self, site: CurrentSite, caller: Caller, draft: WithdrawalDraft, *, key: str | None, now: datetime
    ) -> Withdrawal:
        """Hold the amount and mail the code; again with the same key it goes on where it stopped."""
        async with transaction(self.sessions) as session:
            asked = await self._check(session, caller.client, draft, now=now)
            asked.idempotency_key = None if key is None else hashlib.sha256(key.encode()).digest()
            stored = await _find_earlier(session, asked)
            if stored is None:
                await self._require_few(session, caller.client.id)
                stored = await _add(session, asked)
            level = await membership.level_of(
                session, self.facts, caller.client, has_second_factor=caller.has_second_factor, now=now
            )
            if stored.status != "awaiting_confirmation" or stored.is_held:
                return stored
            day_limit = in_hundredths(level.withdraw_day)
            if day_limit == 0:
                # For the ledger this would be no limit at all.
                raise _limit_problem(day_limit, available=0, needed=stored.value, now=now)
        await self._hold(stored, day_limit, now=now)
        return await self._ask_for_confirmation(site, stored.id, now=now)

    async def _require_few(self, session: AsyncSession, client_id: uuid.UUID) -> None:
        """A code is mailed for each, and can be guessed at: only so many at a time, and in an hour."""
        await self.limiter.require_room(RateLimitGroup.WITHDRAWALS, f"client:{client_id}")
        # One after the other, so that each counts those before it. Once their rows refer to the client, two
        # that lock it would wait for each other.
        await clients.lock_client(session, client_id)
        if await withdrawal_queries.count_waiting(session, client_id) >= MAX_WAITING:
            raise TooManyWaiting

    async def _check(
        self, session: AsyncSession, client: Client, draft: WithdrawalDraft, *, now: datetime
    ) -> Withdrawal:
        """The withdrawal as it would be stored; raises when it is not possible."""
        policy = await withdrawal_queries.find_policy(session, client.id)
        holds.require_none(client, policy, now=now)
        view = self.desk.view
        coin = await deposits.require_open(
            session, self.networks, view, "withdraw", coin=draft.coin, network=draft.network
        )
        address = await _address_of(session, coin, client.id, draft)
        terms = terms_of(coin)
        amount = parse_amount(coin, draft.amount, terms)
        receiver_id = await queries.find_owner(session, draft.network, address)
        if receiver_id == client.id:
            raise AddressRefused(OWN_ADDRESS, errors=[_field_error("address", OWN_ADDRESS)])
        withdrawal = Withdrawal(
            id=new_id(),
            client_id=client.id,
            site_id=client.site_id,
            coin=draft.coin,
            network=draft.network,
            address=address,
            memo=None,
            amount=amount,
            fee=terms.fee,
            value=await value_of(session, view, draft.coin, amount, now=now),
            status="awaiting_confirmation",
            is_held=False,
            receiver_id=receiver_id,
            reviews_needed=0,
            created_at=now,
            updated_at=now,
            expires_at=now + codes.LIFETIME,
        )
        await address_book.require_allowed(session, policy, withdrawal, now=now)
        return withdrawal

    async def _hold(self, withdrawal: Withdrawal, day_limit: int, *, now: datetime) -> None:
        if withdrawal.expires_at <= now:
            # Somebody is about to give it up.
            raise EngineUnavailable(headers={"Retry-After": "10"})
        outcome = await self.desk.submit(
            HoldWithdrawal(
                at=milliseconds(now),
                reference=withdrawal.reference,
                client=str(withdrawal.client_id),
                asset=withdrawal.coin,
                network=withdrawal.network,
                amount=withdrawal.amount - withdrawal.fee,
                fee=withdrawal.fee,
                value=withdrawal.value,
                day_limit=day_limit,
            )
        )
        refusal = outcome.refusal
        # A conflict: an earlier attempt with the same key has made the hold.
        if refusal is None or refusal.code == "STATE_CONFLICT":
            return
        async with transaction(self.sessions) as session:
            locked = await withdrawal_queries.lock(session, withdrawal.id)
            if locked is not None and locked.status == "awaiting_confirmation" and not locked.is_held:
                mark_never_made(locked, now=now)
        raise _problem(self.desk.view, refusal, withdrawal.coin, day_limit, now=now)

    async def _ask_for_confirmation(
        self, site: CurrentSite, withdrawal_id: uuid.UUID, *, now: datetime
    ) -> Withdrawal:
        """Note that the hold is there, and mail the code."""
        async with transaction(self.sessions) as session:
            withdrawal = await withdrawal_queries.lock(session, withdrawal_id)
            is_open = withdrawal is not None and withdrawal.status == "awaiting_confirmation"
            if withdrawal is not None and not is_open:
                withdrawal.is_held = True
            elif withdrawal is not None and not withdrawal.is_held:
                withdrawal.is_held, withdrawal.expires_at = True, now + codes.LIFETIME
                await self._mail_code(session, site, withdrawal, now=now)
                await announce_withdrawals(session, withdrawal)
        if withdrawal is None or not is_open:
            # It was given up meanwhile, and its hold is released. Its key is free.
            raise EngineUnavailable(headers={"Retry-After": "1"})
        return withdrawal

    async def _mail_code(
        self, session: AsyncSession, site: CurrentSite, withdrawal: Withdrawal, *, now: datetime
    ) -> None:
        client = await clients.lock_client(session, withdrawal.client_id)
        issued = await codes.issue(
            session, self.seal, client.id, "withdrawal", target=str(withdrawal.id), now=now
        )
        email = emails.withdrawal_code(
            issued.digits,
            amount=self.ends.describe(withdrawal, withdrawal.amount),
            receive=self.ends.describe(withdrawal, withdrawal.amount - withdrawal.fee),
            network=self.ends.network_name(withdrawal),
            address=withdrawal.address,
        )
        clients.send_email(session, site, client, email, now=now)

    async def cancel(
        self, client_id: uuid.UUID, withdrawal_id: uuid.UUID, *, key: str | None, now: datetime
    ) -> Withdrawal:
        """Cancel a withdrawal that nothing was sent for, and release its hold."""
        async with transaction(self.sessions) as session:
            withdrawal = await withdrawal_queries.lock(session, withdrawal_id)
            if withdrawal is None or not is_shown(withdrawal, client_id):
                raise NotFound("Withdrawal not found.")
            was_canceled = withdrawal.status == "canceled" and withdrawal.reason is None
            if not (was_canceled and key is not None):
                if withdrawal.status not in CANCELABLE:
                    raise WithdrawalFinal
                withdrawal.status, withdrawal.updated_at = "canceled", now
                await announce_withdrawals(session, withdrawal)
        # Otherwise the background job releases it.
        with suppress(EngineUnavailable, Overloaded):
            await self.ends.release(withdrawal_id, now=now)
        return withdrawal

    async def get_own(self, client_id: uuid.UUID, withdrawal_id: uuid.UUID) -> Withdrawal:
        async with self.sessions() as session:
            withdrawal = await withdrawal_queries.find(session, withdrawal_id)
        if withdrawal is None or not is_shown(withdrawal, client_id):
            raise NotFound("Withdrawal not found.")
        return withdrawal

    async def open_writer(self, session: AsyncSession) -> "WithdrawalWriter":
        return WithdrawalWriter(self.networks, self.desk.view, await queries.list_networks(session))

    async def view(self, withdrawal: Withdrawal) -> WithdrawalView:
        """One withdrawal as the client sees it."""
        async with self.sessions() as session:
            return (await self.open_writer(session)).write(withdrawal)

    def requested(self, withdrawal: Withdrawal, caller: Caller) -> RequestedWithdrawal:
        decimals = self.desk.view.coins[withdrawal.coin].decimals
        shown = withdrawal_json(withdrawal, decimals=decimals, height=0, required=0)
        fields = {name: shown[name] for name in RequestedWithdrawal.model_fields if name in shown}
        fields |= {"methods": methods_of(caller), "expires_at": int(withdrawal.expires_at.timestamp())}
        return RequestedWithdrawal.model_validate(fields)


async def _make(
    *,
    sessions: AppSessions,
    desk: AppDesk,
    networks: AppNetworks,
    seal: AppSeal,
    facts: AppTradingFacts,
    limiter: AppLimiter,
) -> Withdrawals:
    return Withdrawals(sessions, desk, networks, seal, facts, limiter)


AppWithdrawals = Annotated[Withdrawals, Depends(_make)]


class WithdrawalWriter:
    """Writes withdrawals as the client sees them, all as of one moment."""

    def __init__(self, networks: Networks, view: View, rows: Mapping[str, Network]) -> None:
        self._networks = networks
        self._view = view
        self._rows = rows

    def json(self, withdrawal: Withdrawal) -> dict[str, object]:
        chain, row = self._networks.chains.get(withdrawal.network), self._rows.get(withdrawal.network)
        return withdrawal_json(
            withdrawal,
            decimals=self._view.coins[withdrawal.coin].decimals,
            height=row.height if row is not None else 0,
            required=chain.network.confirmations if chain is not None else 0,
        )

    def write(self, withdrawal: Withdrawal) -> WithdrawalView:
        return WithdrawalView.model_validate(self.json(withdrawal))


def methods_of(caller: Caller) -> list[str]:
    """What a confirmation takes: the mailed code, and one of the others where there are others."""
    methods = ["email"]
    if caller.client.totp_secret is not None:
        methods.append("totp")
    if caller.has_passkeys:
        methods.append("passkey")
    return methods


def is_shown(withdrawal: Withdrawal, client_id: uuid.UUID) -> bool:
    """Whether the client has seen it: it is the client's own, and the ledger has or had its hold."""
    is_made = withdrawal.is_held or withdrawal.status != "awaiting_confirmation"
    is_never_made = withdrawal.status == "failed" and withdrawal.confirmed_at is None
    return withdrawal.client_id == client_id and is_made and not is_never_made


async def _find_earlier(session: AsyncSession, asked: Withdrawal) -> Withdrawal | None:
    """The withdrawal that was stored for the same idempotency key."""
    if asked.idempotency_key is None:
        return None
    earlier = await withdrawal_queries.find_by_key(session, asked.client_id, asked.idempotency_key)
    names = ("coin", "network", "address", "memo", "amount")
    if earlier is not None and any(getattr(earlier, name) != getattr(asked, name) for name in names):
        raise IdempotencyConflict
    return earlier


async def _add(session: AsyncSession, asked: Withdrawal) -> Withdrawal:
    """Store the withdrawal, or return the one that a concurrent request has stored for its key."""
    if await withdrawal_queries.add(session, asked):
        return asked
    earlier = await _find_earlier(session, asked)
    if earlier is None:
        # Another request with this key was refused in this moment.
        raise EngineUnavailable(headers={"Retry-After": "1"})
    return earlier


async def _address_of(
    session: AsyncSession, coin: CoinOnNetwork, client_id: uuid.UUID, draft: WithdrawalDraft
) -> str:
    """Where it goes to: the address of the draft, or the saved one that it names."""
    typed = None if draft.address is None else address_book.parse_address(coin, draft.address, draft.memo)
    if draft.address_id is None:
        assert typed is not None, "a draft has one or the other"
        return typed
    saved = await withdrawal_queries.find_address(session, client_id, draft.address_id)
    if saved is None:
        raise NotFound("Address not found.")
    is_other = typed is not None and typed != saved.address
    if is_other or (saved.coin, saved.network) != (draft.coin, draft.network):
        raise ValidationFailed(SAVED_ELSEWHERE, errors=[_field_error("address_id", SAVED_ELSEWHERE)])
    return saved.address


def _problem(view: View, refusal: Refused, coin: str, day_limit: int, *, now: datetime) -> ClearwaterError:
    if refusal.code != "LIMIT_EXCEEDED":
        return markets.problem_of(refusal, decimals=view.coins[coin].decimals)
    return _limit_problem(day_limit, available=refusal.available, needed=refusal.needed, now=now)


def _limit_problem(day_limit: int, *, available: int, needed: int, now: datetime) -> LimitExceeded:
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    left = usdt_text(available)
    message = Message(
        "This is worth {needed} USDT. You can withdraw {left} USDT more today.",
        needed=usdt_text(needed),
        left=left,
    )
    return LimitExceeded(
        message,
        fields=DayLimitFields(
            limit=usdt_text(day_limit),
            used=usdt_text(day_limit - available),
            resets_at=int(midnight.timestamp()),
        ),
        errors=[FieldError(field="amount", code="limit_exceeded", message=message)],
    )


def _field_error(field: str, message: str) -> FieldError:
    return FieldError(field=field, code="value", message=message)
