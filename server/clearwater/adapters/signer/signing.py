"""The signer's rules: what is signed for whom, and what never is."""

import hashlib
from collections.abc import Callable
from decimal import Decimal

import structlog

from clearwater.adapters.signer import evm, utxo
from clearwater.adapters.signer.caps import Caps, SteadyTime, counted_key, require_room, scope_of
from clearwater.adapters.signer.journal import Entry, Reference, SignedPayment, SigningJournal
from clearwater.adapters.signer.keys import KeyRing, WalletKeys
from clearwater.adapters.signer.networks import KnownNetworks
from clearwater.adapters.signer.parsing import (
    GAS,
    HOT,
    ParsedTransaction,
    asked_payments,
    canonical_address,
)
from clearwater.domains.wallets.ports import (
    Asset,
    NetworkSpec,
    Purpose,
    SignedTransaction,
    SigningRefused,
    SigningRequest,
    Wallet,
)
from clearwater.kit.clock import Clock
from clearwater.kit.errors import StartupError

log = structlog.get_logger("clearwater.signer")

MAX_REFERENCE_CHARACTERS = 200
PARSERS = {"utxo": utxo.parse, "evm": evm.parse}


class TransactionSigner:
    """Holds the keys. One thread uses it: what it checks and what it notes belong together."""

    def __init__(
        self,
        *,
        keyring: KeyRing,
        networks: KnownNetworks,
        journal: SigningJournal,
        load_caps: Callable[[], Caps],
        clock: Clock,
    ) -> None:
        self.keyring = keyring
        self.networks = networks
        self.journal = journal
        self._load_caps = load_caps
        self._caps = load_caps()
        self._time = SteadyTime(clock, journal.last_at_ms)

    def reload(self) -> None:
        """Read networks and caps again; a file that is not valid leaves the old one in force."""
        self.networks.reload()
        try:
            self._caps = self._load_caps()
        except StartupError as error:
            log.warning("caps_not_reloaded", reason=str(error))

    def xpubs(self, key: str) -> dict[Wallet, str]:
        network = self.networks.get(key)
        return self.keyring.seed_of(network).xpubs(network)

    def sign(self, request: SigningRequest) -> SignedTransaction:
        """Raises SigningRefused, or SignerUnavailable when the journal cannot be written."""
        if not 0 < len(request.reference) <= MAX_REFERENCE_CHARACTERS:
            raise SigningRefused("REFERENCE_INVALID", "A reference has 1 to 200 characters.")
        network = self.networks.get(request.network)
        keys = self.keyring.keys_of(network)
        chain = self.networks.chain_of(network)
        known = self.journal.find(request.reference)
        if known is not None:
            _require_same_intent(known, network, request)
        earlier = known.on(chain) if known is not None else []
        payload_hash = hashlib.sha256(request.unsigned.payload.encode()).hexdigest()
        for entry in earlier:
            if entry.payload_hash == payload_hash:
                return self._again(entry)
        parsed = PARSERS[network.kind](network, keys, request)
        self._require_unspent(chain, parsed, request)
        if earlier and request.purpose != "bump":
            return self._again(_require_overlap(earlier, parsed, code="REFERENCE_CONFLICT"))
        purpose = self._purpose_of(request, known, earlier, parsed)
        self._require_allowed(network, keys, purpose, parsed)
        now_ms = self._time.now_ms()
        coins = {}
        if purpose == "withdrawal" and not earlier:
            coins = self._count(network, parsed.payments, now_ms)
        signed = parsed.sign()
        entry = Entry(
            at_ms=now_ms,
            reference=request.reference,
            purpose=purpose,
            network=network.key,
            chain=chain,
            payments=parsed.payments,
            payload_hash=payload_hash,
            fee=str(parsed.fee),
            tx_id=signed.tx_id,
            raw=signed.raw,
            inputs=parsed.inputs,
            sender=parsed.sender,
            nonce=parsed.nonce,
            coins=coins,
        )
        self.journal.append(entry)
        return signed

    def _again(self, entry: Entry) -> SignedTransaction:
        return SignedTransaction(entry.tx_id, self.journal.raw_of(entry))

    def _require_unspent(self, chain: str, parsed: ParsedTransaction, request: SigningRequest) -> None:
        """An input or a nonce is for one reference only: two transactions would otherwise race.

        A sweep into the hot wallet may take inputs of any: it pays nobody, whichever of the two is mined. So
        what is left of a payment that can never be mined is of use again.
        """
        reference = request.reference
        pays_nobody = request.purpose == "sweep" and not parsed.payments
        for spent in parsed.inputs:
            found = self.journal.reference_of_input(chain, spent.tx_id, spent.place)
            if found is None:
                continue
            signed_for, amount = found
            if amount != spent.amount or (signed_for != reference and not pays_nobody):
                raise SigningRefused(
                    "INPUT_CONFLICT", "An input was signed under another reference, or for another amount."
                )
        if parsed.sender:
            owner = self.journal.reference_of_nonce(chain, parsed.sender, parsed.nonce)
            if owner not in (None, reference):
                raise SigningRefused("INPUT_CONFLICT", "The nonce was signed under another reference.")

    def _purpose_of(
        self,
        request: SigningRequest,
        known: Reference | None,
        earlier: list[Entry],
        parsed: ParsedTransaction,
    ) -> Purpose:
        """A bump obeys the rules of what it replaces."""
        if request.purpose != "bump":
            return request.purpose
        if known is None:
            raise SigningRefused("BUMP_INVALID", "Nothing was signed under this reference yet.")
        if not earlier:
            # The development chain on which it was signed is gone.
            return known.first.purpose
        _require_overlap(earlier, parsed, code="BUMP_INVALID")
        if parsed.fee <= max(int(entry.fee) for entry in earlier):
            raise SigningRefused("BUMP_INVALID", "The fee is not higher than that of the one before.")
        return earlier[0].purpose

    def _require_allowed(
        self, network: NetworkSpec, keys: WalletKeys, purpose: Purpose, parsed: ParsedTransaction
    ) -> None:
        if parsed.fee > self._caps.max_fee(network):
            raise SigningRefused("FEE_TOO_HIGH", f"A fee of {parsed.fee} is above the signer's cap.")
        if purpose == "withdrawal":
            _require_withdrawal(parsed)
        elif purpose == "sweep":
            _require_sweep(network, keys, parsed)
        else:
            _require_top_up(network, keys, parsed, self._caps.max_top_up(network))

    def _count(
        self, network: NetworkSpec, payments: tuple[SignedPayment, ...], now_ms: int
    ) -> dict[str, str]:
        """What counts against the caps; raises SigningRefused when there is no room."""
        amounts: dict[str, Decimal] = {}
        scope = scope_of(network)
        for payment in payments:
            asset = asset_of(network, payment.contract)
            amount = Decimal(payment.amount).scaleb(-asset.decimals)
            amounts[asset.coin] = amounts.get(asset.coin, Decimal()) + amount
            cap = self._caps.of(network, asset)
            require_room(self.journal, cap, asset.coin, amounts[asset.coin], scope=scope, now_ms=now_ms)
        return {counted_key(scope, coin): f"{amount:f}" for coin, amount in amounts.items()}


def asset_of(network: NetworkSpec, contract: str | None) -> Asset:
    if contract is None:
        return network.own
    return next(asset for asset in network.assets if asset.contract and asset.contract.lower() == contract)


def _require_same_intent(known: Reference, network: NetworkSpec, request: SigningRequest) -> None:
    first = known.first
    is_sweep = first.purpose == "sweep"
    asked = asked_payments(network, request.payments)
    if (
        first.network != network.key
        or request.purpose not in (first.purpose, "bump")
        or _intent(asked, is_sweep=is_sweep) != _intent(first.payments, is_sweep=is_sweep)
    ):
        raise SigningRefused(
            "REFERENCE_CONFLICT", "Something else was signed under this reference: see the signer's journal."
        )


def _intent(payments: tuple[SignedPayment, ...], *, is_sweep: bool) -> list[tuple[str, str | None, str]]:
    """What must stay the same under a reference.

    A sweep of the chain's own coin pays its fee out of the amount: a higher fee leaves less for ourselves.
    """
    return [
        (payment.address, payment.contract, "" if is_sweep and payment.contract is None else payment.amount)
        for payment in payments
    ]


def _require_overlap(earlier: list[Entry], parsed: ParsedTransaction, *, code: str) -> Entry:
    """The newest of the earlier transactions; this one must exclude it, or both could be mined."""
    inputs = {(spent.tx_id, spent.place) for spent in parsed.inputs}
    for entry in earlier:
        shared = inputs & {(spent.tx_id, spent.place) for spent in entry.inputs}
        is_same_nonce = bool(entry.sender) and (entry.sender, entry.nonce) == (parsed.sender, parsed.nonce)
        if not shared and not is_same_nonce:
            raise SigningRefused(
                code, f"{entry.tx_id} was signed under this reference, with other inputs or another nonce."
            )
    return earlier[-1]


def _require_withdrawal(parsed: ParsedTransaction) -> None:
    if any(key != HOT for key in parsed.keys):
        raise SigningRefused("SOURCE_NOT_ALLOWED", "Withdrawals are paid by the hot wallet alone.")
    if not parsed.payments:
        raise SigningRefused("PAYMENT_MISMATCH", "A withdrawal pays somebody.")


def _require_sweep(network: NetworkSpec, keys: WalletKeys, parsed: ParsedTransaction) -> None:
    if any(key.wallet != "deposit" and key != HOT for key in parsed.keys):
        raise SigningRefused("SOURCE_NOT_ALLOWED", "Sweeps are paid by deposit addresses or the hot wallet.")
    allowed = {canonical_address(network, address) for address in network.cold_addresses}
    for payment in parsed.payments:
        if payment.address not in allowed and not _is_hot(network, keys, payment.address):
            raise SigningRefused(
                "DESTINATION_NOT_ALLOWED", "A sweep goes to the hot wallet or a cold address."
            )
    for key in parsed.keys:
        if key.wallet == "deposit":
            keys.note_deposit_index(key.index)


def _is_hot(network: NetworkSpec, keys: WalletKeys, address: str) -> bool:
    if network.kind == "evm":
        return address == f"0x{keys.address(HOT).hex()}"
    return utxo.script_of(network, address) == keys.script(HOT)


def _require_top_up(
    network: NetworkSpec, keys: WalletKeys, parsed: ParsedTransaction, max_amount: int
) -> None:
    """From the gas wallet to a deposit address; the second key, if there is one, says which."""
    if network.kind != "evm" or parsed.keys[0] != GAS:
        raise SigningRefused("SOURCE_NOT_ALLOWED", "Top-ups are paid by the gas wallet of an EVM chain.")
    (payment,) = parsed.payments
    hint = parsed.keys[1] if len(parsed.keys) > 1 else None
    address = bytes.fromhex(payment.address[2:])
    if payment.contract is not None or not keys.owns_deposit_address(address, hint):
        raise SigningRefused("DESTINATION_NOT_ALLOWED", "A top-up goes to one of our deposit addresses.")
    if int(payment.amount) > max_amount:
        raise SigningRefused("CAP_EXCEEDED", f"A top-up is at most {max_amount}.")
