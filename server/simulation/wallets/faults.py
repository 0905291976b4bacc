"""What goes wrong around wallets: processes, the signer's disk, nodes, and the chains themselves."""

from functools import partial

from simulation.database import Loss
from simulation.faults import MAX_TURNS_TO_DEATH, Faults
from simulation.wallets.chain import SimulatedChain
from simulation.wallets.networks import HOT, NO_ROOM, ROOM, derive_address
from simulation.wallets.nodes import Connection
from simulation.wallets.world import WalletWorld

MAX_THEFTS = 2
# So many callbacks it takes to store a signature or that something was sent.
MAX_TURNS_TO_STORE = 40
SHALLOW, DEEP = (1, 2), (3, 6)


class WalletFaults(Faults):
    """The faults of every process, and those of wallets more often."""

    def __init__(self, world: WalletWorld, *, max_faults: int, without: frozenset[int] = frozenset()) -> None:
        super().__init__(world, max_faults=max_faults, without=without)
        self._wallets = world
        self.kinds = [
            *self.kinds,
            *[self._kill_worker] * 5,
            *[self._kill_worker_while_signing] * 4,
            *[self._kill_worker_while_sending] * 2,
            *[self._kill_signer] * 2,
            *[self._kill_signer_while_writing] * 4,
            *[self._lose_worker_commit] * 2,
            *[self._fork] * 3,
            self._fork_deeply,
            *[self._forget] * 3,
            *[self._congest] * 2,
            *[self._lose_answers] * 4,
            self._delay_answers,
            self._disconnect,
            self._sync,
            self._leave_behind,
            self._pause_token,
            self._steal,
            self._use_up_caps,
        ]

    # Processes.

    def _kill_worker(self) -> str:
        """The one that leads, mostly."""
        name = (
            self._wallets.leading
            if self._chance.random() < 0.8
            else self._chance.choice(list(self._wallets.workers))
        )
        turns = self._chance.randint(1, MAX_TURNS_TO_DEATH)
        self._wallets.workers[name].kill_after(turns)
        return f"kill {name} after {turns} turns"

    def _kill_worker_while_signing(self) -> str:
        """Somewhere between the question to the signer and the commit of its answer."""
        turns = self._chance.randint(1, MAX_TURNS_TO_STORE)
        self._wallets.signer.on_question.append(partial(self._kill_leading, turns))
        return f"kill the worker {turns} turns after it asks the signer"

    def _kill_worker_while_sending(self) -> str:
        turns, chain = self._chance.randint(1, MAX_TURNS_TO_STORE), self._chain()
        chain.on_broadcast.append(partial(self._kill_leading, turns))
        return f"kill the worker {turns} turns after it sends on {chain.network.key}"

    def _kill_leading(self, turns: int) -> None:
        self._wallets.workers[self._wallets.leading].kill_after(turns)

    def _kill_signer(self) -> str:
        signer = self._wallets.signer
        if not signer.is_up:
            return "the signer is dead already"
        signer.kill_after(turns := self._chance.randint(1, 12))
        return f"kill the signer after {turns} turns"

    def _kill_signer_while_writing(self) -> str:
        self._wallets.signer.die_while_writing()
        return "kill the signer while it writes the next line"

    def _lose_worker_commit(self) -> str:
        """One of its next commits: most rounds only look."""
        losses: tuple[Loss, ...] = ("request", "answer")
        name, loss = self._wallets.leading, self._chance.choice(losses)
        self._world.database.losses[name] = loss
        return f"lose the {loss} of the next commit of {name}"

    # Chains.

    def _chain(self) -> SimulatedChain:
        return self._chance.choice(list(self._wallets.wallets.chains.values()))

    def _connection(self) -> Connection:
        """The worker's: it asks most."""
        found = self._wallets.wallets.connections
        return self._chance.choice([found[key] for key in found if key[0] == self._wallets.leading])

    def _for_a_while(
        self, connection: Connection | SimulatedChain, name: str, value: object, usual: object
    ) -> float:
        seconds = self._chance.uniform(2.0, 20.0)
        setattr(connection, name, value)
        self._wallets.host.later(seconds, lambda: setattr(connection, name, usual))
        return seconds

    def _fork(self) -> str:
        chain, depth = self._chain(), self._chance.randint(*SHALLOW)
        chain.fork(depth)
        return f"fork {chain.network.key} by {depth} blocks"

    def _fork_deeply(self) -> str:
        chain, depth = self._chain(), self._chance.randint(*DEEP)
        chain.fork(depth)
        return f"fork {chain.network.key} by {depth} blocks"

    def _forget(self) -> str:
        chain = self._chain()
        chain.forget()
        return f"a node of {chain.network.key} forgets its mempool"

    def _congest(self) -> str:
        chain = self._chain()
        chain.is_congested = True
        seconds = self._chance.uniform(20.0, 150.0)
        self._wallets.host.later(seconds, lambda: setattr(chain, "is_congested", False))
        return f"blocks of {chain.network.key} are full for {seconds:.0f} s"

    def _lose_answers(self) -> str:
        connection = self._connection()
        seconds = self._for_a_while(connection, "loss", self._chance.uniform(0.1, 0.6), 0.0)
        return f"answers of a node are lost for {seconds:.0f} s"

    def _delay_answers(self) -> str:
        seconds = self._for_a_while(self._connection(), "lateness", 0.3, 0.0)
        return f"answers of a node are late for {seconds:.0f} s"

    def _disconnect(self) -> str:
        seconds = self._for_a_while(self._connection(), "is_down", value=True, usual=False)
        return f"no node for {seconds:.0f} s"

    def _sync(self) -> str:
        seconds = self._for_a_while(self._connection(), "is_syncing", value=True, usual=False)
        return f"a node syncs for {seconds:.0f} s"

    def _leave_behind(self) -> str:
        chain = self._chain()
        seconds = self._for_a_while(chain, "behind", self._chance.choice(chain.nodes), None)
        return f"a node of {chain.network.key} stays behind for {seconds:.0f} s"

    def _pause_token(self) -> str:
        chain = self._wallets.wallets.evm
        seconds = self._for_a_while(chain, "is_token_paused", value=True, usual=False)
        return f"the token is paused for {seconds:.0f} s"

    def _steal(self) -> str:
        """Somebody else has used what a payment of the house was to use."""
        chain = self._chain()
        if len(chain.thefts) >= MAX_THEFTS:
            return "enough was stolen"
        found = [one for node in chain.nodes for one in node.waiting.values() if not one.is_outside]
        hot = derive_address(chain, HOT)
        if found:
            claim = self._chance.choice(found).claims[0]
        elif chain.network.kind == "evm":
            claim = (hot, chain.tip.state.nonces.get(hot, 0))
        else:
            return "there is nothing to steal"
        return f"stolen from {chain.network.key}: {chain.steal(claim)}"

    def _use_up_caps(self) -> str:
        seconds, signer = self._chance.uniform(2.0, 20.0), self._wallets.signer
        signer.set_caps(NO_ROOM)
        self._wallets.host.later(seconds, lambda: signer.set_caps(ROOM))
        return f"the signer has no room for {seconds:.0f} s"
