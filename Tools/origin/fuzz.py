"""Answers drawn from a seed: what servers, proxies and networks may do to a download, by item and by request.

    /fuzz/SEED/TRUST/ITEM.bin

TRUST is what the asker knows of the content, and bounds what he can be lied to about: with a `digest` about everything, with a
`size` about nothing that keeps the size, and with `none` about nothing that he could not see through. The same seed, item and
number of the request give the same answer.
"""
import random
import re

PATH = re.compile(r"/fuzz/(\d+)/(digest|size|none)/(\d+)\.bin")
SIZES = [(4, 0, 0), (4, 1, 1), (30, 2, 4_000), (40, 4_000, 60_000), (20, 60_000, 200_000), (1, 1_000_000, 3_000_000)]
TAG_KINDS = ["strong", "strong", "strong", "strong", "weak", "none", "flapping", "modified"]
STATUSES = [204, 206, 300, 302, 304, 400, 401, 403, 404, 407, 408, 410, 412, 416, 418, 425, 429, 429, 500, 502, 503, 503, 507, 511, 599]
WAITS = ["0", "1", "2", "-5", "soon", "", "99999999999999999999", "Sun, 06 Nov 1994 08:49:37 GMT", "1, 2"]
RAW = [
    "", "\r\n", "\0", "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1", "HTTP/1.1 200 OK\r\n", "HTTP/9.9 200 OK\r\n\r\n", "HTTP/1.1 2000 x\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nx", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nx",
    "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nx", "HTTP/1.1 100 Continue\r\n\r\n",
    "HTTP/1.1 206 x\r\nContent-Range: bytes 9-3/4\r\nContent-Length: 4\r\n\r\nabcd", "HTTP/1.1 200 OK\r\nETag: \"" + "a" * 70_000,
    "HTTP/1.1 200 OK\r\n" + "X: y\r\n" * 20_000 + "\r\n", "HTTP/1.1 200 OK\r\n no name\r\n:\r\n\xff\xfe: \x80\r\nContent-Length: 0\r\nContent-Encoding: \xe9\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
]
LOCATIONS = ["", "ftp://127.0.0.1/x", "file:///etc/passwd", "http://", "http://nothing.invalid:1/", "//", "http://127.0.0.1:1/", "\x01", "?" * 40_000]


class Item:
    """What stays the same from request to request."""

    def __init__(self, seed, number):
        self.seed, self.number = seed, number
        draw = random.Random(f"{seed} item {number}")
        _, least, most = draw.choices(SIZES, [weight for weight, _, _ in SIZES])[0]
        self.size = draw.randint(least, most)
        self.tag_kind = draw.choice(TAG_KINDS)
        self.fault_share = draw.choice([0.1, 0.4, 0.7, 0.95])
        # Items that only ever meet what can be survived show that it is.
        self.is_hopeless = draw.random() < 0.3

    def body(self):
        return {"random": self.size, "seed": self.seed * 1_000_000 + self.number}


def answer(path, request_number, range_start):
    """The response, in the words of origin.py, and the name of its fault; None for another path."""
    match = PATH.fullmatch(path)
    if not match:
        return None
    seed, trust, number = int(match[1]), match[2], int(match[3])
    item = Item(seed, number)
    draw = random.Random(f"{seed} item {number} request {request_number}")
    response = honest(item, draw)
    if draw.random() >= item.fault_share:
        return response, "honest"
    names = list(SURVIVABLE) + (list(FATAL) if item.is_hopeless else [])
    if trust != "none":
        names += SIZE_LIES
    if trust == "digest":
        names += LIES
    name = draw.choice(names)
    FAULTS[name](response, item, draw, range_start)
    return response, name


def honest(item, draw):
    response = {"body": item.body()}
    if item.tag_kind == "modified":
        response["last_modified"] = "Sun, 06 Nov 1994 08:49:37 GMT"
    elif item.tag_kind != "none":
        flap = f"-{draw.randrange(1000)}" if item.tag_kind == "flapping" else ""
        response["etag"] = f'{"W/" if item.tag_kind == "weak" else ""}"v1{flap}"'
    return response


FAULTS = {}


def fault(kinds):
    def add(function):
        name = function.__name__
        FAULTS[name] = function
        kinds.append(name)
        return function
    return add


SURVIVABLE, FATAL, SIZE_LIES, LIES = [], [], [], []


def some(item, draw):
    return draw.randint(0, item.size)


# What anybody can see through, and what another try may mend.

@fault(SURVIVABLE)
def cut(response, item, draw, start):
    response["cut_at"] = some(item, draw)


@fault(SURVIVABLE)
def reset(response, item, draw, start):
    response.update(cut_at=some(item, draw), reset=True)


@fault(SURVIVABLE)
def cut_headers(response, item, draw, start):
    response["cut_headers"] = True


@fault(SURVIVABLE)
def chunked(response, item, draw, start):
    response.update(chunked=True, chunk_bytes=draw.randint(max(1, item.size // 20), 70_000 + item.size))


@fault(SURVIVABLE)
def chunked_cut(response, item, draw, start):
    response.update(chunked=True, cut_at=some(item, draw), final_chunk=False)


@fault(SURVIVABLE)
def stall(response, item, draw, start):
    response["hold"] = "never"


@fault(SURVIVABLE)
def stall_in_body(response, item, draw, start):
    response.update(hold="never", hold_at=some(item, draw))


@fault(SURVIVABLE)
def trickle(response, item, draw, start):
    response.update(chunk_bytes=item.size // 4 + 1, chunk_delay_ms=10)


@fault(SURVIVABLE)
def too_long(response, item, draw, start):
    response["content_length"] = item.size + draw.randint(1, 100_000)


@fault(SURVIVABLE)
def server_error(response, item, draw, start):
    response.update(status=draw.choice([408, 425, 429, 500, 502, 503]), retry_after=draw.choice(WAITS))


@fault(SURVIVABLE)
def garbage(response, item, draw, start):
    response["raw"] = draw.choice(RAW) if draw.random() < 0.7 else draw.randbytes(draw.randint(1, 400)).decode("latin-1")


@fault(SURVIVABLE)
def ignore_range(response, item, draw, start):
    response["ignore_range"] = True


@fault(SURVIVABLE)
def wrong_range(response, item, draw, start):
    if start:
        response["wrong_range_start"] = draw.choice([0, start // 2, start - 1, min(start + 1, item.size - 1)])


@fault(SURVIVABLE)
def odd_range(response, item, draw, start):
    response["content_range"] = draw.choice(["", "bytes", "bytes */", "bytes 0-/x", "lines 1-2/3", f"bytes 0-{item.size}/{item.size}"])


@fault(SURVIVABLE)
def other_total(response, item, draw, start):
    response["range_total"] = item.size + draw.choice([-1, 1, 1_000])


@fault(SURVIVABLE)
def other_tag(response, item, draw, start):
    response["etag"] = f'"other{draw.randrange(1000)}"'


@fault(SURVIVABLE)
def redirect(response, item, draw, start):
    # To itself, which counts as another request.
    response["redirect"] = f"{item.number}.bin"
    response["status"] = draw.choice([301, 302, 303, 307, 308])


# What no other try mends, or what is not tried again.

@fault(FATAL)
def status(response, item, draw, start):
    response.update(status=draw.choice(STATUSES), retry_after=draw.choice(WAITS), etag='"page"', body={"text": "a page"})


@fault(FATAL)
def bad_redirect(response, item, draw, start):
    response.update(redirect=draw.choice(LOCATIONS), status=draw.choice([301, 302, 303, 307, 308]))


@fault(FATAL)
def encoded(response, item, draw, start):
    response["encoding"] = draw.choice(["gzip", "br", "identity, x", "deflate, gzip"])


@fault(FATAL)
def until_close(response, item, draw, start):
    response["no_length"] = True


# What a known size shows to be wrong.

@fault(SIZE_LIES)
def until_close_cut(response, item, draw, start):
    # The whole may come by chance; then it is no lie.
    response.update(no_length=True, cut_at=some(item, draw))


@fault(SIZE_LIES)
def portal(response, item, draw, start):
    response["portal"] = True
    response.pop("etag", None)


@fault(SIZE_LIES)
def short_length(response, item, draw, start):
    if not start and item.size:
        response["content_length"] = draw.randrange(item.size)


@fault(SIZE_LIES)
def empty(response, item, draw, start):
    if item.size:
        response.update(body={}, etag='"empty"')


# What only a digest shows to be wrong.

@fault(LIES)
def wrong_bytes(response, item, draw, start):
    response["body"] = {"random": item.size, "seed": draw.randrange(1 << 30)}
    if draw.random() < 0.5:
        # Half of the wrong ones under the right name: what is staged is poisoned.
        response["cut_at"] = some(item, draw)


@fault(LIES)
def changed_bytes(response, item, draw, start):
    response["body"] = {"random": draw.randint(1, 2 * item.size + 1), "seed": draw.randrange(1 << 30)}
    response["etag"] = f'"v{draw.randrange(2, 9)}"'


@fault(LIES)
def complete_already(response, item, draw, start):
    if start:
        response.update(status=416, content_range=f"bytes */{start}", body={})


@fault(LIES)
def part_of_something(response, item, draw, start):
    if start:
        count = item.size - start
        response.update(
            status=206, content_range=f"bytes {start}-{item.size - 1}/{item.size}",
            body={"random": count, "seed": draw.randrange(1 << 30)})

