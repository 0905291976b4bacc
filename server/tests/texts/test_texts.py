"""The check of `make check` that every text is translated, with the same arguments."""

from pathlib import Path

import pytest

from texts.__main__ import check_catalogues, write_catalogues
from texts.catalogue import find_faults, format_catalogue, read_catalogue
from texts.icu import MessageBroken, arguments_of
from texts.web_messages import extract_web_messages


def test_arguments_are_found_at_any_depth() -> None:
    message = "{count, plural, one {# in {pair}} other {# in {pair}}} {side, select, buy {yes} other {}}"

    assert arguments_of(message) == {("count", "plural"), ("pair", ""), ("side", "select")}


@pytest.mark.parametrize("broken", ["{count", "count}", "{count, plural, one {#}}", "{ }", "{a, number"])
def test_a_message_with_broken_braces_is_refused(broken: str) -> None:
    with pytest.raises(MessageBroken):
        arguments_of(broken)


def test_a_missing_a_differing_and_a_stale_translation_are_named() -> None:
    translations = {"{count} orders": "{conteo} órdenes", "Buy": "Comprar", "Gone": "Ya no está"}

    assert list(find_faults(["{count} orders", "Buy", "Sell"], translations)) == [
        "not translated: Sell",
        "other arguments than in English: {count} orders",
        "not used any more: Gone",
    ]


def test_a_catalogue_is_read_as_it_was_written(tmp_path: Path) -> None:
    texts = {'Say "{name}"\n': 'Di «{name}»\\n "así"', "50%": "50 %"}
    path = tmp_path / "web.po"
    path.write_text(format_catalogue("es", texts), "utf-8")

    assert read_catalogue(path) == texts


def test_a_doubtful_translation_counts_as_none(tmp_path: Path) -> None:
    path = tmp_path / "web.po"
    path.write_text('#, fuzzy\nmsgid "Buy"\nmsgstr "Vender"\n', "utf-8")

    assert read_catalogue(path) == {"Buy": ""}


def test_what_only_the_console_says_has_its_own_catalogue(tmp_path: Path) -> None:
    page, console = tmp_path / "pages" / "faq.tsx", tmp_path / "features" / "operator" / "staff.tsx"
    for path in (page, console):
        path.parent.mkdir(parents=True)
    page.write_text('i18n._("Buy"); i18n._(\n  "Both",\n)')
    console.write_text('i18n._("Both"); i18n._("Staff")')
    (tmp_path / "pages" / "faq.test.tsx").write_text('i18n._("In a test")')

    assert extract_web_messages(tmp_path) == {"web": {"Buy", "Both"}, "console": {"Staff"}}


def test_a_new_language_starts_with_every_text_and_is_incomplete_until_all_are_translated(
    tmp_path: Path,
) -> None:
    for tag in ("en", "fr"):
        (tmp_path / tag).mkdir()
        (tmp_path / tag / "language.toml").write_text(f'name = "{tag}"\ndirection = "ltr"\n')
    extracted = {"web": {"Buy", "Sell"}, "console": {"Staff"}}

    write_catalogues(extracted, tmp_path)

    assert list(check_catalogues(extracted, tmp_path)) == [
        "locales/fr/web.po: not translated: Buy",
        "locales/fr/web.po: not translated: Sell",
        "locales/fr/console.po: not translated: Staff",
    ]


def test_a_text_that_moves_to_another_catalogue_keeps_its_translation(tmp_path: Path) -> None:
    for tag in ("en", "es"):
        (tmp_path / tag).mkdir()
        (tmp_path / tag / "language.toml").write_text(f'name = "{tag}"\ndirection = "ltr"\n')
    (tmp_path / "es" / "console.po").write_text(format_catalogue("es", {"Buy": "Comprar"}), "utf-8")

    write_catalogues({"web": {"Buy"}, "console": set()}, tmp_path)

    assert read_catalogue(tmp_path / "es" / "web.po") == {"Buy": "Comprar"}
    assert read_catalogue(tmp_path / "es" / "console.po") == {}
