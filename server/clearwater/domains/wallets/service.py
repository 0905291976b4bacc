"""Wallets for entry points: what we have on chains, compared with the ledger."""

from clearwater.domains.wallets.reconciliation import compare, describe

__all__ = ["compare", "describe"]
