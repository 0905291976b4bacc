"""What can go wrong with orders, beyond what the exchange itself refuses."""

from clearwater.kit.errors import ClearwaterError


class OrderFinal(ClearwaterError):
    status, code, title = 409, "ORDER_FINAL", "This order is closed and can no longer be changed."
