"""The golden games of tests/playthroughs, played again."""

import pytest

from tests.playthrough import FOLDER, games, told


@pytest.mark.parametrize(("seed", "name"), list(enumerate(games())))
def test_playthrough(seed: int, name: str) -> None:
    assert told(games()[name], seed) == (FOLDER / name).read_text()


def test_no_file_is_left_over() -> None:
    assert {file.name for file in FOLDER.iterdir()} == set(games())
