"""The search of the FAQ: words of a query, near words for misspelt ones, and the marks in what was found."""

import html
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

# Dictionaries of PostgreSQL's full text search; other languages are searched without stems.
DICTIONARIES = {"en": "english", "es": "spanish"}
WORD = re.compile(r"[^\W_]+")
MAX_WORDS = 8
MAX_WORD = 40
MIN_CORRECTED = 4
LONG_WORD = 8
MAX_CORRECTIONS = 3
SNIPPET = 200
BEFORE_MATCH = 60
MAX_ENDING = 5


def dictionary_of(language: str) -> str:
    return DICTIONARIES.get(language.partition("-")[0], "simple")


def fold(text: str) -> str:
    """Lowercase without accents: whoever types `contrasena` finds `contraseña`."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.lower())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def split_words(query: str) -> list[str]:
    """The words of a query, the last of which may not be complete."""
    words = [word[:MAX_WORD] for word in WORD.findall(unicodedata.normalize("NFC", query.lower()))]
    return words[:MAX_WORDS]


def list_words(text: str) -> dict[str, str]:
    """The words of a text without accents, and each as it is written."""
    written = {fold(word): word for word in WORD.findall(unicodedata.normalize("NFC", text.lower()))}
    return {word: written[word] for word in sorted(written) if len(word) <= MAX_WORD}


def trigrams_of(word: str) -> list[str]:
    """The trigrams of a word; its beginning counts more than its end."""
    padded = f"  {word} "
    return sorted({padded[start : start + 3] for start in range(len(padded) - 2)})


def choose_corrections(word: str, candidates: Iterable[str], *, is_prefix: bool) -> list[str]:
    """The candidates that differ least from a misspelt word; none when all differ too much.

    A word that is still being typed is compared with the beginnings of the candidates, too.
    """
    allowed = 1 if len(word) < LONG_WORD else 2
    near: list[tuple[int, int, str]] = []
    for candidate in candidates:
        distance = edit_distance(word, candidate)
        if is_prefix and len(candidate) > len(word):
            distance = min(distance, edit_distance(word, candidate[: len(word)]))
        if distance <= allowed:
            near.append((distance, abs(len(candidate) - len(word)), candidate))
    near.sort()
    return [candidate for distance, _, candidate in near if distance == near[0][0]][:MAX_CORRECTIONS]


def edit_distance(one: str, other: str) -> int:
    """Insertions, deletions, replacements and swaps of neighbours that turn one word into the other."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, char in enumerate(one, start=1):
        older, before = before, row
        row = [i]
        for j, target in enumerate(other, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (char != target))
            if i > 1 and j > 1 and char == other[j - 2] and one[i - 2] == target:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]


@dataclass(frozen=True)
class Term:
    """A word of a query: the words that it stands for, without accents, and their stems."""

    alternatives: tuple[str, ...]
    stems: tuple[str, ...]
    is_prefix: bool

    def pattern(self) -> str:
        """The term as a regular expression of a word without accents."""
        ending = "[^\\W_]*" if self.is_prefix else ""
        words = [f"{word}{ending}" for word in self.alternatives]
        # A stem has lost at most its ending: `withdraw` stands for `withdrawals`, not for any longer word.
        return "|".join([*words, *(f"{stem}[^\\W_]{{0,{MAX_ENDING}}}" for stem in self.stems)])

    def tsquery(self) -> str:
        """The term for PostgreSQL. Words have letters and digits alone, so nothing in them is an operator."""
        suffix = ":*" if self.is_prefix else ""
        lexemes = [f"'{word}'{suffix}" for word in self.alternatives] + [f"'{stem}'" for stem in self.stems]
        return f"({' | '.join(lexemes)})"


class Marker:
    """Marks the words of texts that match a search."""

    def __init__(self, terms: Sequence[Term]) -> None:
        patterns = "|".join(term.pattern() for term in terms)
        self._matching = re.compile(rf"(?<![^\W_])(?:{patterns})(?![^\W_])")

    def mark(self, text: str) -> str:
        """The text as HTML with the words that match in <mark>; everything else is escaped."""
        parts: list[str] = []
        done = 0
        for start, end in self._find(text):
            parts += [html.escape(text[done:start]), f"<mark>{html.escape(text[start:end])}</mark>"]
            done = end
        return "".join(parts) + html.escape(text[done:])

    def mark_snippet(self, text: str) -> str:
        """The part of a text around its first match, marked."""
        first, _ = next(self._find(text), (0, 0))
        start = _word_start(text, first - BEFORE_MATCH) if first > BEFORE_MATCH else 0
        cut = text[start : start + SNIPPET]
        is_cut = start + SNIPPET < len(text)
        if is_cut:
            cut = cut.rpartition(" ")[0] or cut
        return f"{'…' if start else ''}{self.mark(cut)}{'…' if is_cut else ''}"

    def _find(self, text: str) -> Iterator[tuple[int, int]]:
        """Where the words are that match."""
        folded = fold(text)
        if len(folded) == len(text):
            return (found.span() for found in self._matching.finditer(folded))
        # A letter has become two, or an accent of its own was left out: the positions differ.
        words = WORD.finditer(text)
        return (word.span() for word in words if self._matching.fullmatch(fold(word[0])))


def _word_start(text: str, position: int) -> int:
    space = text.find(" ", position)
    return space + 1 if 0 <= space < position + BEFORE_MATCH else position
