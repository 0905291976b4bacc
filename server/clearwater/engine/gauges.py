"""What a scrape of the engine, or of a process that follows it, reads at that moment."""

from collections.abc import Callable

from clearwater.engine.follower import Follower
from clearwater.engine.gateway import Connection, Gateway
from clearwater.engine.sequencer import Sequencer
from clearwater.kit import metrics

OTHER = "other"
ROLES = ("api", "worker", OTHER)


def expose_engine(engine: Sequencer, gateway: Gateway) -> None:
    health = engine.health
    metrics.engine_leading.read(lambda: engine.is_serving)
    metrics.engine_sequence.read(lambda: health.head.seq)
    metrics.engine_waiting_commands.read(lambda: engine.waiting)
    metrics.engine_clock_ahead_seconds.read(lambda: engine.clock_ahead_ms / 1000)
    metrics.gateway_followers.read_all(lambda: _sum_by_role(gateway, lambda _: 1))
    metrics.gateway_unsent_bytes.read_all(
        lambda: _sum_by_role(gateway, lambda follower: follower.protocol.unsent_bytes())
    )


def _sum_by_role(gateway: Gateway, amount: Callable[[Connection], int]) -> dict[metrics.Labels, float]:
    """By the known roles: any other is whatever a follower calls itself."""
    sums: dict[str, float] = dict.fromkeys(ROLES, 0)
    for follower in gateway.followers:
        sums[follower.role if follower.role in sums else OTHER] += amount(follower)
    return {(role,): total for role, total in sums.items()}


def expose_follower(follower: Follower) -> None:
    metrics.feed_connected.read(lambda: follower.is_serving)
    metrics.feed_lag_entries.read(lambda: follower.lag_entries)
    metrics.feed_silent_seconds.read(lambda: follower.silent_seconds)
