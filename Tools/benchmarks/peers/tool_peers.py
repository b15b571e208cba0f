#!/usr/bin/env python3
"""Puts the records of a log, as lines of JSON on stdin, into what peers of `holdfast log --json` read.

    tool_peers.py DATABASE EXPORT

DATABASE becomes a SQLite file with a row a record, EXPORT a file in the export format of systemd's journal.
"""
import datetime
import json
import sqlite3
import sys

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
COLUMNS = ["position", "recordedAt", "type", "subject", "subjectNumber", "actor", "rule", "cause", "payload", "private"]


def microseconds(text):
    return (datetime.datetime.fromisoformat(text) - EPOCH) // datetime.timedelta(microseconds=1)


def column(record, name):
    value = record.get(name)
    return json.dumps(value, separators=(",", ":")) if isinstance(value, dict) else value


database = sqlite3.connect(sys.argv[1])
database.execute(f"create table records ({', '.join(COLUMNS)}, primary key (position)) without rowid")
statement = f"insert into records values ({', '.join('?' * len(COLUMNS))})"
with open(sys.argv[2], "w") as export:
    for line in sys.stdin:
        record = json.loads(line)
        values = [column(record, name) for name in COLUMNS]
        database.execute(statement, values)
        export.write(f"__REALTIME_TIMESTAMP={microseconds(record['recordedAt'])}\n")
        for name, value in zip(COLUMNS, values):
            if value is not None:
                export.write(f"{name.upper()}={value}\n")
        export.write("\n")
database.commit()
