"""Documents name files that exist."""

import os
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
PATH = re.compile(r"`((?:[\w.$-]+/)+[\w.-]*|[\w-]+)\.(py|tsx?|md|toml|jinja)`")
NOT_OURS = {".git", ".tools", ".venv", "node_modules", "dist", "var"}
# Examples of names.
NOT_FILES = {
    *("networks.toml", "caps.toml", "signer/caps.toml", "Bad.ts"),
    "server/migrations/versions/2026-11-15-0945_what_it_does.py",
}


def files() -> list[str]:
    """Every file below the project's folders, without what is built or installed."""
    found: list[str] = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in NOT_OURS]
        found += [f"/{Path(folder, name).relative_to(ROOT).as_posix()}" for name in names]
    return found


def documents() -> list[Path]:
    """All but the changelog, which names what was there at the time."""
    found = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    return [path for path in found if path.name != "CHANGELOG.md"]


def test_every_link_leads_to_a_file() -> None:
    broken = [
        f"{document.relative_to(ROOT)}: {target}"
        for document in documents()
        for target in LINK.findall(document.read_text())
        if not re.match(r"https?:|mailto:", target) and not (document.parent / target).exists()
    ]
    assert broken == []


def test_every_path_in_code_type_is_the_end_of_a_file_s_path() -> None:
    existing = files()
    missing = [
        f"{document.relative_to(ROOT)}: {name}"
        for document in documents()
        for name in (".".join(found) for found in PATH.findall(document.read_text()))
        if name not in NOT_FILES and not any(file.endswith(f"/{name}") for file in existing)
    ]
    assert missing == []
