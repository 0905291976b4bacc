"""How the engine of this process is, for the console."""

from clearwater.domains.ledger.ports import EngineFigures
from clearwater.engine.sequencer import Sequencer
from clearwater.kit.errors import EngineUnavailable


class SequencerMonitor:
    """Reads the figures of a sequencer."""

    def __init__(self, engine: Sequencer) -> None:
        self._engine = engine

    def figures(self) -> EngineFigures:
        engine, health = self._engine, self._engine.health
        return EngineFigures(
            is_serving=engine.is_serving,
            refusal=health.refusal,
            seq=engine.seq,
            head_seq=health.head.seq,
            head_hash=health.head.hash.hex(),
            clock_ahead_ms=engine.clock_ahead_ms,
            open_orders=self._count_open(),
            waiting=engine.waiting,
            commands=health.commands,
            batches=health.batches,
            largest_batch=health.largest_batch,
            rebuilds=health.rebuilds,
            overloads=health.overloads,
        )

    def _count_open(self) -> int:
        try:
            return len(self._engine.view.orders)
        except EngineUnavailable:
            # It does not serve, so nothing is known.
            return 0
