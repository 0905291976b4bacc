"""The refusal that shows an order: the client has used its id before."""

from pydantic import BaseModel

from clearwater.domains.markets.errors import DuplicateClientOrderId
from clearwater.domains.orders.schemas import Order


class StoredOrder(BaseModel):
    """The order that has the id."""

    order: Order


class ClientOrderIdUsed(DuplicateClientOrderId):
    """Says which order has the id."""

    Fields = StoredOrder
