"""Networks, deposits and incidents for staff."""

import uuid
from collections.abc import Sequence
from datetime import datetime

import msgspec
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.money import to_text
from clearwater.core.views import View
from clearwater.domains.staff.service import Operator, record
from clearwater.domains.wallets import incident_queries, queries
from clearwater.domains.wallets import reconciliation_queries as sums
from clearwater.domains.wallets.deposits import status_of
from clearwater.domains.wallets.directory import Networks, coin_decimals
from clearwater.domains.wallets.errors import DepositConflict, IncidentConflict, NetworkNotHalted
from clearwater.domains.wallets.incident_models import IncidentProposal, Reconciliation, WalletIncident
from clearwater.domains.wallets.incident_proposals import NEEDS_TWO, lock_open
from clearwater.domains.wallets.models import Deposit, Network
from clearwater.domains.wallets.operator_schemas import (
    Halt,
    Incident,
    IncidentProposalView,
    NetworkBalance,
    NodeProblem,
    OperatorDeposit,
    OperatorNetwork,
    Resume,
)
from clearwater.domains.wallets.ports import Chain, KeyPath
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed
from clearwater.kit.messages import Message


async def list_networks(session: AsyncSession, networks: Networks, view: View) -> list[OperatorNetwork]:
    is_demo = view.kind == "demo"
    rows = await queries.list_networks(session)
    compared = await sums.list_reconciliations(session)
    return [
        _network_view(chain, rows.get(key), [row for row in compared if row.network == key], is_demo=is_demo)
        for key, chain in sorted(networks.chains.items())
        if is_demo or not chain.network.is_development
    ]


def _network_view(
    chain: Chain, row: Network | None, compared: list[Reconciliation], *, is_demo: bool
) -> OperatorNetwork:
    network = chain.network
    height, node_height = (row.height, row.node_height) if row is not None else (0, 0)
    seen_at = row.node_seen_at if row is not None else None
    sweep_at = row.sweep_requested_at if row is not None else None
    problem, since = node_problem(chain, row, is_demo=is_demo)
    return OperatorNetwork(
        network=network.key,
        name=network.name,
        kind=network.kind,
        status=status_of(chain, row, is_demo=is_demo),
        reason=row.reason if row is not None else None,
        notice=row.notice if row is not None else None,
        is_development=network.is_development,
        height=height,
        node_height=node_height,
        lag=max(node_height - height, 0),
        node_seen_at=int(seen_at.timestamp()) if seen_at is not None else None,
        node_problem=problem,
        node_problem_since=int(since.timestamp()) if since is not None else None,
        confirmations=network.confirmations,
        sweep_requested_at=int(sweep_at.timestamp()) if sweep_at is not None else None,
        explorer_tx=network.explorer_tx,
        explorer_address=network.explorer_address,
        hot_address=chain.derive_address(KeyPath("hot", 0)) if "hot" in network.xpubs else None,
        balances=[_balance_view(chain, one) for one in compared],
    )


def node_problem(
    chain: Chain, row: Network | None, *, is_demo: bool
) -> tuple[NodeProblem | None, datetime | None]:
    """Why the node of a network is of no use now, and since when."""
    if chain.network.is_development != is_demo:
        return "play_money_only", None
    if chain.network.rpc_url is None:
        return "not_configured", None
    if row is None:
        return "not_asked", None
    return msgspec.convert(row.node_fault, NodeProblem | None), row.node_fault_since


def _balance_view(chain: Chain, row: Reconciliation) -> NetworkBalance:
    decimals = {asset.coin: asset.decimals for asset in chain.network.assets}.get(row.coin, 0)
    hot, deposits, cold, owed = int(row.hot), int(row.deposits), int(row.cold), int(row.owed)
    return NetworkBalance(
        coin=row.coin,
        hot=to_text(hot, decimals),
        deposits=to_text(deposits, decimals),
        cold=to_text(cold, decimals),
        owed=to_text(owed, decimals),
        difference=to_text(hot + deposits + cold - owed, decimals),
        checked_at=int(row.checked_at.timestamp()),
        differs_since=int(row.differs_since.timestamp()) if row.differs_since else None,
    )


async def halt(session: AsyncSession, operator: Operator, key: str, wanted: Halt, *, now: datetime) -> None:
    """Stop deposits and withdrawals of a network; deposits are read once it is resumed."""
    network = await _lock(session, key, status="enabled")
    network.status, network.reason, network.notice = "halted", wanted.reason, wanted.notice
    network.updated_at = now
    detail = {"reason": wanted.reason}
    await record(session, operator, "network.halted", subject=f"network:{key}", detail=detail, now=now)


async def resume(
    session: AsyncSession, operator: Operator, key: str, wanted: Resume, *, now: datetime
) -> None:
    """Follow a network again; the worker looks for the fork down to the height that staff have checked."""
    network = await _lock(session, key, status="halted")
    if wanted.from_height is not None and wanted.from_height > network.height:
        message = Message("Enter a block that was read: at most {height}.", height=network.height)
        raise ValidationFailed(
            message, errors=[FieldError(field="from_height", code="value", message=message)]
        )
    network.status, network.reason, network.notice, network.updated_at = "enabled", None, None, now
    network.resume_height = wanted.from_height
    detail = {} if wanted.from_height is None else {"from_height": wanted.from_height}
    await record(session, operator, "network.resumed", subject=f"network:{key}", detail=detail, now=now)


async def request_sweep(session: AsyncSession, operator: Operator, key: str, *, now: datetime) -> None:
    """Have what is on clients' addresses collected into the hot wallet, whether or not it is much."""
    network = await _lock(session, key, status="enabled")
    network.sweep_requested_at = network.updated_at = now
    await record(session, operator, "network.sweep_requested", subject=f"network:{key}", now=now)


async def _lock(session: AsyncSession, key: str, *, status: str) -> Network:
    network = await queries.lock_network(session, key)
    if network is None:
        raise NotFound("Network not found.")
    if network.status != status:
        raise NetworkNotHalted
    return network


def deposit_view(deposit: Deposit, view: View) -> OperatorDeposit:
    decimals = coin_decimals(view).get(deposit.coin or "")
    return OperatorDeposit(
        id=deposit.id,
        client_id=deposit.client_id,
        network=deposit.network,
        coin=deposit.coin,
        contract=deposit.contract,
        amount=to_text(deposit.amount, decimals) if decimals is not None else None,
        native=str(deposit.native),
        address=deposit.address,
        tx_id=deposit.tx_id,
        output_index=deposit.place,
        status=deposit.status,
        height=deposit.height,
        created_at=int(deposit.created_at.timestamp()),
        credited_at=int(deposit.credited_at.timestamp()) if deposit.credited_at else None,
        is_swept=deposit.swept_by is not None,
        handled_at=int(deposit.handled_at.timestamp()) if deposit.handled_at else None,
        handled_by=deposit.handled_by,
        remark=deposit.remark,
    )


async def handle_deposit(
    session: AsyncSession, operator: Operator, deposit_id: uuid.UUID, remark: str, *, now: datetime
) -> None:
    """Note how an unassigned deposit was dealt with. No money moves: credits are proposed in the ledger."""
    found = await queries.lock_deposits(session, [deposit_id])
    if not found:
        raise NotFound("Deposit not found.")
    (deposit,) = found
    if deposit.status != "unassigned" or deposit.handled_at is not None:
        raise DepositConflict
    deposit.handled_at, deposit.handled_by, deposit.remark = now, operator.login, remark
    detail = {"deposit": deposit.reference, "remark": remark}
    await record(
        session, operator, "deposit.handled", subject=f"deposit:{deposit_id}", detail=detail, now=now
    )


async def present_incidents(
    session: AsyncSession, view: View, rows: Sequence[WalletIncident]
) -> list[Incident]:
    """Incidents; those of a removed deposit with what its client was credited, and with the last proposal."""
    ids = {row.id: uuid.UUID(row.detail["deposit_id"]) for row in rows if row.kind == NEEDS_TWO}
    deposits = await queries.find_deposits_by_id(session, set(ids.values())) if ids else {}
    proposals = await incident_queries.find_newest_proposals(session, ids) if ids else {}
    return [
        _incident_view(row, view, deposits.get(ids[row.id]) if row.id in ids else None, proposals.get(row.id))
        for row in rows
    ]


def _incident_view(
    incident: WalletIncident, view: View, deposit: Deposit | None, proposal: IncidentProposal | None
) -> Incident:
    return Incident(
        id=incident.id,
        network=incident.network,
        kind=incident.kind,
        subject=incident.subject,
        client_id=incident.client_id,
        detail=incident.detail,
        amount=deposit_view(deposit, view).amount if deposit is not None else None,
        needs_two=incident.kind == NEEDS_TWO,
        proposal=None if proposal is None else IncidentProposalView.of(proposal),
        opened_at=int(incident.opened_at.timestamp()),
        resolved_at=int(incident.resolved_at.timestamp()) if incident.resolved_at else None,
        resolved_by=incident.resolved_by,
        remark=incident.remark,
    )


async def resolve(
    session: AsyncSession, operator: Operator, incident_id: uuid.UUID, remark: str, *, now: datetime
) -> None:
    """End an incident with a remark; not where money is at stake, which two people decide."""
    incident = await lock_open(session, incident_id)
    if incident.kind == NEEDS_TWO:
        raise IncidentConflict("Two people decide this: propose to take the credit back or to keep it.")
    incident.resolved_at, incident.resolved_by, incident.remark = now, operator.login, remark
    detail = {"kind": incident.kind, "remark": remark}
    await record(
        session, operator, "incident.resolved", subject=f"incident:{incident_id}", detail=detail, now=now
    )
