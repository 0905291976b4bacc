"""Seeds of deposits and payouts under faults."""

from tests.simulation.test_seeds import simulate


def test_every_withdrawal_is_paid_or_given_back_once_and_every_deposit_credited_once() -> None:
    ran = simulate("--wallets", "--seeds", "4", "--no-shrink")
    assert ran.stdout.endswith("4 passed, 0 failed\n"), ran.stdout + ran.stderr


def test_the_same_seed_of_wallets_gives_the_same_trace() -> None:
    ran = simulate("--wallets", "--seed", "5", "--acts", "8", "--twice", "--no-shrink")
    assert ran.stdout.endswith("2 passed, 0 failed\n"), ran.stdout + ran.stderr
