"""Phases run side by side; one fails, all fail; one is interrupted, all end."""

import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from testrun.pool import Phase, Pool


def python(name: str, program: str, folder: Path, *waits: object) -> Phase:
    starts_at, written_by = waits or (None, "")
    assert starts_at is None or isinstance(starts_at, Path)
    return Phase(name, [sys.executable, "-c", program], folder, {}, starts_at, str(written_by))


async def test_all_phases_run_and_each_line_names_its_phase(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    phases = [
        python("bad", "print('3 passed, 1 failed in 2 s'); raise SystemExit(1)", tmp_path),
        python("good", "print('a line'); print('7 passed in 1 s')", tmp_path),
    ]

    bad, good = await Pool().run(phases)

    assert (bad.code, bad.results) == (1, ["3 passed, 1 failed in 2 s"])
    assert (good.code, good.results) == (0, ["7 passed in 1 s"])
    printed = capfd.readouterr().out.splitlines()
    assert "bad     | 3 passed, 1 failed in 2 s" in printed
    assert "good    | a line" in printed


async def test_a_phase_waits_for_the_file_of_another_and_not_for_its_end(tmp_path: Path) -> None:
    there, met = tmp_path / "there", tmp_path / "met"
    # The first ends only when the second one runs.
    first = f"""
        import pathlib, time
        pathlib.Path({str(there)!r}).touch()
        while not pathlib.Path({str(met)!r}).exists():
            time.sleep(0.01)
    """
    second = (
        f"import pathlib; assert pathlib.Path({str(there)!r}).exists(); pathlib.Path({str(met)!r}).touch()"
    )

    outcomes = await Pool().run(
        [
            python("first", textwrap.dedent(first), tmp_path),
            python("second", second, tmp_path, there, "first"),
        ]
    )

    assert [one.code for one in outcomes] == [0, 0]


async def test_a_phase_starts_when_the_one_that_it_waits_for_has_ended_without_a_file(tmp_path: Path) -> None:
    outcomes = await Pool().run(
        [
            python("first", "raise SystemExit(2)", tmp_path),
            python("second", "print('1 passed')", tmp_path, tmp_path / "never", "first"),
        ]
    )

    assert [(one.name, one.code) for one in outcomes] == [("first", 2), ("second", 0)]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_ends_all_phases_and_what_they_have_started(
    tmp_path: Path, number: signal.Signals
) -> None:
    child = "import os, sys, time; print(os.getpid(), flush=True); time.sleep(600)"
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    program = textwrap.dedent(f"""
        import asyncio, sys
        from pathlib import Path
        from testrun.pool import Phase, Pool
        command = [sys.executable, "-c", {parent!r}]
        phases = [Phase(name, command, Path({str(tmp_path)!r})) for name in ("one", "two")]
        phases.append(Phase("three", ["true"], Path("."), starts_at=Path("never"), written_by="one"))
        print(sorted(one.name for one in asyncio.run(Pool().run(phases)) if one.code))
    """)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout
        children: list[int] = []
        while len(children) < 2:
            last = running.stdout.readline().rpartition("| ")[2].strip()
            children += [int(last)] if last.isdecimal() else []
        running.send_signal(number)
        rest = running.stdout.read()

    assert all(not Path(f"/proc/{child}").exists() for child in children)
    assert running.returncode == 0
    assert "three" not in rest
    assert rest.endswith("['one', 'two']\n")
