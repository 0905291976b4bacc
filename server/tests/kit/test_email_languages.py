"""Emails in the language of the client."""

import httpx
import pytest

from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.emails import Brand, Email, redact, render
from clearwater.kit.languages import load_languages
from tests.mailbox import mail_to

BRAND = Brand("Clearwater", "#35d0ba")
EMAIL = "ann@example.org"
REGISTRATION = {"email": EMAIL, "password": "correct horse battery", "accept_terms": True}


def test_an_email_is_translated_with_its_subject_layout_and_values() -> None:
    email = Email("security/api_key_created", {"name": "<bot> 100%", "scopes": ("read", "trade")})

    rendered = render(email, BRAND, anti_phishing_code="blue whale", language="es")

    assert rendered.subject == "Se creó una clave API"
    assert "La clave API «<bot> 100%» tiene estos permisos: read, trade." in rendered.text
    assert "Tu código antiphishing: blue whale" in rendered.text
    assert '<html lang="es" dir="ltr">' in rendered.html
    assert "«&lt;bot&gt; 100%»" in rendered.html


def test_a_percentage_in_a_text_is_kept() -> None:
    email = Email("premarket/compensated", {"symbol": "ABC", "quantity": "5 ABC", "amount": "7 USDT"})

    assert "plus 90% of the" in render(email, BRAND, anti_phishing_code=None).text
    assert "el 90 % de la" in render(email, BRAND, anti_phishing_code=None, language="es").text


@pytest.mark.parametrize("language", load_languages())
def test_the_anti_phishing_code_is_hidden_from_other_readers_in_every_language(language: str) -> None:
    email = Email("clients/frozen_by_client")

    text = render(email, BRAND, anti_phishing_code="blue whale", language=language).text

    assert "blue whale" in text
    assert "blue whale" not in redact(text)


async def test_a_client_gets_emails_in_the_language_of_the_registration(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    await client.post("/api/v1/client", json=REGISTRATION, headers={"Cookie": "language=es"})

    (sent,) = await mail_to(services, EMAIL)
    assert sent.subject == "Tu código de confirmación de Clearwater"
    assert "Te damos la bienvenida a Clearwater." in sent.text_body
