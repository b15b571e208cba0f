#!/usr/bin/env python3
"""A scripted HTTP/1.1 origin for tests and the demo: honest by default, faulty on request.

    python3 Tools/origin/origin.py --port 0 [--root DIR] [--tls-cert PEM --tls-key PEM] [--exit-with-stdin]

Prints `listening PORT` and serves until killed. Files below --root have a strong ETag, Range and If-Range.
Control, on the same port:

    POST /_origin/script   {"/path": response | [response, ...]}; a list is used in order, its last one repeats
    GET  /_origin/log[?path=/path]
                           [{"method", "path", "range", "if_range", "headers", "status", "bytes_sent", "whole", "ended"}, ...]
    GET  /_origin/digest?path=/path    {"bytes": N, "sha256": HEX} of the body that the path serves now
    GET  /_origin/fuzz?path=/fuzz/SEED/TRUST/ITEM.bin&count=N    [{"bytes": N, "sha256": HEX}, ...] of this item's content and the next ones'
    POST /_origin/release  {"name": NAME}, or {} for all: lets held responses go on
    POST /_origin/reset    forgets scripts, log and holds

Paths below /fuzz answer as fuzz.py draws it. A response is a JSON object; every key is optional:

    body              {"text": T} | {"base64": B} | {"base64": B, "count": N} for B again and again | {"random": N, "seed": S}
    status            default 200, or 206 for a range that is honoured
    headers           {"Name": "value"}, added last; a null value removes the header
    etag              as it shall be sent, quotes and W/ included
    last_modified     HTTP date; If-Range accepts it when it is equal
    ignore_range      always the whole body with 200
    wrong_range_start the 206 begins here instead
    range_total       another total in Content-Range; content_range: "" leaves the header out, any text replaces it
    content_length    another Content-Length; no_length: none at all, the body ends with the connection
    chunked           chunked coding; final_chunk: false ends it without the last chunk
    cut_at            close after so many body bytes; cut_headers: close inside the headers; reset: close with RST
    delay_ms          before the headers; chunk_bytes, chunk_delay_ms: pieces and pauses of the body
    rate              bytes a second
    hold              name: wait before the headers until released; hold_at: wait after so many body bytes instead
    redirect          Location, with status 302 unless given
    encoding          a coding: gzip is really applied, others are only claimed
    retry_after       seconds or an HTTP date
    portal            a sign-in page (200 text/html) instead of the body
    raw               text that is sent as it stands, then the connection is closed

As a proxy it has pages under whole addresses: {"http://host/path": response}, and answers a CONNECT by {"host:port": response}.
Bounded: 256 connections at once, 64 MiB a request body, 1 GiB a random body, 10,000 log entries.
"""
import argparse
import gzip
import hashlib
import json
import os
import select
import socket
import ssl
import struct
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import fuzz
from script import HOLD_SECONDS_MAX, Origin, body_bytes, requested_start

CONNECTIONS_MAX = 256
REQUEST_BYTES_MAX = 64 << 20


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    origin: Origin

    def log_message(self, *_):
        pass

    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        if length > REQUEST_BYTES_MAX:
            return self.answer({"error": "request too large"}, 413)
        payload = self.rfile.read(length)
        action = urlsplit(self.path).path
        try:
            value = json.loads(payload or b"{}")
            if action == "/_origin/script":
                self.origin.script(value)
            elif action == "/_origin/release":
                self.origin.release(value.get("name"))
            elif action == "/_origin/reset":
                self.origin.reset()
            else:
                return self.answer({"error": "no such action"}, 404)
        except (ValueError, AttributeError) as error:
            return self.answer({"error": str(error)}, 400)
        self.answer({"ok": True})

    def do_HEAD(self):
        self.do_GET()

    def do_CONNECT(self):
        """A request for a tunnel is answered by the script of HOST:PORT; no tunnel is ever made."""
        self.do_GET()

    def do_GET(self):
        parts = urlsplit(self.path)
        if parts.path == "/_origin/log":
            path = parse_qs(parts.query).get("path")
            with self.origin.lock:
                entries = [dict(entry) for entry in self.origin.log if not path or entry["path"] == path[0]]
            return self.answer(entries)
        if parts.path == "/_origin/digest":
            path = parse_qs(parts.query).get("path", ["/"])[0]
            response = self.origin.next_response(path, peek=True) or {}
            body = body_bytes(response)
            return self.answer({"bytes": len(body), "sha256": hashlib.sha256(body).hexdigest()})
        if parts.path == "/_origin/fuzz":
            query = parse_qs(parts.query)
            return self.answer(fuzz_contents(query["path"][0], int(query["count"][0])))
        response, fault = self.origin.next_response(self.path), None
        if response is None and (drawn := self.origin.drawn_response(self.path, self.headers.get("Range"))):
            response, fault = drawn
        if response is None:
            response = self.origin.file_response(parts.path) or {"status": 404, "body": {"text": "not here\n"}}
        self.sent, self.whole, self.status = 0, False, None
        entry = {
            "method": self.command, "path": self.path, "range": self.headers.get("Range"),
            "if_range": self.headers.get("If-Range"), "headers": {k.lower(): v for k, v in self.headers.items()},
            "status": None, "bytes_sent": 0, "whole": False, "ended": False, "fault": fault,
        }
        # Recorded at its start, so that a client that has the answer finds its request in the log.
        self.origin.record(entry)
        try:
            self.whole = self.serve(response)
        except (BrokenPipeError, ConnectionError, TimeoutError, ssl.SSLError):
            self.close_connection = True
        finally:
            self.origin.update(entry, status=self.status, bytes_sent=self.sent, whole=self.whole, ended=True)
        if response.get("reset") and not self.whole:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def answer(self, value, status=200):
        payload = json.dumps(value).encode()
        head = f"HTTP/1.1 {status} -\r\nContent-Type: application/json\r\nContent-Length: {len(payload)}\r\n\r\n"
        self.wfile.write(head.encode() + payload)

    def serve(self, response):
        """Sends one scripted response. True when all of it went out."""
        if "hold" in response and "hold_at" not in response:
            self.wait_for_release(response["hold"])
        time.sleep(response.get("delay_ms", 0) / 1000)
        if "raw" in response:
            self.wfile.write(response["raw"].encode("latin-1"))
            self.close_connection = True
            return True
        body, size = None, response.get("size")
        if "file" not in response:
            body = body_bytes(response)
            body = gzip.compress(body) if response.get("encoding") == "gzip" else body
            size = len(body)
        status, start, end, fields = self.head(response, size)
        self.status = status
        lines = [f"HTTP/1.1 {status} -"] + [f"{name}: {value}" for name, value in fields.items() if value is not None]
        head = "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n"
        if response.get("cut_headers"):
            self.wfile.write(head[: len(head) // 2])
            self.close_connection = True
            return False
        self.wfile.write(head)
        if fields.get("Connection") == "close":
            self.close_connection = True
        if self.command == "HEAD" or status in (204, 304):
            return True
        if "file" in response:
            with open(response["file"], "rb") as file:
                self.connection.sendfile(file, start, end - start) if end > start else None
            self.sent = end - start
            return True
        return self.send_body(response, memoryview(body)[start:end])

    def head(self, response, size):
        """Status, first and last-plus-one byte of the body, header fields in order."""
        status, start, end = response.get("status", 200), 0, size
        fields = {"Date": self.date_time_string(), "Accept-Ranges": "bytes"}
        if "redirect" in response:
            status, fields["Location"] = response.get("status", 302), response["redirect"]
        elif response.get("portal"):
            fields["Content-Type"] = "text/html; charset=utf-8"
        elif status == 200 and not response.get("ignore_range") and self.range_counts(response):
            range_asked = requested_start(self.headers.get("Range"), size)
            total = response.get("range_total", size)
            if range_asked == "unsatisfied":
                status, end, fields["Content-Range"] = 416, 0, f"bytes */{total}"
            elif range_asked:
                status, start, end = 206, response.get("wrong_range_start", range_asked[0]), range_asked[1] + 1
                fields["Content-Range"] = f"bytes {start}-{end - 1}/{total}"
        if "content_range" in response and status in (206, 416):
            fields["Content-Range"] = response["content_range"] or None
        for key, name in (("etag", "ETag"), ("last_modified", "Last-Modified"), ("retry_after", "Retry-After"),
                          ("encoding", "Content-Encoding")):
            if key in response:
                fields[name] = response[key]
        if response.get("chunked"):
            fields["Transfer-Encoding"] = "chunked"
        elif response.get("no_length"):
            fields["Connection"] = "close"
        else:
            fields["Content-Length"] = response.get("content_length", end - start)
        fields.update(response.get("headers", {}))
        return status, start, end, fields

    def range_counts(self, response):
        """If-Range: the range counts only where the validator is strong and equal (RFC 9110 section 13.1.5)."""
        validator = self.headers.get("If-Range")
        if validator is None:
            return True
        etag = response.get("etag", "")
        return validator == etag and not etag.startswith("W/") or validator == response.get("last_modified", "")

    def wait_for_release(self, name):
        """Nobody waits for a client that has hung up."""
        deadline, generation = time.monotonic() + HOLD_SECONDS_MAX, self.origin.generation
        while not self.origin.is_released(name, generation, within=0.05) and time.monotonic() < deadline:
            if not isinstance(self.connection, ssl.SSLSocket) and select.select([self.connection], [], [], 0)[0]:
                if self.connection.recv(1, socket.MSG_PEEK) == b"":
                    raise ConnectionError("the client has hung up")

    def send_body(self, response, body):
        cut, hold_at, rate = response.get("cut_at"), response.get("hold_at"), response.get("rate")
        piece = response.get("chunk_bytes") or (max(1, rate // 20) if rate else 64 << 10)
        stop = len(body) if cut is None else min(cut, len(body))
        has_held = hold_at is None
        while self.sent < stop or not has_held:
            if not has_held and self.sent >= min(hold_at, stop):
                self.wait_for_release(response.get("hold"))
                has_held = True
                continue
            upto = stop if has_held else min(hold_at, stop)
            part = body[self.sent : min(self.sent + piece, upto)]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part) if response.get("chunked") else part)
            self.sent += len(part)
            time.sleep(len(part) / rate if rate else response.get("chunk_delay_ms", 0) / 1000)
        is_short = stop < len(body) or response.get("content_length", len(body)) != len(body)
        if response.get("chunked") and stop == len(body) and response.get("final_chunk", True):
            self.wfile.write(b"0\r\n\r\n")
        elif response.get("chunked") or is_short:
            self.close_connection = True
            return False
        return True


def fuzz_contents(path, count):
    seed, _, first = fuzz.PATH.fullmatch(path).groups()
    items = (fuzz.Item(int(seed), number) for number in range(int(first), int(first) + count))
    bodies = (body_bytes({"body": item.body()}) for item in items)
    return [{"bytes": len(body), "sha256": hashlib.sha256(body).hexdigest()} for body in bodies]


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    allow_reuse_address = True

    def __init__(self, address, origin, context=None):
        self.slots = threading.BoundedSemaphore(CONNECTIONS_MAX)
        self.context = context
        super().__init__(address, type("BoundHandler", (Handler,), {"origin": origin}))

    def process_request(self, request, client_address):
        self.slots.acquire()
        try:
            super().process_request(request, client_address)
        except BaseException:
            self.slots.release()
            raise

    def process_request_thread(self, request, client_address):
        try:
            # A TLS client begins with a handshake record; control may come in the clear on the same port.
            if self.context and request.recv(1, socket.MSG_PEEK) == b"\x16":
                request = self.context.wrap_socket(request, server_side=True)
            super().process_request_thread(request, client_address)
        except (OSError, ssl.SSLError):
            request.close()
        finally:
            self.slots.release()

    def shutdown_request(self, request):
        # With SO_LINGER 0 the close must be the first thing the peer hears, or it sees a FIN instead of a RST.
        linger = struct.unpack("ii", request.getsockopt(socket.SOL_SOCKET, socket.SO_LINGER, 8))
        if linger == (1, 0):
            request.close()
        else:
            super().shutdown_request(request)

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], (OSError, ssl.SSLError)):
            super().handle_error(request, client_address)


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--root", help="folder whose files are served")
    parser.add_argument("--tls-cert", help="PEM certificate; serves https beside http")
    parser.add_argument("--tls-key", help="PEM key")
    parser.add_argument("--exit-with-stdin", action="store_true", help="end when standard input closes")
    options = parser.parse_args(arguments)
    context = None
    if options.tls_cert:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.tls_cert, options.tls_key)
    server = Server((options.host, options.port), Origin(options.root), context)
    print(f"listening {server.server_address[1]}", flush=True)
    if options.exit_with_stdin:
        threading.Thread(target=lambda: (sys.stdin.buffer.read(), os._exit(0)), daemon=True).start()
    try:
        server.serve_forever(poll_interval=0.1)
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
