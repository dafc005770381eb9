"""A browser without a window that tests drive, and the explorer that it looks at."""

import functools
import http.server
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

SKIPPED = 77  # as CTest is told

try:
    from selenium import webdriver
    from selenium.common.exceptions import StaleElementReferenceException
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    print("skipped: python3-selenium is not installed")
    sys.exit(SKIPPED)


# axe-core (npm) finds faults of accessibility; `npm install --no-save axe-core` in the source folder puts it there.
AXE = os.path.join(os.path.dirname(__file__), *[os.pardir] * 3, "node_modules", "axe-core", "axe.min.js")


# Where the page comes from: the program, or files that it has exported: "file", from disk, or "http", from a server of files.
EXPORTED = os.environ.get("TABIYA_EXPORTED", "")


def explorer(program, *arguments):
    """The page, as TABIYA_EXPORTED says: something with an `address`, and a `start` that has to be opened first."""
    return Exported(program, *arguments) if EXPORTED else Explorer(program, *arguments)


class Exported:
    """An exported page, until it is left; the whole program is skipped where its engine was not built."""

    def __init__(self, program, *arguments):
        self.parent = tempfile.TemporaryDirectory()
        folder = os.path.join(self.parent.name, "page")
        subprocess.run([program, "explore", *arguments, "--export", folder], check=True, stdout=subprocess.DEVNULL)
        if not os.path.exists(os.path.join(folder, "data", "engine.js")):
            print("skipped: the engine of exported pages is not built; ./quickstart wasm builds it")
            sys.exit(SKIPPED)
        self.server = None
        self.start = self.address = f"file://{folder}/index.html"
        if EXPORTED == "http":
            handler = functools.partial(QuietHandler, directory=folder)
            self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
            threading.Thread(target=self.server.serve_forever, daemon=True).start()
            self.start = self.address = f"http://127.0.0.1:{self.server.server_address[1]}/"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.server:
            self.server.shutdown()
        self.parent.cleanup()
        self.code = 0


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Explorer:
    """The program, serving books until it is left."""

    def __init__(self, program, *arguments):
        self.process = subprocess.Popen([program, "explore", *arguments], stdout=subprocess.PIPE, text=True)
        self.start = self.process.stdout.readline().strip()  # with the token, which a page keeps
        self.address = self.start.split("#")[0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGINT)
        self.code = self.process.wait(timeout=20)


class Browser:
    """Chromium, with what the tests look at: its console, its requests, and pictures of the page."""

    def __init__(self, pictures=None, trace=None):
        chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
        if not chromium or not driver:
            print("skipped: there is no chromium with chromedriver")
            sys.exit(SKIPPED)
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--hide-scrollbars", "--disable-background-networking", "--no-first-run"):
            options.add_argument(argument)
        if trace:
            options.add_experimental_option("perfLoggingPrefs", {"traceCategories": trace})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(driver))
        self.pictures = pictures
        if pictures:
            os.makedirs(pictures, exist_ok=True)
        self.show_as(1280, 860)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def show_as(self, width, height, dark=False):
        cdp = self.driver.execute_cdp_cmd
        cdp("Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        cdp("Emulation.setEmulatedMedia", {"features": [scheme]})

    def open(self, address):
        """Opens an address, whatever was open before, and waits for its view."""
        self.driver.get("about:blank")
        self.driver.get(address)
        self.wait_ready()

    def go(self, view):
        """Goes to a view of the page that is open, as its links do."""
        self.run("delete document.getElementById('main').dataset.ready; location.hash = arguments[0]", view)
        self.wait_ready()

    def wait_ready(self):
        self.wait(lambda: self.run("return document.getElementById('main')?.dataset.ready"), "the view is not there")

    def wait(self, condition, what, seconds=90):
        end = time.monotonic() + seconds
        while True:
            result = condition()
            if result:
                return result
            assert time.monotonic() < end, what
            time.sleep(0.03)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return self.wait(lambda: self.all(selector), f"there is no {selector}")[0]

    def text(self, selector="main"):
        return self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def wait_text(self, text, selector="main"):
        self.wait(lambda: text in self.text(selector), f"'{text}' is not in {selector}: {self.text(selector)[:600]}")

    def wait_current(self, move):
        """Until this move of the game's tree is the one on the board."""
        self.wait(lambda: self.text(".moves [aria-current]").rstrip("?!") == move, f"{move} is not on the board: {self.text('.moves')}")

    def open_game_text(self):
        """The game on view as text, which is written when its box is opened."""
        def opened():
            text = self.run("return document.querySelector('details[open] textarea')?.value")
            if text is None:  # not yet, or the page was drawn anew
                self.click("The game as text")
                time.sleep(0.2)
            return text
        return self.wait(opened, "the game has no text")

    def click(self, text):
        """A button, link or summary with this text."""
        def found():
            return self.run("""return [...document.querySelectorAll('button, a, summary')].find(
                each => each.innerText?.trim() === arguments[0] && each.offsetParent)""", text)
        self.act(found, lambda node: node.click(), f"there is no button {text}")

    def type(self, selector, *keys):
        """Sends keys to the first of these elements."""
        self.act(lambda: next(iter(self.all(selector)), None), lambda node: node.send_keys(*keys), f"there is no {selector}")

    def act(self, find, action, what):
        """Acts on an element; again on its successor, where the page draws it anew before it is acted on."""
        def acted():
            node = find()
            try:
                return node and (action(node), True)
            except StaleElementReferenceException:
                return None
        self.wait(acted, what)

    def keys(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def square(self, index, columns=8, below=0):
        """The middle of a square of the board, counted row by row from the side that begins: x, y."""
        self.one(".board")
        return self.run("""const [index, columns, below] = arguments, board = document.querySelector('.board');
            board.scrollIntoView({block: 'center'});
            const rows = columns, row = Math.floor(index / columns), column = index % columns;
            const x = 100 * (below ? columns - 1 - column : column) + 50, y = 100 * (below ? row : rows - 1 - row) + 50;
            const point = new DOMPoint(x, y).matrixTransform(board.getScreenCTM());
            return [point.x, point.y];""", index, columns, below)

    def press(self, place):
        actions = ActionChains(self.driver)
        actions.w3c_actions.pointer_action.move_to_location(*[round(x) for x in place])
        actions.w3c_actions.pointer_action.click()
        actions.perform()

    def hover(self, selector):
        ActionChains(self.driver).move_to_element(self.one(selector)).perform()

    def drag(self, source, target, on_the_way=None):
        pointer = ActionChains(self.driver).w3c_actions
        pointer.pointer_action.move_to_location(*[round(x) for x in source])
        pointer.pointer_action.pointer_down()
        pointer.pointer_action.move_to_location(*[round((a + b) / 2) for a, b in zip(source, target)])
        if on_the_way:
            pointer.perform()
            on_the_way()
            pointer = ActionChains(self.driver).w3c_actions
        pointer.pointer_action.move_to_location(*[round(x) for x in target])
        pointer.pointer_action.pointer_up()
        pointer.perform()

    def tab_to(self, text):
        """Moves the focus by Tab alone to what has this text or label."""
        for _ in range(150):
            self.keys(Keys.TAB)
            if self.run("const {ariaLabel, innerText} = document.activeElement; return ariaLabel ?? innerText") == text:
                return
        raise AssertionError(f"{text} is not reached by Tab")

    def accessibility_faults(self):
        """What axe-core finds; nothing where it is not installed."""
        if not os.path.exists(AXE):
            return []
        with open(AXE, encoding="utf-8") as file:
            self.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": file.read()})
        self.driver.set_script_timeout(60)
        return self.driver.execute_async_script("""const done = arguments[0];
            axe.run({preload: false}).then(({violations}) => done(violations.map(({id, nodes}) => `${id}: ${nodes[0].html.slice(0, 200)} ${nodes[0].failureSummary}`)));""")

    def picture(self, name):
        if self.pictures:
            self.driver.save_screenshot(os.path.join(self.pictures, name + ".png"))

    def faint_texts(self):
        """Texts whose contrast is below that of WCAG 2.2 AA (4.5, and 3 of large ones), with it."""
        return self.run("""
            const channel = c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
            const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
            const parts = colour => { const found = colour.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0]; return found.length < 4 ? [...found, 1] : found; };
            const over = ([r, g, b, a], below) => [r, g, b].map((part, i) => part * a + below[i] * (1 - a));
            const ground = node => !node ? [255, 255, 255] : (colour => colour[3] === 1 ? colour.slice(0, 3) : over(colour, ground(node.parentElement)))(parts(getComputedStyle(node).backgroundColor));
            const faint = [];
            for (const node of document.querySelectorAll('body *')) {
                const text = [...node.childNodes].filter(each => each.nodeType === 3).map(each => each.data.trim()).join('');
                // Of what is drawn on pictures, the pictures tell; what cannot be used now may be faint.
                if (!text || !node.getClientRects().length || node.closest('.heat, .matrix-texts, :disabled, [aria-disabled=true], option, .said, noscript')) continue;
                const style = getComputedStyle(node), below = ground(node);
                const ink = over(parts(node instanceof SVGElement ? style.fill : style.color), below);
                const [a, b] = [light(ink), light(below)].sort((x, y) => y - x), size = parseFloat(style.fontSize);
                const contrast = (a + 0.05) / (b + 0.05), least = size >= 24 || (size >= 18.6 && style.fontWeight >= 700) ? 3 : 4.5;
                if (contrast < least) faint.push(`${text.slice(0, 40)}: ${contrast.toFixed(2)}`);
            }
            return faint;""")

    def pictures_of_views(self, own, views):
        """In both schemes, narrow and large: pictures of each, none of which is wider than the window or faint."""
        for width, height, schemes in ((360, 740, "mixed"), (1280, 860, "light"), (1280, 860, "dark")):
            self.show_as(width, height)
            self.open(own)
            for name, address in views.items():
                dark = schemes == "dark" or (schemes == "mixed" and len(name) % 2 == 0)
                self.show_as(width, height, dark)
                self.go(address)
                self.picture(f"{name}-{width}{'-dark' if dark else ''}")
                wide = self.run("return document.documentElement.scrollWidth")
                assert wide <= width, f"{name} is {wide} wide in {width}"
                faint = self.faint_texts()
                assert not faint, f"{name}, {'dark' if dark else 'light'}: {faint}"
                faults = self.accessibility_faults()
                assert not faults, f"{name}, {'dark' if dark else 'light'}: {faults}"
        self.show_as(1280, 860)

    def complaints(self):
        """What the console has of warnings and errors since it was asked last."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] in ("SEVERE", "WARNING")]

    def foreign_requests(self, own):
        """Addresses that the page has asked for and that do not begin with `own`, or one of them; for a file, with its folder."""
        own = [each.removesuffix("index.html") for each in ([own] if isinstance(own, str) else own)]
        asked = [re.search(r'"url":"([^"]+)"', entry["message"]) for entry in self.driver.get_log("performance")
                 if '"Network.requestWillBeSent"' in entry["message"]]
        return [match.group(1) for match in asked
                if match and not match.group(1).startswith((*own, "data:", "about:", "chrome:", "blob:"))]


def run_tests(tests):
    """Each on its own; a failure is told with its place, and the rest still runs."""
    import traceback
    failed, named = 0, sys.argv[4:]  # some of them alone, after the other arguments
    for test in [each for each in tests if not named or each.__name__ in named]:
        start = time.monotonic()
        try:
            test()
            print(f"ok      {test.__name__} ({time.monotonic() - start:.1f} s)", flush=True)
        except Exception:  # noqa: BLE001 - of whatever kind, the test has failed
            failed += 1
            print(f"FAILED  {test.__name__}")
            traceback.print_exc(file=sys.stdout)
    return 1 if failed else 0
