"""Errors of orders, besides the rejections of the exchange itself."""

from clearwater.kit.errors import ClearwaterError


class OrderFinal(ClearwaterError):
    status, code, title = 409, "ORDER_FINAL", "This order is closed and can no longer be changed."
