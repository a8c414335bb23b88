"""Random streams for compiled games: one for each game, so that threads may share the games in any way."""

from camelup.compiled import inlined
from camelup.odds.sampling import HALF_BITS, half_word, next_state

__all__ = ["SEEDS", "aside", "below", "next_state", "nth_bit", "stream_of"]

_STIR = 0x1E3779B97F4A7C15
SEEDS = 1 << 62


@inlined
def stream_of(seed: int, number: int) -> int:
    """Give the first state of the stream of a game."""
    state = (seed * _STIR + number) & (SEEDS - 1)
    for _ in range(3):
        state = next_state(state ^ (state >> 29))
    return state


@inlined
def aside(state: int) -> int:
    """Leave the stream: any number of draws that begin here has nothing to do with what the stream itself gives."""
    state = next_state(state ^ (state >> 29))
    return next_state(state ^ (state >> 29))


@inlined
def below(state: int, limit: int) -> int:
    """Turn a state of a stream into a number below a limit."""
    return (half_word(state) * limit) >> HALF_BITS


@inlined
def nth_bit(bits: int, number: int) -> int:
    """Give the place of a set bit, counted from 0."""
    for _ in range(number):
        bits &= bits - 1
    return (bits & -bits).bit_length() - 1
