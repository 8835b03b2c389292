from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from toolspec.text_checks import has_stem

ROWS = yaml.safe_load(Path(__file__).with_name("stems.yaml").read_text("utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['stem']}|{row['text'][:24]}")
def test_a_stem_is_found_where_a_word_begins(row: dict[str, Any]) -> None:
    assert has_stem([row["stem"]], row["text"]) is row["found"]
