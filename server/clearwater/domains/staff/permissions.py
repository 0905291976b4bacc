"""Permissions by role. Least privilege: only an admin may do everything."""

from typing import Literal, get_args

Role = Literal["admin", "compliance", "treasury", "support", "editor"]
Permission = Literal[
    "clients",
    "clients_freeze",
    "clients_unfreeze",
    "content",
    "kyc",
    "files_audit",
    "feedback",
    "ledger",
    "ledger_adjust",
    "markets",
    "outbox",
    "products",
    "sites",
    "rules",
    "redirect_hosts",
    "levels",
    "staff",
    "audit",
    "health",
    "withdrawals",
]

PERMISSIONS: tuple[Permission, ...] = get_args(Permission)
# Freezing and ending sessions are protective, so support may do both.
PERMISSIONS_OF: dict[str, frozenset[Permission]] = {
    "admin": frozenset(PERMISSIONS),
    "compliance": frozenset(
        {
            "audit",
            "clients",
            "clients_freeze",
            "clients_unfreeze",
            "feedback",
            "files_audit",
            "health",
            "kyc",
            "ledger",
        }
    ),
    "treasury": frozenset(
        {"clients", "health", "ledger", "ledger_adjust", "markets", "products", "withdrawals"}
    ),
    "support": frozenset({"clients", "clients_freeze", "feedback", "health", "ledger"}),
    "editor": frozenset({"content", "health", "rules"}),
}
