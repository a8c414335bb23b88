"""Pictures show each thing once and where it is, stay on their sheet, tell no secrets and need no font."""

import itertools
import random
import re
import struct
import sys
from collections import Counter
from collections.abc import Iterator
from math import atan2, tau
from xml.etree import ElementTree as ET

import pytest

from camelup.core import race
from camelup.core.actions import SEATS
from camelup.core.edition import EDITIONS, FIRST, SECOND, SPACES, Camel, Edition, Side
from camelup.core.errors import CamelUpError
from camelup.core.situation import Situation
from camelup.core.state import State, Table, Tile
from camelup.core.validity import LARGEST
from camelup.core.view import view_of
from camelup.drawing import art, board_svg, odds_svg, png, shapes
from camelup.drawing.charts import certainty, hundredths, percent
from camelup.drawing.lettering import GLYPHS, width_of
from camelup.drawing.raster import lettered
from camelup.drawing.sheet import WIDTH, Caption, finished
from camelup.odds.results import LegOdds, RaceOdds
from tests.children import run
from tests.randomplay import random_position, random_track
from tests.test_secrets import other_truth

SVG = "{http://www.w3.org/2000/svg}"
TAGS = {"svg", "title", "desc", "defs", "g", "use", "rect", "path", "circle", "ellipse", "pattern", "text"}
Position = Table | Situation


def random_situation(generator: random.Random) -> Situation:
    edition = EDITIONS[generator.choice((1, 2))]
    track = random_track(edition, generator)
    dice = "".join(die for die in edition.dice if generator.random() < 0.6)
    free = [space for space in range(2, SPACES + 1, 2) if not race.occupied(track) >> space & 1]
    tiles = [Tile(space, generator.choice(list(Side))) for space in generator.sample(free, min(len(free), 3))]
    return Situation(edition, track, dice, tuple(tiles))


def tower(edition: Edition, space: int) -> Situation:
    """All camels on one space."""
    track = race.EMPTY
    for camel in range(len(edition.camels)):
        track = race.put_on_top(track, camel, space)
    return Situation(edition, track, "")


def made_up(position: Situation, generator: random.Random) -> LegOdds:
    orders = {order: generator.randint(0, 9) for order in itertools.permutations(position.edition.racing)}
    total = sum(orders.values())
    landings = {tile.space: generator.randint(0, 2 * total) for tile in position.tiles}
    return LegOdds(position, orders, landings, generator.randint(0, total), total)


def of_the_race(leg: LegOdds, *, is_exact: bool = True) -> RaceOdds:
    winner, loser = ({camel: odds[place] for camel, odds in leg.ranks.items()} for place in (0, -1))
    return RaceOdds(leg.situation, winner, loser, is_exact, 1e-12 if is_exact else 0.0012)


# --- Reading a picture ----------------------------------------------------------------------------------------


def read(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - a picture of our own


def attributes(root: ET.Element, name: str) -> list[str]:
    return [element.attrib[name] for element in root.iter() if name in element.attrib]


def place_of(element: ET.Element) -> tuple[float, float]:
    found = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", element.attrib["transform"])
    assert found is not None
    return float(found[1]), float(found[2])


def size_of(root: ET.Element) -> tuple[float, float]:
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    assert (left, top) == (0, 0)
    return width, height


def numbers_of(root: ET.Element) -> dict[int, tuple[float, float]]:
    """Where the numbers of the spaces stand: they alone are small digits straight on the sheet."""
    small = [text for text in root.findall(f"{SVG}text") if text.attrib["font-size"] == "19"]
    return {
        int(text.text): (float(text.attrib["x"]), float(text.attrib["y"]))
        for text in small
        if text.text and text.text.isdigit()
    }


def texts_of(root: ET.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def words_of(root: ET.Element) -> str:
    return root.findtext(f"{SVG}desc") or ""


# --- What holds for every picture -----------------------------------------------------------------------------


def check_form(root: ET.Element) -> None:
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= TAGS
    assert root.attrib["role"] == "img"
    ids = attributes(root, "id")
    assert len(set(ids)) == len(ids)
    assert all(name.startswith("camelup-") for name in ids)
    references = attributes(root, "href")
    references += [found for fill in attributes(root, "fill") for found in re.findall(r"url\((.*)\)", fill)]
    assert {reference.removeprefix("#") for reference in references} <= set(ids)
    assert set(root.attrib["aria-labelledby"].split()) <= set(ids)
    assert set("".join(texts_of(root))) <= GLYPHS.keys()


def check_sheet(root: ET.Element) -> None:
    """Camels, tiles, numbers and other texts that stand straight on the sheet are wholly on it."""
    width, height = size_of(root)
    boxes: list[tuple[float, float, float, float]] = []
    for group in root.iter(f"{SVG}g"):
        if "data-camel" in group.attrib:
            boxes.append((*place_of(group), art.CAMEL_WIDTH, art.CAMEL_HEIGHT))
        elif "data-tile" in group.attrib:
            boxes.append((*place_of(group), art.TILE_WIDTH, art.TILE_HEIGHT))
    for text in root.findall(f"{SVG}text"):
        size = float(text.attrib["font-size"])
        # Other fonts may be wider than ours.
        wide = 1.1 * width_of(text.text or "", size)
        shift = {"start": 0, "middle": wide / 2, "end": wide}[text.attrib.get("text-anchor", "start")]
        boxes.append((float(text.attrib["x"]) - shift, float(text.attrib["y"]) - size, wide, 1.2 * size))
    for x, y, wide, high in boxes:
        assert 0 <= x <= x + wide <= width
        assert 0 <= y <= y + high <= height


def check_camels(root: ET.Element, stacks: dict[int, tuple[Camel, ...]]) -> None:
    """Every camel once, above its space's number, and each stack upright, its lower camels in front."""
    numbers = numbers_of(root)
    assert sorted(numbers) == list(range(1, SPACES + 1))
    drawn: dict[int, list[str]] = {}
    places: dict[int, list[tuple[float, float]]] = {}
    for group in root.iter(f"{SVG}g"):
        if "data-camel" in group.attrib:
            space = int(group.attrib["data-space"])
            drawn.setdefault(space, []).insert(0, group.attrib["data-camel"])
            places.setdefault(space, []).insert(0, place_of(group))
            assert int(group.attrib["data-level"]) == len(stacks[space]) - len(drawn[space])
            assert [text.text for text in group.iter(f"{SVG}text")] == [group.attrib["data-camel"]]
    assert {space: tuple(stack) for space, stack in drawn.items()} == stacks
    for space, stack in places.items():
        assert len({x for x, _ in stack}) == 1
        for (_, lower), (_, upper) in itertools.pairwise(stack):
            assert lower - upper >= 0.6 * art.CAMEL_HEIGHT
        if space in numbers:
            x, y = numbers[space]
            assert stack[0][0] + art.CAMEL_WIDTH / 2 == pytest.approx(x, abs=0.01)
            assert 0 < y - (stack[0][1] + art.CAMEL_HEIGHT) < 30
    shown = [(x, y, space) for space, stack in places.items() for x, y in stack]
    for (x, y, space), (other_x, other_y, other) in itertools.combinations(shown, 2):
        is_apart = abs(x - other_x) >= art.CAMEL_WIDTH or abs(y - other_y) >= art.CAMEL_HEIGHT
        assert space == other or is_apart, "two stacks are in each other's way"


def check_things(root: ET.Element, position: Position) -> None:
    """Every tile, die and ticket once."""
    if isinstance(position, Table):
        tiles = [f"{tile.space}{tile.side}{SEATS[seat]}" for seat, tile in enumerate(position.tiles) if tile]
        tickets = [
            f"{camel}{value}"
            for camel, tent in zip(position.edition.racing, position.tents, strict=True)
            for value in tent
        ]
        ranking = position.ranking
    else:
        tiles = [f"{tile.space}{tile.side}" for tile in position.tiles]
        tickets = []
        ranking = tuple(position.edition.racing[camel] for camel in race.ranking(position.track))
    assert sorted(attributes(root, "data-tile")) == sorted(tiles)
    assert attributes(root, "data-ticket") == tickets
    assert attributes(root, "data-rank") == [f"{place}{camel}" for place, camel in enumerate(ranking, start=1)]
    assert "".join(attributes(root, "data-in")) == position.dice
    assert sorted(attributes(root, "data-in") + attributes(root, "data-out")) == sorted(position.edition.dice)
    numbers = numbers_of(root)
    for group in root.iter(f"{SVG}g"):
        if "data-tile" in group.attrib:
            x, y = numbers[int(re.split(r"[+-]", group.attrib["data-tile"])[0])]
            left, top = place_of(group)
            assert left + art.TILE_WIDTH / 2 == pytest.approx(x, abs=0.01)
            assert 0 < y - (top + art.TILE_HEIGHT) < 30


def check(svg: str, position: Position) -> None:
    root = read(svg)
    check_form(root)
    check_sheet(root)
    check_camels(root, position.stacks)
    check_things(root, position)


def test_whatever_lies_on_a_table_is_drawn_once_and_in_its_place() -> None:
    generator = random.Random(0)
    kinds: set[tuple[int | str, int | bool]] = set()
    for _ in range(200):
        state = random_position(generator)
        check(board_svg(state), state)
        kinds.add((state.edition.number, state.players))
        kinds.add(("over", state.is_over and max(state.stacks) == race.OVER_THE_LINE))
        kinds.add(("behind", min(state.stacks) == race.BEHIND_THE_LINE))
    assert kinds == {*itertools.product((1, 2), range(2, 9)), *itertools.product(("over", "behind"), (True, False))}


def test_whatever_a_situation_has_is_drawn_once_and_in_its_place() -> None:
    generator = random.Random(1)
    for _ in range(250):
        position = random_situation(generator)
        check(board_svg(position), position)


@pytest.mark.parametrize("edition", [FIRST, SECOND], ids=lambda edition: edition.title)
@pytest.mark.parametrize("space", range(race.OVER_THE_LINE + 1))
def test_a_stack_of_all_camels_fits_everywhere(edition: Edition, space: int) -> None:
    position = tower(edition, space)
    check(board_svg(position), position)


def test_the_ring_goes_clockwise_and_the_line_lies_between_16_and_1() -> None:
    angles = {}
    for space in range(race.OVER_THE_LINE + 1):
        root = read(board_svg(tower(FIRST, space)))
        numbers = numbers_of(root)
        x, y = (sum(axis) / SPACES for axis in zip(*numbers.values(), strict=True))
        (camel,) = (group for group in root.iter(f"{SVG}g") if group.attrib.get("data-level") == "0")
        left, top = place_of(camel)
        start = atan2(numbers[1][1] - y, numbers[1][0] - x)
        angle = atan2(top + art.CAMEL_HEIGHT - y, left + art.CAMEL_WIDTH / 2 - x)
        # Turning to the right on a sheet whose y runs down, the angle grows.
        angles[space] = (angle - start + tau / 8) % tau
    order = [race.OVER_THE_LINE, *range(1, SPACES + 1), race.BEHIND_THE_LINE]
    turned = {space: (angles[space] - angles[race.OVER_THE_LINE]) % tau for space in order}
    assert sorted(order, key=turned.__getitem__) == order


def test_crazy_camels_face_the_other_way_and_have_dashed_outlines() -> None:
    roots = [read(board_svg(tower(SECOND, space))) for space in range(race.OVER_THE_LINE + 1)]
    for root in roots:
        ways = {}
        for group in root.iter(f"{SVG}g"):
            if "data-camel" in group.attrib:
                (use,) = group.findall(f"{SVG}use")
                ways[Camel(group.attrib["data-camel"])] = "transform" in use.attrib
        assert len({is_mirrored != camel.is_crazy for camel, is_mirrored in ways.items()}) == 1
    camels = {
        group.attrib["id"][-1]: group for group in roots[0].iter(f"{SVG}g") if "-camel-" in group.attrib.get("id", "")
    }
    dashed = {letter for letter, group in camels.items() if attributes(group, "stroke-dasharray")}
    assert dashed == {"K", "W"}


def test_camels_of_an_edition_differ_in_hue_and_in_pattern() -> None:
    for edition in EDITIONS.values():
        looks = [shapes.hue(camel) for camel in edition.racing]
        assert len(set(looks)) == len(looks)
        root = read(f'<svg xmlns="{SVG.strip("{}")}">{art.defs(edition).replace(chr(0), "x")}</svg>')
        marks = [
            (pattern.attrib.get("patternTransform"), *(mark.attrib.get("d", mark.tag) for mark in pattern))
            for pattern in root.iter(f"{SVG}pattern")
        ]
        assert len(set(marks)) == len(edition.racing)


def outside(svg: str) -> Iterator[str]:
    """Four views of what is drawn beyond each edge of a sheet."""
    svg = lettered(svg)
    width, height = size_of(read(svg))
    for strip in (
        f"-50 -50 {width + 100} 50",
        f"-50 {height} {width + 100} 50",
        f"-50 0 50 {height}",
        f"{width} 0 50 {height}",
    ):
        wide, high = strip.split()[2:]
        start = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{strip}" width="{wide}" height="{high}">'
        yield start + svg.partition(">")[2]
        assert svg.startswith("<svg")


def test_nothing_is_drawn_beyond_the_sheet() -> None:
    generator = random.Random(2)
    states = [random_position(generator) for _ in range(6)]
    leg = made_up(random_situation(generator), generator)
    pictures = [board_svg(tower(SECOND, 1)), odds_svg(leg, of_the_race(leg)), *map(board_svg, states)]
    blank: dict[str, bytes] = {}
    for strip in itertools.chain.from_iterable(map(outside, pictures)):
        frame = strip.partition(">")[0] + "></svg>"
        blank[frame] = blank.get(frame) or png(frame, 50)
        assert png(strip, 50) == blank[frame]
    inside = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50">{pictures[0].partition(">")[2]}'
    assert png(inside, 50) != png(inside.partition(">")[0] + "></svg>", 50), "the comparison can fail"


# --- Ids and text ---------------------------------------------------------------------------------------------


def test_a_picture_depends_on_its_position_alone() -> None:
    one, two = (board_svg(random_position(random.Random(3))) for _ in range(2))
    assert one == two


def test_pictures_on_one_page_share_no_id() -> None:
    generator = random.Random(4)
    count: Counter[str] = Counter()
    for _ in range(50):
        state = random_position(generator)
        position = Situation(state.edition, state.track, state.dice)
        count.update(set(attributes(read(board_svg(state)), "id")))
        count.update(set(attributes(read(board_svg(position)), "id")))
    assert set(count.values()) == {1}


def test_text_is_escaped() -> None:
    root = read(finished([], 10, Caption('<&">', "a < b")))
    assert root.findtext(f"{SVG}title") == '<&">'
    assert words_of(root) == "a < b"


def test_a_picture_refers_to_nothing_outside_itself() -> None:
    svg = board_svg(random_position(random.Random(5)))
    assert svg.count("://") == 1, "the name of SVG itself"
    assert not re.search(r"script|@import|<image|data:", svg)


def test_numbers_that_no_game_reaches_stay_in_their_columns() -> None:
    state = random_position(random.Random(6))
    state = state.replace(leg=LARGEST, money=(LARGEST,) * state.players)
    check(board_svg(state), state)


def test_a_picture_is_told_in_words() -> None:
    told = words_of(read(board_svg(Situation(SECOND, tower(SECOND, 4).track, "gx", (Tile(6, Side.BOOING),)))))
    assert "space 4 blue, green, purple, red, yellow, crazy black, crazy white" in told
    assert "Spectator tiles: space 6 booing" in told
    assert "Dice in the pyramid: green, grey" in told


# --- Players and their secrets --------------------------------------------------------------------------------


def test_a_view_shows_the_colours_of_its_own_cards_alone() -> None:
    generator = random.Random(7)
    seen = 0
    for _ in range(80):
        state = random_position(generator)
        seat = generator.choice((None, *range(state.players)))
        view = view_of(state, seat, hide_money=generator.random() < 0.5)
        svg = board_svg(view)
        cards = attributes(read(svg), "data-card")
        expected = [
            f"{name} {SEATS[card.seat]}{card.camel if state.is_over or card.seat == seat else '?'}"
            for name, deck in (("winner", state.winner_deck), ("loser", state.loser_deck))
            for card in deck
        ]
        assert cards == expected
        if not state.is_over:
            seen += sum(card.endswith("?") for card in cards)
            other = other_truth(state, seat, generator)
            assert board_svg(view_of(other, seat, hide_money=True)) == board_svg(view_of(state, seat, hide_money=True))
    assert seen > 100


def seat_texts(svg: str) -> dict[str, list[str]]:
    rows = (group for group in read(svg).iter(f"{SVG}g") if "data-seat" in group.attrib)
    return {row.attrib["data-seat"]: texts_of(row) for row in rows}


def playing(players: int, seed: int) -> State:
    generator = random.Random(seed)
    while True:
        state = random_position(generator)
        if state.players == players and not state.is_over:
            return state


@pytest.mark.parametrize("players", range(2, 9))
def test_every_seat_has_a_row_with_its_money_and_its_tickets(players: int) -> None:
    state = playing(players, seed=players)
    rows = seat_texts(board_svg(state))
    assert list(rows) == list(SEATS[:players])
    for seat, row in enumerate(rows.values()):
        assert row[0] == SEATS[seat]
        assert str(state.money[seat]) in row
        assert "".join(state.hands[seat]) in row or not state.hands[seat]
        values = " ".join(row).split()
        for _, value in state.tickets[seat]:
            values.remove(str(value))


def test_headings_do_not_touch_each_other() -> None:
    for names in ((), ("You", "Random", "Greedy")):
        root = read(board_svg(playing(3, seed=3), names))
        headings = {text.text: text for text in root.iter(f"{SVG}text") if text.text in {"seat", "money"}}
        (seat, money) = (headings[name] for name in ("seat", "money"))
        end = float(seat.attrib["x"]) + width_of("seat", float(seat.attrib["font-size"]))
        assert "text-anchor" not in seat.attrib
        assert end < float(money.attrib["x"]) - width_of("money", float(money.attrib["font-size"]))


def test_names_stand_in_their_rows_and_long_ones_are_cut() -> None:
    state = playing(3, seed=3)
    svg = board_svg(state, ("You", "<Greedy>", "The champion of the world"))
    for name, row in zip(("You", "<Greedy>", "The champion ..."), seat_texts(svg).values(), strict=True):
        assert name in row
    assert "B, <Greedy>" in words_of(read(svg))


def test_steady_pictures_of_a_table_have_one_height() -> None:
    generator = random.Random(4)
    smaller = 0
    for state in (random_position(generator) for _ in range(60)):
        root = read(board_svg(state, is_steady=True))
        frame = 960 + 50 * state.players
        assert root.attrib["height"] == str(frame)
        left, _, width, height = map(float, root.attrib["viewBox"].split())
        assert width / height == pytest.approx(WIDTH / frame, rel=1e-3)
        assert left == pytest.approx((WIDTH - width) / 2, abs=0.01)
        assert height >= size_of(read(board_svg(state)))[1]
        smaller += left < 0
    assert smaller


def test_hidden_money_is_a_question_mark() -> None:
    rows = seat_texts(board_svg(view_of(playing(3, seed=8), 0, hide_money=True)))
    assert ["?" in row for row in rows.values()] == [False, True, True]


def test_the_seat_to_act_is_marked_and_so_are_the_victors() -> None:
    generator = random.Random(9)
    for _ in range(60):
        state = random_position(generator)
        rows = [group for group in read(board_svg(state)).iter(f"{SVG}g") if "data-seat" in group.attrib]
        marked = tuple(seat for seat, row in enumerate(rows) if row[0].tag == f"{SVG}path")
        assert marked == (state.victors if state.is_over else (state.turn,))


# --- Odds -----------------------------------------------------------------------------------------------------


def test_the_odds_of_every_camel_are_in_the_picture() -> None:
    generator = random.Random(10)
    for _ in range(100):
        position = random_situation(generator)
        leg = made_up(position, generator)
        race_odds = generator.choice((None, of_the_race(leg)))
        svg = odds_svg(leg, race_odds)
        check(svg, position)
        root = read(svg)
        rows = {
            group.attrib["data-odds"]: texts_of(group) for group in root.iter(f"{SVG}g") if "data-odds" in group.attrib
        }
        assert sorted(rows) == sorted(position.edition.racing)
        leading = [leg.ranks[Camel(camel)][0] for camel in rows]
        assert leading == sorted(leading, reverse=True)
        for letter, row in rows.items():
            odds = list(leg.ranks[Camel(letter)])
            if race_odds is not None:
                odds += [race_odds.winner[Camel(letter)], race_odds.loser[Camel(letter)]]
            assert row == [letter, *map(percent, odds)]
        texts = texts_of(root)
        assert f"The race ends in this leg: {percent(leg.race_ends)}" in texts
        for tile in position.tiles:
            assert hundredths(leg.tile_hits[tile.space]) in texts
        assert (f"Later legs are computed without {position.edition.words.tile}s." in texts) == (race_odds is not None)


def test_a_bar_is_as_long_as_its_probability() -> None:
    generator = random.Random(11)
    leg = made_up(tower(FIRST, 3), generator)
    root = read(odds_svg(leg))
    for group in root.iter(f"{SVG}g"):
        if "data-odds" not in group.attrib:
            continue
        boxes = [(float(box.attrib["x"]), float(box.attrib["width"])) for box in group.findall(f"{SVG}rect")]
        widths: dict[float, list[float]] = {}
        for x, width in boxes:
            widths.setdefault(x, []).append(width)
        for (whole, *bars), chance in zip(widths.values(), leg.ranks[Camel(group.attrib["data-odds"])], strict=True):
            assert bars == [pytest.approx(whole * chance, abs=0.02)] * len(bars)


@pytest.mark.parametrize(
    ("is_exact", "error", "label"),
    [
        (True, 1e-12, "exact"),
        (False, 0.0012, "± 0.1%"),
        (False, 0.00034, "± 0.03%"),
        (False, 0.21, "± 21.0%"),
        (False, 0.0, "± 0.01%"),
    ],
)
def test_odds_of_the_race_say_how_sure_they_are(label: str, error: float, *, is_exact: bool) -> None:
    leg = made_up(tower(SECOND, 2), random.Random(12))
    odds = RaceOdds(leg.situation, of_the_race(leg).winner, of_the_race(leg).loser, is_exact, error)
    assert certainty(odds) == label
    assert f"Race, {label}" in texts_of(read(odds_svg(leg, odds)))


# --- PNG ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [390, 1200])
def test_a_png_is_as_wide_as_asked_and_keeps_its_shape(width: int) -> None:
    svg = board_svg(tower(FIRST, 9))
    picture = png(svg, width)
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", picture[16:24])
    assert wide == width
    assert high == pytest.approx(size_of(read(svg))[1] * width / WIDTH, abs=1)


def test_text_is_in_the_png_whatever_fonts_there_are() -> None:
    with_text = finished(['<text x="9" y="50" font-size="40" fill="#000">camel</text>'], 80, Caption("", ""))
    assert png(with_text, 200) != png(finished([], 80, Caption("", "")), 200)
    assert "<text" not in lettered(with_text)


def test_without_the_package_for_it_a_png_is_refused_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(CamelUpError, match=r"pip install 'camelup\[plot\]'") as refused:
        png(board_svg(tower(FIRST, 1)))
    assert refused.value.code == "no_png"


def test_drawing_needs_nothing_but_python() -> None:
    script = "import sys, camelup.drawing; sys.exit(bool({'numba', 'numpy', 'resvg_py'} & set(sys.modules)))"
    assert run(sys.executable, "-c", script).returncode == 0
