"""PostgreSQL inside of virtual time: locks, notices and losses as in life, and the same each time."""

import pytest

from tests.simulation.stories import live


def test_who_waits_for_a_lock_goes_on_when_it_is_free(database_url: str) -> None:
    told = live("locks", database_url)
    assert sorted(told["order"]) == ["ann", "bob", "cy"]
    assert told["value"] == 3
    assert told["seconds"] < 60


def test_the_seed_decides_who_gets_a_lock(database_url: str) -> None:
    orders = {seed: (live("locks", database_url, seed))["order"] for seed in (1, 2, 3, 4)}
    assert len({tuple(order) for order in orders.values()}) > 1
    assert (live("locks", database_url, 2))["order"] == orders[2]


def test_a_killed_process_frees_its_locks(database_url: str) -> None:
    told = live("killed_holder", database_url)
    assert told["value"] == 1


def test_a_lost_answer_leaves_what_was_committed(database_url: str) -> None:
    told = live("lost_answer", database_url)
    assert told == {"error": "ConnectionDoesNotExistError", "rows": 1}


def test_a_lost_request_leaves_nothing(database_url: str) -> None:
    told = live("lost_request", database_url)
    assert told == {"error": "ConnectionDoesNotExistError", "rows": 0}


def test_a_notice_arrives_when_its_transaction_commits(database_url: str) -> None:
    assert live("notices", database_url) == ["committed"]


def test_a_restarted_database_refuses_and_then_takes_connections(database_url: str) -> None:
    told = live("restart", database_url)
    assert told == {"lost": True, "refused": "ConnectionRefusedError", "again": 1}


@pytest.mark.parametrize("name", ["locks", "timeout"])
def test_the_same_seed_gives_the_same_trace(database_url: str, name: str) -> None:
    first, again = live(name, database_url, 5), live(name, database_url, 5)
    assert first["digest"] == again["digest"]


def test_a_statement_that_waits_too_long_is_canceled(database_url: str) -> None:
    told = live("timeout", database_url)
    assert (told["error"], told["after"]) == ("TimeoutError", 1)
