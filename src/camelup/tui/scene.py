"""Everything that the screen of a table shows at one moment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from camelup.core.edition import Camel
from camelup.core.state import Table
from camelup.tui.lines import Line
from camelup.tui.turn import Turn

Stacks = Mapping[int, tuple[Camel, ...]]


@dataclass(frozen=True)
class Shares:
    """The odds that are shown beside the tickets: each camel's chance to be first and second in the leg."""

    chances: Mapping[Camel, tuple[float, float]]


@dataclass(frozen=True)
class Scene:
    """What is drawn."""

    table: Table
    names: Sequence[str]
    title: str
    kinds: Mapping[int, str] = field(default_factory=dict)
    """What plays on the seats of computers."""
    own_seat: int | None = None
    """Through whose eyes; None for a spectator."""
    faces: Mapping[str, str] = field(default_factory=dict)
    """What each die that is out has shown, such as `r3`, by its letter; the order is that of rolling."""
    stacks: Stacks | None = None
    """Where the camels are while they move; otherwise where the table has them."""
    moving: frozenset[Camel] = frozenset()
    looked_at: Camel | None = None
    """The camel whose load and reach are shown."""
    log: Sequence[Line] = ()
    since: Sequence[Line] = ()
    """What the others did since one's last turn."""
    heading: str = ""
    """The ribbon: what is happening, in bold."""
    message: str = ""
    note: str = ""
    """The ribbon's right end."""
    is_own_turn: bool = False
    turn: Turn | None = None
    shares: Shares | None = None
    clock: str = ""
    keys: Sequence[tuple[str, str]] = ()
    can_chat: bool = False
    away: frozenset[int] = frozenset()
    """Seats whose people have lost their connection."""

    @property
    def computers(self) -> frozenset[int]:
        """The seats that computers play."""
        return frozenset(self.kinds)

    @property
    def can_act(self) -> bool:
        """Whether who looks has a seat, and does not only watch."""
        return self.own_seat is not None or self.turn is not None

    @property
    def shown_stacks(self) -> Stacks:
        """The camels by space, as they are drawn."""
        return self.table.stacks if self.stacks is None else self.stacks
