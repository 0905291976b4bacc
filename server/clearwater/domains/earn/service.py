"""Subscribe to products, redeem, and show both; every change is one command of the engine."""

import hashlib
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.desk import Desk, Outcome
from clearwater.core.earn_commands import ChangeAutoRenew, Redeem, Subscribe
from clearwater.core.earn_events import EarnPositionChanged, EarnProductChanged
from clearwater.core.events import Refused
from clearwater.core.money import to_text
from clearwater.core.views import View
from clearwater.domains.clients import service as clients
from clearwater.domains.clients.service import ClientFacts
from clearwater.domains.earn import queries
from clearwater.domains.earn.labels import in_order, load_labels
from clearwater.domains.earn.models import EarnPositionRow
from clearwater.domains.earn.products import create_product
from clearwater.domains.earn.schemas import (
    LEVELS,
    EarnPosition,
    EarnProduct,
    PositionDraft,
    ProductDraft,
    Redemption,
)
from clearwater.domains.markets.errors import AboveMaximum, BelowMinimum, LimitExceeded, StateConflict
from clearwater.domains.markets.service import problem_of
from clearwater.domains.orders.service import Trader, to_units
from clearwater.kit.clock import Clock, milliseconds
from clearwater.kit.db import SessionFactory
from clearwater.kit.errors import (
    ClearwaterError,
    FieldError,
    IdempotencyConflict,
    NotFound,
    ValidationFailed,
)
from clearwater.kit.messages import Message

__all__ = ["Changed", "Positions", "ProductDraft", "create_product", "list_products"]

# What the core calls by another name than the API.
FIELDS = {"product": "product_id", "client": "product_id"}


class Changed(NamedTuple):
    """A position, and whether an earlier request with the same key has changed it."""

    position: EarnPosition
    is_replay: bool


class Redeemed(NamedTuple):
    """A position, and what was asked for when something was taken out of it."""

    row: EarnPositionRow
    command: Redeem


async def list_products(
    session: AsyncSession, desk: Desk, *, owner: str | None, at: int
) -> list[EarnProduct]:
    """All products, by the order of their coins; with what the client has in each."""
    view, labels = desk.view, await load_labels(session)
    held = None if owner is None else await queries.sum_held(session, owner)
    return [
        EarnProduct.of(view, row, labels, at=at, mine=None if held is None else held.get(row.product, 0))
        for row in in_order(view.earn_products, labels)
    ]


@dataclass(frozen=True)
class Positions:
    """Begins, changes and ends positions."""

    desk: Desk
    sessions: SessionFactory
    clock: Clock
    facts: ClientFacts

    async def subscribe(self, trader: Trader, draft: PositionDraft, *, key: str | None) -> Changed:
        """Begin a position; returns when it is durable.

        A repeated key returns the earlier position if the terms are the same, and is rejected otherwise. This
        never expires: the key is stored in the position.
        """
        product = self._get_product(draft.product_id)
        digest = _digest(key)
        amount = to_units("amount", draft.amount, self._decimals(product))
        command = Subscribe(self._now(), trader.owner, draft.product_id, amount, draft.auto_renew, digest)
        earlier = await self._find_earlier(trader.owner, digest)
        if earlier is None:
            await self._require_level(trader, product)
            outcome = await self.desk.submit(command)
            refusal = outcome.refusal
            if refusal is None:
                return Changed(self._show_changed(outcome), is_replay=False)
            if refusal.code != "DUPLICATE_CLIENT_ORDER_ID":
                raise self._subscription_problem(product, refusal)
            earlier = await self._find_earlier(trader.owner, digest)
            assert earlier is not None, "what was carried out is in the table"
        async with self.sessions() as session:
            asked = await queries.requested_terms(session, earlier)
        if replace(asked, at=0) != replace(command, at=0):
            raise IdempotencyConflict
        return Changed(self.writer()(earlier), is_replay=True)

    async def redeem(self, owner: str, position_id: int, wanted: Redemption, *, key: str | None) -> Changed:
        """Take out an amount, or all of it; a repeated key takes out nothing more, and never expires."""
        if wanted.whole == (wanted.amount is not None):
            message = "Enter an amount, or redeem all of it."
            raise ValidationFailed(
                message, errors=[FieldError(field="amount", code="value", message=message)]
            )
        product, digest = await self._get_product_of(owner, position_id), _digest(key)
        amount = to_units("amount", wanted.amount, self._decimals(product))
        command = Redeem(self._now(), owner, position_id, amount, digest)
        earlier = await self._find_redemption(owner, position_id, digest)
        if earlier is None:
            outcome = await self.desk.submit(command)
            if outcome.refusal is None:
                return Changed(self._show_changed(outcome, position_id), is_replay=False)
            # The same request may have come twice, and be carried out since it was looked for.
            earlier = await self._find_redemption(owner, position_id, digest)
            if earlier is None:
                raise self._redemption_problem(product, outcome.refusal)
        if earlier.command.amount != amount:
            raise IdempotencyConflict
        return Changed(self.writer()(earlier.row), is_replay=True)

    async def change_auto_renew(self, owner: str, position_id: int, *, auto_renew: bool) -> EarnPosition:
        """Decide again what happens at maturity."""
        product = await self._get_product_of(owner, position_id)
        outcome = await self.desk.submit(ChangeAutoRenew(self._now(), owner, position_id, auto_renew))
        if outcome.refusal is not None:
            raise self._redemption_problem(product, outcome.refusal)
        return self._show_changed(outcome, position_id)

    def writer(self) -> Callable[[EarnPositionRow], EarnPosition]:
        """Shows rows that are read from now on.

        The products are taken before the rows: rates that no position counts by any more are dropped.
        """
        view, at = self.desk.view, self._now()
        products = dict(view.earn_products)

        def show(row: EarnPositionRow) -> EarnPosition:
            return EarnPosition.of(view, products[row.product], queries.position_of(row), at=at)

        return show

    def _show_changed(self, outcome: Outcome, position_id: int | None = None) -> EarnPosition:
        """How a command left a position; the time of the command may have changed others before."""
        changed = [
            event
            for event in outcome.events
            if isinstance(event, EarnPositionChanged) and position_id in (None, event.position_id)
        ]
        view, row = self.desk.view, changed[-1]
        return EarnPosition.of(view, view.earn_products[row.product], row, at=self._now())

    async def _find_earlier(self, owner: str, digest: str | None) -> EarnPositionRow | None:
        if digest is None:
            return None
        async with self.sessions() as session:
            return await queries.find_by_key(session, owner, digest)

    async def _find_redemption(self, owner: str, position_id: int, digest: str | None) -> Redeemed | None:
        if digest is None:
            return None
        async with self.sessions() as session:
            row = await queries.find_position(session, owner, position_id)
            command = None if row is None else await queries.find_redemption(session, row, digest)
            return None if row is None or command is None else Redeemed(row, command)

    async def _require_level(self, trader: Trader, product: EarnProductChanged) -> None:
        _, rank = LEVELS[product.kind]
        if trader.rank >= rank:
            return
        async with self.sessions() as session:
            client = await clients.find_client(session, uuid.UUID(trader.owner))
            assert client is not None, "whoever trades has an account"
            await self.facts.require_rank(session, client, rank)

    def _get_product(self, product_id: str) -> EarnProductChanged:
        product = self.desk.view.earn_products.get(product_id)
        if product is None:
            raise NotFound("Product not found.")
        return product

    async def _get_product_of(self, owner: str, position_id: int) -> EarnProductChanged:
        async with self.sessions() as session:
            row = await queries.find_position(session, owner, position_id)
        if row is None:
            raise NotFound("Position not found.")
        return self.desk.view.earn_products[row.product]

    def _decimals(self, product: EarnProductChanged) -> int:
        return self.desk.view.coins[product.coin].decimals

    def _now(self) -> int:
        return milliseconds(self.clock.now())

    def _subscription_problem(self, product: EarnProductChanged, refusal: Refused) -> ClearwaterError:
        view = self.desk.view
        left = amount_text(view, product, refusal.available)
        if refusal.code == "STATE_CONFLICT":
            return StateConflict("This product takes no new subscriptions.", errors=[_error(refusal)])
        if refusal.code == "ABOVE_MAXIMUM":
            message = (
                Message("Maximum: {left}.", left=left)
                if refusal.available
                else "You already have the maximum."
            )
            return AboveMaximum(message, errors=[_error(refusal, message)])
        if (refusal.code, refusal.field) == ("LIMIT_EXCEEDED", "product"):
            message = Message(
                "You have {count} positions in this product. Redeem one first.", count=refusal.needed
            )
            return LimitExceeded(message, errors=[_error(refusal, message)])
        if refusal.code == "LIMIT_EXCEEDED":
            message = (
                Message("Only {left} left in this product.", left=left)
                if refusal.available
                else "This product is full."
            )
            return LimitExceeded(message, errors=[_error(refusal, message)])
        field = FIELDS.get(refusal.field, refusal.field)
        return problem_of(replace(refusal, field=field), decimals=self._decimals(product))

    def _redemption_problem(self, product: EarnProductChanged, refusal: Refused) -> ClearwaterError:
        view = self.desk.view
        if refusal.code == "NOT_FOUND":
            return StateConflict("This position has already been redeemed.")
        if refusal.code == "BELOW_MINIMUM":
            least = amount_text(view, product, refusal.needed)
            message = Message("At least {least} must remain. Redeem less, or all of it.", least=least)
            return BelowMinimum(message, errors=[_error(refusal, message)])
        if refusal.code == "STATE_CONFLICT":
            messages = {
                "amount": "A locked position can only be redeemed as a whole.",
                "auto_renew": "Only locked positions renew.",
            }
            return StateConflict(messages[refusal.field], errors=[_error(refusal, messages[refusal.field])])
        return problem_of(refusal, decimals=self._decimals(product))


def amount_text(view: View, product: EarnProductChanged, units: int) -> str:
    return f"{to_text(units, view.coins[product.coin].decimals)} {product.coin}"


def _digest(key: str | None) -> str | None:
    return None if key is None else hashlib.sha256(key.encode()).hexdigest()[:32]


def _error(refusal: Refused, message: str = "") -> FieldError:
    field = FIELDS.get(refusal.field, refusal.field)
    return FieldError(field=field, code=refusal.code.lower(), message=message)
