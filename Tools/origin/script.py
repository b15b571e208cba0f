"""What the scripted origin remembers: scripts, log, holds, and the bodies that a script describes."""
import base64
import functools
import os
import random
import re
import threading
from urllib.parse import unquote

import fuzz

RANDOM_BYTES_MAX = 1 << 30
LOG_ENTRIES_MAX = 10_000
HOLD_SECONDS_MAX = 600
PORTAL_PAGE = b"<html><title>Welcome</title><form action=/login>Please sign in to use this network.</form></html>\n"


@functools.lru_cache(maxsize=8)
def random_bytes(count, seed):
    """The same bytes for the same seed, on every machine."""
    if count > RANDOM_BYTES_MAX:
        raise ValueError(f"a random body of {count} bytes is above the limit of {RANDOM_BYTES_MAX}")
    generator = random.Random(seed)
    step = 1 << 20
    return b"".join(generator.randbytes(min(step, count - start)) for start in range(0, count, step))


def body_bytes(response):
    if response.get("portal"):
        return PORTAL_PAGE
    body = response.get("body", {})
    if "random" in body:
        return random_bytes(int(body["random"]), int(body.get("seed", 0)))
    if "base64" in body:
        block = base64.b64decode(body["base64"])
        count = int(body.get("count", len(block)))
        return (block * (count // max(1, len(block)) + 1))[:count]
    return body.get("text", "").encode()


class Origin:
    """Scripts, log and holds, shared by all connections."""

    def __init__(self, root=None):
        self.root = os.path.realpath(root) if root else None
        self.lock = threading.Condition()
        self.reset()

    def reset(self):
        with self.lock:
            self.scripts, self.log, self.released, self.generation = {}, [], set(), getattr(self, "generation", 0) + 1
            self.drawn_counts = {}
            self.lock.notify_all()

    def script(self, scripts):
        with self.lock:
            for path, responses in scripts.items():
                self.scripts[path] = list(responses) if isinstance(responses, list) else [responses]

    def next_response(self, path, peek=False):
        with self.lock:
            responses = self.scripts.get(path)
            if not responses:
                return None
            return responses[0] if peek or len(responses) == 1 else responses.pop(0)

    def drawn_response(self, path, range_field):
        """What fuzz.py draws for this request of its path, and the fault's name; None for other paths."""
        with self.lock:
            number = self.drawn_counts.get(path, 0)
            start = re.match(r"bytes=(\d+)-", range_field or "")
            drawn = fuzz.answer(path, number, int(start[1]) if start else None)
            if drawn:
                self.drawn_counts[path] = number + 1
            return drawn

    def release(self, name):
        with self.lock:
            self.released.add(name)
            self.lock.notify_all()

    def is_released(self, name, generation, within):
        """Waits for so many seconds. A reset, which begins a new generation, releases all that wait."""
        with self.lock:
            return self.lock.wait_for(
                lambda: {name, None} & self.released or self.generation != generation, timeout=within)

    def record(self, entry):
        with self.lock:
            if len(self.log) < LOG_ENTRIES_MAX:
                self.log.append(entry)

    def update(self, entry, **facts):
        with self.lock:
            entry.update(facts)

    def file_response(self, path):
        """A response for a regular file below the root; None for anything else."""
        if not self.root:
            return None
        real = os.path.realpath(os.path.join(self.root, unquote(path).lstrip("/")))
        if not real.startswith(self.root + os.sep) or not os.path.isfile(real):
            return None
        facts = os.stat(real)
        return {"file": real, "size": facts.st_size, "etag": f'"{facts.st_mtime_ns:x}-{facts.st_size:x}"'}


def requested_start(range_field, size):
    """First and last byte of a single `bytes=` range: a tuple, "unsatisfied", or None where it is to be ignored."""
    match = re.fullmatch(r"bytes=(\d*)-(\d*)", range_field or "")
    if not match or not (match[1] or match[2]):
        return None
    if not match[1]:
        length = min(int(match[2]), size)
        return (size - length, size - 1) if length else "unsatisfied"
    start, end = int(match[1]), min(int(match[2] or size - 1), size - 1)
    return (start, end) if start <= end else "unsatisfied"
