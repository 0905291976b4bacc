"""A catalogue: a gettext file whose ids are the English sentences."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from babel.messages.pofile import read_po

from texts.icu import MessageBroken, arguments_of

# A value in a text of an email.
VALUE = re.compile(r"%\((\w+)\)s")
HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""


def read_catalogue(path: Path) -> dict[str, str]:
    """The translation of each text; empty where there is none yet or where it is marked as doubtful."""
    if not path.exists():
        return {}
    with path.open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    return {str(one.id): "" if one.fuzzy else str(one.string or "") for one in catalogue if one.id}


def write_catalogue(path: Path, language: str, translations: Mapping[str, str]) -> None:
    path.write_text(format_catalogue(language, translations), "utf-8")


def format_catalogue(language: str, translations: Mapping[str, str]) -> str:
    """In alphabetical order and without lines of code, so that moving code changes nothing here."""
    entries = (
        f"\nmsgid {_quote(text)}\nmsgstr {_quote(translations[text])}\n"
        for text in sorted(translations, key=lambda text: (text.casefold(), text))
    )
    return HEADER.format(language=language) + "".join(entries)


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def find_faults(texts: Iterable[str], translations: Mapping[str, str]) -> Iterator[str]:
    """What keeps a catalogue from being a complete translation of these texts."""
    known = set(texts)
    for text in sorted(known):
        translation = translations.get(text, "")
        if not translation:
            yield f"not translated: {text}"
        elif fault := _find_fault(text, translation):
            yield f"{fault}: {text}"
    yield from (f"not used any more: {text}" for text in sorted(translations.keys() - known))


def _find_fault(text: str, translation: str) -> str | None:
    try:
        wanted, found = arguments_of(text), arguments_of(translation)
    except MessageBroken as broken:
        return str(broken)
    values = set(VALUE.findall(text)), set(VALUE.findall(translation))
    return None if wanted == found and values[0] == values[1] else "other arguments than in English"
