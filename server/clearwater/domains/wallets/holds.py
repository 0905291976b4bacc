"""Holds: withdrawals are paused for a while after a change that a thief would make first."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from clearwater.domains.clients.service import Client
from clearwater.domains.wallets.errors import HoldFields, WithdrawHold
from clearwater.domains.wallets.models import WithdrawalPolicy
from clearwater.kit.emails import format_time
from clearwater.kit.messages import Message

DAY = timedelta(hours=24)
THREE_DAYS = timedelta(hours=72)
CAUSES = {
    "password": "Withdrawals are paused until {until} because your password was changed.",
    "second_factor": (
        "Withdrawals are paused until {until} because your two-factor authentication was changed."
    ),
    "codes": "Withdrawals are paused until {until} because wrong codes were entered many times.",
    "email": "Withdrawals are paused until {until} because your email was changed.",
}


@dataclass(frozen=True)
class Hold:
    """Until when withdrawals are paused, and why."""

    until: datetime
    cause: str


def find_hold(client: Client, policy: WithdrawalPolicy | None, *, now: datetime) -> Hold | None:
    """The hold that ends last; None when withdrawals are open."""
    changes = (
        (client.password_changed_at, DAY, "password"),
        (client.second_factor_replaced_at, DAY, "second_factor"),
        (client.email_changed_at, THREE_DAYS, "email"),
    )
    holds = [Hold(at + length, cause) for at, length, cause in changes if at is not None]
    if policy is not None and policy.held_until is not None:
        holds.append(Hold(policy.held_until, policy.hold_cause or "staff"))
    last = max(holds, key=lambda hold: hold.until, default=None)
    return last if last is not None and last.until > now else None


def require_none(client: Client, policy: WithdrawalPolicy | None, *, now: datetime) -> None:
    hold = find_hold(client, policy, now=now)
    if hold is None:
        return
    text = CAUSES.get(hold.cause, "Withdrawals are paused until {until}.")
    raise WithdrawHold(
        Message(text, until=format_time(hold.until)),
        fields=HoldFields(until=int(hold.until.timestamp()), cause=hold.cause),
    )
