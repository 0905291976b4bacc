"""The signer as a real process over its real socket: what it signs, and why it refuses."""

import asyncio
import os
import pwd
import signal
import socket
import stat
import warnings
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from embit.bip32 import HDKey
from embit.ec import Signature
from embit.script import p2pkh
from embit.transaction import Transaction

from clearwater.adapters.signer.client import SignerClient
from clearwater.adapters.signer.protocol import SOCKET_NAME, Health, frame, socket_path
from clearwater.domains.wallets.ports import (
    KeyPath,
    Payment,
    SignerUnavailable,
    SigningRefused,
    SigningRequest,
)
from tests.ethereum import Account
from tests.polling import eventually, ticks
from tests.signer_process import FULL_BYTES, KILLED_REFERENCE
from tests.signing import (
    BTC,
    COLD,
    GAS,
    GWEI,
    HOT,
    LTC_REGTEST,
    STRANGER,
    STRANGER_LTC,
    USDT,
    SignerProcess,
    evm_address,
    evm_request,
    private_key,
    script,
    sign_again,
    utxo_address,
    utxo_request,
    with_unsigned,
)

DEPOSIT = KeyPath("deposit", 7)
STRANGER_BTC = utxo_address(BTC, KeyPath("deposit", 999_999))


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SignerProcess]:
    started = SignerProcess(tmp_path_factory.mktemp("signer"))
    started.wait_until_started()
    yield started
    started.end()


@pytest_asyncio.fixture
async def signer(process: SignerProcess) -> AsyncIterator[SignerClient]:
    client = process.client()
    yield client
    await client.close()


async def refusal_of(signer: SignerClient, request: SigningRequest) -> str:
    with pytest.raises(SigningRefused) as refused:
        await signer.sign(request)
    return refused.value.code


async def test_a_token_payment_is_signed_by_the_hot_wallet(signer: SignerClient) -> None:
    signed = await signer.sign(evm_request("token", nonce=100))

    assert Account.recover_transaction(signed.raw).lower() == evm_address(HOT)
    assert signed.raw.startswith("0x02")


async def test_amounts_above_64_bits_are_signed(signer: SignerClient) -> None:
    payment = Payment(STRANGER, 500 * 10**18)

    signed = await signer.sign(evm_request("ether", payment=payment, nonce=101, gas=21_000))

    assert Account.recover_transaction(signed.raw).lower() == evm_address(HOT)


async def test_every_input_of_a_utxo_payment_is_signed_for_its_output(signer: SignerClient) -> None:
    request = utxo_request("two inputs", inputs=((11, 60_000_000), (12, 40_000_000)))

    signed = await signer.sign(request)

    tx = Transaction.from_string(signed.raw)
    assert signed.tx_id == tx.txid().hex()
    assert [output.value for output in tx.vout] == [50_000_000, 49_998_000]
    for place, amount in enumerate((60_000_000, 40_000_000)):
        signature, public_key = tx.vin[place].witness.items
        key = private_key(LTC_REGTEST, HOT).get_public_key()
        digest = tx.sighash_segwit(place, script_code(key), amount)
        assert public_key == key.sec()
        assert key.verify(parse_signature(signature), digest)


def script_code(key: object) -> object:
    return p2pkh(key)


def parse_signature(signature: bytes) -> object:
    assert signature[-1] == 1
    return Signature.parse(signature[:-1])


async def test_the_extended_keys_are_those_of_the_words(signer: SignerClient) -> None:
    found = await signer.xpubs("btc")

    branch = private_key(BTC, KeyPath("hot", 3)).get_public_key()
    assert HDKey.from_string(found["hot"]).derive([0, 3]).get_public_key() == branch
    assert set(found) == {"deposit", "hot", "gas"}


async def test_the_same_question_has_the_same_answer(signer: SignerClient) -> None:
    request = evm_request("repeated", nonce=110)

    assert await signer.sign(request) == await signer.sign(request)


async def test_a_transaction_built_again_for_the_same_nonce_gets_the_first_answer(
    signer: SignerClient,
) -> None:
    first = await signer.sign(evm_request("rebuilt", nonce=111))

    again = await signer.sign(evm_request("rebuilt", nonce=111, fee_rate=2 * GWEI))

    assert again == first


async def test_a_reference_pays_one_destination_and_amount(signer: SignerClient) -> None:
    await signer.sign(evm_request("once", nonce=112))

    for other in (
        evm_request("once", nonce=113, payment=Payment(STRANGER, 10**6 + 1, USDT)),
        evm_request("once", nonce=113, payment=Payment(COLD, 10**6, USDT)),
        evm_request("once", nonce=113, payment=Payment(STRANGER, 10**6)),
        evm_request("once", nonce=112, payment=Payment(STRANGER, 10**6 + 1, USDT), purpose="bump"),
        evm_request("once", nonce=113),
        utxo_request("once", inputs=((13, 100_000_000),)),
    ):
        assert await refusal_of(signer, other) == "REFERENCE_CONFLICT"


async def test_a_bump_takes_the_place_of_the_first(signer: SignerClient) -> None:
    first = await signer.sign(evm_request("slow", nonce=114))

    faster = evm_request("slow", nonce=114, fee_rate=2 * GWEI, purpose="bump")
    bumped = await signer.sign(faster)

    assert bumped != first
    assert await signer.sign(faster) == bumped
    assert await signer.sign(evm_request("slow", nonce=114)) == first


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"nonce": 116, "fee_rate": 2 * GWEI}, "BUMP_INVALID"),
        ({"nonce": 115, "fee_rate": GWEI - 1}, "BUMP_INVALID"),
        ({"nonce": 115, "fee_rate": 101 * GWEI}, "FEE_TOO_HIGH"),
    ],
)
async def test_a_bump_keeps_the_nonce_and_pays_more(
    signer: SignerClient, changes: dict[str, Any], code: str
) -> None:
    await signer.sign(evm_request("bumped", nonce=115))

    assert await refusal_of(signer, evm_request("bumped", purpose="bump", **changes)) == code


async def test_nothing_is_bumped_that_was_not_signed(signer: SignerClient) -> None:
    assert await refusal_of(signer, evm_request("unknown", nonce=117, purpose="bump")) == "BUMP_INVALID"


async def test_a_utxo_bump_shares_an_input_with_all_before(signer: SignerClient) -> None:
    await signer.sign(utxo_request("rbf", inputs=((20, 60_000_000), (21, 60_000_000))))
    await signer.sign(
        utxo_request("rbf", inputs=((20, 60_000_000), (22, 60_000_000)), fee=4_000, purpose="bump")
    )

    apart = utxo_request("rbf", inputs=((22, 60_000_000),), fee=6_000, purpose="bump")

    assert await refusal_of(signer, apart) == "BUMP_INVALID"


async def test_a_nonce_and_an_input_are_for_one_reference(signer: SignerClient) -> None:
    await signer.sign(evm_request("nonce owner", nonce=118))
    await signer.sign(utxo_request("input owner", inputs=((30, 100_000_000),)))

    assert await refusal_of(signer, evm_request("other", nonce=118)) == "INPUT_CONFLICT"
    shared = utxo_request("other", inputs=((30, 100_000_000), (31, 100_000_000)))
    assert await refusal_of(signer, shared) == "INPUT_CONFLICT"


async def test_a_sweep_to_ourselves_may_take_an_input_of_a_payment(signer: SignerClient) -> None:
    """So that what is left of a payment that can never be mined is of use again; nobody is paid by it."""
    await signer.sign(utxo_request("dead", inputs=((33, 100_000_000), (34, 100_000_000))))

    await signer.sign(
        utxo_request("release", purpose="sweep", keys=[HOT], inputs=((34, 100_000_000),), outputs=[])
    )

    other = utxo_request("dead", inputs=((34, 100_000_000),), fee=9_000, purpose="bump")
    assert await refusal_of(signer, other) == "INPUT_CONFLICT"
    lie = utxo_request("lie", purpose="sweep", keys=[HOT], inputs=((33, 90_000_000),), outputs=[])
    assert await refusal_of(signer, lie) == "INPUT_CONFLICT"


async def test_an_input_has_one_amount(signer: SignerClient) -> None:
    """Otherwise two signatures with two lies put together would pay almost everything to the miner."""
    await signer.sign(utxo_request("honest", inputs=((32, 100_000_000),)))

    lie = utxo_request("honest", inputs=((32, 90_000_000),), fee=4_000, purpose="bump")

    assert await refusal_of(signer, lie) == "INPUT_CONFLICT"


REFUSED_EVM = [
    (evm_request(network="doge"), "NETWORK_UNKNOWN"),
    (evm_request(network="../eth-dev"), "NETWORK_UNKNOWN"),
    (evm_request(network="eth"), "NETWORK_UNKNOWN"),
    (evm_request(chain_id=1), "CHAIN_MISMATCH"),
    (evm_request(said=Payment(STRANGER, 10**6 - 1, USDT)), "PAYMENT_MISMATCH"),
    (evm_request(said=Payment(COLD, 10**6, USDT)), "PAYMENT_MISMATCH"),
    (evm_request(said=Payment(STRANGER, 10**6)), "PAYMENT_MISMATCH"),
    (evm_request(payment=Payment(STRANGER, 0)), "PAYMENT_MISMATCH"),
    (evm_request(said_nonce=1), "BAD_TRANSACTION"),
    (evm_request(access_list=[[bytes(20), []]]), "BAD_TRANSACTION"),
    (evm_request(value=1), "BAD_TRANSACTION"),
    (evm_request(data=bytes.fromhex("095ea7b3") + bytes(64)), "BAD_TRANSACTION"),
    (evm_request(data=bytes.fromhex("a9059cbb") + b"\1" * 64), "BAD_TRANSACTION"),
    (evm_request(data=bytes.fromhex("a9059cbb") + bytes(65)), "BAD_TRANSACTION"),
    (evm_request(payment=Payment(STRANGER, 1, COLD)), "CONTRACT_UNKNOWN"),
    (evm_request(payment=Payment(USDT, 10**18)), "BAD_TRANSACTION"),
    (evm_request(fee_rate=101 * GWEI), "FEE_TOO_HIGH"),
    (evm_request(gas=60_000_000), "FEE_TOO_HIGH"),
    (evm_request(key=DEPOSIT), "SOURCE_NOT_ALLOWED"),
    (evm_request(key=GAS), "SOURCE_NOT_ALLOWED"),
    (evm_request(key=KeyPath("hot", 1)), "SOURCE_NOT_ALLOWED"),
    (evm_request(purpose="sweep", key=DEPOSIT), "DESTINATION_NOT_ALLOWED"),
    (
        evm_request(purpose="sweep", key=GAS, payment=Payment(evm_address(HOT), 1)),
        "SOURCE_NOT_ALLOWED",
    ),
    (evm_request(purpose="gas", key=GAS, payment=Payment(STRANGER, 1)), "DESTINATION_NOT_ALLOWED"),
    (
        evm_request(purpose="gas", key=HOT, payment=Payment(evm_address(DEPOSIT), 1)),
        "SOURCE_NOT_ALLOWED",
    ),
    (
        evm_request(purpose="gas", key=GAS, payment=Payment(evm_address(DEPOSIT), 1, USDT)),
        "DESTINATION_NOT_ALLOWED",
    ),
    (
        evm_request(purpose="gas", key=GAS, payment=Payment(evm_address(DEPOSIT), 10**18)),
        "CAP_EXCEEDED",
    ),
    (evm_request(payment=Payment(STRANGER, 25_001 * 10**6, USDT)), "CAP_EXCEEDED"),
    (with_unsigned(evm_request(), payload="0x02"), "BAD_TRANSACTION"),
    (with_unsigned(evm_request(), payload="no number"), "BAD_TRANSACTION"),
    (with_unsigned(evm_request(), keys=()), "BAD_TRANSACTION"),
    (with_unsigned(evm_request(), payload="0x01" + evm_request().unsigned.payload[4:]), "BAD_TRANSACTION"),
    (replace(evm_request(), reference=""), "REFERENCE_INVALID"),
    (replace(evm_request(), payments=()), "PAYMENT_MISMATCH"),
]


@pytest.mark.parametrize(("request_", "code"), REFUSED_EVM)
async def test_what_an_evm_payload_must_not_do(
    signer: SignerClient, request_: SigningRequest, code: str
) -> None:
    before = (await signer.health()).signed

    assert await refusal_of(signer, request_) == code

    assert (await signer.health()).signed == before


HOT_LTC = utxo_address(LTC_REGTEST, HOT)
REFUSED_UTXO = [
    (utxo_request(owners=[DEPOSIT]), "KEY_MISMATCH"),
    (utxo_request(keys=[DEPOSIT]), "SOURCE_NOT_ALLOWED"),
    (utxo_request(keys=[KeyPath("hot", 1)]), "SOURCE_NOT_ALLOWED"),
    (utxo_request(said=[Payment(STRANGER_LTC, 49_999_999)]), "PAYMENT_MISMATCH"),
    (utxo_request(said=[Payment(HOT_LTC, 50_000_000)]), "PAYMENT_MISMATCH"),
    (utxo_request(said=[Payment(STRANGER_LTC, 50_000_000, USDT)]), "PAYMENT_MISMATCH"),
    (utxo_request(said=[]), "PAYMENT_MISMATCH"),
    (utxo_request(outputs=[], said=[]), "PAYMENT_MISMATCH"),
    (
        utxo_request(
            outputs=[(STRANGER_LTC, 40_000_000), (HOT_LTC, 1_000_000)],
            said=[Payment(STRANGER_LTC, 40_000_000)],
        ),
        "PAYMENT_MISMATCH",
    ),
    (utxo_request(said=[Payment("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", 1)]), "ADDRESS_INVALID"),
    (utxo_request(said=[Payment(STRANGER_LTC[:-1] + "x", 1)]), "ADDRESS_INVALID"),
    (utxo_request(change=0), "FEE_TOO_HIGH"),
    (utxo_request(fee=200_000), "FEE_TOO_HIGH"),
    (utxo_request(change=60_000_000), "BAD_TRANSACTION"),
    (utxo_request(purpose="sweep", keys=[DEPOSIT]), "DESTINATION_NOT_ALLOWED"),
    (utxo_request(purpose="gas"), "SOURCE_NOT_ALLOWED"),
    (utxo_request(inputs=((1, 60_000_000), (1, 60_000_000))), "BAD_TRANSACTION"),
    (with_unsigned(utxo_request(), payload="cHNidP8="), "BAD_TRANSACTION"),
    (with_unsigned(utxo_request(), payload="?"), "BAD_TRANSACTION"),
    (with_unsigned(utxo_request(), inputs=(("02" * 32, 0),)), "BAD_TRANSACTION"),
    (with_unsigned(utxo_request(), keys=(HOT, HOT)), "BAD_TRANSACTION"),
    (utxo_request(network=replace(BTC, key="btc-regtest")), "NETWORK_UNKNOWN"),
]


@pytest.mark.parametrize(("request_", "code"), REFUSED_UTXO)
async def test_what_a_psbt_must_not_do(signer: SignerClient, request_: SigningRequest, code: str) -> None:
    before = (await signer.health()).signed

    assert await refusal_of(signer, request_) == code

    assert (await signer.health()).signed == before


async def test_sweeps_go_to_the_hot_wallet_or_a_cold_address(signer: SignerClient) -> None:
    for number, address in enumerate((evm_address(HOT), COLD)):
        payment = Payment(address, 10**15)
        await signer.sign(
            evm_request(f"sweep {address}", purpose="sweep", key=DEPOSIT, payment=payment, nonce=number)
        )
    signed = await signer.sign(
        utxo_request("sweep", purpose="sweep", keys=[DEPOSIT], inputs=((40, 1_000_000),), outputs=[])
    )

    (output,) = Transaction.from_string(signed.raw).vout
    assert output.script_pubkey == script(LTC_REGTEST, HOT)


async def test_a_sweep_may_pay_more_of_its_amount_as_fee(signer: SignerClient) -> None:
    hot = evm_address(HOT)
    first = evm_request("dear", purpose="sweep", key=DEPOSIT, payment=Payment(hot, 10**16), nonce=50)
    await signer.sign(first)

    dearer = evm_request(
        "dear", purpose="bump", key=DEPOSIT, payment=Payment(hot, 10**15), nonce=50, fee_rate=2 * GWEI
    )

    assert (await signer.sign(dearer)).tx_id != (await signer.sign(first)).tx_id


async def test_top_ups_go_to_our_own_deposit_addresses(signer: SignerClient) -> None:
    for number, index in enumerate((0, 7, 1200)):
        payment = Payment(evm_address(KeyPath("deposit", index)), 10**15)
        request = evm_request(f"gas {index}", purpose="gas", key=GAS, payment=payment, nonce=number)
        await signer.sign(request)


async def test_the_caps_of_a_real_network_come_from_the_signers_own_file(signer: SignerClient) -> None:
    def pay(reference: str, number: int, amount: int) -> SigningRequest:
        return utxo_request(
            reference, network=BTC, inputs=((number, 100_000_000),), outputs=[(STRANGER_BTC, amount)]
        )

    assert await refusal_of(signer, pay("too much", 50, 50_000_001)) == "CAP_EXCEEDED"
    await signer.sign(pay("first", 51, 50_000_000))
    await signer.sign(pay("second", 52, 50_000_000))
    with pytest.raises(SigningRefused, match="there is room at") as refused:
        await signer.sign(pay("third", 53, 1))
    assert refused.value.code == "CAP_EXCEEDED"
    assert refused.value.until is not None
    # What was signed before is answered as before, and a bump counts once.
    await signer.sign(pay("second", 52, 50_000_000))
    bump = utxo_request(
        "second",
        network=BTC,
        inputs=((52, 100_000_000),),
        outputs=[(STRANGER_BTC, 50_000_000)],
        fee=4_000,
        purpose="bump",
    )
    await signer.sign(bump)


async def test_what_is_no_request_ends_the_connection_and_nothing_else(
    process: SignerProcess, signer: SignerClient
) -> None:
    for nonsense in (b"\xff\xff\xff\xff", b"\0\0\0\x01\xc1", b"\0\0\0\x02\x91\x63"):
        reader, writer = await asyncio.open_unix_connection(str(socket_path(process.data_folder)))
        writer.write(nonsense)
        assert await reader.read() == b""
        writer.close()

    assert (await signer.health()).can_write


async def test_another_version_of_the_protocol_is_answered_as_unavailable(process: SignerProcess) -> None:
    reader, writer = await asyncio.open_unix_connection(str(socket_path(process.data_folder)))
    writer.write(frame(Health(99)))

    assert b"speaks version" in await reader.read(200)
    writer.close()


async def test_the_process_says_how_it_is_protected(process: SignerProcess, signer: SignerClient) -> None:
    health = await signer.health()

    assert {"seccomp", "no_dumps"} <= set(health.protections)
    assert b"signer" in read_proc(process, "cmdline")
    assert b"Seccomp:\t2" in read_proc(process, "status")
    limits = read_proc(process, "limits").splitlines()
    assert next(line for line in limits if b"core file" in line).split()[4] == b"0"


def read_proc(process: SignerProcess, name: str) -> bytes:
    return Path(f"/proc/{process.process.pid}/{name}").read_bytes()


async def test_files_and_socket_are_closed_to_others(process: SignerProcess) -> None:
    home = process.home
    assert stat.S_IMODE(home.folder.stat().st_mode) == 0o700
    for path in (home.seed, home.journal):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    folder = socket_path(process.data_folder).parent
    assert stat.S_IMODE(folder.stat().st_mode) & 0o007 == 0
    assert stat.S_IMODE(socket_path(process.data_folder).stat().st_mode) & 0o007 == 0


def test_a_process_of_another_user_is_not_answered(process: SignerProcess) -> None:
    """The folder keeps it out; and were that open, the kernel says whose process it is."""
    folder, path = socket_path(process.data_folder).parent, socket_path(process.data_folder)
    if os.geteuid() != 0:
        assert ask_as(os.geteuid(), folder) == "an answer"
        return
    stranger, application = pwd.getpwnam("nobody").pw_uid, pwd.getpwnam("clearwater-app").pw_uid
    assert ask_as(stranger, folder) == "no entry"
    assert ask_as(application, folder) == "an answer"
    modes = [(place, stat.S_IMODE(place.stat().st_mode)) for place in (folder, path)]
    folder.chmod(0o777)
    path.chmod(0o666)
    assert ask_as(stranger, folder) == "nothing"
    assert "signer_refused_user" in process.log()
    for place, mode in modes:
        place.chmod(mode)


def ask_as(user: int, folder: Path) -> str:
    """What another user's process gets, once it is in the folder."""
    descriptor = os.open(folder, os.O_PATH)
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # The child does nothing that a lock of another thread could stop.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        os.write(writing, _ask_in_child(user, descriptor))
        os._exit(0)
    os.waitpid(child, 0)
    said = os.read(reading, 100).decode()
    for number in (reading, writing, descriptor):
        os.close(number)
    return said


def _ask_in_child(user: int, descriptor: int) -> bytes:
    os.fchdir(descriptor)
    if user != os.geteuid():
        group = pwd.getpwuid(user).pw_gid
        os.setgroups([])
        os.setresgid(group, group, group)
        os.setresuid(user, user, user)
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            connection.connect(SOCKET_NAME)
            connection.sendall(frame(Health(1)))
            return b"an answer" if connection.recv(1) else b"nothing"
        except PermissionError:
            return b"no entry"
        except OSError:
            return b"nothing"


async def test_killed_after_the_journal_it_gives_the_same_transaction_again(tmp_path: Path) -> None:
    process = SignerProcess(tmp_path, has_seed=False, **{KILLED_REFERENCE: "killed"})
    request = evm_request("killed")
    try:
        process.wait_until_started()
        client = process.client()
        with pytest.raises(SignerUnavailable):
            await client.sign(request)
        assert process.process.wait(20) == -9
        process.start()
        signed = await sign_again(client, request)
        assert Account.recover_transaction(signed.raw).lower() == evm_address(HOT)
        rebuilt = await client.sign(evm_request("killed", fee_rate=3 * GWEI))
        assert rebuilt == signed
        assert (await client.health()).signed == 1
        await client.close()
    finally:
        process.end()


async def test_with_a_full_disk_nothing_is_signed_until_there_is_room(tmp_path: Path) -> None:
    process = SignerProcess(tmp_path, has_seed=False).wait_until_started()
    client = process.client()
    try:
        first = await client.sign(evm_request("before", nonce=0))
        size = process.home.journal.stat().st_size
        assert size < FULL_BYTES < 2 * size
        process.process.send_signal(signal.SIGUSR1)
        await until_journal(client, can_write=False)

        with pytest.raises(SignerUnavailable, match="journal"):
            await client.sign(evm_request("full", nonce=1))
        assert process.home.journal.stat().st_size == size
        assert await client.sign(evm_request("before", nonce=0)) == first

        process.process.send_signal(signal.SIGUSR2)
        await until_journal(client, can_write=True)
        await client.sign(evm_request("full", nonce=1))
        assert (await client.health()).signed == 2
    finally:
        await client.close()
        process.end()


async def until_journal(client: SignerClient, *, can_write: bool) -> None:
    async for _ in ticks():
        if (await client.health()).can_write is can_write:
            return


async def test_a_client_finds_a_restarted_signer(tmp_path: Path) -> None:
    process = SignerProcess(tmp_path, has_seed=False).wait_until_started()
    client = process.client()
    try:
        before = await client.sign(evm_request())
        assert process.stop() == 0
        with pytest.raises(SignerUnavailable):
            await client.sign(evm_request())
        process.start()
        process.wait_until_started()
        assert await client.sign(evm_request()) == before
    finally:
        await client.close()
        process.end()


async def test_a_signer_that_does_not_answer_is_given_up(tmp_path: Path) -> None:
    folder = socket_path(tmp_path).parent
    folder.mkdir()
    gone = asyncio.Event()

    async def never_answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(10_000)
        await gone.wait()
        writer.close()

    server = await asyncio.start_unix_server(never_answer, str(socket_path(tmp_path)))
    client = SignerClient(tmp_path, timeout_seconds=0.1)
    with pytest.raises(SignerUnavailable, match="TimeoutError"):
        await client.sign(evm_request())
    gone.set()
    server.close()


async def test_without_a_seed_only_development_chains_are_signed_for(tmp_path: Path) -> None:
    process = SignerProcess(tmp_path, has_seed=False).wait_until_started()
    client = process.client()
    try:
        assert (await client.health()).seed == "development"
        await client.sign(evm_request())
        real = utxo_request(network=BTC, outputs=[(STRANGER_BTC, 10_000)])
        assert await refusal_of(client, real) == "DEVELOPMENT_SEED"
        with pytest.raises(SigningRefused, match="public"):
            await client.xpubs("btc")
    finally:
        await client.close()
        process.end()


async def test_a_development_chain_that_begins_again_has_its_nonces_again(tmp_path: Path) -> None:
    process = SignerProcess(tmp_path, has_seed=False).wait_until_started()
    client = process.client()
    try:
        chains = process.data_folder / "chains"
        chains.mkdir()
        node = chains / "eth-dev.json"
        node.write_text('{"network":"eth-dev","kind":"evm","genesis_hash":"0xa","pid":1}')
        await client.sign(evm_request("w1", nonce=0))
        assert await refusal_of(client, evm_request("w2", nonce=0)) == "INPUT_CONFLICT"
        node.write_text('{"network":"eth-dev","kind":"evm","genesis_hash":"0xa","pid":2}')
        await client.sign(evm_request("w2", nonce=0))
        # Under its reference it still pays the same, and the same amount.
        await client.sign(evm_request("w1", nonce=1))
        node.write_text('{"network":"eth-dev","kind":"evm","genesis_hash":"0xa","pid":3}')
        await client.sign(evm_request("w1", nonce=1, purpose="bump"))
        other = evm_request("w1", nonce=2, payment=Payment(COLD, 10**6, USDT))
        assert await refusal_of(client, other) == "REFERENCE_CONFLICT"
    finally:
        await client.close()
        process.end()


async def test_a_changed_journal_keeps_the_signer_from_starting(tmp_path: Path) -> None:
    process = SignerProcess(tmp_path, has_seed=False).wait_until_started()
    client = process.client()
    await client.sign(evm_request("first", nonce=0))
    await client.sign(evm_request("second", nonce=1))
    await client.close()
    process.end()
    whole = process.home.journal.read_bytes()
    process.home.journal.write_bytes(whole.replace(b'"first"', b'"other"'))

    process.start()

    assert process.process.wait(20) == 1
    assert "StartupError: The signer's journal" in process.log()


async def test_a_hang_up_reads_the_caps_again(tmp_path: Path) -> None:
    process = SignerProcess(tmp_path).wait_until_started()
    client = process.client()
    try:
        request = utxo_request("w", network=BTC, outputs=[(STRANGER_BTC, 30_000_000)])
        process.home.caps.write_text('[withdrawals.BTC]\nonce = "0.1"\nhour = "1"\nday = "2"\n')
        process.process.send_signal(1)
        await eventually(lambda: "signer_reloaded" in process.log())
        assert await refusal_of(client, request) == "CAP_EXCEEDED"
        process.home.caps.write_text("once = 1")
        process.process.send_signal(1)
        await eventually(lambda: "caps_not_reloaded" in process.log())
        assert await refusal_of(client, request) == "CAP_EXCEEDED"
    finally:
        await client.close()
        process.end()
