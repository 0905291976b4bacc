"""The ceremony of the signer's seed, as an operator does it at a terminal or with files."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

import pytest
from embit import bip39
from embit.bip32 import HDKey

from clearwater.adapters.chains.development_seed import DEVELOPMENT_MNEMONIC
from tests.command_line import run_at_terminal, run_command
from tests.processes import until

PASSPHRASE, OTHER = "correct horse battery", "staple of another kind"
TIMEOUT_SECONDS = 60
NONE: Mapping[str, str] = MappingProxyType({})


class Installation:
    """A data folder and the program beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data_folder = folder / "data"
        self.seed = self.data_folder / "signer" / "seed"

    @property
    def settings(self) -> dict[str, str]:
        return {"CLEARWATER_DATA": str(self.data_folder), "CLEARWATER_LOG_FORMAT": "json"}

    def run(self, *arguments: str, code: int = 0, settings: Mapping[str, str] = NONE) -> str:
        """Without a terminal."""
        ended, said = run_command("signer", *arguments, settings=self.settings | dict(settings))
        assert ended == code, said
        return said

    def type(self, *arguments: str, answers: dict[str, str], code: int = 0) -> str:
        """At a terminal: each question that matches is answered, once for each time it is asked."""
        with run_at_terminal("signer", *arguments, settings=self.settings, code=code) as terminal:
            return "".join(self._converse(terminal, answers))

    def _converse(self, terminal: int, answers: dict[str, str]) -> Iterator[str]:
        heard = everything = ""
        while True:
            try:
                chunk = os.read(terminal, 4096).decode()
            except OSError:
                return
            if not chunk:
                return
            yield chunk
            heard += chunk
            everything += chunk
            if not heard.endswith(": "):
                continue
            question = heard.splitlines()[-1]
            os.write(terminal, f"{find_answer(question, everything, answers)}\n".encode())
            heard = ""


def find_answer(question: str, everything: str, answers: dict[str, str]) -> str:
    asked = re.match(r"Word (\d+)", question)
    if asked and "Word" not in answers:
        return read_words(everything)[int(asked[1]) - 1]
    return next(answer for start, answer in answers.items() if question.startswith(start))


def read_words(said: str) -> list[str]:
    return re.findall(r"^ *\d+\. ([a-z]+)\r?$", said, re.MULTILINE)


@pytest.fixture
def installation(tmp_path: Path) -> Installation:
    return Installation(tmp_path)


def test_init_shows_the_words_once_and_prints_the_public_keys(installation: Installation) -> None:
    said = installation.type("init", answers={"Passphrase": PASSPHRASE, "Repeat": PASSPHRASE})

    words = read_words(said)
    assert len(words) == 24
    root = HDKey.from_seed(bip39.mnemonic_to_seed(" ".join(words)))
    for path in ("m/84h/0h/1h", "m/84h/2h/0h", "m/44h/60h/2h"):
        assert root.derive(path).to_public().to_base58() in said
    assert installation.seed.stat().st_mode & 0o777 == 0o600
    assert not any(word.encode() in installation.seed.read_bytes() for word in words if len(word) > 5)
    assert "not overwritten" in installation.run("init", code=78)


def test_words_that_were_not_written_down_store_nothing(installation: Installation) -> None:
    answers = {"Passphrase": PASSPHRASE, "Repeat": PASSPHRASE, "Word": "wrong"}

    said = installation.type("init", "--words", "12", answers=answers, code=78)

    assert len(read_words(said)) == 12
    assert not installation.seed.exists()


def test_a_short_passphrase_stores_nothing(installation: Installation) -> None:
    installation.type("init", answers={"Passphrase": "short", "Repeat": "short"}, code=78)

    assert not installation.seed.exists()


def test_a_seed_survives_words_backup_and_rotation(installation: Installation, tmp_path: Path) -> None:
    """Init, backup, rotate; then from the backup and from the words again, each time with the same keys."""
    said = installation.type("init", answers={"Passphrase": PASSPHRASE, "Repeat": PASSPHRASE})
    opened = {"Passphrase of the signer's seed": PASSPHRASE}
    keys = installation.type("xpubs", "btc", answers=opened)
    copied = opened | {"Passphrase of the copy": OTHER, "Repeat": OTHER}
    installation.type("backup", str(tmp_path / "copy"), answers=copied)
    rotated = opened | {"New passphrase": OTHER, "Repeat": OTHER}
    installation.type("rotate", answers=rotated)
    assert "does not open" in installation.type("xpubs", "btc", answers=opened, code=78)
    assert (
        installation.type("xpubs", "btc", answers={"Passphrase": OTHER}).splitlines()[-3:]
        == (keys.splitlines()[-3:])
    )

    others = [Installation(tmp_path / name) for name in ("from-copy", "from-words")]
    for other in others:
        other.folder.mkdir()
    new = {"Passphrase of the backup": OTHER, "Passphrase": PASSPHRASE, "Repeat": PASSPHRASE}
    others[0].type("restore", str(tmp_path / "copy"), answers=new)
    words = {"The words": " ".join(read_words(said)), "Passphrase": PASSPHRASE, "Repeat": PASSPHRASE}
    others[1].type("restore", answers=words)
    for other in others:
        assert other.type("xpubs", "btc", answers=opened).splitlines()[-3:] == keys.splitlines()[-3:]
        assert "not overwritten" in other.run("restore", code=78)


def test_wrong_words_store_nothing(installation: Installation) -> None:
    wrong = DEVELOPMENT_MNEMONIC.replace("junk", "test")

    said = installation.type("restore", answers={"The words": wrong}, code=78)

    assert "no seed" in said
    assert not installation.seed.exists()


def test_the_ceremony_works_with_files(installation: Installation, tmp_path: Path) -> None:
    (tmp_path / "passphrase").write_text(f"{PASSPHRASE}\n")
    (tmp_path / "key").write_bytes(bytes(range(1, 33)))
    passphrase = {"CLEARWATER_SIGNER_PASSPHRASE_FILE": str(tmp_path / "passphrase")}
    key = {"CLEARWATER_SIGNER_KEY_FILE": str(tmp_path / "key")}
    installation.run("init", "--development", settings=passphrase)

    installation.run("rotate", "--new-passphrase-file", str(tmp_path / "key"), settings=passphrase)

    assert "does not open" in installation.run("backup", str(tmp_path / "no"), code=78, settings=passphrase)
    installation.run(
        "backup", str(tmp_path / "copy"), "--new-passphrase-file", str(tmp_path / "key"), settings=key
    )
    assert (tmp_path / "copy").stat().st_mode & 0o777 == 0o600
    assert "not overwritten" in installation.run(
        "backup",
        str(tmp_path / "copy"),
        "--new-passphrase-file",
        str(tmp_path / "key"),
        code=78,
        settings=key,
    )


def test_the_development_seed_has_no_public_keys_for_real_networks(
    installation: Installation, tmp_path: Path
) -> None:
    (tmp_path / "passphrase").write_text(PASSPHRASE)
    passphrase = {"CLEARWATER_SIGNER_PASSPHRASE_FILE": str(tmp_path / "passphrase")}
    installation.run("init", "--development", settings=passphrase)

    assert "no seed for real networks" in installation.run("xpubs", "btc", code=1, settings=passphrase)
    assert "no network" in installation.run("xpubs", "nowhere", code=1, settings=passphrase)


def test_status_without_a_signer_says_so(installation: Installation) -> None:
    assert "does not answer" in installation.run("status", code=1)


def test_a_locked_seed_without_a_terminal_names_the_settings(installation: Installation) -> None:
    installation.type("init", answers={"Passphrase": PASSPHRASE, "Repeat": PASSPHRASE})

    assert "CLEARWATER_SIGNER_PASSPHRASE_FILE" in installation.run(code=78)


def test_a_seed_without_its_journal_does_not_sign(installation: Installation, tmp_path: Path) -> None:
    (tmp_path / "passphrase").write_text(PASSPHRASE)
    passphrase = {"CLEARWATER_SIGNER_PASSPHRASE_FILE": str(tmp_path / "passphrase")}
    installation.run("init", "--development", settings=passphrase)
    (installation.data_folder / "signer" / "journal").unlink()

    assert "journal" in installation.run(code=78, settings=passphrase)


def test_the_process_of_the_program_answers(installation: Installation) -> None:
    """`clearwater signer` as it is started in production, with the chains that are known."""
    command = [sys.executable, "-m", "clearwater", "signer"]
    environment = os.environ | installation.settings
    with (installation.folder / "log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stderr=log)
    try:
        until(lambda: "signer_started" in (installation.folder / "log").read_text())
        said = installation.run("status")
        assert "seed: development" in said
        assert "seccomp" in said
        assert "can be written" in said
        assert process.poll() is None
    finally:
        process.terminate()
        assert process.wait(TIMEOUT_SECONDS) == 0
