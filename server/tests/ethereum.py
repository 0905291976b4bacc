"""The field's own library of Ethereum accounts, which tests compare with.

One of its parts raises Python's recursion limit when it is imported, for the whole process. Then a deeply
nested body would end the process instead of being refused; so the limit is put back.
"""

import sys

_limit = sys.getrecursionlimit()

from eth_account import Account  # noqa: E402
from eth_account.typed_transactions.typed_transaction import TypedTransaction  # noqa: E402

sys.setrecursionlimit(_limit)

__all__ = ["Account", "TypedTransaction"]
