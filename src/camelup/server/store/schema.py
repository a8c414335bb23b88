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
    # People by their tokens. `indexed` is the number of the last entry that `seats` knows of, so that logs from before
    # this step can be found and read; `rewrites` counts how often entries were changed, and is part of the lock.
    (
        "ALTER TABLE tables ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE tables ADD COLUMN rewrites INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX tables_not_indexed ON tables (name) WHERE indexed < length",
        """CREATE TABLE seats (
            token_hash TEXT NOT NULL,
            table_name TEXT NOT NULL,
            seat INTEGER NOT NULL,
            counts INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (token_hash, table_name, seat)
        ) WITHOUT ROWID""",
        "CREATE INDEX seats_by_table ON seats (table_name)",
        "CREATE TABLE figures (table_name TEXT PRIMARY KEY, version INTEGER NOT NULL, figures TEXT NOT NULL)",
        """CREATE TABLE transfers (
            code_hash TEXT PRIMARY KEY,
            at INTEGER NOT NULL,
            expires INTEGER NOT NULL,
            bundle BLOB NOT NULL
        )""",
        "CREATE INDEX open_games ON tables (status, is_open, updated) WHERE status = 'finished'",
    ),
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
    # A process from before this step goes on, and leaves `indexed` behind `length`: a newer one then reads that log.
    (
        "ALTER TABLE camelup_tables ADD COLUMN indexed integer NOT NULL DEFAULT 0",
        "ALTER TABLE camelup_tables ADD COLUMN rewrites integer NOT NULL DEFAULT 0",
        "CREATE INDEX camelup_tables_not_indexed ON camelup_tables (name) WHERE indexed < length",
        """CREATE TABLE camelup_seats (
            token_hash text COLLATE "C" NOT NULL,
            table_name text COLLATE "C" NOT NULL REFERENCES camelup_tables ON DELETE CASCADE,
            seat integer NOT NULL,
            counts boolean NOT NULL DEFAULT false,
            PRIMARY KEY (token_hash, table_name, seat)
        )""",
        "CREATE INDEX camelup_seats_by_table ON camelup_seats (table_name)",
        """CREATE TABLE camelup_figures (
            table_name text COLLATE "C" PRIMARY KEY REFERENCES camelup_tables ON DELETE CASCADE,
            version integer NOT NULL,
            figures text NOT NULL
        )""",
        """CREATE TABLE camelup_transfers (
            code_hash text COLLATE "C" PRIMARY KEY,
            at bigint NOT NULL,
            expires bigint NOT NULL,
            bundle bytea NOT NULL
        )""",
        "CREATE INDEX camelup_open_games ON camelup_tables (updated) WHERE status = 'finished' AND is_open",
    ),
)

VERSION = len(SQLITE_STEPS)
"""Of the databases that this program makes."""
PEOPLE_SINCE = 4
"""The version since which tables are found by the people at them."""
OLDEST_READABLE = 2
"""The oldest version in which everything is found that is only read; what is to be written to is migrated first."""


def check_version(found: int, place: str) -> None:
    """Refuse a database that a newer program has made."""
    if found > VERSION:
        raise StoreError(
            "newer",
            f"The database {place} was made by a newer camelup: it has version {found}, but this one knows {VERSION}.",
        )
