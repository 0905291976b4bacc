"""Wallets for entry points: what we have on chains, compared with the ledger, and details of transfers."""

from clearwater.domains.wallets.reconciliation import compare, describe
from clearwater.domains.wallets.transfers import WalletTransfers

__all__ = ["WalletTransfers", "compare", "describe"]
