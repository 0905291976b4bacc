"""The book as its subscribers know it, compared with one that is looked at whole each time."""

from clearwater.core.commands import PairRules, Side
from clearwater.core.events import LevelChanged
from clearwater.core.seeded_random import SeededRandom
from clearwater.core.views import PairView
from clearwater.domains.realtime.books import ShownBook, checksum_of

RULES = PairRules(1, 1, 1, 10**9, 1)


def a_pair() -> PairView:
    return PairView("BTC-USDT", "BTC", "USDT", 2, 8, 6, RULES, "trading", 100)


def a_book(pair: PairView, limit: int) -> ShownBook:
    return ShownBook(pair, price_decimals=2, quantity_decimals=0, limit=limit)


def test_only_the_best_levels_are_shown_and_updates_keep_it_so() -> None:
    """Levels come into sight and fall out of it, though they have not changed themselves."""
    for seed in range(20):
        rng, pair = SeededRandom(seed), a_pair()
        book = a_book(pair, limit=5)
        mine: dict[str, dict[str, str]] = {"bids": {}, "asks": {}}
        published_seq = 0
        for number in range(1, 300):
            side: Side = "buy" if rng.below(2) else "sell"
            event = LevelChanged("BTC-USDT", number, side, 1 + rng.below(20), rng.below(3))
            pair.seq = number
            (pair.bids if side == "buy" else pair.asks).set(event.price, event.quantity)
            book.change(event)
            if rng.below(4):
                continue
            update = book.take_update()
            if update is not None:
                assert update.first_seq == published_seq + 1
                published_seq = update.last_seq
                for name, rows in (("bids", update.bids), ("asks", update.asks)):
                    for price, quantity in rows:
                        mine[name].pop(price, None)
                        if quantity != "0":
                            mine[name][price] = quantity
                assert update.checksum == checksum_of(*a_book(pair, limit=5).snapshot()[1:])
            fresh = a_book(pair, limit=5).snapshot()
            assert (mine["bids"], mine["asks"]) == (dict(fresh[1]), dict(fresh[2])), (seed, number)
            assert book.snapshot() == (published_seq, *fresh[1:])


def test_a_level_that_enters_the_depth_limit_is_sent_with_the_next_update() -> None:
    pair = a_pair()
    book = a_book(pair, limit=2)
    for seq, price in enumerate((10, 9, 8), start=1):
        book.change(LevelChanged("BTC-USDT", seq, "buy", price, 1))
    book.take_update()

    book.change(LevelChanged("BTC-USDT", 4, "buy", 7, 1))
    assert book.take_update() is None
    assert book.snapshot()[0] == 3
    book.change(LevelChanged("BTC-USDT", 5, "buy", 10, 0))
    update = book.take_update()

    assert update is not None
    assert (update.first_seq, update.last_seq) == (4, 5)
    assert sorted(update.bids) == [("0.08", "1"), ("0.1", "0")]


def test_the_checksum_is_over_ten_levels_a_side() -> None:
    bids = [(str(20 - number), "1") for number in range(12)]
    assert checksum_of(bids, []) == checksum_of(bids[:10], [])
    assert checksum_of(bids, []) != checksum_of(bids[:9], [])
