"""The tool that takes pictures of all pages, on one of them: it needs a table, a seat, both sizes and both themes."""

from pathlib import Path

from playwright.sync_api import Browser

from tests.server.live import LiveServer
from tools.pictures import SCENES, SIZES, Photographer


def test_a_scene_is_taken_in_every_size_and_theme(browser: Browser, server: LiveServer, tmp_path: Path) -> None:
    photographer = Photographer(browser, server, tmp_path, keeps=False)
    SCENES["waiting"](photographer)
    taken = {path.stem for path in tmp_path.iterdir()}
    assert taken == {f"waiting-room-{size}-{theme}" for size in SIZES for theme in ("light", "dark")}
    assert photographer.taken == len(taken)
