"""The rules have versions, and every entry of the journal says by which of them it was carried out.

1 is everything up to 16 November 2026. 2 refuses by itself what costs too much, and mends what reviews found.
3 knows development chains, limits of withdrawals, and what the house pays to networks.
4 knows conversions.
A rule that changes asks `state.rules_version` and keeps the old way beside the new one: an old journal leads
for ever to where it once led. Tests keep a journal of each version (`tests/core/journals`).
"""

from collections.abc import Mapping
from typing import Any

RULES_VERSION = 4

# What was left out of an entry stands for these, whatever a command's defaults are by now. A version is added
# here when the next one begins.
DEFAULTS: Mapping[int, Mapping[str, Mapping[str, Any]]] = {
    1: {
        "PairRules": {"band_bps": 2_000, "guard_bps": 500, "max_open_orders": 200},
        "ListPair": {"state": "trading"},
        "ChangePair": {"rules": None, "state": None, "reference_price": 0},
        "PlaceOrder": {
            "quantity": 0,
            "price": 0,
            "maker_ppm": 0,
            "taker_ppm": 0,
            "time_in_force": "gtc",
            "post_only": False,
            "prevention": "expire_taker",
            "client_order_id": None,
            "quote_quantity": 0,
            "stop_price": 0,
            "stop_limit_price": 0,
            "trailing_bps": 0,
            "display_quantity": 0,
            "expire_at": 0,
        },
        "AmendOrder": {"price": 0, "quantity": 0},
        "CancelAll": {"client": None, "pair": None, "side": None},
    },
    2: {
        "OpenLedger": {"untraded": ()},
        "PairRules": {"band_bps": 2_000, "guard_bps": 500, "max_open_orders": 200},
        "ListPair": {"state": "trading"},
        "ChangePair": {"rules": None, "state": None, "reference_price": 0},
        "PlaceOrder": {
            "quantity": 0,
            "price": 0,
            "maker_ppm": 0,
            "taker_ppm": 0,
            "time_in_force": "gtc",
            "post_only": False,
            "prevention": "expire_taker",
            "client_order_id": None,
            "quote_quantity": 0,
            "stop_price": 0,
            "stop_limit_price": 0,
            "trailing_bps": 0,
            "display_quantity": 0,
            "expire_at": 0,
            "idempotency_key": None,
        },
        "AmendOrder": {"price": 0, "quantity": 0},
        "CancelAll": {"client": None, "pair": None, "side": None},
    },
    3: {
        "OpenLedger": {"untraded": ()},
        "PairRules": {"band_bps": 2_000, "guard_bps": 500, "max_open_orders": 200},
        "ListPair": {"state": "trading"},
        "ChangePair": {"rules": None, "state": None, "reference_price": 0},
        "PlaceOrder": {
            "quantity": 0,
            "price": 0,
            "maker_ppm": 0,
            "taker_ppm": 0,
            "time_in_force": "gtc",
            "post_only": False,
            "prevention": "expire_taker",
            "client_order_id": None,
            "quote_quantity": 0,
            "stop_price": 0,
            "stop_limit_price": 0,
            "trailing_bps": 0,
            "display_quantity": 0,
            "expire_at": 0,
            "idempotency_key": None,
        },
        "AmendOrder": {"price": 0, "quantity": 0},
        "CancelAll": {"client": None, "pair": None, "side": None},
        "HoldWithdrawal": {"value": 0, "day_limit": 0},
        "SettleWithdrawal": {"receiver": ""},
    },
}
