"""What the console shows of wallets where no chain runs: an example of each look."""

import json
import re
from typing import Any

from playwright.sync_api import BrowserContext, Route

WITHDRAWAL = "0199a2f4-0000-7000-8000-00000000d00d"
CLIENT = "0199a2f4-0000-7000-8000-00000000abcd"
ADDRESS = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
TX_ID = "0x" + "5bc32bfe" * 8
AT = 1_763_208_000

NETWORK: dict[str, Any] = {
    "network": "eth",
    "name": "Ethereum",
    "kind": "evm",
    "status": "enabled",
    "reason": None,
    "notice": None,
    "is_development": True,
    "height": 23_800_000,
    "node_height": 23_800_012,
    "lag": 12,
    "node_seen_at": AT,
    "node_problem": None,
    "node_problem_since": None,
    "confirmations": 32,
    "sweep_requested_at": AT,
    "explorer_tx": "https://explorer.example/tx/{tx_id}",
    "explorer_address": "https://explorer.example/address/{address}",
    "hot_address": ADDRESS,
    "balances": [
        {
            "coin": coin,
            "hot": "1234567.123456789012345678",
            "deposits": "0.5",
            "cold": "0",
            "owed": "1234567.623456789012345678",
            "difference": difference,
            "checked_at": AT,
            "differs_since": AT if difference != "0" else None,
        }
        for coin, difference in (("ETH", "0"), ("USDT", "-0.000001000000000001"))
    ],
}
HALTED = NETWORK | {"network": "btc", "name": "Bitcoin", "status": "halted", "reason": "Node upgrade"}
DISABLED = NETWORK | {"network": "ltc", "name": "Litecoin", "status": "disabled", "balances": []}
DEPOSIT: dict[str, Any] = {
    "id": "d1",
    "client_id": CLIENT,
    "network": "eth",
    "coin": "ETH",
    "contract": None,
    "amount": "1.23456789",
    "native": "1234567890000000000",
    "address": ADDRESS,
    "tx_id": TX_ID,
    "output_index": 0,
    "status": "credited",
    "height": 23_800_000,
    "created_at": AT,
    "credited_at": AT,
    "is_swept": True,
    "handled_at": None,
    "handled_by": None,
    "remark": None,
}
STATUSES = ["detected", "confirming", "credited", "below_minimum", "orphaned"]
UNLISTED = DEPOSIT | {"id": "d9", "coin": None, "amount": None, "contract": ADDRESS, "status": "unassigned"}
REVIEW: dict[str, Any] = {
    "id": WITHDRAWAL,
    "client_id": CLIENT,
    "client_email": "ti***@a-rather-long-subdomain-of-a-mail-provider.example.org",
    "coin": "USDT",
    "network": "eth",
    "address": ADDRESS,
    "memo": None,
    "amount": "100001.5",
    "fee": "1",
    "receive": "100000.5",
    "value": "100001.5",
    "status": "under_review",
    "reason": None,
    "tx_id": TX_ID,
    "receiver_id": CLIENT,
    "risks": ["above_two_people_limit", "open_incident", "new_address"],
    "reviews_needed": 2,
    "reviews": [{"staff": "theo", "created_at": AT}],
    "created_at": AT,
    "updated_at": AT,
    "confirmed_at": AT,
}
INCIDENT: dict[str, Any] = {
    "id": "i1",
    "network": "eth",
    "kind": "credited_deposit_removed",
    "subject": f"deposit:eth:{TX_ID}:0",
    "client_id": CLIENT,
    "detail": {"deposit_id": "d1", "coin": "ETH", "tx_id": TX_ID},
    "amount": "1.23456789",
    "needs_two": True,
    "proposal": {
        "id": "p1",
        "kind": "reversal",
        "reason": "The payment was spent twice.",
        "status": "proposed",
        "proposed_by": "theo",
        "proposed_at": AT,
        "decided_by": None,
        "decided_at": None,
        "remark": None,
        "refusal": None,
    },
    "opened_at": AT,
    "resolved_at": None,
    "resolved_by": None,
    "remark": None,
}
LOW = INCIDENT | {
    "id": "i2",
    "kind": "hot_wallet_low",
    "subject": "ETH",
    "detail": {},
    "needs_two": False,
    "proposal": None,
}
ENDED = LOW | {"id": "i3", "remark": "Refilled.", "resolved_at": AT, "resolved_by": "theo"}
ANSWERS: dict[str, list[dict[str, Any]] | dict[str, Any]] = {
    "networks": [NETWORK, HALTED, DISABLED],
    "deposits": [*(DEPOSIT | {"id": status, "status": status} for status in STATUSES), UNLISTED],
    "withdrawals": [REVIEW],
    f"withdrawals/{WITHDRAWAL}": REVIEW,
    "wallet-incidents": [INCIDENT, LOW, ENDED],
}


def serve_wallets(context: BrowserContext) -> None:
    """Answer what the console asks about wallets with the examples."""
    for path, answer in ANSWERS.items():
        body = {"items": answer, "next_cursor": None} if isinstance(answer, list) else answer
        context.route(re.compile(rf"/api/operator/{path}(\?|$)"), _answer_with(body))


def _answer_with(body: dict[str, Any]) -> Any:
    def answer(route: Route) -> None:
        route.fulfill(status=200, content_type="application/json", body=json.dumps(body))

    return answer
