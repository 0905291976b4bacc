"""/v1/withdrawal: fees, limits, requests, confirmations and the client's withdrawals."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from clearwater.domains.clients.errors import AccountFrozen, EmailUnconfirmed, LevelRequired
from clearwater.domains.markets.errors import (
    AboveMaximum,
    BadPrecision,
    BelowMinimum,
    InsufficientBalance,
    LimitExceeded,
)
from clearwater.domains.markets.service import AppDesk, listing_version
from clearwater.domains.membership.service import AppTradingFacts
from clearwater.domains.security.errors import CodeExpired, CodeInvalid
from clearwater.domains.security.service import passkeys
from clearwater.domains.sessions.errors import (
    CHANGING_REFUSALS,
    READING_REFUSALS,
    StepUpRequired,
    TwoFactorRequired,
)
from clearwater.domains.sessions.service import Caller, OpenToKeys, Reader
from clearwater.domains.sites.service import CurrentSite
from clearwater.domains.wallets import withdrawal_limits, withdrawal_queries
from clearwater.domains.wallets.directory import AppNetworks
from clearwater.domains.wallets.errors import (
    AddressNotAllowed,
    AddressRefused,
    MemoRequired,
    NetworkDisabled,
    WithdrawalFinal,
    WithdrawHold,
)
from clearwater.domains.wallets.withdrawal_confirmation import AppConfirmations
from clearwater.domains.wallets.withdrawal_reviews import AppReviewLimits
from clearwater.domains.wallets.withdrawal_schemas import (
    Confirmation,
    OneWithdrawal,
    RequestedWithdrawal,
    WithdrawalDraft,
    WithdrawalFees,
    WithdrawalLimits,
    WithdrawalView,
)
from clearwater.domains.wallets.withdrawals import AppWithdrawals
from clearwater.kit.attempts import TooManyAttempts
from clearwater.kit.dependencies import AppClock, AppIdempotency, CsvExports
from clearwater.kit.errors import IdempotencyConflict, NotFound, problems
from clearwater.kit.idempotency import find_key
from clearwater.kit.paging import Page, Paging, every_page, read_page
from clearwater.kit.passkeys import PasskeysUnavailable
from clearwater.kit.plain_route import json_answer
from clearwater.kit.response_cache import shared_response
from clearwater.kit.unit_of_work import ReadSession

router = APIRouter(prefix="/v1/withdrawal", tags=["withdrawals"])

ChangingRefusals = (*CHANGING_REFUSALS, LevelRequired, IdempotencyConflict)
RequestRefusals = (
    *ChangingRefusals,
    StepUpRequired,
    NotFound,
    NetworkDisabled,
    AddressRefused,
    MemoRequired,
    BadPrecision,
    BelowMinimum,
    AboveMaximum,
    InsufficientBalance,
    LimitExceeded,
    WithdrawHold,
    AddressNotAllowed,
)
ConfirmRefusals = (
    *ChangingRefusals,
    NotFound,
    WithdrawHold,
    WithdrawalFinal,
    CodeInvalid,
    CodeExpired,
    TwoFactorRequired,
    PasskeysUnavailable,
    TooManyAttempts,
)


async def _withdrawer(caller: Annotated[Caller, Depends(OpenToKeys("withdraw"))]) -> Caller:
    if caller.client.frozen_at is not None:
        raise AccountFrozen
    if not caller.client.email_is_confirmed:
        raise EmailUnconfirmed
    return caller


Withdrawer = Annotated[Caller, Depends(_withdrawer)]


async def _requester(caller: Withdrawer, clock: AppClock) -> Caller:
    """With a second factor the confirmation asks for it; without one the password has to be recent."""
    if not caller.is_key and not caller.has_second_factor:
        caller.require_step_up(clock.now())
    return caller


Requester = Annotated[Caller, Depends(_requester)]


@router.get("/fees", responses=problems(NotFound))
@shared_response(version=listing_version)
async def list_fees(
    site: CurrentSite,
    desk: AppDesk,
    networks: AppNetworks,
    session: ReadSession,
    coin: Annotated[str | None, Query(max_length=20)] = None,
) -> WithdrawalFees:
    """What a withdrawal of a coin costs on each network, or of all coins; public."""
    return WithdrawalFees(items=await withdrawal_limits.list_fees(session, networks, desk.view, coin=coin))


@router.get("/limits", responses=problems(*READING_REFUSALS))
async def show_limits(
    caller: Reader, session: ReadSession, facts: AppTradingFacts, limits: AppReviewLimits, clock: AppClock
) -> WithdrawalLimits:
    """Whether withdrawals are paused, what can be withdrawn today, and how it is confirmed."""
    return await withdrawal_limits.show_limits(session, facts, limits, caller, now=clock.now())


@router.post("", status_code=201, response_model=RequestedWithdrawal, responses=problems(*RequestRefusals))
async def request_withdrawal(
    *,
    draft: WithdrawalDraft,
    caller: Requester,
    site: CurrentSite,
    request: Request,
    clock: AppClock,
    withdrawals: AppWithdrawals,
    idempotency: AppIdempotency,
) -> Response:
    """Ask for a withdrawal: the amount is held, and a code is mailed that confirms it."""
    now, key = clock.now(), find_key(request)

    async def ask() -> Response:
        withdrawal = await withdrawals.request(site, caller, draft, key=key, now=now)
        answer = withdrawals.requested(withdrawal, caller)
        return json_answer(answer.model_dump(mode="json"), status=201)

    return await idempotency.answer(request, ask, owner=_owner(caller), now=now)


@router.post("/{withdrawal_id}/confirm", response_model=OneWithdrawal, responses=problems(*ConfirmRefusals))
async def confirm_withdrawal(
    *,
    withdrawal_id: uuid.UUID,
    confirmation: Confirmation,
    caller: Withdrawer,
    site: CurrentSite,
    request: Request,
    clock: AppClock,
    withdrawals: AppWithdrawals,
    confirmations: AppConfirmations,
    idempotency: AppIdempotency,
) -> Response:
    """Confirm with the mailed code and, with two-factor authentication, `totp` or `credential`."""
    now, key = clock.now(), find_key(request)

    async def confirm() -> Response:
        party = passkeys.party_of(request, site) if confirmation.credential is not None else None
        withdrawal = await confirmations.confirm(
            site, caller, withdrawal_id, confirmation, party=party, key=key, now=now
        )
        answer = OneWithdrawal(withdrawal=await withdrawals.view(withdrawal))
        return json_answer(answer.model_dump(mode="json"))

    return await idempotency.answer(request, confirm, owner=_owner(caller), now=now)


@router.post(
    "/{withdrawal_id}/cancel",
    response_model=OneWithdrawal,
    responses=problems(*ChangingRefusals, NotFound, WithdrawalFinal),
)
async def cancel_withdrawal(
    *,
    withdrawal_id: uuid.UUID,
    caller: Withdrawer,
    request: Request,
    clock: AppClock,
    withdrawals: AppWithdrawals,
    idempotency: AppIdempotency,
) -> Response:
    """Cancel a withdrawal that waits for its confirmation or review; the amount is available again."""
    now, key = clock.now(), find_key(request)

    async def cancel() -> Response:
        withdrawal = await withdrawals.cancel(caller.client.id, withdrawal_id, key=key, now=now)
        answer = OneWithdrawal(withdrawal=await withdrawals.view(withdrawal))
        return json_answer(answer.model_dump(mode="json"))

    return await idempotency.answer(request, cancel, owner=_owner(caller), now=now)


@router.get(
    "",
    response_model=Page[WithdrawalView],
    responses=problems(*READING_REFUSALS) | {200: {"content": {"text/csv": {}}}},
)
async def list_withdrawals(
    *,
    caller: Reader,
    page: Paging,
    withdrawals: AppWithdrawals,
    session: ReadSession,
    exports: CsvExports,
) -> Page[WithdrawalView] | Response:
    """The client's withdrawals, newest first."""
    statement = withdrawal_queries.select_own(caller.client.id)
    writer = await withdrawals.open_writer(session)
    if exports is not None:
        return exports.answer(
            f"client:{caller.client.id}",
            "withdrawals",
            WithdrawalView.HEADER,
            every_page(statement, withdrawal_queries.NEWEST_FIRST),
            lambda row: [writer.json(row)[name] for name in WithdrawalView.HEADER],
        )
    return await read_page(session, statement, withdrawal_queries.NEWEST_FIRST, page, writer.write)


@router.get("/{withdrawal_id}", responses=problems(*READING_REFUSALS, NotFound))
async def show_withdrawal(
    withdrawal_id: uuid.UUID, caller: Reader, withdrawals: AppWithdrawals
) -> WithdrawalView:
    """One of the client's withdrawals."""
    return await withdrawals.view(await withdrawals.get_own(caller.client.id, withdrawal_id))


def _owner(caller: Caller) -> str:
    return f"client:{caller.client.id}"
