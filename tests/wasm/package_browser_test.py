"""The npm package in a page and in a worker of Chromium: package_browser_test.py FOLDER PROGRAM SOURCES

FOLDER/site has what the test Wasm has made: node_modules/tabiya, book.tbk and data.
"""
import functools
import http.server
import json
import os
import subprocess
import sys
import threading

FOLDER, PROGRAM, SOURCES = sys.argv[1:4]
sys.path.insert(0, os.path.join(SOURCES, "tests", "tools", "explorer"))
from browser import SKIPPED, Browser, QuietHandler

SITE, NETWORK = os.path.join(FOLDER, "site"), os.path.join(SOURCES, "data", "nets", "default.tbp")
WORK = """
const bytes = async (name) => (await fetch(name)).arrayBuffer();
const book = await openBook(await bytes("/book.tbk")), entry = book.list(0, 1)[0];
const engine = await Engine.create(book, {network: await openNetwork(await bytes("/data/nets/default.tbp"))});
const moves = [entry.setup, entry.replyWire], depths = [];
const found = engine.search("startpos", moves, {nodes: 20000, progress: ({depth}) => depths.push(depth)});
const stopped = engine.search("startpos", moves, {depth: 20, progress: ({depth}) => depth < 4});
const background = new BackgroundEngine(book.game, {network: await bytes("/data/nets/default.tbp")}), ending = new AbortController();
const ended = await background.search("startpos", moves, {milliseconds: 600000, signal: ending.signal, progress: ({depth}) => { if (depth === 4) ending.abort(); }});
postMessage({ended: ended.depth, entry, value: engine.evaluate("startpos", moves), found, told: depths.length, stopped: stopped.depth});
"""
WORKER = """
import {Engine, openBook, openNetwork} from "/node_modules/tabiya/tabiya.js";
import {BackgroundEngine} from "/node_modules/tabiya/background.js";
"""
PAGE = """<!doctype html><script type="importmap">{"imports": {"tabiya": "/node_modules/tabiya/tabiya.js", "tabiya/background": "/node_modules/tabiya/background.js"}}</script>
<script type="module">
import {Engine, openBook, openNetwork} from "tabiya";
import {BackgroundEngine} from "tabiya/background";
const postMessage = (answer) => { window.inPage = answer; };
new Worker("worker.js", {type: "module"}).onmessage = ({data}) => { window.inWorker = data; };
""" + WORK + "</script>"


def says(*words):
    done = subprocess.run([PROGRAM, *words, "--json"], check=True, capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def main():
    if not os.path.exists(os.path.join(SITE, "node_modules", "tabiya", "tabiya.wasm")):
        print("skipped: the package is not built; ./quickstart wasm installs what builds it")
        return SKIPPED
    for name, content in (("index.html", PAGE), ("worker.js", WORKER + WORK)):
        with open(os.path.join(SITE, name), "w", encoding="utf-8") as file:
            file.write(content)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(QuietHandler, directory=SITE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with Browser() as browser:
        browser.driver.get(f"http://127.0.0.1:{server.server_address[1]}/index.html")
        answers = [browser.wait(lambda: browser.run(f"return window.{name}"), f"nothing {name}: {browser.driver.get_log('browser')}")
                   for name in ("inPage", "inWorker")]
    server.shutdown()
    listed = says("book", "list", os.path.join(SITE, "book.tbk"), "--first", "1")
    position = ["startpos", "--moves", f"{listed['red']} {listed['reply_wire']}", "--net", NETWORK]
    value, found = says("eval", *position)["eval"], says("analyse", *position, "--nodes", "20000")
    for answer in answers:
        assert [answer["entry"][key] for key in ("setup", "reply", "value")] == [listed[key] for key in ("red", "reply", "value")], answer
        assert answer["value"] == value, answer
        assert [answer["found"][key] for key in ("variation", "score", "nodes")] == [found[key] for key in ("pv", "score", "nodes")], answer
        assert answer["told"] == found["depth"] + 1 and answer["stopped"] == 4 and answer["ended"] >= 4, answer
    return 0


sys.exit(main())
