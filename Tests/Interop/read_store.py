#!/usr/bin/env python3
"""Reads a Holdfast store with LMDB, CBOR and SHA-256 alone, and proves it.

Written against Format.md and nothing else. Prints one JSON object a line: each record with its fields by name and its leaf hash, or
with --state each row of the state tables; at the end what was counted, and the root. Needs Debian's python3-lmdb and python3-cbor2.

Exit: 0 sound; 1 damaged, with what and where on stderr; 2 not readable.
"""

import base64
import datetime
import hashlib
import json
import os
import struct
import sys

import cbor2
import lmdb

FORMAT = 1
LOWEST_STORED_LEVEL = 6
CHUNK_BITS = 16
COMMANDS_KEPT = 65_536
TIME = "microseconds since 1970-01-01T00:00:00Z"


class Damage(Exception):
    pass


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def number(data):
    return int.from_bytes(data, "big")


def only_form(data):
    """Reads CBOR and refuses whatever is not its deterministic form."""
    try:
        value = cbor2.loads(data)
    except Exception as error:
        raise Damage(f"no CBOR: {error}") from error
    if not isinstance(value, dict) or cbor2.dumps(value, canonical=True) != data:
        raise Damage("not a map in deterministic form")
    return value


def raw(value):
    """The bytes of a value that has no name here. Its one form is the one it was read in."""
    return base64.b64encode(cbor2.dumps(value, canonical=True)).decode()


def rfc3339(microseconds):
    time = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=microseconds)
    return time.isoformat(timespec="microseconds") + "Z"


class Tree:
    """The roots of the perfect subtrees of what was added, and all roots of level 6 and above."""

    def __init__(self):
        self.count = 0
        self.roots = []
        self.nodes = {}

    def add(self, leaf):
        root, level, index = leaf, 0, self.count
        while index % 2 == 1:
            root = sha256(b"\x01", self.roots.pop(), root)
            level, index = level + 1, index // 2
            if level >= LOWEST_STORED_LEVEL:
                self.nodes[struct.pack(">BQ", level, index)] = root
        self.roots.append(root)
        self.count += 1

    def root(self):
        if not self.roots:
            return sha256()
        root = self.roots[-1]
        for left in reversed(self.roots[:-1]):
            root = sha256(b"\x01", left, root)
        return root


class Schema:
    """Names what the numbers in records and rows mean."""

    def __init__(self, row):
        self.row = only_form(row)
        self.keys = {field["name"]: key for key, field in self.row["envelope"].items()}

    def get(self, record, name):
        return record.get(self.keys[name])

    def record(self, position, record, subjects):
        """All that the record says, by name. `subjects` names those of the records before it."""
        unknown_keys = {str(key): raw(value) for key, value in record.items() if key not in self.row["envelope"]}
        for key, field in self.row["envelope"].items():
            if key not in record and not field.get("optional"):
                raise Damage(f"the field {field['name']} is missing")
        kind, version = self.get(record, "type"), self.get(record, "schemaVersion")
        event = self.row["events"].get(kind)
        named = {"position": position, "recordedAt": rfc3339(self.get(record, "recordedAt"))}
        named["type"] = event["name"] if event else f"unknown({kind})"
        subject = self.get(record, "subject")
        named["subjectNumber"] = position if isinstance(subject, str) else subject
        named["subject"] = subject if isinstance(subject, str) else subjects.get(subject)
        if named["subject"] is None:
            raise Damage(f"it refers to subject {subject}, which no record named")
        actor = self.get(record, "actor")
        if isinstance(actor, list):
            actor, named["rule"] = actor
        named["actor"] = self.value(actor, {"code": "ActorKind"})
        if version is not None:
            named["schemaVersion"] = version
        command = self.get(record, "command")
        if command is not None:
            named["command"], named["commandCount"] = command
        for name in ("cause", "wallClock", "occurredAt", "privateDigest"):
            if self.get(record, name) is not None:
                field = self.row["envelope"][self.keys[name]]
                named[name] = self.value(self.get(record, name), field["shape"], field.get("unit"))
        payload = self.get(record, "payload")
        if event is None or (version or 1) > event["version"]:
            named["typeNumber"] = kind
            named["payload"] = {"cbor": raw(payload)}
        else:
            named["payload"] = self.group(payload, event["fields"])
        return named | unknown_keys

    def group(self, values, fields):
        if not isinstance(values, dict):
            raise Damage(f"{values!r} is no map")
        missing = [field["name"] for key, field in fields.items() if key not in values and not field.get("optional")]
        if missing:
            raise Damage(f"the fields {', '.join(missing)} are missing")
        named = {}
        for key, value in values.items():
            if key in fields:
                named[fields[key]["name"]] = self.value(value, fields[key]["shape"], fields[key].get("unit"))
            else:
                named[str(key)] = raw(value)
        return named

    def value(self, value, shape, unit=None):
        if shape == "digest":
            if len(value) != 33 or value[0] != 1:
                raise Damage("a digest is not one of SHA-256")
            return "sha256:" + value[1:].hex()
        if isinstance(shape, str):
            kinds = {"uint": int, "int": int, "bool": bool, "text": str, "bytes": bytes}
            if type(value) is not kinds[shape]:
                raise Damage(f"{value!r} is no {shape}")
            if shape == "int" and unit == TIME:
                return rfc3339(value)
            return base64.b64encode(value).decode() if shape == "bytes" else value
        (kind, what), = shape.items()
        if kind == "code":
            return self.row["codes"][what].get(value, f"unknown({value})")
        if kind == "group":
            return self.group(value, self.row["groups"][what])
        if kind == "list":
            return [self.value(element, what, unit) for element in value]
        if kind == "tuple":
            return [self.value(element, part, unit) for element, part in zip(value, what, strict=True)]
        # oneOf: whichever kind of CBOR it is; an array is told by its length. A single value is shown like a list of one.
        for part in what:
            isTuple = isinstance(part, dict) and "tuple" in part
            if isinstance(value, list) == isTuple:
                shown = self.value(value, part, unit)
                return shown if isTuple else [shown]
        raise Damage(f"{value!r} is of no kind that may stand there")


class Index:
    """What the log's own derived tables must hold."""

    def __init__(self, covered):
        self.covered = covered
        self.names, self.subjects, self.commands = {}, {}, []

    def add(self, position, subject, command):
        if position >= self.covered:
            return
        subject_number = position if isinstance(subject, str) else subject
        if isinstance(subject, str):
            self.names[subject.encode()] = struct.pack(">Q", position)
        chunk = struct.pack(">QQ", subject_number, position >> CHUNK_BITS)
        low = struct.pack(">H", position & ((1 << CHUNK_BITS) - 1))
        self.subjects[chunk] = self.subjects.get(chunk, b"") + low
        if command is not None:
            identifier, count = command
            self.commands.append((struct.pack(">Q", position), sha256(identifier.encode())[:8], struct.pack(">I", count)))

    def tables(self):
        kept = self.commands[-COMMANDS_KEPT:]
        return {
            "names@1": self.names,
            "subjects@1": self.subjects,
            "commands@1": {key: first + count for first, key, count in kept},
            "command-order@1": {first: key for first, key, _ in kept},
        }


class Store:
    """The tables of an open store, in one read transaction."""

    def __init__(self, path):
        file = os.path.join(path, "log.mdb") if os.path.isdir(path) else path
        # Without the table of readers nobody can have the log open, so no lock is needed, and a read-only folder is enough.
        has_lock = os.path.exists(file + "-lock")
        self.environment = lmdb.open(file, subdir=False, readonly=True, create=False, lock=has_lock, max_dbs=64)
        self.transaction = self.environment.begin()
        self.meta = dict(self.rows("meta"))
        self.version = number(self.meta[b"format"])

    def rows(self, name):
        """Keys and values in the order of the keys; nothing for a derived table that is not there."""
        try:
            table = self.environment.open_db(name.encode(), txn=self.transaction, create=False)
        except lmdb.NotFoundError:
            return
        for key, value in self.transaction.cursor(table):
            yield bytes(key), bytes(value)

    def check_fingerprints(self, count):
        """Every derived table against what `meta` says of it."""
        for key, told in self.meta.items():
            if not key.startswith(b"table/"):
                continue
            name, total, rows = key[len(b"table/"):], 0, 0
            for row_key, row in self.rows(name.decode()):
                total += number(sha256(name, struct.pack(">H", len(row_key)), row_key, row))
                rows += 1
            if told[8:] != struct.pack(">Q", rows) + (total % (1 << 256)).to_bytes(32, "big"):
                raise Damage(f"the rows of {name.decode()} are not those that its fingerprint was made of")
            if number(told[:8]) > count:
                raise Damage(f"{name.decode()} covers {number(told[:8])} records of {count}")


def check_private(row, digest):
    """Whether the row is intact; `None` where the record has none, and `False` where it was erased."""
    if row is None:
        return None if digest is None else False
    if digest != b"\x01" + sha256(b"\x02", row):
        raise Damage("the private row is not the one that the record was written with")
    only_form(row[16:])
    return True


def read_records(store, schema, tell):
    tree, index, subjects = Tree(), Index(number(store.meta[b"covered"])), {}
    parts, counted = dict(store.rows("private")), {True: 0, False: 0, None: 0}
    for key, data in store.rows("records"):
        try:
            if key != struct.pack(">Q", tree.count):
                raise Damage("the record is missing")
            record = only_form(data)
            named = schema.record(tree.count, record, subjects)
            part = parts.pop(key, None)
            state = check_private(part, schema.get(record, "privateDigest"))
        except Damage as damage:
            raise Damage(f"position {tree.count}: {damage}") from damage
        counted[state] += 1
        named["private"] = schema.group(only_form(part[16:]), schema.row["private"]) if state else None
        subjects.setdefault(named["subjectNumber"], named["subject"])
        index.add(tree.count, schema.get(record, "subject"), schema.get(record, "command"))
        leaf = sha256(b"\x00", data)
        tree.add(leaf)
        tell(named | {"leaf": leaf.hex()})
    if parts:
        raise Damage(f"there is a private row for position {number(min(parts))}, whose record has none")
    return tree, index, counted


def compare(store, tree, index):
    """Holds what was computed against what is stored: the nodes first, since they tell where a damage is."""
    stored = dict(store.rows("tree"))
    for key in sorted(stored.keys() | tree.nodes.keys()):
        if stored.get(key) != tree.nodes.get(key):
            first, length = number(key[1:]) << key[0], 1 << key[0]
            raise Damage(f"the stored root over positions {first} to {first + length - 1} is another")
    if store.meta[b"stack"] != struct.pack(">Q", tree.count) + b"".join(tree.roots):
        count = number(store.meta[b"stack"][:8])
        raise Damage(f"the stored stack is over {count} records and does not fit the {tree.count} that are here")
    for name, rows in index.tables().items():
        if dict(store.rows(name)) != rows:
            raise Damage(f"the table {name} is not what the records say")
    store.check_fingerprints(tree.count)


def read_state(store, schema, tell):
    """The rows of the state tables. What of them is a group at rest has no field."""
    def rows(kind):
        row = schema.row["rows"][kind]
        for key, value in store.rows(row["table"]):
            yield key, value, row["fields"]

    ids = {}
    for key, value, fields in rows("item"):
        item = schema.group(only_form(value), fields)
        ids[key] = item["id"]
        tell({"kind": "item", "key": item["id"], "value": item})
    for kind, wanted in (("device", b"\x00"), ("totals", b"\x01")):
        for key, value, fields in rows(kind):
            if key == wanted:
                tell({"kind": kind, "key": None, "value": schema.group(only_form(value), fields)})
    for key, value, fields in rows("setting"):
        name = key[1:].decode() if key[0] == 0 else f"{key[9:].decode()} of {ids[key[1:9]]}"
        tell({"kind": "setting", "key": name, "value": schema.group(only_form(value), fields)["value"]})
    for key, value, fields in rows("feature"):
        tell({"kind": "feature", "key": key.decode(), "value": schema.group(only_form(value), fields)})


def read(store, wants_state):
    if store.version != FORMAT:
        sys.exit(f"read_store: this log has format {store.version}, and this program reads format {FORMAT}; nothing was read.")
    schema = Schema(store.meta[b"schema"])

    def tell(line):
        print(json.dumps(line, ensure_ascii=False))

    def keep_quiet(line):
        pass

    tree, index, counted = read_records(store, schema, keep_quiet if wants_state else tell)
    compare(store, tree, index)
    if wants_state:
        read_state(store, schema, tell)
    tell({
        "count": tree.count, "root": tree.root().hex(), "erased": counted[False], "intact": counted[True],
        "store": store.meta[b"store"].hex(),
    })


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--state"]
    if len(arguments) != 1:
        print("usage: read_store.py [--state] STORE", file=sys.stderr)
        return 2
    try:
        read(Store(arguments[0]), wants_state="--state" in sys.argv)
    except Damage as damage:
        print(f"read_store: damaged: {damage}", file=sys.stderr)
        return 1
    except (lmdb.Error, OSError) as error:
        print(f"read_store: {arguments[0]} cannot be read: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
