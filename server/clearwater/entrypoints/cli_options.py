"""Parsing of command options, and the errors of invalid ones."""

import click
from pydantic import ValidationError


def complaint(error: ValidationError) -> click.ClickException:
    first = error.errors()[0]
    return click.ClickException(f"{first['loc'][0]}: {first['msg'].rstrip('.')}.")


def split_texts(texts: str) -> list[str]:
    return [text.strip() for text in texts.split(",") if text.strip()]
