"""Conversions: planned on the real books, all legs or none, exactly at what was promised."""

from collections import Counter

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from clearwater.core import state as core_state
from clearwater.core.coding import decode, encode
from clearwater.core.commands import (
    ChangeCoin,
    ChangePair,
    Convert,
    ConvertLeg,
    Deposit,
    Fund,
    ListCoin,
    ListPair,
    MoveHouse,
    PlaceOrder,
    Side,
)
from clearwater.core.events import Converted, Event, Filled, OrderAccepted, OrderUpdated, Posting
from clearwater.core.exchange import Exchange
from clearwater.core.limits import Limits
from tests.core.builders import NOON, PAIR, Floor, Outcome, an_order, btc, pair_rules, price, usdt

SELL_BTC, BUY_BTC = ConvertLeg(PAIR, "sell"), ConvertLeg(PAIR, "buy")
SELL_ETH, BUY_ETH = ConvertLeg("ETH-USDT", "sell"), ConvertLeg("ETH-USDT", "buy")
BTC_TO_ETH, ETH_TO_BTC = (SELL_BTC, BUY_ETH), (SELL_ETH, BUY_BTC)
# ETH has 4 decimals as BTC does.
eth = btc
PPM_OF_MAKERS = 1_000


# ETH moves in whole USDT, which are a tenth of its price.
RULES_OF_ETH = pair_rules(band_bps=9_000, guard_bps=3_000)


def a_floor(limits: Limits | None = None) -> Floor:
    """BTC at 100 and ETH at 10 USDT; a maker buys and sells 5 BTC and 50 ETH at three prices each."""
    floor = Floor(limits=limits).with_market_makers()
    floor.ask(ListCoin(1, "ETH", 4, eth("100000000")))
    floor.ask(ListPair(1, "ETH-USDT", "ETH", "USDT", 2, RULES_OF_ETH, price("10")))
    for client in ("ann", "maker"):
        floor.ask(Deposit(1, f"eth-{client}", client, "ETH", "ethereum", eth("1000")))
    for distance in (1, 2, 3):
        offer(floor, "buy", "5", str(100 - distance))
        offer(floor, "sell", "5", str(100 + distance))
        offer(floor, "buy", "50", str(10 - distance), pair="ETH-USDT")
        offer(floor, "sell", "50", str(10 + distance), pair="ETH-USDT")
    return floor


def offer(
    floor: Floor, side: Side, quantity: str, at: str, *, pair: str = PAIR, client: str = "maker"
) -> None:
    order = an_order(client, side, quantity, at, maker_ppm=PPM_OF_MAKERS)
    assert floor.ask(replace(order, pair=pair)).code == ""


def stock(floor: Floor, coin: str, amount: int) -> None:
    """Give the house so much of a coin to round conversions with."""
    if amount:
        floor.ask(Fund(NOON, f"fund-{coin}", coin, "tron", amount))
        assert floor.ask(MoveHouse(NOON, f"move-{coin}", coin, "treasury", "convert", amount)).code == ""


def a_conversion(
    legs: tuple[ConvertLeg, ...] = (SELL_BTC,),
    amount: int = btc("1"),
    receive: int = usdt("98"),
    fee: int = usdt("0.5"),
    *,
    reference: str = "c",
    client: str = "ann",
) -> Convert:
    return Convert(NOON, client, reference, legs, amount, receive, fee)


def converted(outcome: Outcome) -> Converted:
    (event,) = [event for event in outcome.events if isinstance(event, Converted)]
    return event


def postings(outcome: Outcome, kind: str) -> list[tuple[str, str, str, int]]:
    """Of a kind: whose account it left, whose it went to, the coin, how much."""
    return [
        (posting.source.owner, posting.target.owner, posting.source.asset, posting.amount)
        for posting in outcome.events
        if isinstance(posting, Posting) and posting.kind == kind
    ]


def test_a_coin_is_sold_for_exactly_what_was_promised() -> None:
    """CNV-1, CNV-2: the client pays and gets what was promised, the house keeps what the book gave more."""
    floor = a_floor()

    outcome = floor.ask(a_conversion())

    assert outcome.code == ""
    assert (floor.has("ann", "BTC"), floor.has("ann", "USDT")) == ("9", "1098")
    assert floor.has("house", "USDT", "convert") == "0.5"
    assert postings(outcome, "convert") == [
        ("ann", "house", "BTC", btc("1")),
        ("house", "ann", "USDT", usdt("98.5")),
    ]
    assert postings(outcome, "convert_fee") == [("ann", "house", "USDT", usdt("0.5"))]
    order_id = outcome.order_id
    assert converted(outcome) == Converted(
        "c", "ann", "BTC", "USDT", btc("1"), usdt("98"), usdt("0.5"), order_id, order_id, NOON
    )
    assert outcome.fills == [("1", "99")]


def test_a_coin_is_bought_with_an_amount() -> None:
    """CNV-1, CNV-4: what is too little for a step stays with the house."""
    floor = a_floor()

    outcome = floor.ask(a_conversion((BUY_BTC,), usdt("102.50"), btc("1"), 0))

    assert outcome.code == ""
    assert (floor.has("ann", "USDT"), floor.has("ann", "BTC")) == ("897.5", "11")
    # 1.01 BTC cost 102.01 USDT.
    assert floor.has("house", "BTC", "convert") == "0.01"
    assert floor.has("house", "USDT", "convert") == "0.49"
    assert postings(outcome, "convert_fee") == []


@pytest.mark.parametrize(
    ("legs", "amount", "receive"), [(BTC_TO_ETH, btc("1"), eth("8.9")), (ETH_TO_BTC, eth("20"), btc("1.7"))]
)
def test_two_legs_are_one_conversion(legs: tuple[ConvertLeg, ...], amount: int, receive: int) -> None:
    """CNV-1: the second leg takes what the first gives; the client never has the coin between them."""
    floor = a_floor()
    before = floor.has("ann", "USDT")

    outcome = floor.ask(a_conversion(legs, amount, receive, 7))

    assert outcome.code == ""
    event = converted(outcome)
    assert (event.paid, event.received, event.fee) == (amount, receive, 7)
    assert event.last_order_id == event.first_order_id + 1
    assert outcome.order_ids == [event.first_order_id, event.last_order_id]
    assert floor.has("ann", "USDT") == before
    assert {fill.pair for fill in outcome.filled} == {PAIR, "ETH-USDT"}


def test_the_order_of_a_conversion_is_the_houses_and_pays_no_fee() -> None:
    """CNV-2: makers trade with the house as with anybody, and pay their usual fee."""
    floor = a_floor()

    outcome = floor.ask(a_conversion())

    (fill,) = outcome.filled
    assert (fill.taker_client, fill.maker_client) == ("house", "maker")
    assert (fill.taker_fee, fill.maker_fee) == (0, 10)
    accepted = [event for event in outcome.events if isinstance(event, OrderAccepted)]
    assert [(event.type, event.terms.client, event.terms.taker_ppm) for event in accepted] == [
        ("market", "house", 0)
    ]
    assert outcome.update(outcome.order_id).status == "filled"
    # The base coin that the maker bought, less the fee of 0.1 %.
    assert floor.exchange.balance("maker", "BTC", "available") == btc("985") + btc("1") - 10
    assert floor.exchange.state.orders.keys() == {
        event.order_id
        for event in floor.checker.orders.values()
        if event.status in {"new", "partially_filled"}
    }


REFUSED: list[tuple[str, Convert, tuple[str, str]]] = [
    ("an unknown pair", a_conversion((ConvertLeg("BTC-XXX", "sell"),)), ("PAIR_UNKNOWN", "symbol")),
    ("no leg", a_conversion(()), ("VALIDATION_FAILED", "legs")),
    ("three legs", a_conversion((*BTC_TO_ETH, SELL_ETH)), ("VALIDATION_FAILED", "legs")),
    ("legs that do not connect", a_conversion((SELL_BTC, SELL_ETH)), ("VALIDATION_FAILED", "legs")),
    ("there and back", a_conversion((SELL_BTC, BUY_BTC)), ("VALIDATION_FAILED", "legs")),
    ("no side", a_conversion((ConvertLeg(PAIR, "hold"),)), ("VALIDATION_FAILED", "legs")),  # type: ignore[arg-type]
    ("nothing", a_conversion(amount=0), ("VALIDATION_FAILED", "amount")),
    ("less than nothing", a_conversion(amount=-1), ("VALIDATION_FAILED", "amount")),
    ("for nothing", a_conversion(receive=0), ("VALIDATION_FAILED", "amount")),
    ("a fee below zero", a_conversion(fee=-1), ("VALIDATION_FAILED", "amount")),
    ("nobody", a_conversion(client=""), ("VALIDATION_FAILED", "client")),
    ("the house", a_conversion(client="house"), ("VALIDATION_FAILED", "client")),
    ("no reference", a_conversion(reference=""), ("VALIDATION_FAILED", "reference")),
    ("less than a step", a_conversion(amount=99), ("BELOW_MINIMUM", "amount")),
    ("a step worth too little", a_conversion(amount=btc("0.01"), receive=1), ("MIN_NOTIONAL", "quantity")),
    ("a few units to spend", a_conversion((BUY_BTC,), 50), ("MIN_NOTIONAL", "quantity")),
    ("more than there is", a_conversion(amount=btc("10.0001")), ("INSUFFICIENT_BALANCE", "amount")),
    ("more than 64 bits", a_conversion(amount=10**30), ("INSUFFICIENT_BALANCE", "amount")),
    ("more than the books give", a_conversion(receive=usdt("98.51")), ("QUOTE_MOVED", "amount")),
    ("a promise beyond 64 bits", a_conversion(receive=10**30), ("QUOTE_MOVED", "amount")),
    ("a fee beyond 64 bits", a_conversion(fee=10**30), ("QUOTE_MOVED", "amount")),
    ("by two legs, too dear", a_conversion(BTC_TO_ETH, btc("1"), eth("9"), 1), ("QUOTE_MOVED", "amount")),
]


@pytest.mark.parametrize(
    ("command", "refusal"), [one[1:] for one in REFUSED], ids=[one[0] for one in REFUSED]
)
def test_a_conversion_that_cannot_be_done_changes_nothing(command: Convert, refusal: tuple[str, str]) -> None:
    """CNV-3"""
    floor = a_floor()
    # The floor asserts that the digest stays the same.
    assert floor.ask(command).refused_field == refusal
    assert floor.ask(a_conversion()).code == ""


@pytest.mark.parametrize(
    ("command", "refusal"), [one[1:] for one in REFUSED], ids=[one[0] for one in REFUSED]
)
def test_a_preview_is_refused_as_the_conversion_is(command: Convert, refusal: tuple[str, str]) -> None:
    """CNV-3: but for what was promised, which a preview does not ask for."""
    exchange = a_floor().exchange
    before = exchange.digest()

    found = exchange.preview_conversion(command).refusal

    assert exchange.digest() == before
    if refusal[0] == "QUOTE_MOVED":
        assert found is None
    else:
        assert found is not None
        assert (found.code, found.field) == refusal


@pytest.mark.parametrize("legs", [BTC_TO_ETH, ETH_TO_BTC])
@pytest.mark.parametrize("pair", [PAIR, "ETH-USDT"])
@pytest.mark.parametrize("pair_state", ["halted", "cancel_only"])
def test_every_market_on_the_way_has_to_trade(
    legs: tuple[ConvertLeg, ...], pair: str, pair_state: str
) -> None:
    """CNV-3"""
    floor = a_floor()
    floor.ask(ChangePair(NOON, pair, state=pair_state))  # type: ignore[arg-type]
    assert floor.ask(a_conversion(legs, receive=1, fee=0)).refused_field == ("MARKET_HALTED", "symbol")


@pytest.mark.parametrize("coin", ["BTC", "ETH", "USDT"])
def test_every_coin_on_the_way_has_to_be_traded(coin: str) -> None:
    """CNV-3"""
    floor = a_floor()
    floor.ask(ChangeCoin(NOON, coin, trading=False))
    assert floor.ask(a_conversion(BTC_TO_ETH, receive=1, fee=0)).refused_field == ("MARKET_HALTED", "coin")


@pytest.mark.parametrize(("legs", "code"), [((SELL_BTC,), "MAX_QUANTITY"), (BTC_TO_ETH, "MAX_QUANTITY")])
def test_a_leg_keeps_to_the_largest_quantity_of_its_pair(legs: tuple[ConvertLeg, ...], code: str) -> None:
    """CNV-4"""
    floor = a_floor()
    pair = legs[-1].pair
    rules = replace(floor.exchange.state.markets[pair].rules, max_quantity=btc("0.5"))
    floor.ask(ChangePair(NOON, pair, rules=rules))
    assert floor.ask(a_conversion(legs, receive=1, fee=0)).refused_field == (code, "amount")


def test_the_second_leg_keeps_to_the_least_of_its_pair() -> None:
    """CNV-4"""
    floor = a_floor()
    rules = replace(floor.exchange.state.markets["ETH-USDT"].rules, min_notional=usdt("200"))
    floor.ask(ChangePair(NOON, "ETH-USDT", rules=rules))
    assert floor.ask(a_conversion(BTC_TO_ETH, receive=1, fee=0)).code == "MIN_NOTIONAL"


# 1 BTC is sold for 99 USDT, and 0.0055 BTC are worth 0.54.
SELLING = a_conversion(amount=btc("1.0055"), receive=usdt("99.54"), fee=0)
# 1.01 BTC cost 102.01 USDT, and 0.49 USDT are worth 0.0048 BTC.
BUYING = a_conversion((BUY_BTC,), usdt("102.50"), btc("1.0148"), 0)
# 99.54 USDT, of which 0.54 from the stock, buy 9.04 ETH for 99.44; 0.10 USDT are worth 0.0090 ETH.
BY_USDT = a_conversion(BTC_TO_ETH, btc("1.0055"), eth("9.0490"), 0)


@pytest.mark.parametrize(
    ("command", "needed", "gained"),
    [
        (SELLING, {"USDT": usdt("0.54")}, {"BTC": btc("0.0055")}),
        (BUYING, {"BTC": btc("0.0048")}, {"USDT": usdt("0.49")}),
        (BY_USDT, {"USDT": usdt("0.54"), "ETH": eth("0.0090")}, {"BTC": btc("0.0055"), "USDT": usdt("0.10")}),
    ],
    ids=["selling", "buying", "two legs"],
)
def test_what_is_too_small_for_a_step_is_exchanged_with_the_house(
    command: Convert, needed: dict[str, int], gained: dict[str, int]
) -> None:
    """CNV-7: at what the leg gives, to the last unit of what the house holds."""
    floor = a_floor()
    for coin, amount in needed.items():
        stock(floor, coin, amount)
    more = replace(command, receive=command.receive + 1)
    assert floor.ask(more).refused_field == ("QUOTE_MOVED", "amount")

    assert floor.ask(command).code == ""

    assert {coin: amount for coin, amount in kept_by_house(floor).items() if amount} == gained


@pytest.mark.parametrize(
    ("command", "needed", "without"),
    [
        (SELLING, {"USDT": usdt("0.54")}, usdt("99")),
        (BUYING, {"BTC": btc("0.0048")}, btc("1.01")),
        # 99 USDT buy just 9 ETH.
        (BY_USDT, {"USDT": usdt("0.54"), "ETH": eth("0.0090")}, eth("9")),
    ],
    ids=["selling", "buying", "two legs"],
)
def test_a_conversion_says_when_the_house_holds_too_little(
    command: Convert, needed: dict[str, int], without: int
) -> None:
    """CNV-7: whatever of it is missing; it never gives more than there is."""
    for coin in needed:
        floor = a_floor()
        for other, amount in needed.items():
            stock(floor, other, amount - (other == coin))
        assert floor.ask(command).refused_field == ("QUOTE_MOVED", "stock")

    floor = a_floor()
    refusal = floor.ask(command).refusal
    assert refusal is not None
    assert (refusal.field, refusal.available) == ("stock", without)
    assert floor.ask(replace(command, receive=without)).code == ""


@pytest.mark.parametrize("terms", [SELLING, BUYING, BY_USDT], ids=["selling", "buying", "two legs"])
@pytest.mark.parametrize("stocked", ["0", "0.3", "5"])
def test_a_preview_says_what_a_conversion_gives(terms: Convert, stocked: str) -> None:
    """CNV-3, CNV-7: to the unit, and nothing changes."""
    floor = a_floor()
    for coin in ("BTC", "ETH", "USDT"):
        stock(floor, coin, usdt(stocked))
    exchange = floor.exchange
    before = exchange.digest()

    found = exchange.preview_conversion(terms)

    assert (exchange.digest(), found.refusal) == (before, None)
    more = floor.ask(replace(terms, receive=found.gives + 1)).refusal
    assert more is not None
    assert (more.code, more.field) == ("QUOTE_MOVED", "stock" if found.is_short else "amount")
    assert more.available == found.gives
    assert floor.ask(replace(terms, receive=found.gives)).code == ""


def test_whole_steps_need_no_stock() -> None:
    """CNV-7"""
    refused = a_floor().ask(a_conversion(amount=btc("1"), receive=usdt("99.01"), fee=0))
    assert refused.refused_field == ("QUOTE_MOVED", "amount")


def test_earlier_rules_kept_what_is_too_small_for_a_step() -> None:
    """CNV-7, EXC-7"""
    floor = a_floor()
    stock(floor, "USDT", usdt("100"))
    floor.exchange.follow_rules(4)
    refusal = floor.ask(SELLING).refusal
    assert refusal is not None
    assert (refusal.code, refusal.field, refusal.available) == ("QUOTE_MOVED", "amount", usdt("99"))


def test_a_book_that_does_not_give_all_within_its_guard_is_not_used() -> None:
    """CNV-5"""
    floor = a_floor()
    floor.ask(Deposit(NOON, "more", "ann", "BTC", "bitcoin", btc("100")))
    assert floor.ask(a_conversion(amount=btc("15"), receive=1)).code == ""
    assert floor.ask(a_conversion(amount=btc("1"), receive=1, reference="d")).refused_field == (
        "NO_LIQUIDITY",
        "amount",
    )


def test_a_conversion_does_not_meet_orders_of_its_client() -> None:
    """CNV-5: neither in the first nor in the second leg."""
    floor = a_floor()
    offer(floor, "sell", "20", "11", pair="ETH-USDT", client="ann")
    # 5 ETH at 11 would be left for ann's own order, behind 50 of the maker.
    amount = btc("5")
    assert floor.ask(a_conversion(BTC_TO_ETH, amount, 1, 0)).code == ""
    floor.ask(a_conversion(BTC_TO_ETH, btc("1"), 1, 0, reference="d"))
    refused = floor.ask(a_conversion(BTC_TO_ETH, btc("1"), 1, 0, reference="e"))
    assert refused.refused_field == ("NO_LIQUIDITY", "own_orders")


def test_a_reference_is_used_once() -> None:
    """CNV-6"""
    floor = a_floor()
    assert floor.ask(a_conversion()).code == ""
    floor.ask(ChangePair(NOON, PAIR, state="halted"))
    for again in (a_conversion(), a_conversion(client="bob"), a_conversion((BUY_BTC,), usdt("102"), 1)):
        assert floor.ask(again).refused_field == ("STATE_CONFLICT", "reference")
    assert floor.has("ann", "BTC") == "9"


def test_a_reference_is_known_after_a_restart() -> None:
    """CNV-6, EXC-3"""
    floor = a_floor()
    floor.ask(a_conversion())
    floor.exchange = Exchange.restore(floor.exchange.export())
    assert floor.ask(a_conversion()).refused_field == ("STATE_CONFLICT", "reference")


def test_only_the_latest_references_are_kept_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """CNV-6: the engine asks the table for older ones."""
    monkeypatch.setattr(core_state, "DEDUPLICATION_WINDOW", 2)
    exchange = a_floor().exchange
    for number in range(3):
        exchange.apply(a_conversion(amount=btc("0.1"), receive=1, reference=f"c{number}"))
    assert exchange.export().conversions == ("c1", "c2")
    assert exchange.state.conversions == {"c1", "c2"}


def test_what_the_trades_trigger_comes_after_the_conversion() -> None:
    """CNV-2: a stop of the first pair that sells into its book takes nothing from the second leg."""
    floor = a_floor()
    floor.trade_at("100")
    stop = floor.place("bob", "sell", "1", kind="stop_market", stop="99").order_id

    outcome = floor.ask(a_conversion(BTC_TO_ETH, btc("1"), 1, 0))

    assert outcome.triggered == [stop]
    names = [type(event).__name__ for event in outcome.events]
    assert names.index("Converted") < names.index("OrderTriggered")
    assert outcome.update(stop).status == "filled"


def test_both_legs_together_meet_no_more_orders_than_one_order_may() -> None:
    """EXC-8: two a leg here, so a third one is not reached."""
    outcomes = []
    for legs in (BTC_TO_ETH, (SELL_BTC,)):
        floor = a_floor(Limits(fills=4))
        floor.ask(Deposit(NOON, "more", "ann", "BTC", "bitcoin", btc("100")))
        outcomes.append(floor.ask(a_conversion(legs, btc("12"), 1, 0)))
    two_legs, one_leg = outcomes
    assert two_legs.refused_field == ("NO_LIQUIDITY", "amount")
    assert (one_leg.code, len(one_leg.filled)) == ("", 3)


def test_orders_whose_time_is_over_are_not_met() -> None:
    """ORD-10: also where more of them wait than one command ends."""
    floor = a_floor(Limits(steps=1))
    later = NOON + 50
    for _ in range(3):
        floor.place("bob", "sell", "0.5", "100", time_in_force="gtd", expire_at=later)

    outcome = floor.ask(replace(a_conversion((BUY_BTC,), usdt("101"), btc("1"), 0), at=later))

    assert outcome.code == ""
    assert outcome.fills == [("1", "101")]


def test_a_conversion_is_written_down_and_read_again() -> None:
    """EXC-7"""
    command = a_conversion(BTC_TO_ETH)
    kind, values = encode(command)
    assert values["legs"] == [{"pair": PAIR, "side": "sell"}, {"pair": "ETH-USDT", "side": "buy"}]
    assert decode(kind, values) == command


def totals(exchange: Exchange) -> Counter[tuple[str, str]]:
    """What everybody has of each coin, wherever it is."""
    found: Counter[tuple[str, str]] = Counter()
    for account in exchange.state.ledger.accounts.values():
        found[account.key.owner, account.key.asset] += account.balance
    return found


offers = st.lists(
    st.tuples(
        st.sampled_from((PAIR, "ETH-USDT")),
        st.sampled_from(("buy", "sell")),
        st.integers(1, 300),
        st.integers(0, 4),
        st.sampled_from((0, 100)),
        st.sampled_from(("maker", "bob")),
    ),
    min_size=8,
    max_size=30,
)
ways = st.sampled_from(((SELL_BTC,), (BUY_BTC,), (SELL_ETH,), (BUY_ETH,), BTC_TO_ETH, ETH_TO_BTC))


def a_filled_market(
    placed: list[tuple[str, Side, int, int, int, str]],
) -> Floor:
    floor = Floor().with_market_makers()
    floor.ask(ListCoin(1, "ETH", 4, eth("100000000")))
    floor.ask(ListPair(1, "ETH-USDT", "ETH", "USDT", 2, pair_rules(), price("100")))
    for client in ("ann", "bob", "maker"):
        floor.ask(Deposit(1, f"eth-{client}", client, "ETH", "ethereum", eth("100")))
    for pair, side, steps, distance, display, client in placed:
        ticks = 100 - distance if side == "buy" else 101 + distance
        floor.ask(
            PlaceOrder(
                NOON,
                client,
                pair,
                side,
                "limit",
                steps * 100,
                ticks * 100,
                maker_ppm=PPM_OF_MAKERS,
                display_quantity=display if steps <= 20 else 0,
            )
        )
    return floor


stocks = st.tuples(*(st.sampled_from((0, 3, 1_000)) for _ in range(3)))


@settings(max_examples=200)
@given(
    placed=offers,
    legs=ways,
    amount=st.integers(100, 40_000),
    less=st.integers(0, 30),
    fee=st.integers(0, 30),
    held=stocks,
)
def test_money_in_is_money_out(
    *,
    placed: list[tuple[str, Side, int, int, int, str]],
    legs: tuple[ConvertLeg, ...],
    amount: int,
    less: int,
    fee: int,
    held: tuple[int, int, int],
) -> None:
    """CNV-1, CNV-2, CNV-7: for any books, exactly as promised or not at all; nobody else pays for it."""
    floor = a_filled_market(placed)
    for coin, units_held in zip(("BTC", "ETH", "USDT"), held, strict=True):
        stock(floor, coin, units_held)
    before, stocked = totals(floor.exchange), kept_by_house(floor)
    probe = floor.ask(a_conversion(legs, amount, 10**15, 0)).refusal
    assert probe is not None
    gross = probe.available - less
    if probe.code != "QUOTE_MOVED" or gross <= fee:
        return

    outcome = floor.ask(a_conversion(legs, amount, gross - fee, fee))

    event = converted(outcome)
    after = totals(floor.exchange)
    change = {key: after[key] - before[key] for key in after if after[key] != before[key]}
    assert change.pop(("ann", event.from_coin)) == -amount
    assert change.pop(("ann", event.to_coin)) == gross - fee
    house = {coin: gain for (owner, coin), gain in change.items() if owner == "house"}
    makers = {key: gain for key, gain in change.items() if key[0] != "house"}
    assert makers == expected_of_makers(outcome.events)
    kept = {coin: has - stocked[coin] for coin, has in kept_by_house(floor).items()}
    fees = fees_of(outcome.events)
    assert house == {coin: gain for coin in kept if (gain := kept[coin] + fees[coin])}
    # What the house gives from its stock is worth little more than a step, of 100 units at some 100 USDT.
    assert all(gain >= -110 for gain in kept.values())
    # With enough of it, the house keeps no more of the last coin than the promise was lower.
    if probe.field == "amount":
        assert kept[event.to_coin] <= less


def kept_by_house(floor: Floor) -> dict[str, int]:
    return {coin: floor.exchange.balance("house", coin, "convert") for coin in ("BTC", "ETH", "USDT")}


def fees_of(events: list[Event]) -> Counter[str]:
    """What makers and the client have paid to the house."""
    found: Counter[str] = Counter()
    for event in events:
        if isinstance(event, Posting) and event.kind in {"fee", "convert_fee"}:
            found[event.source.asset] += event.amount
    return found


def expected_of_makers(events: list[Event]) -> dict[tuple[str, str], int]:
    """What the fills say that makers paid and received, less their fees."""
    found: Counter[tuple[str, str]] = Counter()
    for fill in events:
        if isinstance(fill, Filled):
            base, quote = fill.pair.split("-")
            paid, received = (fill.quantity, fill.quote_quantity)
            coins = (base, quote)
            if fill.taker_side == "sell":
                paid, received, coins = received, paid, (quote, base)
            found[fill.maker_client, coins[0]] -= paid
            found[fill.maker_client, coins[1]] += received - fill.maker_fee
    return {key: amount for key, amount in found.items() if amount}


def test_no_order_of_the_house_is_ever_open() -> None:
    """CNV-2"""
    outcome = a_floor().ask(a_conversion(BTC_TO_ETH, btc("1"), 1, 0))
    statuses = [
        event.status
        for event in outcome.events
        if isinstance(event, OrderUpdated) and event.client == "house"
    ]
    assert statuses == ["filled", "filled"]
