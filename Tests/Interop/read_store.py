#!/usr/bin/env python3
"""Reads a Holdfast store with LMDB, CBOR and SHA-256 alone, and proves it.

Written against Format.md and nothing else. Prints one JSON object a line: a record with its position, type, recordedAt and
leaf hash; at the end the number of records and the root. Needs Debian's python3-lmdb and python3-cbor2.

Exit: 0 sound; 1 damaged, with what and where on stderr; 2 not readable.
"""

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


class Damage(Exception):
    pass


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


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
                self.nodes[(level, index)] = root
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
    """Names what the numbers of a record mean."""

    def __init__(self, row):
        self.row = cbor2.loads(row)
        self.keys = {field["name"]: key for key, field in self.row["envelope"].items()}

    def type_name(self, record):
        number = record[self.keys["type"]]
        event = self.row["events"].get(number)
        return event["name"] if event else f"unknown({number})"

    def payload(self, record):
        """The payload with names for keys; raw where its type or version is unknown."""
        payload = record[self.keys["payload"]]
        event = self.row["events"].get(record[self.keys["type"]])
        if event is None or record.get(self.keys["schemaVersion"], 1) > event["version"]:
            return repr(payload)
        return self.group(payload, event["fields"])

    def group(self, values, fields):
        missing = [field["name"] for key, field in fields.items() if key not in values and not field.get("optional")]
        if missing:
            raise Damage(f"the fields {', '.join(missing)} are missing")
        named = {}
        for key, value in values.items():
            if key in fields:
                named[fields[key]["name"]] = self.value(value, fields[key]["shape"])
            else:
                named[str(key)] = repr(value)
        return named

    def value(self, value, shape):
        if shape == "digest":
            if len(value) != 33 or value[0] != 1:
                raise Damage("a digest is not one of SHA-256")
            return "sha256:" + value[1:].hex()
        if isinstance(shape, str):
            kinds = {"uint": int, "int": int, "bool": bool, "text": str, "bytes": bytes}
            if type(value) is not kinds[shape]:
                raise Damage(f"{value!r} is no {shape}")
            return value.hex() if shape == "bytes" else value
        (kind, what), = shape.items()
        if kind == "code":
            return self.row["codes"][what].get(value, f"unknown({value})")
        if kind == "group":
            return self.group(value, self.row["groups"][what])
        if kind == "list":
            return [self.value(element, what) for element in value]
        return repr(value)


def rfc3339(microseconds):
    time = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=microseconds)
    return time.isoformat(timespec="microseconds") + "Z"


def only_form(data):
    """Reads CBOR and refuses whatever is not its deterministic form."""
    try:
        value = cbor2.loads(data)
    except Exception as error:
        raise Damage(f"no CBOR: {error}") from error
    if not isinstance(value, dict) or cbor2.dumps(value, canonical=True) != data:
        raise Damage("not a map in deterministic form")
    return value


def open_store(path):
    file = os.path.join(path, "log.mdb") if os.path.isdir(path) else path
    # Without the table of readers nobody can have the log open, so no lock is needed, and a read-only folder is enough.
    has_lock = os.path.exists(file + "-lock")
    return lmdb.open(file, subdir=False, readonly=True, create=False, lock=has_lock, max_dbs=64)


def check_private(row, record, digest_key):
    digest = record.get(digest_key)
    if row is None:
        return digest is None or "erased"
    if digest != b"\x01" + sha256(b"\x02", bytes(row)):
        raise Damage("the private row is not the one that the record was written with")
    only_form(bytes(row[16:]))
    return True


def read(transaction, tables):
    meta = {bytes(key): bytes(value) for key, value in transaction.cursor(tables["meta"])}
    (version,) = struct.unpack(">I", meta[b"format"])
    if version != FORMAT:
        sys.exit(f"read_store: this log has format {version}, and this program reads format {FORMAT}; nothing was read.")
    schema = Schema(meta[b"schema"])
    digest_key = schema.keys["privateDigest"]
    tree, erased = Tree(), 0
    for key, data in transaction.cursor(tables["records"]):
        try:
            if bytes(key) != struct.pack(">Q", tree.count):
                raise Damage("the record is missing")
            data = bytes(data)
            record = only_form(data)
            schema.payload(record)
            private = check_private(transaction.get(bytes(key), db=tables["private"]), record, digest_key)
            erased += private == "erased"
        except Damage as damage:
            raise Damage(f"position {tree.count}: {damage}") from damage
        leaf = sha256(b"\x00", data)
        time = rfc3339(record[schema.keys["recordedAt"]])
        print(json.dumps({
            "position": tree.count, "type": schema.type_name(record), "recordedAt": time, "leaf": leaf.hex(),
        }))
        tree.add(leaf)
    compare(transaction, tables, meta, tree)
    print(json.dumps({"count": tree.count, "root": tree.root().hex(), "erased": erased}))


def compare(transaction, tables, meta, tree):
    """Holds what was computed against what is stored: the nodes first, since they tell where a damage is."""
    stored = {struct.unpack(">BQ", key): bytes(value) for key, value in transaction.cursor(tables["tree"])}
    for level, index in sorted(stored.keys() | tree.nodes.keys()):
        if stored.get((level, index)) != tree.nodes.get((level, index)):
            first = index << level
            raise Damage(f"the stored root over positions {first} to {first + (1 << level) - 1} is another")
    if meta[b"stack"] != struct.pack(">Q", tree.count) + b"".join(tree.roots):
        (count,) = struct.unpack(">Q", meta[b"stack"][:8])
        raise Damage(f"the stored stack is over {count} records and does not fit the {tree.count} that are here")


def main():
    if len(sys.argv) != 2:
        print("usage: read_store.py STORE", file=sys.stderr)
        return 2
    try:
        with open_store(sys.argv[1]) as environment:
            names = ["records", "private", "tree", "meta"]
            tables = {name: environment.open_db(name.encode(), create=False) for name in names}
            with environment.begin() as transaction:
                read(transaction, tables)
    except Damage as damage:
        print(f"read_store: damaged: {damage}", file=sys.stderr)
        return 1
    except (lmdb.Error, OSError) as error:
        print(f"read_store: {sys.argv[1]} cannot be read: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
