"""The tests of the work in hand."""

from testrun.fast import matching_tests, quick

TESTS = [
    "server/tests/core/test_limits.py",
    "server/tests/domains/orders/test_limits.py",
    "server/tests/domains/orders/test_placing.py",
    "server/tests/domains/wallets/test_holds.py",
    "server/tests/domains/test_emails.py",
    "server/tests/engine/test_gateway.py",
    "web/src/features/orders/order-form.test.tsx",
    "web/src/lib/money.test.ts",
    "web/src/pages/orders.test.tsx",
]


def test_a_change_of_a_noun_selects_all_its_tests_on_that_side() -> None:
    changed = ["server/clearwater/domains/orders/queries.py", "README.md"]

    assert matching_tests(changed, TESTS) == TESTS[1:3]
    assert matching_tests(["web/src/features/orders/api.ts"], TESTS) == [TESTS[6]]


def test_a_change_elsewhere_selects_the_tests_of_that_module() -> None:
    changed = ["server/clearwater/engine/gateway.py", "web/src/lib/money.ts", "web/src/pages/orders.tsx"]

    assert matching_tests(changed, TESTS) == [TESTS[5], *TESTS[7:]]


def test_a_changed_test_selects_itself() -> None:
    changed = ["server/tests/core/test_limits.py", "server/tests/domains/test_emails.py"]

    assert matching_tests(changed, TESTS) == [TESTS[0], TESTS[4]]


def test_changed_files_that_take_too_long_together_are_left_to_the_whole_run() -> None:
    seconds = {"a": 30.0, "b": 5.0, "c": 20.0, "d": 25.0}

    assert quick(seconds, seconds, 50.0) == ["b", "c", "d"]
    assert quick(["a"], seconds, 29.0) == []


def test_a_new_file_is_taken_for_a_short_one() -> None:
    assert quick(["new", "short"], {"short": 1.0}, 10.0) == ["short", "new"]
