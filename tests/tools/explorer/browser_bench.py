#!/usr/bin/python3
"""How fast the page is in a browser without a window: browser_bench.py PROGRAM [BOOK]

first_picture_ms: from the page's request until rows of the book are drawn; scroll_frames_per_s and
longest_task_ms: while all of the list is scrolled through in ten seconds, by the browser's own trace.
"""

import json
import sys

from browser import Browser, Explorer

# Scrolls by frames, and counts them.
SCROLL = """
const list = document.querySelector('.rows'), done = arguments[0], start = performance.now(), frames = [start];
const all = list.scrollHeight - list.clientHeight;
requestAnimationFrame(function step(now) {
  frames.push(now);
  list.scrollTop = all * Math.min(1, (now - start) / 10000);
  if (now - start < 10000) requestAnimationFrame(step);
  else done(frames);
});
"""

FIRST = """
const done = arguments[0];
(function look() {
  if (document.querySelector('.row .strip use[href]')) requestAnimationFrame(() => done(performance.now()));
  else requestAnimationFrame(look);
})();
"""


def longest_task(browser):
    """Of the page's main thread since the trace was asked for last, in milliseconds."""
    longest = 0
    for entry in browser.driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        event = message.get("params", {})
        if message["method"] == "Tracing.dataCollected" and event.get("name", "").endswith("RunTask"):
            longest = max(longest, event.get("dur", 0) / 1000)
    return longest


def main(program, book="shipped"):
    with Explorer(program, book) as explorer, Browser(trace=True) as browser:
        browser.driver.get("about:blank")
        browser.driver.set_script_timeout(60)
        browser.driver.get(explorer.address)
        first = browser.driver.execute_async_script(FIRST)
        longest_task(browser)
        frames = browser.driver.execute_async_script(SCROLL)
        gaps = sorted(b - a for a, b in zip(frames, frames[1:]))
        print(json.dumps({
            "first_picture_ms": round(first), "scroll_frames_per_s": round(1000 * len(gaps) / (frames[-1] - frames[0]), 1),
            "frame_p99_ms": round(gaps[len(gaps) * 99 // 100], 1), "longest_task_ms": round(longest_task(browser), 1)}))


main(*sys.argv[1:])
