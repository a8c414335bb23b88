"""The tables of a database, as the steps that have made them what they are.

A step that was released never changes: what comes later is a new step at the end. A database knows how many steps it
has taken, and a program refuses one that has taken more than it knows. Add a step, even an empty one, when events.py
writes what an older program could not read.

Times are whole microseconds since 1970; `length` is the number of the last entry, and the lock of a log.
"""

from camelup.core.errors import StoreError

SQLITE_STEPS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE tables (
            name TEXT PRIMARY KEY,
            created INTEGER NOT NULL,
            updated INTEGER NOT NULL,
            length INTEGER NOT NULL,
            status TEXT NOT NULL,
            is_open INTEGER NOT NULL,
            headline TEXT NOT NULL
        ) WITHOUT ROWID""",
        "CREATE INDEX tables_by_status ON tables (status, updated)",
        """CREATE TABLE entries (
            table_name TEXT NOT NULL,
            number INTEGER NOT NULL,
            at INTEGER NOT NULL,
            text TEXT NOT NULL,
            PRIMARY KEY (table_name, number)
        ) WITHOUT ROWID""",
        "CREATE TABLE pulse (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL)",
    ),
    ("CREATE TABLE reviews (table_name TEXT PRIMARY KEY, version INTEGER NOT NULL, review BLOB NOT NULL)",),
    (),  # logs of version 2
)

POSTGRESQL_STEPS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE camelup_tables (
            name text COLLATE "C" PRIMARY KEY,
            created bigint NOT NULL,
            updated bigint NOT NULL,
            length integer NOT NULL,
            status text NOT NULL,
            is_open boolean NOT NULL,
            headline text NOT NULL
        )""",
        "CREATE INDEX camelup_tables_by_status ON camelup_tables (status, updated)",
        """CREATE TABLE camelup_entries (
            table_name text COLLATE "C" NOT NULL,
            number integer NOT NULL,
            at bigint NOT NULL,
            text text NOT NULL,
            PRIMARY KEY (table_name, number)
        )""",
        'CREATE TABLE camelup_processes (name text COLLATE "C" PRIMARY KEY, seen timestamptz NOT NULL)',
        """CREATE TABLE camelup_claims (
            table_name text COLLATE "C" PRIMARY KEY,
            process text COLLATE "C" NOT NULL
        )""",
    ),
    (
        """CREATE TABLE camelup_reviews (
            table_name text COLLATE "C" PRIMARY KEY REFERENCES camelup_tables ON DELETE CASCADE,
            version integer NOT NULL,
            review bytea NOT NULL
        )""",
    ),
    # Logs of version 2. Programs from before this step go on beside newer ones, and write no version.
    ("ALTER TABLE camelup_processes ADD COLUMN version integer NOT NULL DEFAULT 2",),
)

VERSION = len(SQLITE_STEPS)
"""Of the databases that this program makes."""
OLDEST_READABLE = 2
"""The oldest version in which everything is found that is only read; what is to be written to is migrated first."""


def check_version(found: int, place: str) -> None:
    """Refuse a database that a newer program has made."""
    if found > VERSION:
        raise StoreError(
            "newer",
            f"The database {place} was made by a newer camelup: it has version {found}, but this one knows {VERSION}.",
        )
