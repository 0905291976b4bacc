"""What chains know of the deposits and withdrawals in the lists of transactions."""

import uuid
from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.ledger.service import TransferDetails
from clearwater.domains.wallets import queries, withdrawal_queries
from clearwater.domains.wallets.directory import Networks
from clearwater.domains.wallets.models import Deposit, Withdrawal
from clearwater.domains.wallets.schemas import count_confirmations

# The ledger has them only with enough confirmations, whatever has become of a development chain since.
IS_FINAL = frozenset({"credited", "completed"})


class WalletTransfers:
    """Transfers by the references that the ledger knows them by."""

    def __init__(self, networks: Networks) -> None:
        self._networks = networks

    async def find_details(
        self, session: AsyncSession, references: Collection[str]
    ) -> dict[str, TransferDetails]:
        """At most one query for deposits, one for withdrawals and one for the heights of networks."""
        deposits = await queries.find_references(session, references)
        ids = {reference: found for reference in references if (found := _withdrawal_id(reference))}
        withdrawals = await withdrawal_queries.list_by_ids(session, set(ids.values())) if ids else ()
        if not deposits and not withdrawals:
            return {}
        heights = {key: row.height for key, row in (await queries.list_networks(session)).items()}
        by_id = {withdrawal.id: withdrawal for withdrawal in withdrawals}
        return {
            **{deposit.reference: self._details_of(deposit, heights) for deposit in deposits},
            **{
                reference: self._details_of(by_id[withdrawal_id], heights)
                for reference, withdrawal_id in ids.items()
                if withdrawal_id in by_id
            },
        }

    def _details_of(self, transfer: Deposit | Withdrawal, heights: dict[str, int]) -> TransferDetails:
        if isinstance(transfer, Withdrawal) and transfer.receiver_id is not None:
            return TransferDetails(transfer.address)
        chain = self._networks.chains.get(transfer.network)
        required = None if chain is None else chain.network.confirmations
        confirmations = count_confirmations(transfer.height, heights.get(transfer.network, 0))
        if transfer.status in IS_FINAL:
            confirmations = max(confirmations, required or 0)
        return TransferDetails(transfer.address, transfer.tx_id, confirmations, required)


def _withdrawal_id(reference: str) -> uuid.UUID | None:
    """The withdrawal of its own reference, or of the receipt of the client whom it pays."""
    kind, _, rest = reference.partition(":")
    if kind != "withdrawal":
        return None
    try:
        return uuid.UUID(rest.partition(":")[0])
    except ValueError:
        return None
