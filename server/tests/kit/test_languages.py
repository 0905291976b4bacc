"""Which language a visitor gets."""

import pytest

from clearwater.kit.languages import load_languages, negotiate


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("es", "es"),
        ("es-AR,es;q=0.9,en;q=0.8", "es"),
        ("de,en;q=0.5,es;q=0.7", "es"),
        ("EN-gb", "en"),
        ("es;q=0, en;q=0.1", "en"),
        ("de-DE, fr", None),
        ("*", None),
        ("", None),
        ("es;q=abc,;;,en", "en"),
    ],
)
def test_the_most_wanted_offered_language_is_chosen(header: str, expected: str | None) -> None:
    assert negotiate(header, ["en", "es"]) == expected


def test_every_folder_of_locales_is_a_language_and_english_comes_first() -> None:
    languages = load_languages()

    assert next(iter(languages)) == "en"
    assert languages["es"].name == "Español"
    assert languages["es"].direction == "ltr"
