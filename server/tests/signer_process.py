"""The signer's process with the networks of tests.

kill -9 ends it where a setting says so; one signal fills its disk, another empties it.
"""

import os
import resource
import signal

from clearwater.adapters.signer.journal import Entry, SigningJournal
from clearwater.adapters.signer.keys import DepositAddresses
from clearwater.entrypoints.signer import run
from clearwater.kit.config import load_settings
from clearwater.kit.logging import configure_logging
from tests.signing import NETWORKS

KILLED_REFERENCE = "CLEARWATER_TEST_KILLED_REFERENCE"
# Less than two lines of the journal.
FULL_BYTES = 1200
UNLIMITED = resource.getrlimit(resource.RLIMIT_FSIZE)


def main() -> None:
    killed = os.environ.get(KILLED_REFERENCE)
    append = SigningJournal.append

    def append_and_die(journal: SigningJournal, entry: Entry) -> None:
        append(journal, entry)
        if entry.reference == killed:
            os.kill(os.getpid(), signal.SIGKILL)

    # A search for an address that is none of ours ends sooner.
    DepositAddresses.GAP = 2_000
    SigningJournal.append = append_and_die  # type: ignore[method-assign, assignment]
    signal.signal(signal.SIGUSR1, lambda *_: limit_files())
    signal.signal(signal.SIGUSR2, lambda *_: resource.setrlimit(resource.RLIMIT_FSIZE, UNLIMITED))
    settings = load_settings()
    configure_logging(settings)
    run(settings, lambda _: NETWORKS)


def limit_files() -> None:
    """As if the disk were full: no file grows beyond a size that the journal soon has."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (FULL_BYTES, UNLIMITED[1]))
