"""Looks at a report in a headless Chromium and says what is not as it should be.

    browse.py SCENARIO REPORT.html [EXPECTED.json] [PICTURES]

A browser without a network at all: every name is unknown to it, and whatever the page asks for is a finding. Ends with 1 after the
findings, one a line on stderr.
"""

import json
import os
import shutil
import sys
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

findings = []


def check(is_right, words):
    if not is_right:
        findings.append(str(words))


class Browser:
    def __init__(self, path, dark=False, reduced=False, width=1280, height=900):
        self.profile = tempfile.mkdtemp(prefix="holdfast-browser-")
        options = Options()
        for argument in [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
            "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
            "--disable-extensions", "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={self.profile}",
            f"--window-size={width},{height}",
        ]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.set_script_timeout(120)
        self.driver.set_page_load_timeout(180)
        media = [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if reduced else "no-preference"},
        ]
        self.command("Emulation.setEmulatedMedia", {"features": media})
        self.command("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.path = path
        self.driver.get("file://" + os.path.abspath(path))

    def command(self, name, parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def until(self, script, *arguments):
        """Waits until a script gives something true; findings say when it never did."""
        for _ in range(400):
            value = self.run(script, *arguments)
            if value:
                return value
            time.sleep(0.025)
        check(False, "never came: " + script)
        return None

    def view(self, name):
        self.run("location.hash = arguments[0]", "#/" + name)
        self.until("return location.hash.startsWith(arguments[0]) && document.querySelector('#main').children.length > 0", "#/" + name.split("@")[0])
        self.run("return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def press(self, *keys):
        """To whatever has the focus: a view that is made anew may just have taken it."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def end(self):
        """No error was told, and nothing was asked for but the page itself."""
        for entry in self.driver.get_log("browser"):
            check(False, f"console: {entry['level']} {entry['message']}")
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                # The tab's own page, before ours, is none of our business.
                if not message["params"]["documentURL"].startswith("file:"):
                    continue
                url = message["params"]["request"]["url"]
                check(url.startswith("file://") and url.split("#")[0].endswith(os.path.basename(self.path)), f"asked for {url}")
        check("broken" not in self.driver.title, "markup from the store was run")
        self.driver.quit()
        shutil.rmtree(self.profile, ignore_errors=True)


def views(path, expected):
    browser = Browser(path)
    browser.view("overview")
    check(len(browser.find(".tile")) == 5, "the overview has its figures")
    check(len(browser.find("#main canvas")) == 3, "ribbon, transfers and storage are drawn")
    painted = browser.run("""return [...document.querySelectorAll('canvas')].map(canvas =>
        new Set(new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size)""")
    check(all(colours > 2 for colours in painted), f"every drawing has colours: {painted}")
    browser.view("items")
    shown = browser.run("return [...document.querySelectorAll('.item')].map(each => [each.querySelector('.row-title').textContent, each.querySelector('.aff-label').textContent, each.querySelector('svg') !== null])")
    check(sorted(each[0] for each in shown) == sorted(expected["titles"]), f"all items are listed: {shown}")
    check(all(each[2] for each in shown), "each item has an icon")
    for item in expected["items"]:
        browser.view("item/" + browser.run("return encodeURIComponent(arguments[0])", item["id"]))
        sentences = browser.run("return [...document.querySelectorAll('.entry-sentence')].map(each => each.textContent)")
        check(sentences == item["history"], f"the history of {item['id']}: {sentences} instead of {item['history']}")
    browser.view("transfers")
    check(len(browser.find(".long .row")) == expected["attempts"], "all transfers are listed")
    browser.view("failures")
    check("503" in browser.run("return document.querySelector('#main').innerText"), "the failure is told")
    check(browser.run("return document.querySelectorAll('table tbody tr').length") == 1, "the host is told")
    browser.view("moment@3")
    check(len(browser.find("#changes li")) > 0, "what the record changed is told")
    unnamed = browser.run("""return [...document.querySelectorAll('button, a, input, select, canvas')].filter(each =>
        !(each.getAttribute('aria-label') || each.textContent.trim() || each.closest('label'))).map(each => each.outerHTML)""")
    check(unnamed == [], f"without a name: {unnamed}")
    check(browser.run("return document.documentElement.lang") == "en", "the page says its language")
    browser.end()


def scrubber(path, expected):
    browser = Browser(path)
    for moment in expected["states"]:
        step = moment["at"] - expected["first"] + 1
        state = browser.run("report.go(arguments[0]); return report.stateAt(arguments[0])", step)
        rows = {(row["kind"], row["key"]): row["value"] for row in state}
        wanted = {(row["kind"], row["key"]): row["value"] for row in moment["rows"]}
        check(set(rows) == set(wanted), f"rows at {moment['at']}: {set(rows) ^ set(wanted)}")
        for key in wanted:
            check(rows.get(key) == wanted[key], f"{key} at {moment['at']}: {rows.get(key)} instead of {wanted[key]}")
        for showing in moment["shown"]:
            seen = browser.run("return report.shownAt(arguments[0], arguments[1])", showing["item"], step)
            got = seen and {"icon": seen["symbol"] or None, "label": seen["label"], "detail": seen["detail"]}
            want = {key: showing[key] for key in ("icon", "label", "detail")}
            check(got == want, f"{showing['item']} at {moment['at']} shows {got} instead of {want}")
        words = browser.run("return document.querySelector('#words').innerText")
        check(step == 0 or f"#{moment['at']}" in words, f"the scrubber says where it is: {words}")
    queue = browser.run("return report.queueAt(report.stepCount)")
    check(queue == expected["queue"], f"the queue: {queue} instead of {expected['queue']}")
    browser.end()


def keyboard(path, expected):
    browser = Browser(path)
    browser.press(Keys.TAB)
    check(browser.run("return document.activeElement.id") == "skip", "the first stop is the way to the report")
    browser.press(Keys.ENTER)
    check(browser.run("return document.activeElement.id") == "main", "it leads there")
    last = browser.run("return report.stepCount")
    for keys, step in [(Keys.HOME, 0), (Keys.ARROW_RIGHT, 1), (Keys.ARROW_RIGHT, 2), (Keys.ARROW_LEFT, 1), (Keys.END, last)]:
        browser.press(keys)
        check(browser.run("return report.step()") == step, f"{keys!r} leads to {step}")
    for key, name in zip("12345", ["overview", "items", "transfers", "failures", "moment"]):
        browser.press(key)
        browser.until("return document.querySelector('[aria-current]').dataset.view === arguments[0]", name)
    browser.press("2")
    browser.until("return document.querySelectorAll('.item').length > 0")
    browser.run("document.querySelector('.long').focus()")
    browser.press(Keys.ARROW_DOWN)
    browser.press(Keys.ARROW_DOWN)
    second = browser.run("return document.activeElement.getAttribute('href')")
    check(second == browser.run("return document.querySelectorAll('.long a.item')[1].getAttribute('href')"), f"arrows walk the list: {second}")
    ring = browser.run("return getComputedStyle(document.activeElement).outlineStyle")
    check(ring == "solid", f"what has the focus is seen: {ring}")
    browser.press(Keys.ENTER)
    browser.until("return document.querySelector('.history') !== null")
    browser.press("g")
    check(browser.run("return document.activeElement.id") == "jump", "g leads to where a moment is typed")
    browser.press("#4", Keys.ENTER)
    check(browser.run("return report.step()") == 5, "a position is gone to")
    browser.run("document.activeElement.select()")
    browser.press("#99999", Keys.ENTER)
    check(browser.run("return report.step()") == 5 and browser.run("return !document.activeElement.checkValidity()"), "one past the head is refused")
    stops = set()
    for _ in range(60):
        browser.press(Keys.TAB)
        stops.add(browser.run("return document.activeElement.id || document.activeElement.textContent || document.activeElement.getAttribute('aria-label')"))
    check({"slider", "theme"} <= stops, f"everything is reached by Tab: {stops}")
    browser.end()


def contrast(browser):
    """The least contrast of any text with what is behind it."""
    return browser.run("""
        const parse = (text) => (text.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
        const light = ([r, g, b]) => { const part = (v) => { v /= 255; return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; };
            return .2126 * part(r) + .7152 * part(g) + .0722 * part(b); };
        let least = [99, ''];
        for (const each of document.querySelectorAll('body *')) {
            if (![...each.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) || !each.getClientRects().length) continue;
            let ground = each;
            while (ground && (parse(getComputedStyle(ground).backgroundColor)[3] ?? 1) === 0) ground = ground.parentElement;
            let opacity = 1;
            for (let node = each; node; node = node.parentElement) opacity *= Number(getComputedStyle(node).opacity);
            const back = ground ? parse(getComputedStyle(ground).backgroundColor) : [255, 255, 255];
            const ink = parse(getComputedStyle(each).color).slice(0, 3).map((v, i) => v * opacity + back[i] * (1 - opacity));
            const [a, b] = [light(ink), light(back)].sort((x, y) => y - x);
            const ratio = (a + .05) / (b + .05);
            if (ratio < least[0]) least = [ratio, each.outerHTML.slice(0, 120)];
        }
        return least;""")


def looks(path, expected):
    grounds = set()
    for dark in (False, True):
        browser = Browser(path, dark=dark)
        for name in ["overview", "items", "transfers", "failures", "moment@20", "item/guide@20"]:
            browser.view(name)
            least, where = contrast(browser)
            check(least >= 4.5, f"{name} {'dark' if dark else 'light'}: contrast {least:.2f} in {where}")
        grounds.add(browser.run("return getComputedStyle(document.body).backgroundColor"))
        browser.run("const s = document.querySelector('#theme'); s.value = arguments[0]; s.dispatchEvent(new Event('change'))", "light" if dark else "dark")
        grounds.add(browser.run("return getComputedStyle(document.body).backgroundColor"))
        browser.end()
    check(len(grounds) == 2, f"the switch turns light to dark and back: {grounds}")
    phone = Browser(path, width=360, height=740)
    for name in ["overview", "items", "transfers", "failures", "moment@20", "item/guide@20"]:
        phone.view(name)
        width = phone.run("return document.documentElement.scrollWidth")
        check(width <= 360, f"{name} fits a phone: {width}")
    phone.end()


def motion(path, expected):
    for reduced in (False, True):
        browser = Browser(path, reduced=reduced)
        step = expected["published"] - expected["first"] + 1
        browser.view(f"items@{step - 1}")
        browser.run("report.go(arguments[0])", step - 1)
        check(not browser.find(".morph"), "nothing moves before")
        # In one go: it is over in a second.
        pins, name = browser.run("""report.go(arguments[0]); const pins = document.querySelectorAll('.morph-appear .morph-pin');
            return [pins.length, pins.length ? getComputedStyle(pins[0]).animationName : null]""", step)
        check(pins == 1, "the pin comes when the moment is passed")
        check(name == ("fade" if reduced else "rise"), f"the motion is {name}")
        browser.until("return !document.querySelector('.morph') && document.querySelector('.icon-offline_pin') !== null")
        gone = expected["removed"] - expected["first"] + 1
        browser.run("report.go(arguments[0])", gone - 1)
        pins = browser.run("report.go(arguments[0]); return document.querySelectorAll('.morph-disappear').length", gone)
        check(pins == 1, "the pin goes when the removal is asked for")
        browser.end()


def large(path, expected):
    browser = Browser(path)
    last = browser.run("return report.stepCount")
    check(last == expected["events"], f"{last} records")
    for name in ["items", "transfers", "moment", "overview", "failures"]:
        browser.view(name)
        for step in [0, last // 3, last // 2, last - 1, last]:
            browser.run("report.go(arguments[0])", step)
            nodes = browser.run("return document.querySelectorAll('*').length")
            check(nodes < 1500, f"{name} at {step} has {nodes} elements")
    # Not O(events): a step looks at what it shows, however long the log.
    for name in ["items", "moment", "overview"]:
        browser.view(name)
        browser.run("""let step = 0; const next = () => { report.go(step += 997); if (step < report.stepCount) requestAnimationFrame(next); else globalThis.isDone = true; };
            globalThis.isDone = false; next();""")
        browser.until("return globalThis.isDone")
    browser.end()


def empty(path, expected):
    browser = Browser(path)
    check("empty" in browser.run("return document.querySelector('#main').innerText"), "it says that the store is empty")
    for name in ["items", "transfers", "failures", "moment", "overview"]:
        browser.view(name)
    browser.end()


def main():
    scenario, path = sys.argv[1:3]
    expected = json.load(open(sys.argv[3])) if len(sys.argv) > 3 else {}
    {"views": views, "scrubber": scrubber, "keyboard": keyboard, "looks": looks, "motion": motion, "large": large,
     "empty": empty}[scenario](path, expected)
    for finding in findings:
        print(finding, file=sys.stderr)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
