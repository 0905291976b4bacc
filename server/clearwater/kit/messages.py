"""Texts for people in their language: the English sentence is the id, as in the web client."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Self

from clearwater.kit.languages import LOCALES, SOURCE_LANGUAGE

CATALOGUE = "server.po"


class Message(str):
    """A sentence with values: English by itself, and translated with them where it is answered."""

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, /, **values: object) -> Self:
        return cls.written(template.format(**values), template, values)

    @classmethod
    def written(cls, english: str, template: str, values: Mapping[str, object]) -> Self:
        """One whose English is given."""
        message = super().__new__(cls, english)
        message.template = template
        message.values = values
        return message


# What pydantic says of a field, by its type of error, as one text with values. In English its own words stay.
FIELD_TEXTS = {
    "missing": "Field required",
    "extra_forbidden": "Extra inputs are not permitted",
    "string_type": "Input should be a valid string",
    "string_too_short": "String should have at least {min_length} characters",
    "string_too_long": "String should have at most {max_length} characters",
    "int_type": "Input should be a valid integer",
    "int_parsing": "Input should be a valid integer",
    "int_from_float": "Input should be a valid integer",
    "float_type": "Input should be a valid number",
    "float_parsing": "Input should be a valid number",
    "bool_type": "Input should be true or false",
    "bool_parsing": "Input should be true or false",
    "greater_than": "Input should be greater than {gt}",
    "greater_than_equal": "Input should be greater than or equal to {ge}",
    "less_than": "Input should be less than {lt}",
    "less_than_equal": "Input should be less than or equal to {le}",
    "literal_error": "Input should be {expected}",
    "enum": "Input should be {expected}",
    "uuid_parsing": "Input should be a valid id",
    "uuid_type": "Input should be a valid id",
    "date_type": "Input should be a valid date",
    "date_parsing": "Input should be a valid date",
    "date_from_datetime_parsing": "Input should be a valid date",
    "list_type": "Input should be a list",
    "dict_type": "Input should be an object",
    "model_attributes_type": "Input should be an object",
    "too_short": "Enter at least {min_length} items",
    "too_long": "Enter at most {max_length} items",
    "json_type": "Input should be valid JSON",
}


def field_message(error_type: str, written: str, context: Mapping[str, object]) -> str:
    """What pydantic has written of a field, translatable where the type of error is a common one."""
    template = FIELD_TEXTS.get(error_type)
    return written if template is None else Message.written(written, template, context)


def translate(text: str, language: str) -> str:
    """A text in a language, with its values; in English where the language lacks it."""
    if language == SOURCE_LANGUAGE:
        return str(text)
    known = load_messages(language)
    if isinstance(text, Message):
        template = known.get(text.template)
        return str(text) if template is None else template.format(**text.values)
    return known.get(text, str(text))


@cache
def load_messages(language: str, folder: Path = LOCALES) -> Mapping[str, str]:
    """The catalogue of a language, read once."""
    path = folder / language / CATALOGUE
    if not path.exists():
        return {}
    # Commands answer in English and have to start fast.
    from babel.messages.pofile import read_po  # noqa: PLC0415

    with path.open("rb") as file:
        return {str(one.id): str(one.string) for one in read_po(file) if one.id and one.string}
