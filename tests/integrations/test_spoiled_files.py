"""A map or a sheet that is not as its editor writes it: see `integrations.spoiled_files`."""

import random
from pathlib import Path

import pytest
from integrations import spoiled_files
from support.counting import at_least


@pytest.mark.parametrize("word", ["map", "chunks", "project", "sheet", "ldtk"])
def test_a_spoiled_file_is_read_or_refused_by_name(word: str, tmp_path: Path) -> None:
    """At each place, or at some of many, stands a value drawn for it."""
    file = spoiled_files.files(tmp_path)[word]
    rng = random.Random(word)
    at = list(spoiled_files.places(file.content))
    with at_least(refused=0 if word == "project" else 15, read=20) as seen:
        for place in rng.sample(at, min(len(at), 150)):
            for value in rng.sample(spoiled_files.VALUES, 1 if word == "ldtk" else 2):
                told = spoiled_files.fault_of(tmp_path, file, place, value)
                assert not told, (place, value)
                seen["read" if told is None else "refused"] += 1


@pytest.mark.parametrize(("word", "place", "value"), spoiled_files.FOUND, ids=str)
def test_what_was_found_stays_away(
    word: str, place: spoiled_files.Place, value: object, tmp_path: Path
) -> None:
    file = spoiled_files.files(tmp_path)[word]
    assert not spoiled_files.fault_of(tmp_path, file, place, value)
