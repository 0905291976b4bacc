"""Problems in the language of the caller."""

from typing import get_args

import httpx
import pytest
from pydantic_core.core_schema import ErrorType

from clearwater.domains.clients.errors import EmailTaken
from clearwater.kit.errors import ClearwaterError
from clearwater.kit.languages import SOURCE_LANGUAGE, load_languages
from clearwater.kit.messages import FIELD_TEXTS, Message, load_messages, translate

SPANISH = {"Accept-Language": "es-ES, en;q=0.5"}
PROFILE, CHANGE = "/api/v1/client/sex", {"sex": "other"}
REGISTRATION = {"email": "ann@example.org", "password": "short", "accept_terms": True}


def kinds_of(error: type[ClearwaterError]) -> set[type[ClearwaterError]]:
    return {error}.union(*(kinds_of(kind) for kind in error.__subclasses__()))


def test_a_message_is_english_and_keeps_its_values_in_other_languages() -> None:
    message = Message("Use at most {decimals} decimals.", decimals=8)

    assert message == "Use at most 8 decimals."
    assert translate(message, "en") == "Use at most 8 decimals."
    assert translate(message, "es") == "Usa como máximo 8 decimales."


def test_a_value_is_never_taken_for_a_placeholder() -> None:
    message = Message("There is no pair {symbol}.", symbol="{symbol!r}")

    assert translate(message, "es") == "No existe el par {symbol!r}."


def test_a_text_without_a_translation_stays_english() -> None:
    assert translate("Nobody has written this.", "es") == "Nobody has written this."
    assert translate(Message("Nobody has {what}.", what="said"), "xx") == "Nobody has said."


@pytest.mark.parametrize("language", [tag for tag in load_languages() if tag != SOURCE_LANGUAGE])
def test_every_title_of_a_problem_is_translated(language: str) -> None:
    titles = {
        kind.title
        for kind in kinds_of(ClearwaterError)
        if hasattr(kind, "title") and kind.__module__.startswith("clearwater.domains")
    }

    assert EmailTaken.title in titles
    assert titles - load_messages(language).keys() == set()


def test_texts_of_fields_belong_to_types_that_pydantic_has() -> None:
    assert FIELD_TEXTS.keys() <= set(get_args(ErrorType))


async def test_a_problem_is_in_the_language_of_the_header_or_of_the_cookie(client: httpx.AsyncClient) -> None:
    answers = [
        await client.patch(PROFILE, json=CHANGE, headers=SPANISH),
        await client.patch(PROFILE, json=CHANGE, headers={"Accept-Language": "en", "Cookie": "language=es"}),
    ]

    for answer in answers:
        assert answer.json()["code"] == "TOKEN_INVALID"
        assert answer.json()["title"] == "Inicia sesión de nuevo."
        assert answer.headers["content-language"] == "es"


@pytest.mark.parametrize("headers", [{}, {"Accept-Language": "xx, *;q=0.1"}, {"Cookie": "language=xx"}])
async def test_english_is_the_answer_to_an_unknown_language(
    client: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    answer = await client.patch(PROFILE, json=CHANGE, headers=headers)

    assert answer.json()["title"] == "Sign in again."
    assert answer.headers["content-language"] == "en"


async def test_fields_are_refused_in_the_language_of_the_caller(client: httpx.AsyncClient) -> None:
    answer = await client.post("/api/v1/client", json=REGISTRATION, headers=SPANISH)

    assert answer.json()["title"] == "Algunos campos no son válidos."
    assert answer.json()["errors"] == [
        {"field": "password", "code": "too_short", "message": "Debe tener al menos 10 caracteres"}
    ]


async def test_a_refusal_with_values_keeps_them(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/v1/nothing", headers=SPANISH)

    assert answer.status_code == 404
    assert answer.json()["title"] == "Página no encontrada"
    assert answer.json()["detail"] == "Página no encontrada: /api/v1/nothing"
