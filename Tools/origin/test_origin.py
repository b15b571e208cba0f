"""Tests of the scripted origin: python3 -m unittest discover Tools/origin"""
import hashlib
import http.client
import json
import os
import tempfile
import threading
import unittest

import fuzz
import origin


class OriginTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        with open(os.path.join(self.folder.name, "file.bin"), "wb") as file:
            file.write(bytes(range(100)))
        self.server = origin.Server(("127.0.0.1", 0), origin.Origin(self.folder.name))
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def tearDown(self):
        self.server.shutdown()
        self.server.server_close()
        self.folder.cleanup()

    def ask(self, method, path, body=None, **fields):
        client = http.client.HTTPConnection("127.0.0.1", self.server.server_address[1], timeout=10)
        client.request(method, path, body, {name.replace("_", "-"): value for name, value in fields.items()})
        response = client.getresponse()
        try:
            return response.status, response.headers, response.read()
        except http.client.IncompleteRead as error:
            return response.status, response.headers, error.partial
        finally:
            client.close()

    def script(self, **scripts):
        status, _, _ = self.ask("POST", "/_origin/script", json.dumps({"/" + key: value for key, value in scripts.items()}))
        self.assertEqual(status, 200)

    def test_a_file_has_a_strong_etag_and_ranges(self):
        status, headers, body = self.ask("GET", "/file.bin")
        self.assertEqual((status, body), (200, bytes(range(100))))
        etag = headers["ETag"]
        self.assertTrue(etag.startswith('"'))
        status, headers, body = self.ask("GET", "/file.bin", Range="bytes=90-", If_Range=etag)
        self.assertEqual((status, headers["Content-Range"], body), (206, "bytes 90-99/100", bytes(range(90, 100))))
        self.assertEqual(self.ask("GET", "/file.bin", Range="bytes=90-", If_Range='"other"')[0], 200)
        status, headers, _ = self.ask("GET", "/file.bin", Range="bytes=100-")
        self.assertEqual((status, headers["Content-Range"]), (416, "bytes */100"))

    def test_nothing_outside_the_root_is_served(self):
        for path in ("/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/", "/none"):
            self.assertEqual(self.ask("GET", path)[0], 404, path)

    def test_a_list_is_used_in_order_and_its_last_repeats(self):
        self.script(x=[{"status": 503}, {"body": {"text": "a"}}])
        self.assertEqual([self.ask("GET", "/x")[0] for _ in range(3)], [503, 200, 200])

    def test_a_seeded_body_is_the_same_everywhere(self):
        self.script(x={"body": {"random": 10, "seed": 1}})
        body = self.ask("GET", "/x")[2]
        self.assertEqual(body.hex(), "f5b165224a58b791f1d8")
        answer = json.loads(self.ask("GET", "/_origin/digest?path=/x")[2])
        self.assertEqual(answer, {"bytes": 10, "sha256": hashlib.sha256(body).hexdigest()})

    def test_a_block_is_repeated_up_to_a_count(self):
        self.script(x={"body": {"base64": "YWJj", "count": 8}}, y={"body": {"base64": "", "count": 0}})
        self.assertEqual(self.ask("GET", "/x")[2], b"abcabcab")
        self.assertEqual(self.ask("GET", "/y")[2], b"")

    def test_the_log_of_one_path_holds_no_other(self):
        for path in ("/a", "/b", "/a"):
            self.ask("GET", path)
        log = json.loads(self.ask("GET", "/_origin/log?path=/a")[2])
        self.assertEqual([entry["path"] for entry in log], ["/a", "/a"])

    def test_a_weak_etag_never_matches_if_range(self):
        self.script(x={"body": {"text": "abc"}, "etag": 'W/"a"'})
        self.assertEqual(self.ask("GET", "/x", Range="bytes=1-", If_Range='W/"a"')[0], 200)

    def test_a_cut_body_is_short_and_logged(self):
        self.script(x={"body": {"random": 1000}, "cut_at": 400})
        self.assertEqual(len(self.ask("GET", "/x", Range="bytes=0-")[2]), 400)
        entry = json.loads(self.ask("GET", "/_origin/log")[2])[-1]
        self.assertEqual((entry["path"], entry["range"], entry["status"]), ("/x", "bytes=0-", 206))

    def test_a_held_response_waits_for_its_release(self):
        self.script(x={"hold": "gate", "body": {"text": "a"}})
        answers = []
        asker = threading.Thread(target=lambda: answers.append(self.ask("GET", "/x")[2]))
        asker.start()
        self.assertEqual(answers, [])
        self.ask("POST", "/_origin/release", json.dumps({"name": "gate"}))
        asker.join(10)
        self.assertEqual(answers, [b"a"])

    def test_nobody_waits_for_a_client_that_hung_up(self):
        self.script(x={"hold": "never"})
        client = http.client.HTTPConnection("127.0.0.1", self.server.server_address[1], timeout=10)
        client.request("GET", "/x")
        client.close()
        while not (log := json.loads(self.ask("GET", "/_origin/log")[2])) or not log[0]["ended"]:
            pass

    def test_drawn_answers_are_the_seeds(self):
        def draw(seed):
            paths = [f"/fuzz/{seed}/digest/{number}.bin" for number in range(400)]
            return [fuzz.answer(path, number, 1) for path in paths for number in range(4)]
        drawn = draw(1)
        self.assertEqual(drawn, draw(1))
        self.assertNotEqual(drawn, draw(2))
        self.assertEqual({name for _, name in drawn}, set(fuzz.FAULTS) | {"honest"})
        self.assertIsNone(fuzz.answer("/fuzz/1/nothing/1.bin", 0, None))

    def test_what_is_known_of_a_content_bounds_the_lies(self):
        for trust, banned in (("size", fuzz.LIES), ("none", fuzz.LIES + fuzz.SIZE_LIES)):
            names = {fuzz.answer(f"/fuzz/1/{trust}/{number}.bin", 0, None)[1] for number in range(2_000)}
            self.assertEqual(names & set(banned), set())

    def test_a_drawn_content_is_what_an_honest_answer_brings(self):
        path = next(p for p in (f"/fuzz/3/none/{n}.bin" for n in range(100)) if fuzz.answer(p, 0, None)[1] == "honest")
        body = self.ask("GET", path)[2]
        facts = json.loads(self.ask("GET", f"/_origin/fuzz?path={path}&count=2")[2])
        self.assertEqual(facts[0], {"bytes": len(body), "sha256": hashlib.sha256(body).hexdigest()})
        self.assertEqual(len(facts), 2)

    def test_broken_control_is_refused(self):
        self.assertEqual(self.ask("POST", "/_origin/script", "{")[0], 400)
        self.assertEqual(self.ask("POST", "/_origin/nothing", "{}")[0], 404)

    def test_reset_forgets(self):
        self.script(x={"body": {"text": "a"}})
        self.ask("GET", "/x")
        self.ask("POST", "/_origin/reset", "{}")
        self.assertEqual(json.loads(self.ask("GET", "/_origin/log")[2]), [])
        self.assertEqual(self.ask("GET", "/x")[0], 404)


if __name__ == "__main__":
    unittest.main()
