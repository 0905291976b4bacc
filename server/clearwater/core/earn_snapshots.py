"""The state of earn as plain values, each as it was last emitted."""

from typing import NamedTuple

from clearwater.core.earn import Earn, EarnKey, Position, Product
from clearwater.core.earn_events import EarnPositionChanged, EarnProductChanged


class EarnRows(NamedTuple):
    """All products, and the positions that are active or have interest to get."""

    last_position_id: int = 0
    products: tuple[EarnProductChanged, ...] = ()
    positions: tuple[EarnPositionChanged, ...] = ()
    keys: tuple[EarnKey, ...] = ()


def export(earn: Earn) -> EarnRows:
    """Write it down; equal states give equal rows."""
    return EarnRows(
        earn.last_position_id,
        tuple(product.row for _, product in sorted(earn.products.items())),
        tuple(position.row for _, position in sorted(earn.positions.items())),
        tuple(earn.recent),
    )


def restore(rows: EarnRows) -> Earn:
    """Build what the rows describe."""
    earn = Earn()
    earn.last_position_id = rows.last_position_id
    earn.products = {row.product: Product(row) for row in rows.products}
    for row in rows.positions:
        product = earn.products[row.product]
        position = product.positions[row.position_id] = earn.positions[row.position_id] = Position(
            product, row
        )
        if row.amount:
            product.hold(row.client, row.amount)
            product.count(row.client, 1)
        earn.plan(position)
    for key in rows.keys:
        earn.recent.append(key)
        earn.keys[key.client, key.key] = key.position_id
    return earn
