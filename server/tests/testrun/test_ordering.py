"""The longest tests start first, on every worker."""

from testrun.ordering import UNKNOWN_SECONDS, by_file, dealt, remembered


def numbered(**counts: int) -> dict[str, list[str]]:
    return {name: [f"{name}{number}" for number in range(count)] for name, count in counts.items()}


def test_one_worker_starts_with_the_longest_file() -> None:
    files = numbered(short=2, long=1, middle=1)

    assert dealt(files, {"short": 1, "long": 90, "middle": 30}, 1) == ["long0", "middle0", "short0", "short1"]


def test_each_worker_begins_its_equal_piece_with_one_of_the_longest_files() -> None:
    files = numbered(a=1, b=1, c=1, d=3, e=2)
    seconds = {"a": 100, "b": 60, "c": 50, "d": 3, "e": 2}

    tests = dealt(files, seconds, 2)

    assert tests == ["a0", "d0", "d1", "d2", "b0", "c0", "e0", "e1"]


def test_a_file_that_fits_nowhere_as_a_whole_is_split_and_no_test_is_lost() -> None:
    files = numbered(a=3, b=3, c=3)

    tests = dealt(files, {"a": 9, "b": 6, "c": 3}, 2)

    assert tests == ["a0", "a1", "a2", "c2", "b0", "b1", "b2", "c0", "c1"]


def test_a_file_without_a_stored_duration_starts_before_short_ones() -> None:
    files = numbered(known=1, new=1, longer=1)

    assert dealt(files, {"known": 1, "longer": UNKNOWN_SECONDS + 1}, 1) == ["longer0", "new0", "known0"]


def test_the_seconds_of_a_file_are_those_of_its_tests() -> None:
    assert by_file({"a.py::test_one": 1.5, "a.py::test_two[x::y]": 2, "b.py::test_one": 4}) == {
        "a.py": 3.5,
        "b.py": 4,
    }


def test_a_stored_duration_stays_while_it_is_about_right() -> None:
    stored = {"a.py": 100, "b.py": 100, "c.py": 1, "gone.py": 7}

    kept = remembered(stored, {"b.py": 126.0, "a.py": 80.0, "c.py": 2.9, "new.py": 0.4})

    assert kept == {"a.py": 100, "b.py": 126, "c.py": 1, "new.py": 0}
    assert list(kept) == sorted(kept)
