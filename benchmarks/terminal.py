"""How quickly the game in the terminal starts, and how quickly a key shows its effect while the champion thinks.

    .venv/bin/python benchmarks/terminal.py

Prints the import of Textual, the time from there to the first frame in a pseudo-terminal, the time from a key to its
effect, and the start of the plain game as a multiple of `camelup --version`.
"""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from statistics import median
from tempfile import TemporaryDirectory

CAMELUP = (sys.executable, "-m", "camelup")
TIMES = 7
KEYS = 20


def seconds_of(*command: str, typed: str = "") -> float:
    begun = time.perf_counter()
    subprocess.run(command, input=typed, capture_output=True, text=True, check=True)
    return time.perf_counter() - begun


class Screen:
    """The program in a pseudo-terminal."""

    def __init__(self, *arguments: str) -> None:
        self._folder = TemporaryDirectory()
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "CAMELUP_DATA": self._folder.name}
        self._file = ours
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(
            [*CAMELUP, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
        )
        os.close(theirs)

    def until(self, text: str, longest: float = 300.0) -> float:
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
        return time.perf_counter() - self.begun

    def press(self, key: str, text: str) -> float:
        """Press a key; give the time until a text comes."""
        begun = time.perf_counter()
        os.write(self._file, key.encode())
        self.until(text)
        return time.perf_counter() - begun

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._file)
        self._folder.cleanup()


def first_frame() -> float:
    screen = Screen("play", "--seed", "1", "--against", "random", "--first", "A")
    taken = screen.until("finish")
    screen.close()
    return taken


def keys_while_the_champion_thinks() -> list[float]:
    screen = Screen("play", "--seed", "1", "--players", "2", "--against", "champion", "--first", "B")
    screen.until("is choosing")
    presses = [("?", "skip what is being shown"), ("\r", "finish")] * (KEYS // 2)
    times = [screen.press(key, text) for key, text in presses]
    screen.close()
    return times


def main() -> None:
    bare = median(seconds_of(sys.executable, "-c", "pass") for _ in range(TIMES))
    imported = median(
        seconds_of(sys.executable, "-c", "import textual.app, textual.widgets, textual.screen") for _ in range(TIMES)
    )
    frames = median(first_frame() for _ in range(TIMES))
    print(f"import of Textual             {imported - bare:6.2f} s")
    print(f"first frame                   {frames:6.2f} s, {frames - imported:.2f} s after that import")
    keys = sorted(keys_while_the_champion_thinks())
    print(f"a key while the champion thinks {1000 * median(keys):4.0f} ms, the slowest {1000 * keys[-1]:.0f} ms")
    version = median(seconds_of(*CAMELUP, "--version") for _ in range(TIMES))
    plain = median(seconds_of(*CAMELUP, "play", "--plain", "--seed", "1", typed="q\n") for _ in range(TIMES))
    print(f"camelup --version             {version:6.2f} s")
    print(f"the plain game                {plain:6.2f} s, {plain / version:.1f} times that")


if __name__ == "__main__":
    main()
