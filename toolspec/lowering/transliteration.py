"""Cyrillic letters in Latin ones, so that a mapped tool name still says what the tool does."""

from __future__ import annotations

from typing import Final

_LETTERS: Final = {
    "а": "a", "б": "b", "в": "v", "г": "g", "ґ": "g", "д": "d", "е": "e", "ё": "e", "є": "ye",
    "ж": "zh", "з": "z", "и": "i", "і": "i", "ї": "yi", "й": "y", "к": "k", "л": "l", "м": "m",
    "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ў": "u", "ф": "f",
    "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e",
    "ю": "yu", "я": "ya",
}  # fmt: skip

_TABLE: Final = str.maketrans(
    _LETTERS | {letter.upper(): latin.capitalize() for letter, latin in _LETTERS.items()}
)


def transliterated(text: str) -> str:
    """The text with its Cyrillic letters in Latin ones; everything else stays."""
    return text.translate(_TABLE)
