"""How quickly the game in the terminal starts, and how quickly a key shows its effect while the champion thinks.

    .venv/bin/python benchmarks/terminal.py

Prints the import of Textual, the time from there to the first frame in a pseudo-terminal, the time from a key to its
effect, and the start of the plain game as a multiple of `camelup --version`. On a busy machine most of that is waiting
for a core; so the processor time of the game's own process, which no other program changes much, stands beside it.
"""

import fcntl
import os
import pty
import resource
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

CAMELUP = (sys.executable, "-m", "camelup")
TIMES = 7
KEYS = 60
SMALL, LARGE = (80, 24), (120, 40)


class Taken(NamedTuple):
    """How long something took, and how much of that a processor worked on it."""

    seconds: float
    processor: float


def middle(all_taken: list[Taken]) -> Taken:
    return Taken(median(taken.seconds for taken in all_taken), median(taken.processor for taken in all_taken))


def slowest(all_taken: list[Taken]) -> Taken:
    return Taken(max(taken.seconds for taken in all_taken), max(taken.processor for taken in all_taken))


def run(*command: str, typed: str = "") -> Taken:
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, input=typed, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Taken(time.perf_counter() - begun, worked)


def run_often(*command: str, typed: str = "") -> Taken:
    return middle([run(*command, typed=typed) for _ in range(TIMES)])


class Screen:
    """The program in a pseudo-terminal."""

    def __init__(self, *arguments: str, size: tuple[int, int] = SMALL) -> None:
        self._folder = TemporaryDirectory()
        ours, theirs = pty.openpty()
        columns, rows = size
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "CAMELUP_DATA": self._folder.name}
        self._file = ours
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(
            [*CAMELUP, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
        )
        os.close(theirs)

    def until(self, text: str, longest: float = 300.0) -> Taken:
        """Read until a text comes; give the time since the start."""
        seen, end = "", time.perf_counter() + longest
        while text not in seen and time.perf_counter() < end:
            if select.select([self._file], [], [], 0.01)[0]:
                seen += os.read(self._file, 65536).decode(errors="replace")
                if "\x1b[6n" in seen:  # it asks where the cursor is
                    os.write(self._file, b"\x1b[1;1R")
                    seen = seen.replace("\x1b[6n", "")
        if text not in seen:
            sys.exit(f"{text} never came: {seen[-2000:]}")
        return Taken(time.perf_counter() - self.begun, self.processor)

    @property
    def processor(self) -> float:
        """The processor time of the process so far, its threads included and its children not; only Linux knows."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9

    def press(self, key: str, text: str) -> Taken:
        """Press a key; give the time until a text comes."""
        begun, worked = time.perf_counter(), self.processor
        os.write(self._file, key.encode())
        self.until(text)
        return Taken(time.perf_counter() - begun, self.processor - worked)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._file)
        self._folder.cleanup()


def first_frame() -> Taken:
    screen = Screen("play", "--seed", "1", "--against", "random", "--first", "A")
    taken = screen.until("finish")
    screen.close()
    return taken


def keys_while_the_champion_thinks(size: tuple[int, int]) -> list[Taken]:
    screen = Screen("play", "--seed", "1", "--players", "2", "--against", "champion", "--first", "B", size=size)
    screen.until("is choosing")
    presses = [("?", "skip what is being shown"), ("\r", "finish")] * (KEYS // 2)
    taken = [screen.press(key, text) for key, text in presses]
    screen.close()
    return taken


def main() -> None:
    with TemporaryDirectory() as folder:  # compiled modules, which an install has, and a clone need not have
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        first_frame()
        run(*CAMELUP, "play", "--plain", "--seed", "1", typed="q\n")
        measure()


def measure() -> None:
    bare = run_often(sys.executable, "-c", "pass")
    textual = run_often(sys.executable, "-c", "import textual.app, textual.widgets, textual.screen")
    frame = middle([first_frame() for _ in range(TIMES)])
    print("                                       time   of a processor")
    show("import of Textual", Taken(textual.seconds - bare.seconds, textual.processor - bare.processor))
    show("first frame", frame)
    show("  after that import", Taken(frame.seconds - textual.seconds, frame.processor - textual.processor))
    for size in (SMALL, LARGE):
        keys = keys_while_the_champion_thinks(size)
        at = "x".join(map(str, size))
        show(f"a key while the champion thinks, {at}", middle(keys))
        show("  the slowest of time, and of processor", slowest(keys))
    version = run_often(*CAMELUP, "--version")
    plain = run_often(*CAMELUP, "play", "--plain", "--seed", "1", typed="q\n")
    show("camelup --version", version)
    show("the plain game", plain)
    print(f"{'  times that':41}{plain.seconds / version.seconds:5.2f} {plain.processor / version.processor:9.2f}")


def show(what: str, taken: Taken) -> None:
    print(f"{what:41}{1000 * taken.seconds:5.0f} ms {1000 * taken.processor:6.0f} ms")


if __name__ == "__main__":
    main()
