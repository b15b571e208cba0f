"""The library eventsourcing over SQLite: an aggregate an item, an event a record.

    python_eventsourcing.py append FOLDER WORKLOAD COUNT BATCH
    python_eventsourcing.py replay FOLDER
"""

import os
import struct
import sys
import time
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

HEAD = struct.Struct("<IIIIq")
NO_ITEM = 0xFFFFFFFF


def events(path, count):
    """The head of each event and its bytes; see workload.h."""
    found = []
    with open(path, "rb") as file:
        while len(found) < count and (head := file.read(HEAD.size)):
            length, record_length, item, kind, recorded_at = HEAD.unpack(head)
            found.append((item, kind, recorded_at, file.read(length)))
    return found


class Item(Aggregate):
    def __init__(self, number):
        self.number = number
        self.state = 0
        self.recorded_at = 0
        self.size = 0

    @staticmethod
    def create_id(number):
        return uuid5(NAMESPACE_URL, f"/items/{number}")

    @event("Recorded")
    def record(self, kind, recorded_at, body):
        self.state = kind
        self.recorded_at = recorded_at
        self.size += len(body)


def application(folder):
    os.makedirs(folder, exist_ok=True)
    return Application({"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": f"{folder}/events.sqlite"})


def append(folder, workload, count, batch):
    all_events = events(workload, count)
    app = application(folder)
    items = {}
    waits = []
    start = time.monotonic()
    for first in range(0, len(all_events), batch):
        begun = time.monotonic()
        changed = {}
        for number, kind, recorded_at, body in all_events[first : first + batch]:
            item = items.get(number)
            if item is None:
                item = items[number] = Item(number=number)
            # Its transcoder writes JSON, which has no bytes.
            item.record(kind=kind, recorded_at=recorded_at, body=body.hex())
            changed[number] = item
        app.save(*changed.values())
        waits.append(time.monotonic() - begun)
    seconds = time.monotonic() - start
    app.close()
    waits.sort()
    size = sum(file.stat().st_size for file in Path(folder).iterdir())
    print("events", len(all_events))
    print("seconds", seconds)
    print("p50", waits[len(waits) // 2] * 1e6)
    print("size", size)


def replay(folder):
    app = application(folder)
    items = {}
    count = 0
    start = time.monotonic()
    while notifications := app.recorder.select_notifications(start=count + 1, limit=1000):
        for notification in notifications:
            found = app.mapper.to_domain_event(notification)
            items[found.originator_id] = found.mutate(items.get(found.originator_id))
            count += 1
    print("events", count)
    print("seconds", time.monotonic() - start)


if __name__ == "__main__":
    if len(sys.argv) == 6 and sys.argv[1] == "append":
        append(sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
    elif len(sys.argv) == 3 and sys.argv[1] == "replay":
        replay(sys.argv[2])
    else:
        sys.exit(64)
