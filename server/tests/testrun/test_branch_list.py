"""Files below the share of tested branches stand on a list that only gets shorter."""

from testrun.branch_list import LIST, Branches, advice, below, complaints, growth, parse


def test_a_file_that_is_not_listed_needs_its_branches_tested() -> None:
    measured = {"a.py": Branches(79, 100, (7, 3)), "b.py": Branches(80, 100), "few.py": Branches(4, 6)}

    assert complaints(measured, ()) == [
        "a.py: 79 % of its branches are taken (79 of 100), at least 85 % are asked for. "
        "Test those at lines 3, 7."
    ]


def test_a_listed_file_may_stay_below_and_is_named_when_it_is_clearly_above() -> None:
    measured = {"low.py": Branches(1, 9), "few.py": Branches(4, 4), "high.py": Branches(90, 100)}

    assert complaints(measured, measured) == []
    assert advice(measured, measured) == [
        f"high.py: 90 % of its branches are taken (90 of 100). Its line in {LIST} can go."
    ]


def test_a_listed_file_that_is_gone_is_named() -> None:
    assert complaints({}, ["gone.py"]) == [f"gone.py is no file with branches. Delete its line from {LIST}."]


def test_the_list_may_change_names_but_not_grow() -> None:
    assert growth({"a.py", "moved.py"}, {"a.py", "b.py"}) == []
    assert growth({"a.py"}, None) == []
    assert growth({"a.py", "b.py", "c.py"}, {"a.py", "b.py"}) == [f"{LIST} may only get shorter: test c.py."]


def test_a_stored_list_is_read_without_its_head() -> None:
    listed = below({"b.py": Branches(0, 1), "a.py": Branches(1, 2), "c.py": Branches(0, 0)})

    assert listed == ["a.py", "b.py"]
    assert parse("# A head.\n" + "".join(f"{name}\n" for name in listed)) == {"a.py", "b.py"}
