"""Camels on the track: the only code that moves and ranks them.

The whole race is one integer, the *track*: seven bytes, a byte for each camel in running order, the rearmost
camel in the lowest byte. A byte holds the camel's space in its upper five bits and the camel's number in its
lower three. Camels on one space follow each other from bottom to top, so a unit is a run of bytes, and reading
the bytes from the highest down is reading the ranking. Racing camels have the numbers 0 to 4, crazy ones 5
and 6; a byte of 0xFF, in front of everything, stands for a camel that the edition does not have.

Space 17 is over the finish line clockwise, space 0 over it counter-clockwise.

Every function here takes and gives plain integers, so that these same functions, compiled, serve where millions of
moves are needed. The trick used throughout: all bytes are compared at once by subtracting from 0x80 in every byte,
which leaves the top bit of a byte set where the difference is not negative. Such a word of top bits is called
*flags* below.
"""

OVER_THE_LINE = 17
BEHIND_THE_LINE = 0
RACERS = 5
"""How many camels race, in every edition."""
FIRST_CRAZY = RACERS
"""Camels with this number or a higher one are crazy."""
GREY = FIRST_CRAZY
"""The number of the grey die, which the crazy camels share; a racing camel's die has the camel's own number."""

_ONES = 0x01010101010101
_TOPS = 0x80 * _ONES
_CAMELS = 0x07 * _ONES
_SPACES = 0x1F * _ONES
_ALL = 0xFF * _ONES
_LENGTH = 56
"""How many bits a track has."""
EMPTY = _ALL
"""A track without camels."""


def _flag(track: int, camel: int) -> int:
    """Flag the byte of one camel."""
    return (_TOPS - ((track & _CAMELS) ^ (camel * _ONES))) & _TOPS


def _on(track: int, space: int) -> int:
    """Flag the camels on a space."""
    return (_TOPS - (((track >> 3) & _SPACES) ^ (space * _ONES))) & _TOPS


def _up_to(track: int, space: int) -> int:
    """Flag the camels on a space and on all spaces behind it: as many bits as they fill, up to the last flag."""
    return ((0x80 + space) * _ONES - ((track >> 3) & _SPACES)) & _TOPS


def _racing(track: int) -> int:
    """Flag the racing camels."""
    return ((0x80 + FIRST_CRAZY - 1) * _ONES - (track & _CAMELS)) & _TOPS


def _ahead(flags: int, flag: int) -> int:
    """Keep only the flags in front of a flagged byte."""
    return flags >> flag.bit_length()


def _offset(track: int, camel: int) -> int:
    """Return how many bits lie behind a camel's byte."""
    return _flag(track, camel).bit_length() - 8


def space_of(track: int, camel: int) -> int:
    """Return the space that a camel stands on."""
    return (track >> (_offset(track, camel) + 3)) & 0x1F


def direction_of(camel: int) -> int:
    """Return which way a camel faces: 1 clockwise, -1 counter-clockwise."""
    return 1 - 2 * (camel >= FIRST_CRAZY)


def landing(start: int, camel: int, number: int) -> int:
    """Return the space on which a roll of the die ends, before any tile; it may lie beyond the line."""
    return start + direction_of(camel) * number


def tile_step(landed: int, camel: int, cheering: int, booing: int) -> int:
    """Return the extra step that a landing earns: 1 clockwise, -1 counter-clockwise, 0 without a tile.

    `cheering` and `booing` are sets of spaces as bits: bit 5 set means a tile on space 5. A landing beyond the
    line meets no tile: the bits of spaces that do not exist are never set, and the mask keeps the shift sound.
    """
    here = landed & 0x1F
    return direction_of(camel) * (((cheering >> here) & 1) - ((booing >> here) & 1))


def is_pushed_back(step: int, camel: int) -> int:
    """Return 1 if a tile's step goes against the way the camel faces, so that it ends underneath; otherwise 0."""
    return int(step == -direction_of(camel))


def is_beyond(space: int) -> bool:
    """Return whether a space lies beyond the finish line, either way."""
    return space < 1 or space >= OVER_THE_LINE


def lift(track: int, camel: int) -> tuple[int, int, int, int]:
    """Take a camel off the track with all on its back.

    Gives what is left, the camels of the unit from bottom to top, eight times their number, and their space.
    """
    below = _offset(track, camel)
    start = (track >> (below + 3)) & 0x1F
    height = _up_to(track, start).bit_length() - below
    unit = (track >> below) & ((1 << height) - 1) & _CAMELS
    left = (track & ((1 << below) - 1)) | ((track >> (below + height)) << below) | (_ALL ^ (_ALL >> height))
    return left, unit, height, start


def set_down(left: int, unit: int, height: int, target: int, is_under: int) -> int:
    """Put a lifted unit on a space: on top of what is there, or underneath it.

    A target beyond the line, on either side, is cut to the space that stands for it.
    """
    target = min(max(target, BEHIND_THE_LINE), OVER_THE_LINE)
    position = _up_to(left, target - is_under).bit_length()
    placed = unit | (target << 3) * (_ONES >> (_LENGTH - height))
    behind = left & ((1 << position) - 1)
    return behind | (placed << position) | (((left >> position) << (position + height)) & _ALL)


def move(  # noqa: PLR0913, PLR0917 - compiled code knows no keywords
    track: int, camel: int, number: int, cheering: int, booing: int, first: int = 1
) -> int:
    """Move the unit of a camel by a roll of its die, with the effect of a tile where it lands.

    `first` is the track's first space: a camel that leaves it counter-clockwise is over the line.
    """
    left, unit, height, start = lift(track, camel)
    landed = landing(start, camel, number)
    step = tile_step(landed, camel, cheering, booing)
    target = landed + step if landed + step >= first else BEHIND_THE_LINE
    return set_down(left, unit, height, target, is_pushed_back(step, camel))


def carries_racer(track: int, camel: int) -> bool:
    """Return whether a racing camel sits anywhere above a camel in its stack."""
    stack = _up_to(track, space_of(track, camel))
    return _ahead(_racing(track) & stack, _flag(track, camel)) != 0


def sits_directly_on(track: int, upper: int, lower: int) -> bool:
    """Return whether one camel sits on another with none between them."""
    touching = _flag(track, upper) == _flag(track, lower) << 8
    return touching and space_of(track, upper) == space_of(track, lower)


def crazy_to_move(track: int, shown: int) -> int:
    """Return which crazy camel the grey die moves when it shows the colour of this one."""
    other = 2 * FIRST_CRAZY + 1 - shown
    shown_carries = carries_racer(track, shown)
    if shown_carries != carries_racer(track, other):
        return shown if shown_carries else other
    if sits_directly_on(track, other, shown):
        return other
    return shown


def camel_to_move(track: int, shown: int) -> int:
    """Return which camel a die moves that shows this one: a racing camel itself, but not always this crazy one."""
    return crazy_to_move(track, shown) if shown >= FIRST_CRAZY else shown


def die_of(camel: int) -> int:
    """Return the number of the die that shows a camel."""
    return min(camel, GREY)


def is_over(track: int) -> bool:
    """Return whether a unit has crossed the finish line, either way."""
    return track & 0xF8 == 0 or _on(track, OVER_THE_LINE) != 0  # if anybody is on space 0, the rearmost camel is


def place_of(track: int, camel: int) -> int:
    """Return how many racing camels are ahead of this one: 0 for the leader."""
    return _ahead(_racing(track), _flag(track, camel)).bit_count()


def camel_in_place(track: int, place: int) -> int:
    """Return the racing camel with this many racing camels ahead of it: with 0, the leader."""
    flags = _racing(track)
    for _ in range(place):
        flags ^= 1 << (flags.bit_length() - 1)
    return (track >> (flags.bit_length() - 8)) & 0x07


def occupied(track: int) -> int:
    """Return the spaces that camels stand on, as bits."""
    # Written out, since every list of legal actions needs it; the last mask drops the camels that there are not.
    return (
        1 << (track >> 3 & 0x1F)
        | 1 << (track >> 11 & 0x1F)
        | 1 << (track >> 19 & 0x1F)
        | 1 << (track >> 27 & 0x1F)
        | 1 << (track >> 35 & 0x1F)
        | 1 << (track >> 43 & 0x1F)
        | 1 << (track >> 51 & 0x1F)
    ) & 0x3FFFF


def put_on_top(track: int, camel: int, space: int) -> int:
    """Put a camel that is not on the track yet on top of a space's stack."""
    position = _up_to(track, space).bit_length()
    behind = track & ((1 << position) - 1)
    return behind | (((space << 3) | camel) << position) | (((track >> position) << (position + 8)) & _ALL)


def without(track: int, camel: int) -> int:
    """Take a single camel off the track; those on its back sink down to its place."""
    below = _offset(track, camel)
    return (track & ((1 << below) - 1)) | ((track >> (below + 8)) << below) | (_ALL ^ (_ALL >> 8))


def running_order(track: int) -> list[tuple[int, int]]:
    """List (space, camel) for all camels from the rearmost to the foremost, crazy ones included."""
    lanes = [(track >> shift) & 0xFF for shift in range(0, 56, 8)]
    return [(lane >> 3, lane & 0x07) for lane in lanes if lane != 0xFF]  # noqa: PLR2004


def ranking(track: int) -> list[int]:
    """List the racing camels from the first to the last."""
    return [camel for _, camel in reversed(running_order(track)) if camel < FIRST_CRAZY]
