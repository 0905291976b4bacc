"""The signer's parts: seed file, keys, journal, caps, and what its process cannot do."""

import json
import os
import resource
import socket
import struct
import warnings
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from embit.transaction import Transaction

from clearwater.adapters.chains import psbt
from clearwater.adapters.chains.development_seed import development_xpubs
from clearwater.adapters.chains.evm import EvmNode
from clearwater.adapters.chains.rpc import JsonRpc
from clearwater.adapters.signer import sandbox
from clearwater.adapters.signer.account import prepare_home, require_private
from clearwater.adapters.signer.caps import Cap, SteadyTime, load_caps, require_room
from clearwater.adapters.signer.journal import Entry, SignedPayment, SigningJournal
from clearwater.adapters.signer.keys import DepositAddresses, KeyRing, Seed, development_seed
from clearwater.adapters.signer.networks import KnownNetworks
from clearwater.adapters.signer.seed_file import SeedFile, WrongPassphrase, read_secret
from clearwater.adapters.signer.signing import TransactionSigner
from clearwater.domains.wallets.ports import (
    KeyPath,
    Output,
    Payment,
    SignerUnavailable,
    SigningRefused,
    SigningRequest,
)
from clearwater.kit.clock import FixedClock
from clearwater.kit.errors import StartupError
from tests.ethereum import Account
from tests.signing import (
    BTC,
    ETH_DEV,
    LOW_COST,
    LTC_REGTEST,
    NETWORKS,
    REAL_ENTROPY,
    SECRET,
    STRANGER,
    STRANGER_LTC,
    USDT,
    evm_address,
)

NOON = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
NOON_MS = int(NOON.timestamp() * 1000)
HOUR_MS = 3_600_000


def an_entry(reference: str = "w1", at_ms: int = NOON_MS, *, coins: dict[str, str] | None = None) -> Entry:
    return Entry(
        at_ms=at_ms,
        reference=reference,
        purpose="withdrawal",
        network="btc",
        chain="btc",
        payments=(SignedPayment("bc1q", "1", None),),
        payload_hash="0",
        fee="1",
        tx_id=f"tx of {reference}",
        raw=f"raw of {reference}",
        coins=coins or {},
    )


# Seed file.


def test_a_seed_file_opens_under_its_passphrase_alone(tmp_path: Path) -> None:
    file = SeedFile(tmp_path / "seed", LOW_COST)
    file.create(REAL_ENTROPY, SECRET)

    assert file.open(SECRET) == REAL_ENTROPY
    with pytest.raises(WrongPassphrase):
        file.open(SECRET + b"!")
    assert REAL_ENTROPY not in file.path.read_bytes()
    assert file.path.stat().st_mode & 0o777 == 0o600


def test_a_seed_file_is_not_overwritten(tmp_path: Path) -> None:
    file = SeedFile(tmp_path / "seed", LOW_COST)
    file.create(REAL_ENTROPY, SECRET)

    with pytest.raises(StartupError, match="not overwritten"):
        file.create(bytes(32), SECRET)
    assert file.open(SECRET) == REAL_ENTROPY
    assert [path.name for path in tmp_path.iterdir()] == ["seed"]


def test_a_rotated_seed_file_opens_under_the_new_passphrase(tmp_path: Path) -> None:
    file = SeedFile(tmp_path / "seed", LOW_COST)
    file.create(REAL_ENTROPY, SECRET)

    file.replace(REAL_ENTROPY, b"another passphrase")

    assert file.open(b"another passphrase") == REAL_ENTROPY
    with pytest.raises(WrongPassphrase):
        file.open(SECRET)


@pytest.mark.parametrize("field", ["salt", "nonce"])
def test_a_changed_header_is_noticed(tmp_path: Path, field: str) -> None:
    file = SeedFile(tmp_path / "seed", LOW_COST)
    file.create(REAL_ENTROPY, SECRET)
    content = json.loads(file.path.read_text())
    content["header"][field] = "AAAA" + content["header"][field][4:]
    file.path.write_text(json.dumps(content))

    with pytest.raises(WrongPassphrase):
        file.open(SECRET)


def test_what_is_no_seed_file_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / "seed").write_text("{}")

    with pytest.raises(StartupError, match="no seed file"):
        SeedFile(tmp_path / "seed").open(SECRET)


def test_a_short_secret_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("too short\n")

    with pytest.raises(StartupError, match="too short"):
        read_secret(tmp_path / "secret")


def test_files_of_another_user_are_taken_over(tmp_path: Path) -> None:
    """An installation that ran as an ordinary user, or as root in an older version, and now as root."""
    folder = tmp_path / "signer"
    folder.mkdir(mode=0o755)
    (folder / "journal").touch(mode=0o600)

    home = prepare_home(tmp_path)

    owner = os.geteuid() if home.account.user is None else home.account.user
    assert (folder / "journal").stat().st_uid == owner
    assert folder.stat().st_uid == owner
    assert folder.stat().st_mode & 0o777 == 0o700


# Keys.


def test_the_development_seed_has_no_keys_of_real_networks() -> None:
    for ring in (KeyRing(None), KeyRing(development_seed())):
        with pytest.raises(SigningRefused) as refused:
            ring.keys_of(BTC)
        assert refused.value.code == "DEVELOPMENT_SEED"
        ring.keys_of(LTC_REGTEST)


def test_development_chains_never_get_keys_of_the_real_seed() -> None:
    real, none = KeyRing(Seed(REAL_ENTROPY)), KeyRing(None)

    key = KeyPath("hot", 0)
    assert real.keys_of(ETH_DEV).address(key) == none.keys_of(ETH_DEV).address(key)


def test_a_network_with_public_keys_of_another_seed_is_refused() -> None:
    ring = KeyRing(Seed(REAL_ENTROPY))
    own = ring.seed_of(BTC).xpubs(BTC)
    ring.keys_of(replace(BTC, xpubs=own))
    others = Seed(bytes(32)).xpubs(BTC)

    with pytest.raises(SigningRefused, match="another seed") as refused:
        ring.keys_of(replace(BTC, xpubs=own | {"hot": others["hot"]}))
    assert refused.value.code == "KEY_MISMATCH"


def test_a_chain_without_a_coin_type_has_no_keys() -> None:
    with pytest.raises(SigningRefused) as refused:
        KeyRing(Seed(REAL_ENTROPY)).keys_of(replace(BTC, key="xyz", hrp="xyz"))
    assert refused.value.code == "NETWORK_UNKNOWN"


def test_the_keys_of_development_chains_are_those_that_the_chains_watch() -> None:
    assert development_seed().xpubs(ETH_DEV) == development_xpubs("evm")
    assert development_seed().xpubs(LTC_REGTEST) == development_xpubs("utxo")


def test_deposit_addresses_are_found_by_search_and_by_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DepositAddresses, "GAP", 500)
    keys = KeyRing(None).keys_of(ETH_DEV)
    near, far = KeyPath("deposit", 150), KeyPath("deposit", 5_000_000)

    assert keys.owns_deposit_address(bytes.fromhex(evm_address(near)[2:]))
    assert keys.owns_deposit_address(bytes.fromhex(evm_address(far)[2:]), far)
    assert not keys.owns_deposit_address(bytes.fromhex(evm_address(KeyPath("hot", 0))[2:]), KeyPath("hot", 0))


# What the chains build is what the signer reads.


@pytest.fixture
def signer(tmp_path: Path) -> TransactionSigner:
    return TransactionSigner(
        keyring=KeyRing(None),
        networks=KnownNetworks(lambda: NETWORKS, tmp_path),
        journal=SigningJournal(tmp_path / "journal"),
        load_caps=lambda: load_caps(tmp_path / "caps.toml"),
        clock=FixedClock(NOON),
    )


@pytest.mark.parametrize("fee_rate", [1, 50, 500])
@pytest.mark.parametrize("inputs", [1, 40])
def test_utxo_transactions_of_the_chains_are_signed(
    signer: TransactionSigner, inputs: int, fee_rate: int
) -> None:
    """Up to the highest fee rate that is allowed."""
    network = replace(LTC_REGTEST, xpubs=development_xpubs("utxo"))
    outputs = [Output(f"{number:064x}", 1, 50_000_000, KeyPath("hot", 0)) for number in range(inputs)]
    payments = [Payment(STRANGER_LTC, 40_000_000)]
    unsigned = psbt.build(network, outputs, payments, KeyPath("hot", 0), fee_rate=fee_rate)

    signed = signer.sign(SigningRequest("w", "withdrawal", network.key, unsigned, tuple(payments)))

    assert Transaction.from_string(signed.raw).txid().hex() == signed.tx_id


def test_utxo_sweeps_of_the_chains_are_signed(signer: TransactionSigner) -> None:
    network = replace(LTC_REGTEST, xpubs=development_xpubs("utxo"))
    outputs = [Output(f"{number:064x}", 0, 1_000_000, KeyPath("deposit", number)) for number in range(30)]
    unsigned = psbt.build(network, outputs, [], KeyPath("hot", 0), fee_rate=10)

    signer.sign(SigningRequest("s", "sweep", network.key, unsigned, ()))


@pytest.mark.parametrize("contract", [None, USDT])
def test_evm_transactions_of_the_chains_are_signed(signer: TransactionSigner, contract: str | None) -> None:
    network = replace(ETH_DEV, xpubs=development_xpubs("evm"))
    node = EvmNode(network, JsonRpc(network.key, "http://127.0.0.1:9"))
    hot = KeyPath("hot", 0)
    payment = Payment(STRANGER, 25_000_000_000, contract)
    unsigned = node.build(hot, payment, nonce=0, gas=90_000, fee_rate=ETH_DEV.fee.cap)

    signed = signer.sign(SigningRequest("w", "withdrawal", network.key, unsigned, (payment,)))

    assert Account.recover_transaction(signed.raw) == node.derive_address(hot)


# Journal.


def test_a_journal_knows_after_a_restart_what_it_signed(tmp_path: Path) -> None:
    journal = SigningJournal(tmp_path / "journal")
    journal.append(an_entry("w1"))
    journal.append(an_entry("w2"))
    journal.close()

    again = SigningJournal(tmp_path / "journal")

    found = again.find("w2")
    assert found is not None
    assert again.raw_of(found.first) == "raw of w2"
    assert again.count == 2


def test_a_torn_last_line_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    journal = SigningJournal(path)
    journal.append(an_entry("w1"))
    whole = path.read_bytes()
    journal.append(an_entry("w2"))
    both = path.read_bytes()
    journal.close()

    for size in range(len(whole) + 1, len(both)):
        path.write_bytes(both[:size])
        torn = SigningJournal(path)
        assert (torn.count, torn.cut_bytes, path.read_bytes()) == (1, size - len(whole), whole)
        torn.close()
    again = SigningJournal(path)
    again.append(an_entry("w2"))
    assert path.read_bytes() == both


@pytest.mark.parametrize(
    "damage",
    [
        lambda lines: [lines[1], lines[0], lines[2]],
        lambda lines: [lines[0], lines[2]],
        lambda lines: [lines[0], lines[1].replace(b"bc1q", b"bc1p"), lines[2]],
        lambda lines: [lines[0], lines[1], lines[2].replace(b"bc1q", b"bc1p")],
        lambda lines: [lines[0], b"\n", lines[1], lines[2]],
        lambda lines: [b"nonsense\n", *lines],
    ],
)
def test_a_journal_that_was_changed_is_refused(
    tmp_path: Path, damage: Callable[[list[bytes]], list[bytes]]
) -> None:
    path = tmp_path / "journal"
    journal = SigningJournal(path)
    for reference in ("w1", "w2", "w3"):
        journal.append(an_entry(reference))
    journal.close()
    path.write_bytes(b"".join(damage(path.read_bytes().splitlines(keepends=True))))

    with pytest.raises(StartupError, match="was changed"):
        SigningJournal(path)


def test_a_journal_has_one_signer(tmp_path: Path) -> None:
    SigningJournal(tmp_path / "journal")

    with pytest.raises(StartupError, match="Another signer"):
        SigningJournal(tmp_path / "journal")


def test_what_did_not_fit_is_not_in_the_journal(tmp_path: Path) -> None:
    journal = SigningJournal(tmp_path / "journal")
    journal.append(an_entry("w1"))
    size = (tmp_path / "journal").stat().st_size
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 10, limits[1]))
    try:
        with pytest.raises(SignerUnavailable):
            journal.append(an_entry("w2"))
        assert not journal.can_write()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert journal.find("w2") is None
    assert (tmp_path / "journal").stat().st_size == size
    journal.append(an_entry("w2"))
    journal.close()
    assert SigningJournal(tmp_path / "journal").count == 2


# Caps and time.


def test_caps_free_up_as_time_passes(tmp_path: Path) -> None:
    journal = SigningJournal(tmp_path / "journal")
    cap = Cap(Decimal(1), Decimal(2), Decimal(3))
    for hours in (0, 0.5, 1.25):
        journal.append(an_entry(f"w{hours}", NOON_MS + int(hours * HOUR_MS), coins={"BTC": "1"}))

    def refusal(hours: float, amount: int = 1) -> datetime | None:
        now_ms = NOON_MS + int(hours * HOUR_MS)
        with pytest.raises(SigningRefused) as refused:
            require_room(journal, cap, "BTC", Decimal(amount), scope="", now_ms=now_ms)
        assert refused.value.code == "CAP_EXCEEDED"
        return refused.value.until

    assert refusal(1.3) == NOON + timedelta(hours=1.5)
    assert refusal(2.5) == NOON + timedelta(hours=24)
    assert refusal(23.9) == NOON + timedelta(hours=24)
    assert refusal(30, 2) is None
    require_room(journal, cap, "BTC", Decimal(1), scope="", now_ms=NOON_MS + 24 * HOUR_MS)
    require_room(journal, cap, "BTC", Decimal(1), scope="development", now_ms=NOON_MS + HOUR_MS)


def test_a_clock_that_is_set_frees_no_cap() -> None:
    clock = FixedClock(NOON)
    time = SteadyTime(clock, NOON_MS - 1)

    clock.set_ahead(timedelta(days=2))
    assert time.now_ms() == NOON_MS
    clock.set_ahead(-timedelta(days=4))
    clock.at += timedelta(minutes=1)

    assert time.now_ms() == NOON_MS + 60_000


def test_a_clock_set_back_before_a_restart_frees_no_cap() -> None:
    assert SteadyTime(FixedClock(NOON), NOON_MS + 5).now_ms() == NOON_MS + 5


def test_development_allows_25000_usdt_at_a_time_and_real_networks_nothing(tmp_path: Path) -> None:
    caps = load_caps(tmp_path / "caps.toml")

    tether = ETH_DEV.assets[1]
    assert caps.of(ETH_DEV, tether).once == 25_000
    with pytest.raises(SigningRefused) as refused:
        caps.of(BTC, BTC.own)
    assert refused.value.code == "CAP_MISSING"


def test_caps_of_fees_and_top_ups_are_in_coins(tmp_path: Path) -> None:
    (tmp_path / "caps.toml").write_text('[fees]\nbtc = "0.001"\n[top_ups]\neth-dev = "0.5"\n')
    caps = load_caps(tmp_path / "caps.toml")

    assert caps.max_fee(BTC) == 100_000
    assert caps.max_top_up(ETH_DEV) == 5 * 10**17
    assert caps.max_fee(LTC_REGTEST) == 500 * 20_000


@pytest.mark.parametrize(
    "content",
    [
        "[withdrawals.BTC]\nonce = 0.5\nhour = 1\nday = 2",
        '[withdrawals.BTC]\nonce = "1"\nhour = "2"',
        '[withdrawals.BTC]\nonce = "3"\nhour = "2"\nday = "4"',
        '[withdrawals.BTC]\nonce = "-1"\nhour = "2"\nday = "4"',
        '[withdrawals.BTC]\nonce = "nan"\nhour = "2"\nday = "4"',
        '[fees]\nbtc = "much"',
        "[other]",
        "no toml",
        "withdrawals = 1",
    ],
)
def test_caps_that_are_none_are_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "caps.toml").write_text(content)

    with pytest.raises(StartupError):
        load_caps(tmp_path / "caps.toml")


def test_caps_that_others_may_write_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "caps.toml"
    path.write_text("")
    path.chmod(0o644)
    require_private(path)
    path.chmod(0o664)

    with pytest.raises(StartupError, match="only that may write"):
        require_private(path)


# What the process cannot do.

ATTEMPTS: dict[str, Callable[[], object]] = {
    "inet": lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM),
    "inet6": lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM),
    "netlink": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
    "packet": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW),
    "exec": lambda: os.execv("/bin/true", ["true"]),
    "connect": lambda: socket.socket(socket.AF_UNIX).connect("/nowhere"),
}


@pytest.mark.parametrize("attempt", ATTEMPTS)
def test_the_filter_refuses(attempt: str) -> None:
    assert in_child(lambda: refused_by_filter(ATTEMPTS[attempt])) == "refused"


def test_the_filter_allows_what_the_signer_needs(tmp_path: Path) -> None:
    def work() -> str:
        assert sandbox.install_filter()
        one, other = socket.socketpair()
        one.sendall(b"x")
        assert other.recv(1) == b"x"
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(str(tmp_path / "socket"))
        (tmp_path / "file").write_text("written")
        return "works"

    assert in_child(work) == "works"


def test_a_process_without_dumps_writes_no_core() -> None:
    def work() -> str:
        assert sandbox.forbid_dumps()
        return str(resource.getrlimit(resource.RLIMIT_CORE))

    assert in_child(work) == "(0, 0)"


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_the_filter_decides_by_number_and_family(machine: str) -> None:
    """Run by hand, since the other kind of machine is not here."""
    program = sandbox.build_filter(machine)
    architecture = sandbox.ARCHITECTURES[machine]
    column = sandbox.MACHINES.index(machine)
    sockets = [numbers[column] for numbers in sandbox.SOCKET_CALLS.values()]
    refused = [numbers[column] for numbers in sandbox.REFUSED_CALLS.values()]
    refuse = sandbox.REFUSE | sandbox.EPERM

    for number in range(600):
        unix = decide(program, number, architecture, socket.AF_UNIX)
        inet = decide(program, number, architecture, socket.AF_INET)
        assert unix == (refuse if number in refused else sandbox.ALLOW)
        assert inet == (refuse if number in (*refused, *sockets) else sandbox.ALLOW)
    assert decide(program, 0, 0x4000_0003, 0) == sandbox.KILL_PROCESS
    if machine == "x86_64":
        assert decide(program, sandbox.X32_NUMBERS | 41, architecture, socket.AF_INET) == refuse


def decide(program: list[sandbox.Instruction], number: int, architecture: int, argument: int) -> int:
    # Number, architecture, instruction pointer, first argument.
    memory = struct.pack("=IIQQ", number, architecture, 0, argument)
    place, loaded = 0, 0
    while True:
        code, if_true, if_false, value = program[place]
        place += 1
        if code == sandbox.BPF_RETURN:
            return value
        if code == sandbox.BPF_LOAD:
            (loaded,) = struct.unpack_from("=I", memory, value)
        elif code == sandbox.BPF_EQUAL:
            place += if_true if loaded == value else if_false
        else:
            place += if_true if loaded >= value else if_false


def refused_by_filter(attempt: Callable[[], object]) -> str:
    assert sandbox.install_filter()
    try:
        attempt()
    except PermissionError as error:
        return "refused" if error.errno == 1 else "another error"
    return "possible"


def in_child(work: Callable[[], str]) -> str:
    """What a forked process says; the filter stays with it."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # The child does nothing that a lock of another thread could stop.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            os.write(writing, work().encode())
        finally:
            os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    said = os.read(reading, 100).decode()
    os.close(reading)
    return said
