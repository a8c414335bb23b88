"""How a setting of the server is declared, and how the text of a flag or a variable becomes its value."""

from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, field, fields
from ipaddress import ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Setting:
    """A field of `Configuration`, as a flag of `camelup serve` and as a variable."""

    name: str
    help: str
    metavar: str
    read: Callable[[str], Any]
    """Gives the value of a text; ValueError if it cannot be one."""
    old_name: str | None
    """What it was called before. That still works, with a notice."""

    @property
    def flag(self) -> str:
        """The flag: `--bot-delay`."""
        return flag_of(self.name)

    @property
    def variable(self) -> str:
        """The variable: `CAMELUP_BOT_DELAY`."""
        return variable_of(self.name)


def flag_of(name: str) -> str:
    """Give the flag that a name stands for.

    >>> flag_of("bot_delay"), variable_of("bot_delay")
    ('--bot-delay', 'CAMELUP_BOT_DELAY')
    """
    return f"--{name.replace('_', '-')}"


def variable_of(name: str) -> str:
    """Give the variable that a name stands for."""
    return f"CAMELUP_{name.upper()}"


def setting(  # noqa: PLR0913 - all that is said about a setting
    default: Any,  # noqa: ANN401 - of any type
    help: str,  # noqa: A002 - as argparse calls it
    metavar: str,
    read: Callable[[str], Any],
    *,
    shown: str | None = None,
    old_name: str | None = None,
) -> Any:  # noqa: ANN401 - as dataclasses.field gives it
    """Declare a setting; a default may be a function that finds it. `shown` is how the help shows the default."""
    metadata = {"help": help, "metavar": metavar, "read": read, "shown": shown, "old_name": old_name}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


def settings_of(configuration: type) -> list[Setting]:
    """List the settings of a configuration, in their order."""
    return [
        Setting(
            declared.name,
            _with_default(declared),
            declared.metadata["metavar"],
            declared.metadata["read"],
            declared.metadata["old_name"],
        )
        for declared in fields(configuration)
    ]


def _with_default(declared: Field[Any]) -> str:
    about: str = declared.metadata["help"]
    default = declared.metadata["shown"] or declared.default
    if default is MISSING and declared.default_factory is not MISSING:
        default = declared.default_factory()
    if default is None or default == ():
        return about
    return f"{about} (default: {f'{default:g}' if isinstance(default, float) else default})"


# --- Reading --------------------------------------------------------------------------------------------------


def read_port(text: str) -> int:
    """Read a port; 0 stands for any that is free."""
    port = int(text)
    if not 0 <= port <= 65_535:  # noqa: PLR2004 - a port has 16 bits
        raise ValueError
    return port


def read_seconds(text: str) -> float:
    """Read a time, which may be nothing."""
    seconds = float(text)
    if not 0 <= seconds < 1e9:  # noqa: PLR2004 - thirty years
        raise ValueError
    return seconds


def read_positive(text: str) -> float:
    """Read a time or a rate that nobody could be served without."""
    some = read_seconds(text)
    if some < 0.1:  # noqa: PLR2004 - with less nobody could be served
        raise ValueError
    return some


def read_count(text: str) -> int:
    """Read a whole number above 0."""
    count = int(text)
    if not 1 <= count <= 1_000_000:  # noqa: PLR2004 - more than any machine has
        raise ValueError
    return count


def read_processes(text: str) -> int:
    """Read a number of processes."""
    count = read_count(text)
    if count > 256:  # noqa: PLR2004 - processes of a hundred megabytes
        raise ValueError
    return count


def read_word(text: str) -> str:
    """Read a text that can be printed."""
    if not text.strip() or not text.isprintable():
        raise ValueError
    return text


def read_folder(text: str) -> Path:
    """Read the path of a folder."""
    return Path(read_word(text))


def read_origins(text: str) -> tuple[str, ...]:
    """Read sites, such as https://example.org, with commas."""
    origins = tuple(origin.lower().rstrip("/") for origin in _read_list(text))
    for origin in origins:
        parts = urlsplit(origin)
        if not parts.netloc or origin != f"{parts.scheme}://{parts.netloc}" or "@" in origin:
            raise ValueError
    return origins


def read_networks(text: str) -> tuple[str, ...]:
    """Read addresses and networks, with commas."""
    networks = _read_list(text)
    for network in networks:
        ip_network(network)
    return networks


def _read_list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())
