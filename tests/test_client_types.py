from collections.abc import Callable
from pathlib import Path

import pytest

from tools import client_editions, client_types

GENERATED: dict[Path, Callable[[], str]] = {
    client_types.TARGET: client_types.write_types,
    client_editions.TARGET: client_editions.write_editions,
}


@pytest.mark.parametrize("target", GENERATED, ids=lambda target: target.name)
def test_the_clients_generated_files_are_up_to_date(target: Path) -> None:
    assert target.read_text() == GENERATED[target](), "run make types"
