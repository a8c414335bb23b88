"""The colours of the full-screen game, written out: a terminal's own sixteen make purple look like red."""

from dataclasses import dataclass

from camelup.core.edition import GREY_DIE, Camel

Colours = tuple[str, str]
"""Background and letters."""

PATCHES: dict[str, Colours] = {
    Camel.BLUE: ("#0072B2", "#FFFFFF"),
    Camel.GREEN: ("#009E73", "#000000"),
    Camel.ORANGE: ("#E69F00", "#000000"),
    Camel.PURPLE: ("#CC79A7", "#000000"),
    Camel.RED: ("#D55E00", "#000000"),
    Camel.WHITE: ("#FFFFFF", "#000000"),
    Camel.YELLOW: ("#F0E442", "#000000"),
    Camel.CRAZY_WHITE: ("#FFFFFF", "#000000"),
    GREY_DIE: ("#8C8C8C", "#000000"),
}
"""Of camels and dice, by letter; that of the black camel depends on the theme."""
SHADES = {
    Camel.BLUE: "#00548A",
    Camel.GREEN: "#005C43",
    Camel.ORANGE: "#8F6200",
    Camel.PURPLE: "#8F4270",
    Camel.RED: "#8A3A00",
    Camel.WHITE: "#A8A8A8",
    Camel.YELLOW: "#A69A00",
}
"""The second share of a bar."""
SEAT_GROUNDS = ("#8A5A2B", "#3A4270", "#7C3F3A", "#7A4A63", "#3F6357", "#5B5486", "#6B5D33", "#3D5F7A")
CREAM = "#FFF8E7"
"""Letters on the ground of a seat."""


@dataclass(frozen=True)
class Palette:
    """The colours of one theme."""

    name: str
    ground: str
    panel: str
    space: str
    other_space: str
    straight: str
    court: str
    edge: str
    text: str
    dim: str
    line: str
    brand: str
    on_brand: str
    sun: str
    on_sun: str
    own: str
    """The row of whoever has the turn."""
    may: str
    """Where a tile may go."""
    key: str
    coin: str
    good: str
    bad: str
    sand: str
    sand_shade: str
    cap: str
    cap_shade: str
    disc: str
    dune: str
    tent: str
    other_tent: str
    cream: str
    ink: str
    booing: str
    black_body: str
    black_field: str

    def patch(self, letter: str) -> Colours:
        """Give the background and the letters of a camel or a die."""
        return (self.black_field, CREAM) if letter == Camel.CRAZY_BLACK else PATCHES[letter]

    def body(self, letter: str) -> str:
        """Give the colour of a camel's body: black would vanish, so it is grey around a black field."""
        return self.black_body if letter == Camel.CRAZY_BLACK else PATCHES[letter][0]


DARK = Palette(
    name="dark",
    ground="#13162A",
    panel="#1B1F38",
    space="#332F54",
    other_space="#2B2849",
    straight="#262344",
    court="#1D2140",
    edge="#7A6FA0",
    text="#F8EED8",
    dim="#B4ABC6",
    line="#625C86",
    brand="#343B6E",
    on_brand="#FBF1DA",
    sun="#F4B52E",
    on_sun="#221A14",
    own="#4A3A1C",
    may="#D8CCE8",
    key="#F4B52E",
    coin="#F4B52E",
    good="#7FDDB7",
    bad="#FFAA92",
    sand="#D9A94E",
    sand_shade="#A8772C",
    cap="#4A53A0",
    cap_shade="#363E80",
    disc="#D9D2BE",
    dune="#222745",
    tent="#B5503A",
    other_tent="#E8D9BC",
    cream="#F6EAD0",
    ink="#2A211B",
    booing="#0B0D1A",
    black_body="#6A6776",
    black_field="#000000",
)
LIGHT = Palette(
    name="light",
    ground="#F6ECD6",
    panel="#FFFAEE",
    space="#F2DEB2",
    other_space="#E9D09B",
    straight="#E3C791",
    court="#FBF3E0",
    edge="#9C733A",
    text="#2A211B",
    dim="#62523F",
    line="#B5975F",
    brand="#252A4A",
    on_brand="#FBF1DA",
    sun="#F4B52E",
    on_sun="#2A211B",
    own="#FFE3A1",
    may="#755520",
    key="#8A4B00",
    coin="#B07600",
    good="#17624A",
    bad="#A02C14",
    sand="#EDBE62",
    sand_shade="#B98235",
    cap="#2B315C",
    cap_shade="#1B2044",
    disc="#F4C765",
    dune="#EAD7AC",
    tent="#A6402C",
    other_tent="#C98A70",
    cream="#FFF8E7",
    ink="#2A211B",
    booing="#2A211B",
    black_body="#4A4A4A",
    black_field="#1A1A1A",
)
PALETTES = {palette.name: palette for palette in (DARK, LIGHT)}
