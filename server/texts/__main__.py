"""Write the catalogues from the code, or with --check only say what is missing in them."""

import sys
from collections.abc import Iterator
from pathlib import Path

from clearwater.kit.config import REPOSITORY
from clearwater.kit.languages import LOCALES, SOURCE_LANGUAGE, load_languages
from texts.catalogue import find_faults, format_catalogue, read_catalogue, write_catalogue
from texts.server_messages import extract_server_messages
from texts.web_messages import extract_web_messages


def main() -> int:
    extracted = extract_web_messages(REPOSITORY / "web" / "src")
    extracted["server"] = extract_server_messages(REPOSITORY / "server" / "clearwater")
    if "--check" in sys.argv[1:]:
        faults = list(check_catalogues(extracted, LOCALES))
        print(*faults, sep="\n")
        return 1 if faults else 0
    write_catalogues(extracted, LOCALES)
    return 0


def write_catalogues(extracted: dict[str, set[str]], locales: Path) -> None:
    """Texts that are new come without a translation; those that are gone go, and keep nothing."""
    for language in load_languages(locales):
        known = {name: read_catalogue(locales / language / f"{name}.po") for name in extracted}
        # A text may move from one catalogue to another and keeps its translation.
        everywhere = {text: done for catalogue in known.values() for text, done in catalogue.items() if done}
        for name, texts in extracted.items():
            kept = {} if language == SOURCE_LANGUAGE else everywhere
            translations = {text: kept.get(text, "") for text in texts}
            write_catalogue(locales / language / f"{name}.po", language, translations)


def check_catalogues(extracted: dict[str, set[str]], locales: Path) -> Iterator[str]:
    """English has to be up to date, and every other language complete."""
    for language in load_languages(locales):
        for name, texts in extracted.items():
            path = locales / language / f"{name}.po"
            place = f"locales/{language}/{name}.po"
            if language != SOURCE_LANGUAGE:
                yield from (f"{place}: {fault}" for fault in find_faults(texts, read_catalogue(path)))
            elif not path.exists() or path.read_text("utf-8") != format_catalogue(
                language, dict.fromkeys(texts, "")
            ):
                yield f"{place}: not up to date; run `make contract`"


if __name__ == "__main__":
    sys.exit(main())
