"""The integer rules of the core made known to the compiler: what is played and what is computed cannot differ."""

from camelup.compiled.decorators import inlined
from camelup.core import payouts, race, tiles

RACE_FUNCTIONS = (
    race._flag,  # noqa: SLF001 - the helpers must be known to the compiler too
    race._on,  # noqa: SLF001
    race._up_to,  # noqa: SLF001
    race._racing,  # noqa: SLF001
    race._ahead,  # noqa: SLF001
    race._offset,  # noqa: SLF001
    race.space_of,
    race.direction_of,
    race.landing,
    race.tile_step,
    race.is_pushed_back,
    race.is_beyond,
    race.lift,
    race.set_down,
    race.move,
    race.carries_racer,
    race.sits_directly_on,
    race.crazy_to_move,
    race.camel_to_move,
    race.die_of,
    race.is_over,
    race.place_of,
    race.camel_in_place,
    race.occupied,
    race.put_on_top,
    race.without,
)
SHARED_FUNCTIONS = (
    *RACE_FUNCTIONS,
    payouts.pay,
    payouts.ticket_reward,
    payouts.card_reward,
    tiles.open_spaces,
)

for _function in SHARED_FUNCTIONS:
    inlined(_function)
