import pytest
from hypothesis import given
from hypothesis import strategies as st

from clearwater.core.money import (
    MAX_UNITS,
    find_units,
    mul_div_down,
    mul_div_up,
    multiple_down,
    multiple_up,
    to_text,
)


@pytest.mark.parametrize(
    ("text", "decimals", "units"),
    [
        ("1", 8, 100_000_000),
        ("0.00000001", 8, 1),
        ("1.50", 1, 15),
        ("0", 8, 0),
        ("92233720368.54775807", 8, MAX_UNITS),
        ("7", 0, 7),
    ],
)
def test_a_plain_decimal_becomes_units(text: str, decimals: int, units: int) -> None:
    assert find_units(text, decimals) == units


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-1",
        "+1",
        "1e4",
        "NaN",
        "Infinity",
        "0x10",
        "1_000",
        ".5",
        "1.",
        "1,5",
        " 1",
        "1\n",
        "\uff11",
        "0.000000001",
    ],
)
def test_an_invalid_or_too_precise_decimal_is_not_parsed(text: str) -> None:
    assert find_units(text, 8) is None


def test_a_decimal_beyond_64_bits_is_not_parsed() -> None:
    """EXC-6"""
    assert find_units("92233720368.54775808", 8) is None


@given(units=st.integers(0, MAX_UNITS), decimals=st.integers(0, 8))
def test_text_and_units_are_the_same_amount(units: int, decimals: int) -> None:
    assert find_units(to_text(units, decimals), decimals) == units


def test_a_negative_amount_can_be_shown() -> None:
    assert to_text(-5, 2) == "-0.05"


@given(
    amount=st.integers(0, MAX_UNITS), multiplier=st.integers(0, MAX_UNITS), divisor=st.integers(1, MAX_UNITS)
)
def test_rounding_down_and_up_are_at_most_one_unit_apart(amount: int, multiplier: int, divisor: int) -> None:
    down, up = mul_div_down(amount, multiplier, divisor), mul_div_up(amount, multiplier, divisor)
    assert down * divisor <= amount * multiplier <= up * divisor
    assert up - down == (1 if amount * multiplier % divisor else 0)


def test_multiples_are_rounded_down_and_up() -> None:
    assert (multiple_down(17, 5), multiple_up(17, 5)) == (15, 20)
    assert (multiple_down(15, 5), multiple_up(15, 5)) == (15, 15)
