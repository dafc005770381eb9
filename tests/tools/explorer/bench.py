#!/usr/bin/python3
"""All figures of the explorer: bench.py PROGRAM [BOOK]

What `tabiya bench explorer` measures of the server, the start of the program, and in a browser without a window:
first_picture_ms from the page's request until rows of the book are drawn; and while all of the list is scrolled
through in ten seconds, by the browser's own trace: frames a second, and the longest task of the page's thread.
Of a task, `computing` is the time that it has had a core, which other programs on this machine do not lengthen.
"""

import json
import subprocess
import sys
import time

from browser import Browser, Explorer

# By the page's own clock, which begins with the request of the page.
FIRST = """
const done = arguments[0];
(function look() {
  if (document.querySelector('.row .strip use[href]')) requestAnimationFrame(() => setTimeout(() => done(performance.now())));
  else requestAnimationFrame(look);
})();
"""

SCROLL = """
const list = document.querySelector('.rows'), done = arguments[0], start = performance.now(), frames = [];
const all = list.scrollHeight - list.clientHeight;
requestAnimationFrame(function step(now) {
  frames.push(now);
  list.scrollTop = all * Math.min(1, (now - start) / 10000);
  if (now - start < 10000) requestAnimationFrame(step);
  else done(frames);
});
"""


def trace_of(browser):
    """The events of the browser's trace since it was asked for last; it hands them over when it likes."""
    events = []
    for _ in range(40):
        messages = (json.loads(entry["message"])["message"] for entry in browser.driver.get_log("performance"))
        events += [message["params"] for message in messages if message["method"] == "Tracing.dataCollected"]
        if any(event["name"].endswith("RunTask") for event in events):
            return events
        time.sleep(0.5)
    sys.exit("bench.py: the browser has handed no trace over")


def main_thread(events):
    """Of the page: the renderer's main thread that has computed most."""
    threads = {(event["pid"], event["tid"]): 0 for event in events
               if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"}
    for event in events:
        if (event["pid"], event["tid"]) in threads:
            threads[event["pid"], event["tid"]] += event.get("dur", 0)
    return max(threads, key=threads.get)


def server_figures(program, book):
    figures = json.loads(subprocess.run([program, "bench", "explorer", "--json", *(["--book", book] if book != "shipped" else [])],
                                        check=True, capture_output=True, text=True).stdout)
    starts = []
    for _ in range(5):
        start = time.monotonic()
        with Explorer(program, book):
            starts.append(1000 * (time.monotonic() - start))
    return {**figures, "program_to_address_ms": round(sorted(starts)[2], 1)}


def browser_figures(program, book):
    with Explorer(program, book) as explorer, Browser(trace="toplevel,devtools.timeline,__metadata") as browser:
        browser.driver.set_script_timeout(60)
        firsts = []
        for _ in range(5):
            browser.driver.get("about:blank")
            browser.driver.get(explorer.address)
            firsts.append(browser.driver.execute_async_script(FIRST))
        # Threads tell their names once, before.
        before = [event for event in trace_of(browser) if event["name"] == "thread_name"]
        frames = browser.driver.execute_async_script(SCROLL)
        events = before + trace_of(browser)
    thread = main_thread(events)
    tasks = [event for event in events if (event["pid"], event["tid"]) == thread and event["name"].endswith("::RunTask")]
    walls, computed = ([event.get(name, 0) / 1000 for event in tasks] for name in ("dur", "tdur"))
    gaps = sorted(b - a for a, b in zip(frames, frames[1:]))
    return {"first_picture_ms": round(sorted(firsts)[2]), "scroll_frames_per_s": round(1000 * len(gaps) / sum(gaps), 1),
            "frame_p99_ms": round(gaps[len(gaps) * 99 // 100], 1), "frame_computing_ms": round(sum(computed) / len(gaps), 1),
            "tasks": len(tasks), "tasks_above_50_ms": sum(wall > 50 for wall in walls), "longest_task_ms": round(max(walls), 1),
            "longest_task_computing_ms": round(max(computed), 1)}


def main(program, book="shipped"):
    for name, value in {**server_figures(program, book), **browser_figures(program, book)}.items():
        print(f"{name:<32}{value if isinstance(value, str) else round(value, 2):>12}")


main(*sys.argv[1:])
