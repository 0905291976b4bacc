"""Rare meetings of faults and work, counted where the product comes to them."""

from collections.abc import Callable
from typing import Any

from clearwater.engine.follower import Follower
from clearwater.engine.gateway import Gateway
from clearwater.engine.protocol import Welcome
from clearwater.engine.sequencer import Sequencer
from simulation.loop import Process
from simulation.world import World

REPEATED_TO_ANOTHER = "a command was repeated to an engine that had loaded its state again"
REPEATED_TO_SAME = "a command was repeated to the same engine"
KNOWN_COMMAND = "the gateway knew a repeated command"
EARLY_BATCH = "a batch came while the tables were read"
RESUMED = "a follower went on where it had ended"
LOADED = "a follower loaded the tables"
LOST_IN_FLIGHT = "an engine stopped with commands in flight"
DIED_LOADING = "an api died while it read the tables"


def count_meetings(world: World) -> None:
    """Count from now on, in this process, which ends with its seed."""
    reached = world.reached

    def before(owner: type, name: str, note: Callable[..., None]) -> None:
        original = getattr(owner, name)

        def wrapped(*arguments: Any, **named: Any) -> Any:
            note(*arguments)
            return original(*arguments, **named)

        setattr(owner, name, wrapped)

    def note_repeat(follower: Follower, welcome: Welcome) -> None:
        reached[RESUMED if welcome.resumes else LOADED] += 1
        if follower._submitted:
            reached[REPEATED_TO_SAME if welcome.term == follower._term else REPEATED_TO_ANOTHER] += 1

    def note_early(follower: Follower) -> None:
        reached[EARLY_BATCH] += bool(follower._early)

    def note_stop(engine: Sequencer) -> None:
        reached[LOST_IN_FLIGHT] += bool(engine._in_flight or engine._pending)

    load = Follower._load
    loading = dict[Process, None]()

    async def note_load(follower: Follower, welcome: Welcome) -> None:
        process = world.loop.process
        loading[process] = None
        try:
            await load(follower, welcome)
        finally:
            # Not where the process dies meanwhile.
            del loading[process]

    def note_death(process: Process) -> None:
        reached[DIED_LOADING] += process.is_alive and process in loading

    setattr(Follower, load.__name__, note_load)
    before(Process, "kill", note_death)
    before(Follower, "_repeat_unanswered", note_repeat)
    before(Follower, "_take_early", note_early)
    before(Gateway, "_repeat", lambda *_: reached.update([KNOWN_COMMAND]))
    before(Sequencer, "_stop", note_stop)


# What a night's run must have seen: it proves nothing about the others.
EXPECTED = (
    REPEATED_TO_ANOTHER,
    REPEATED_TO_SAME,
    KNOWN_COMMAND,
    EARLY_BATCH,
    RESUMED,
    LOADED,
    LOST_IN_FLIGHT,
    DIED_LOADING,
    "a request without an answer was repeated",
    "a standby has taken over",
    "an engine has loaded its state again",
    "an order was placed again and found",
)
