import json

from camelup.formats.json_codec import Json
from tests.client_games import FILE, GAMES, HASH_LENGTH, hash_of, play, write

_EVENTS = ("ticket_taken", "tile_placed", "card_played", "partners_joined", "tile_hit", "leg_started", "game_ended")
_REASONS = ('"only_carrier"', '"on_top"', '"shown"')
_RARE = (*_REASONS, '"is_under":true', '"is_clockwise":true', '"is_clockwise":false', '"copied":1', '"copied":5')
_REFUSALS = (
    *("tile_on_space_1", "tile_on_camel", "tile_on_tile", "tile_next_to_tile", "tile_not_moved", "card_played"),
    *("no_ticket_left", "no_partnerships", "has_partner", "partner_taken", "partner_self"),
)


def test_what_the_client_is_tested_by_is_what_the_engine_says() -> None:
    hashes = json.loads(FILE.read_text()).split()
    assert len(hashes) == GAMES
    assert {len(text) for text in hashes} == {HASH_LENGTH}
    for game in range(0, GAMES, 40):
        assert hash_of(game) == hashes[game]


def test_the_client_is_tested_by_all_kinds_of_games() -> None:
    games: list[list[Json]] = [list(play(game)) for game in range(60)]
    assert {game[0]["edition"] for game in games} == {1, 2}
    assert {len(game[0]["money"]) for game in games} == set(range(2, 9))
    said = "\n".join(write(form) for game in games for form in game)
    assert [event for event in _EVENTS if f'"type":"{event}"' not in said] == []
    assert [part for part in _RARE if part not in said] == []
    assert [code for code in _REFUSALS if f'["{code}",' not in said] == []
