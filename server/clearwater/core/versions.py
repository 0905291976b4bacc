"""The rules have versions, and every entry of the journal says by which of them it was carried out.

1 is everything up to 16 November 2026. 2 refuses by itself what costs too much, and mends what reviews found.
3 knows development chains, limits of withdrawals, and what the house pays to networks.
4 knows conversions; pre-markets and earn grew under its number, before any release.
5 settles these, triggers trailing orders by their rounded stop price, and meets what is smaller than a step
of a conversion from the stock of the house.
A rule that changes asks `state.rules_version` and keeps the old way beside the new one: an old journal leads
for ever to where it once led. A version is settled when it lands: tests keep a journal of each, which is
never recorded again (`tests/core/journals`).
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

RULES_VERSION = 5

# What was left out of an entry stands for these, whatever a command's defaults are by now. A version is added
# here when the next one begins.
Defaults: TypeAlias = Mapping[str, Mapping[str, Any]]
_OF_1: Defaults = {
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
}
_OF_2: Defaults = {
    **_OF_1,
    "OpenLedger": {"untraded": ()},
    "PlaceOrder": {**_OF_1["PlaceOrder"], "idempotency_key": None},
}
_OF_3: Defaults = {
    **_OF_2,
    "HoldWithdrawal": {"value": 0, "day_limit": 0},
    "SettleWithdrawal": {"receiver": ""},
}
_OF_4: Defaults = {
    **_OF_3,
    "CreatePreMarket": {
        "fee_ppm": 20_000,
        "collateral_ppm": 1_000_000,
        "window_ms": 14_400_000,
        "late_ms": 2_592_000_000,
    },
    "SchedulePreMarket": {"opens_at": 0, "closes_at": 0},
    "PlacePreMarketOrder": {"idempotency_key": None},
    "CreateEarnProduct": {"term_days": 0},
    "ChangeEarnProduct": {
        "rate_ppm": None,
        "effective_at": 0,
        "min_amount": 0,
        "max_amount": 0,
        "quota": None,
        "is_open": None,
    },
    "Subscribe": {"auto_renew": False, "idempotency_key": None},
    "Redeem": {"amount": 0, "idempotency_key": None},
}
DEFAULTS: Mapping[int, Defaults] = {1: _OF_1, 2: _OF_2, 3: _OF_3, 4: _OF_4}
