"""Confirm a withdrawal: the mailed code, a second factor where the client has one, then the risk rules."""

import uuid
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal

from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import AccountFrozen
from clearwater.domains.security.errors import AttemptsLeft, CodeExpired, CodeInvalid
from clearwater.domains.security.service import (
    AppGuards,
    Guards,
    OneTimeCode,
    codes,
    passkeys,
    second_factor,
)
from clearwater.domains.sessions.errors import InvalidCredentials, SecondFactors, TwoFactorRequired
from clearwater.domains.sessions.service import Caller
from clearwater.domains.sites.service import CurrentSite
from clearwater.domains.wallets import emails, holds, incident_queries, withdrawal_queries
from clearwater.domains.wallets.announcing import announce_withdrawals
from clearwater.domains.wallets.errors import WithdrawalFinal
from clearwater.domains.wallets.models import Withdrawal
from clearwater.domains.wallets.withdrawal_reviews import AppReviewLimits, OthersOfDay, ReviewLimits
from clearwater.domains.wallets.withdrawal_schemas import Confirmation
from clearwater.domains.wallets.withdrawals import AppWithdrawals, Withdrawals
from clearwater.kit.attempts import Guard
from clearwater.kit.db import transaction
from clearwater.kit.emails import format_time
from clearwater.kit.errors import EngineUnavailable, FieldError, Overloaded
from clearwater.kit.passkeys import Party

PURPOSE: codes.Purpose = "withdrawal"
# Within a day, over all withdrawals.
MAX_WRONG_CODES = 15


@dataclass(frozen=True)
class WithdrawalConfirmations:
    withdrawals: Withdrawals
    guards: Guards
    limits: ReviewLimits

    async def confirm(
        self,
        site: CurrentSite,
        caller: Caller,
        withdrawal_id: uuid.UUID,
        proof: Confirmation,
        *,
        party: Party | None,
        key: str | None,
        now: datetime,
    ) -> Withdrawal:
        """Pass a withdrawal on to the payout, or to staff when it is large or the account is in question."""
        withdrawal = await self.withdrawals.get_own(caller.client.id, withdrawal_id)
        if withdrawal.status != "awaiting_confirmation":
            if key is not None and await self._was_confirmed(withdrawal, proof):
                return withdrawal
            raise WithdrawalFinal
        if withdrawal.expires_at <= now:
            raise CodeExpired
        tried = await self._check(site, caller, withdrawal, proof, now=now)
        guard = self._guard(site, caller)
        # Concurrent guesses pass the first check together; only those below the limit count.
        await guard.require_room()
        try:
            async with transaction(self.withdrawals.sessions) as session:
                await self._use_passkey(session, caller, proof, party, now=now)
                await self._pass_on(session, tried, withdrawal_id, caller, proof, now=now)
        except InvalidCredentials:
            raise await self._failure(site, caller, proof) from None
        await guard.clear()
        return await self._finish(withdrawal_id, caller, now=now)

    async def _check(
        self, site: CurrentSite, caller: Caller, withdrawal: Withdrawal, proof: Confirmation, *, now: datetime
    ) -> OneTimeCode:
        """What can be refused before anything is used up, but for an attempt at the code."""
        client, sessions = caller.client, self.withdrawals.sessions
        async with sessions() as session:
            policy = await withdrawal_queries.find_policy(session, client.id)
        holds.require_none(client, policy, now=now)
        _require_second_factor(caller, proof)
        await self._guard(site, caller).require_room()
        seal = self.withdrawals.seal
        is_totp_used = caller.has_second_factor and proof.totp is not None
        if is_totp_used and not second_factor.is_totp(seal, client, proof.totp or "", now=now):
            raise await self._failure(site, caller, proof)
        try:
            return await codes.try_digits(
                sessions, seal, client.id, PURPOSE, proof.email_code, target=str(withdrawal.id), now=now
            )
        except CodeInvalid as refusal:
            await self._count_wrong_code(site, caller, now=now)
            raise CodeInvalid(
                fields=refusal.fields, errors=[_field_error("email_code", "Incorrect code.")]
            ) from None

    async def _use_passkey(
        self,
        session: AsyncSession,
        caller: Caller,
        proof: Confirmation,
        party: Party | None,
        *,
        now: datetime,
    ) -> None:
        if caller.has_second_factor and proof.credential is not None:
            assert party is not None, "the router finds it for a credential"
            sessions = self.withdrawals.sessions
            await passkeys.use(session, sessions, party, proof.credential, owner=caller.client, now=now)

    async def _pass_on(
        self,
        session: AsyncSession,
        tried: OneTimeCode,
        withdrawal_id: uuid.UUID,
        caller: Caller,
        proof: Confirmation,
        *,
        now: datetime,
    ) -> None:
        withdrawal = await withdrawal_queries.lock(session, withdrawal_id)
        if withdrawal is None or withdrawal.status != "awaiting_confirmation":
            raise WithdrawalFinal
        client = await clients.lock_client(session, caller.client.id)
        if client.frozen_at is not None:
            raise AccountFrozen
        policy = await withdrawal_queries.find_policy(session, client.id)
        holds.require_none(client, policy, now=now)
        await codes.use(session, tried, now=now)
        if caller.has_second_factor and proof.totp is not None:
            seal = self.withdrawals.seal
            if not await second_factor.use_totp(session, seal, client, proof.totp, now=now):
                raise InvalidCredentials
        has_incident = await incident_queries.has_open_incident(session, client.id)
        others = await OthersOfDay.of(session, withdrawal, now=now)
        needed = self.limits.reviews_needed(withdrawal, has_incident=has_incident, others=others)
        withdrawal.reviews_needed = needed
        withdrawal.status = "under_review" if withdrawal.reviews_needed else "processing"
        withdrawal.confirmed_at = withdrawal.updated_at = now
        await announce_withdrawals(session, withdrawal)

    async def _finish(self, withdrawal_id: uuid.UUID, caller: Caller, *, now: datetime) -> Withdrawal:
        # Otherwise the background job settles it.
        with suppress(EngineUnavailable, Overloaded):
            await self.withdrawals.ends.settle_internal(withdrawal_id, now=now)
        return await self.withdrawals.get_own(caller.client.id, withdrawal_id)

    async def _was_confirmed(self, withdrawal: Withdrawal, proof: Confirmation) -> bool:
        """Whether it was confirmed with this code: by the same request, whose answer was lost."""
        if withdrawal.confirmed_at is None:
            return False
        async with self.withdrawals.sessions() as session:
            return await codes.was_used(
                session,
                self.withdrawals.seal,
                withdrawal.client_id,
                PURPOSE,
                proof.email_code,
                target=str(withdrawal.id),
            )

    def _guard(self, site: CurrentSite, caller: Caller) -> Guard:
        """Counts by client: whoever has a session can open another, and ask for another withdrawal."""
        return self.guards.of_holder(site, _holding(caller))

    async def _count_wrong_code(self, site: CurrentSite, caller: Caller, *, now: datetime) -> None:
        """Count a wrong mailed code; after many of them within a day withdrawals are paused."""
        await self._guard(site, caller).count_failure()
        client_id, until = caller.client.id, now + holds.DAY
        async with transaction(self.withdrawals.sessions) as session:
            if await codes.count_wrong(session, client_id, PURPOSE, now=now) < MAX_WRONG_CODES:
                return
            client = await clients.lock_client(session, client_id)
            policy = await withdrawal_queries.find_policy(session, client_id)
            if holds.find_hold(client, policy, now=now) is None:
                await withdrawal_queries.pause(session, client_id, until=until, cause="codes")
                email = emails.withdrawals_paused(time=format_time(until))
                clients.send_email(session, site, client, email, now=now)

    async def _failure(self, site: CurrentSite, caller: Caller, proof: Confirmation) -> CodeInvalid:
        """Count a wrong second factor."""
        await self._guard(site, caller).count_failure()
        left = await self.guards.count_left(site, _holding(caller))
        field = "totp" if proof.totp is not None else "credential"
        message = "Incorrect code." if proof.totp is not None else "This passkey could not be verified."
        return CodeInvalid(
            message, fields=AttemptsLeft(attempts_left=left), errors=[_field_error(field, message)]
        )


async def _make(
    withdrawals: AppWithdrawals, guards: AppGuards, limits: AppReviewLimits
) -> WithdrawalConfirmations:
    return WithdrawalConfirmations(withdrawals, guards, limits)


AppConfirmations = Annotated[WithdrawalConfirmations, Depends(_make)]


def _require_second_factor(caller: Caller, proof: Confirmation) -> None:
    """Recovery codes are for signing in, not for moving money."""
    if not caller.has_second_factor or proof.totp is not None or proof.credential is not None:
        return
    methods: list[Literal["totp", "recovery_code", "passkey"]] = []
    if caller.client.totp_secret is not None:
        methods.append("totp")
    if caller.has_passkeys:
        methods.append("passkey")
    raise TwoFactorRequired(fields=SecondFactors(methods=methods))


def _holding(caller: Caller) -> str:
    return f"withdrawal:{caller.client.id}"


def _field_error(field: str, message: str) -> FieldError:
    return FieldError(field=field, code="code_invalid", message=message)
