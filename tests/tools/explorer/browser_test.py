#!/usr/bin/python3
"""The explorer's page in a real browser: browser_test.py PROGRAM FOLDER-FOR-PICTURES SOURCES"""

import json
import math
import os
import re
import shutil
import sys
import tempfile
import time

from browser import EXPORTED, Browser, Explorer, Keys, explorer as page_of, run_tests
from samples import PAIR, Samples

PROGRAM, PICTURES, SOURCES = sys.argv[1:4]


def main():
    with tempfile.TemporaryDirectory() as folder:
        return test_in(Samples(PROGRAM, folder, SOURCES))


def test_in(samples):
    folder, run = samples.folder, samples.run
    best = [json.loads(line) for line in run("book", "list", "shipped", "--first", "10", "--json").splitlines()]
    job, tiny = samples.tiny_build()
    books = ["shipped", samples.other_book(), tiny, samples.shallow_book()]
    report = samples.audit_of(books[1], "report.jsonl", "--sample", "50", "--discarded", "5", "--replies", "30", "--deeper", "0", "--first", "3")
    found = ["--job", job, "--job-out", folder, "--audit", report]
    with page_of(PROGRAM, *books, "--net", "linear", *found) as explorer, \
            Browser(PICTURES) as browser:
        own = explorer.address
        browser.driver.get(explorer.start)

        def setups_scroll_sort_and_filter():
            browser.run("localStorage.removeItem('tabiya-seen')")
            browser.open(own)
            browser.wait_text("20,000 setups")
            browser.wait_text("0.1 (Zero Point One): 20,000 openings for Red with Blue’s best reply", "h1")
            browser.wait_text("Depth 13 to 17 · made by tabiya 0", ".intro")
            browser.wait_text("Red places its pieces, then Blue places its pieces, and they play from there", ".welcome")
            steps = "return [...document.querySelectorAll('.pieces-help li')].map(each => `${each.innerText.split('\\n')[0]} ${each.querySelectorAll('.step-both').length}`)"
            assert browser.run(steps) == ["Alfil 4", "Dabbaba 4", "Ferz 4", "Knight 8", "Wazir 4"], browser.run(steps)
            browser.picture("setups-first-visit")
            browser.one(".welcome .close").click()
            assert not browser.all(".welcome") and browser.run("return document.activeElement.className") == "about"
            browser.keys(Keys.ENTER)
            browser.wait_text("How the pieces of 0.1 (Zero Point One) move", "dialog")
            assert len(browser.run(steps)) == 5
            browser.keys(Keys.ESCAPE)
            board = browser.run("const strip = document.querySelector('.row .strip'); return [strip.ariaLabel, strip.querySelector('title').textContent]")
            assert re.fullmatch(r"(\w+ [ab][1-8], ){15}\w+ [ab][1-8]", board[0]) and board[1] in board[0], board
            browser.wait_text("Red’s chances; bars from", ".heads")
            assert best[0]["red"] in browser.text(".row")
            assert len(browser.all(".row")) < 40, "rows out of sight are elements"
            browser.run("document.querySelector('.rows').scrollTop = 1e9")
            browser.wait(lambda: "20000" in browser.text(".rows"), "the last row is not in sight")
            browser.type("select", "Depth, deepest")
            search = browser.one("input[type=search]")
            search.send_keys(best[1]["red"])
            browser.wait_text("of 20,000 setups")
            assert "q=" + best[1]["red"] in browser.driver.current_url
            browser.driver.refresh()
            browser.wait_text("of 20,000 setups")

        def setups_are_filtered_by_pieces_on_squares():
            browser.open(own + "#/setups")
            browser.click("Pieces on squares")
            browser.one(".palette [aria-label=wazir]").click()
            browser.one("[aria-label='wazir of Red on a1']").click()
            browser.wait_text("of 20,000 setups")
            one = browser.text("[role=status]")
            browser.one("[aria-label='wazir of Red on a2']").click()
            browser.wait(lambda: browser.text("[role=status]") != one, "a second square adds no setups")
            browser.picture("setups-filtered")
            rows = browser.run("return [...document.querySelectorAll('.names.first')].map(each => each.innerText)")
            assert rows and all(row[0] == "W" or row[1] == "W" for row in rows), rows

        def a_mirror_image_is_found_and_no_row_stays_without_hits():
            browser.open(own + "#/setups")
            details = json.loads(run("setups", "mirror", best[1]["red"], "--json"))
            mirror = details.get("mirror") or details["name"]
            assert mirror != best[1]["red"]
            search = browser.one("input[type=search]")
            search.send_keys(mirror)
            browser.wait_text(" of 20,000 setups")
            names = browser.run("return [...document.querySelectorAll('.row:not([hidden]) .names.first')].map(each => each.innerText)")
            assert best[1]["red"] in names and mirror not in names, names
            search.send_keys("ZZZ")
            browser.wait_text("None of the 20,000 setups fits")
            assert not browser.all(".row:not([hidden])"), "old rows are left"
            browser.show_as(390, 844)
            browser.open(own + "#/setups")
            assert not browser.run("return document.querySelector('.filters').open"), "the filters take the place of setups"
            browser.show_as(1280, 860)

        def a_pair_is_opened_by_keys_and_left_by_the_back_button():
            browser.open(own + "#/setups")
            browser.type(".rows", Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER)
            browser.wait_text("Number 3 of 20,000")
            value = best[2]["value"] / 1e4
            browser.wait_text(f"{value:+.3f} ({100 / (1 + math.exp(-value)):.1f} %)")
            browser.wait_text("3; by the errors of the values it cannot be told from those of 1 to ", ".facts")
            browser.click("Why this setup?")
            browser.wait_text("If two neighbours change places, Red loses in ")
            swaps = browser.run("return [...document.querySelectorAll('.replies tbody tr')].map(each => each.innerText.split('\\t'))")
            assert all(re.search(r"^\w+ [ab][1-8] ↔ \w+ [ab][1-8]$", row[0].strip()) for row in swaps[:12]) and "loses 0" in swaps[0][-1], swaps
            browser.picture("pair-swaps")
            browser.keys("n")
            browser.wait_text("Number 4 of 20,000")
            browser.driver.back()
            browser.wait_text("Number 3 of 20,000")
            browser.driver.back()
            browser.wait_text("20,000 setups")

        def the_way_back_from_a_pair_leads_to_the_same_rows():
            browser.open(own + "#/setups?sort=worst&depth=14")
            text = browser.text("[role=status]")
            browser.run("document.querySelector('.rows').scrollTop = 3000")
            browser.wait(lambda: browser.run("return [...document.querySelectorAll('.row:not([hidden])')].some(each => each.id === 'row-50')"), "the row is not there")
            names = [browser.run("return document.getElementById(`row-${arguments[0]}`).querySelector('.first').textContent", i) for i in (50, 51)]
            browser.run("document.getElementById('row-50').click()")
            browser.wait_text(names[0], ".facts")
            browser.click("Next →")
            browser.wait_text(names[1], ".facts")
            for go in (lambda: browser.driver.execute_script("history.go(-2)"), lambda: browser.click("All setups")):
                go()
                browser.wait(lambda: browser.run("return document.querySelector('.rows')?.scrollTop") == 3000, "another place of the list is shown")
                assert browser.text("[role=status]") == text and "sort=worst" in browser.driver.current_url
                browser.run("document.getElementById('row-50').click()")
                browser.wait_text(names[0], ".facts")

        def replies_are_searched():
            browser.open(own + "#/pair?book=3")  # whose entries were searched to depth 4
            if EXPORTED and not browser.all(".replies"):  # the first time one has to ask for it
                browser.click("Search")
            browser.wait(lambda: len(browser.all(".replies tbody tr")) == 6, "the next best replies are not searched by themselves")
            browser.wait(lambda: "At depth 4 " in browser.text() and "so far" not in browser.text(), "not at the entry's depth")
            assert any(is_doubted_at_depth_3(entry) for entry in best), "no reply is doubted by a shallow search"
            assert "the book’s" in browser.text(".replies")
            assert "best" in browser.text(".replies")

        def is_doubted_at_depth_3(entry):
            browser.open(own + "#/pair?book=0&red=" + entry["red"])
            browser.run("const depth = [...document.querySelectorAll('select')].find(each => each.options.length >= 10);"
                        "depth.value = 3; depth.dispatchEvent(new Event('change'))")
            browser.wait(lambda: "At depth 3 " in browser.text() and "so far" not in browser.text(), "not at depth 3")
            if "At depth 3 the book’s reply holds" in browser.text():
                return False
            browser.wait_text(f"less than the book’s depth {entry['depth']}")
            return True

        def the_line_of_play_is_on_the_board():
            browser.open(own + "#/pair?book=0&red=" + best[0]["red"])
            pieces = lambda: browser.run("return [...document.querySelectorAll('.board use')].map(each => each.dataset.square + each.getAttribute('href')).sort().join()")
            moves = browser.run("return [...document.querySelectorAll('.step')].map(each => each.innerText)")
            before = pieces()
            browser.keys(Keys.ARROW_RIGHT)
            browser.wait(lambda: pieces() != before and len(browser.all(".last")) == 2, "the first move is not shown")
            browser.keys(Keys.END)
            browser.wait(lambda: browser.text(".step[aria-pressed=true]") == moves[-1], "the last move is not shown")
            assert len(moves) == 1 + len(best[0]["line"].split()), (moves, best[0])
            browser.picture("pair-line")
            browser.keys(Keys.HOME)
            browser.wait(lambda: pieces() == before, "the setups are not shown again")

        def heat_maps_count_as_the_command_does():
            browser.open(own + "#/heat?piece=wazir")
            stats = json.loads(run("book", "stats", "shipped", "--json"))
            for side, squares in enumerate((stats["red_squares"]["W"], stats["reply_squares"]["W"])):
                shown = browser.run("return document.querySelectorAll('.board')[arguments[0]].getAttribute('aria-label')", side)
                square, count = max(squares.items(), key=lambda item: item[1])
                assert f"{square} {100 * count / stats['entries']:.{0 if count > 1990 else 1}f} %" in shown, (square, count, shown)
            square, count = max(stats["red_squares"]["W"].items(), key=lambda item: item[1])
            browser.run("[...document.querySelectorAll('.heat a')].find(each => each.textContent.includes(`wazir on ${arguments[0]}`)).dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))", square)
            browser.wait_text(f"{count:,} of 20,000 setups, without mirror images")
            browser.open(own + "#/heat?weight=contrast")
            browser.wait_text("of the best 100 entries")

        def books_are_compared_worst_first():
            browser.open(own + "#/compare?a=0&b=1")
            browser.wait_text("19,900")
            browser.wait_text("A is deeper in 20, B in 0")
            assert "A is 13 plies deeper" in browser.text(".row"), browser.text(".row")
            browser.open(own + "#/compare?a=3&b=1")
            browser.wait_text("B loses 0.090")
            browser.all(".row")[0].click()
            browser.wait_text("Search both")
            browser.run("[...document.querySelectorAll('button')].find(each => each.innerText.startsWith('Search both')).click()")
            browser.wait_text("better for Blue by")

        def a_comparison_agrees_with_the_command():
            lines = samples.printed("book", "diff", books[3], books[1], "--list", "--json", codes=(1,)).splitlines()
            facts, pairs = json.loads(lines[-1]), [json.loads(line) for line in lines[:-1] if '"only_' not in line[:9]]
            browser.show_as(1280, 2400)
            browser.open(own + "#/compare?a=3&b=1")
            browser.wait_text(f"In both books\n{facts['common']}\n", ".facts")
            browser.wait_text(f"{facts['only_a']:,}, {facts['only_b']:,}", ".facts")
            browser.wait_text(f"Other replies\n{facts['other_replies']}:", ".facts")
            told = [pair for pair in pairs if pair["a"]["reply"] != pair["b"]["reply"]]
            told.sort(key=lambda pair: -abs(pair["b"]["value"] - pair["a"]["value"]))
            shown = browser.run("return [...document.querySelectorAll('.compare-row[role=option]')].filter(each => !each.hidden)"
                                ".sort((x, y) => x.ariaPosInSet - y.ariaPosInSet).map(each => each.getAttribute('aria-label'))")
            assert len(shown) == len(told) == facts["other_replies"] == 20, (len(shown), len(told))
            for text, pair in zip(shown, told):
                loss = abs(pair["b"]["value"] - pair["a"]["value"]) / 1e4
                worse = "A" if pair["b"]["value"] < pair["a"]["value"] else "B"
                replies = f"A replies {pair['a']['reply']}, B replies {pair['b']['reply']}"
                assert text.endswith(f" {worse} loses {loss:.3f}: {pair['a']['red']}; {replies}"), (text, pair)
            browser.show_as(1280, 860)

        def an_audit_is_drawn():
            browser.open(own + "#/audit?book=1")
            browser.click("Audit a sample")
            browser.wait_text("Entries found wrong")
            browser.wait_text("40 of 100 entries")
            browser.wait_text("--resume --with better.txt")
            browser.picture("audit-report")
            browser.all("td a")[0].click()
            browser.wait_text("of 100")
            browser.driver.back()
            browser.wait_text("Entries found wrong")

        def a_saved_report_is_drawn():
            summary = json.loads(open(report).read().splitlines()[-1])
            wrong, regret = summary["wrong_replies"], summary["reply_regret"]
            browser.open(own + "#/audit?book=1")
            browser.wait_text(f"{100 * wrong['share']:.1f} % ({100 * wrong['low']:.1f} to {100 * wrong['high']:.1f} %)".replace(" to", " % to"))
            browser.wait_text(f"{regret['mean'] / 1e4:.3f} (")
            steps = browser.run("return document.querySelectorAll('.chart')[1].getAttribute('aria-label')")
            assert [int(step.split(": ")[1]) for step in steps.split("; ")] == [step["count"] for step in summary["regrets"]], steps
            browser.wait_text(f"The worst 3 of {wrong['count']}.")
            browser.picture("audit-saved")

        def analysis_goes_on_by_moves():
            browser.open(own + "#/analysis?" + PAIR)
            browser.wait(lambda: browser.all(".arrow"), "no arrows are drawn")
            browser.wait(lambda: len(browser.all(".lines li")) == 3, "there are not three lines")
            browser.press(browser.square(1))            # a2: an alfil
            browser.wait(lambda: browser.all(".target"), "no targets are shown")
            browser.press(browser.square(2 * 8 + 3))    # c4
            browser.wait_text("Aa2-c4")
            browser.drag(browser.square(7 * 8 + 1), browser.square(5 * 8 + 3))
            browser.wait_text("ah2-f4")
            browser.driver.back()
            browser.wait_current("Aa2-c4")
            browser.type("input[list]", "AH2-F4", Keys.ENTER)
            browser.wait_current("ah2-f4")
            browser.click("Delete")
            browser.wait_current("Aa2-c4")
            assert "ah2-f4" not in browser.text(".moves"), "the move is not deleted"
            browser.click("Stop")
            browser.wait_text("Go")

        def the_tree_keeps_variations():
            browser.open(own + "#/analysis?" + PAIR)

            def play(move, shown):
                browser.type("input[list]", move, Keys.ENTER)
                browser.wait_current(shown)
                browser.wait(lambda: browser.all(".lines li"), "the position has no value")

            for move, shown in (("a2c4", "Aa2-c4"), ("h2f4", "ah2-f4"), ("b7c6", "Fb7-c6")):
                play(move, shown)
            browser.run("document.activeElement.blur()")
            browser.keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
            browser.wait_current("Aa2-c4")
            assert "Fb7-c6" in browser.text(".moves"), "what follows is forgotten"
            play("h7f5", "ah7-f5")
            browser.type(".comment", "tried", Keys.ENTER)
            browser.wait_text("tried", ".aside")
            browser.picture("tree")
            browser.run("document.activeElement.blur()")
            browser.keys(Keys.ARROW_UP)
            browser.wait_current("ah2-f4")
            browser.keys(Keys.HOME)
            browser.wait(lambda: not browser.all(".moves [aria-current]"), "the beginning is not shown")
            browser.keys(Keys.END)
            browser.wait_current("Fb7-c6")
            browser.driver.refresh()
            browser.wait_text("tried", ".aside")
            browser.run("[...document.querySelectorAll('.moves a')].find(each => each.innerText === 'ah7-f5').click()")
            browser.wait_current("ah7-f5")
            browser.click("Promote")
            browser.wait_text("ah2-f4", ".aside")
            text = browser.open_game_text()
            words = re.sub(r"{?\[%eval \S+\][ }]*", lambda found: "{" if found[0][0] == "{" and "}" not in found[0] else "", text).split()
            assert "1. Aa2-c4 1... ah7-f5 {tried} (1... ah2-f4 2. Fb7-c6 ) *" in " ".join(words).replace("6)", "6 )"), text

        def a_graph_of_values_leads_to_its_plies():
            browser.open(own)  # where no search goes on, which would keep its values in the tree again
            browser.run("sessionStorage.clear()")
            browser.open(own + "#/analysis?" + PAIR + "+a2c4+h2f4")
            values = lambda: browser.run("return [...document.querySelectorAll('.graph title')].filter(each => !each.textContent.endsWith('–')).length")
            browser.wait(lambda: values() == 1, "the value is not in the graph")
            browser.run("document.activeElement.blur()")
            browser.keys(Keys.ARROW_LEFT)
            browser.wait(lambda: values() == 2 and browser.all(".graph path[fill]"), "two values make no graph")
            browser.picture("graph")
            browser.run("document.querySelectorAll('.graph a')[2].dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))")
            browser.wait_current("ah2-f4")

        def a_line_shows_its_position():
            browser.open(own + "#/analysis?" + PAIR)
            browser.one(".variation a:nth-of-type(3)")
            browser.click("Stop")
            browser.wait_text("Go")
            squares = lambda: browser.run("return [...document.querySelectorAll('.board use')].map(each => each.dataset.square).join()")
            before = squares()
            browser.hover(".variation a:nth-of-type(3)")
            browser.wait(lambda: browser.all(".preview") and squares() != before, "the position is not shown")
            browser.hover("h1")
            browser.wait(lambda: not browser.all(".preview") and squares() == before, "the position of the line stays")

        def lines_appear_under_a_resting_pointer():
            browser.open(own + "#/analysis?" + PAIR)
            browser.hover(".lines")
            browser.driver.refresh()  # the pointer rests where the lines come
            browser.wait(lambda: len(browser.all(".lines li")) == 3, "there are no lines under the pointer")
            assert not browser.all(".preview"), "a position is shown at which nobody points"

        def drops_are_drawn_with_their_pieces():
            browser.open(own + "#/analysis?position=W7/8/8/8/8/8/8/w7+r+FNN+60")
            ring = lambda: browser.run("const ring = document.querySelector('circle.arrow'); return ring && [parseFloat(getComputedStyle(ring).strokeWidth), ring.parentNode.querySelector('use')?.getAttribute('href')]")
            found = browser.wait(ring, "no drop is drawn")
            assert found[0] > 3 and found[1].startswith("#glyph"), found
            browser.click("Stop")
            browser.picture("drops")

        def the_current_move_is_in_sight():
            moves = "+a2c4+h2f4" + "+c4a2+f4h2+a2c4+h2f4" * 12
            browser.open(own + "#/analysis?" + PAIR + moves)
            seen = lambda: browser.run("""const list = document.querySelector('.moves'), now = list.querySelector('[aria-current]')?.getBoundingClientRect();
                const box = list.getBoundingClientRect(); return now && list.scrollTop > 0 && now.top >= box.top && now.bottom <= box.bottom""")
            browser.wait(lambda: "Searching" in browser.text(), "nothing is searched")
            browser.wait(seen, "the move is out of sight", 9)

        def a_position_is_explained():
            browser.open(own + "#/analysis?game=chess&position=r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR%20b%20KQkq%20-%203%203")
            browser.click("Stop")
            browser.click("Explain")
            browser.wait_text("Threat Qxf7#, if Black passed: White wins in 2 plies", ".why")
            browser.wait_text("White’s pieces that count most: queen f3 +", ".why")
            browser.wait_text("The king of Black is in danger: queen f3, bishop c4 reach 1 of the squares around it; Qxf7# shows it", ".why")
            browser.wait_text("The king of White is not in danger: no piece reaches the squares around it", ".why")
            assert len(browser.all(".arrow.bad")) == 1, "the threat is not drawn"
            worths = browser.run("return [...document.querySelectorAll('.worth')].map(each => each.textContent)")
            assert len(worths) > 10 and all(float(worth) for worth in worths), worths
            browser.run("const other = document.querySelector('[aria-label=\"Why not\"]'); other.value = 'd7d6'; other.dispatchEvent(new Event('change'))")
            browser.wait_text("d6 loses ", ".why")
            browser.hover(".why li:has(a)")
            browser.wait(lambda: len(browser.all(".arrow.bad, .arrow.doubtful")) == 2, "the refutation is not drawn")
            browser.picture("explain")

        def the_board_is_turned_and_help_explains_the_pieces():
            browser.open(own + "#/analysis?" + PAIR)
            first = lambda: browser.run("return document.querySelector('.square-name').innerHTML + document.querySelector('.seat-below').innerText[0]")
            row = lambda: browser.run("return document.querySelector('.square-name').getAttribute('y')")
            before = row()
            browser.keys("f")
            browser.wait(lambda: row() != before and "below=1" in browser.driver.current_url, "the board is not turned")
            assert browser.text(".seat-below").startswith("Blue"), browser.text(".seat-below")
            browser.keys("?")
            browser.wait_text("Leaps exactly two squares diagonally", "dialog")
            browser.wait_text("turn the board", "dialog")
            browser.picture("help")
            browser.click("The rules")
            browser.wait_text("After 102 plies")
            browser.wait_text("Steps one square along a row or column")

        def the_board_fits_every_window():
            views = {"analysis": "#/analysis?" + PAIR, "play": "#/play?" + PAIR, "editor": "#/play", "pair": "#/pair?book=0&red=" + best[0]["red"]}
            for width, height in ((1366, 680), (390, 844), (1280, 900), (1920, 1080)):
                browser.show_as(width, height, dark=height == 900)
                browser.open(own)
                for name, address in views.items():
                    browser.go(address)
                    browser.picture(f"{name}-{width}x{height}")
                    seen = browser.run("""return Object.fromEntries(['.board', '.caption', '.hand', '.seat-below .hand'].map(name => {
                        const box = document.querySelector(name)?.getBoundingClientRect();
                        return [name, box && [box.left, box.top, box.right, box.bottom]]; }))""")
                    for part, box in seen.items():
                        if box:
                            assert box[0] >= 0 and box[1] >= 0 and box[2] <= width + 1 and box[3] <= height + 1, (name, width, height, part, box)
                    board = seen[".board"]
                    assert board[2] - board[0] >= min(0.55 * height, 0.9 * width), (name, width, height, board)
            browser.show_as(683, 384)  # a usual window at 200 %
            browser.open(own + "#/play?" + PAIR)
            assert browser.run("return document.querySelector('.board').clientWidth") >= 300, "the board is small"
            browser.show_as(1280, 860)

        def analysis_says_what_the_book_says():
            browser.open(own + "#/pair?book=0&red=" + best[0]["red"])
            browser.click("Analyse")
            browser.wait_text("In the book: rank 1, ", ".known")
            browser.wait(lambda: "of the book" in browser.text(".known") or "than the book" in browser.text(".known"), "nothing explains the difference")

        def an_analysis_ends_with_its_page():
            # The oldest works are forgotten.
            works = ("const found = []; for (let id = 1; id < 1000; ++id) { const state = await fetch(`/api/works/${id}`);"
                     " if (state.ok) found.push((await state.json()).running); else if (found.length) break; } return found;")
            running = lambda: browser.run(f"return (async () => {{ {works} }})()")
            for _ in range(5):
                browser.driver.get(own + "#/setups")
                browser.run("location.hash = arguments[0]; requestAnimationFrame(() => { location.hash = '#/setups'; })", "#/analysis?" + PAIR)
            time.sleep(4)  # works end that nobody has asked about for three seconds, and to look at them is to ask
            browser.wait(lambda: running() and not any(running()), "an analysis goes on after its page was left")
            browser.complaints()  # of the work after the last one

        def a_setup_is_built_by_dragging():
            browser.open(own + "#/analysis")
            name = lambda: browser.run("return document.querySelector('.bar input.mono').value")
            before = name()
            browser.drag(browser.square(0), browser.square(9))
            browser.wait(lambda: name() != before, "the pieces have not changed places")
            assert sorted(name()) == sorted(before)
            browser.one("[aria-label='wazir of Red']").click()
            browser.press(browser.square(3))
            browser.wait_text("Not a legal setup")
            browser.picture("editor-wrong")
            browser.click("The book’s best")
            browser.wait_text("A legal setup.")
            browser.click("Place this setup")
            browser.wait_text("Blue places its pieces")
            browser.click("Place this setup")
            browser.wait_text("Searching: depth")

        def a_game_is_played_to_its_end():
            browser.open(own + "#/play?strength=n500&position=W7/8/8/8/8/8/8/w7+r+FNN+60")
            browser.one("[aria-label='knight of Red, 2 in hand']").click()
            browser.press(browser.square(5 * 8 + 2))  # f3
            browser.wait_text("N@f3", ".moves")
            for _ in range(5):
                browser.wait(lambda: browser.text(".caption").startswith("Red "), "the engine does not move")
                if "has won" in browser.text(".caption"):
                    break
                browser.click("Hint")
                browser.wait_text("looks best", ".caption")
                browser.picture("play-hint")
                source, target = browser.text(".caption").split()[0].replace("x", "-").split("-")
                browser.drag(*(browser.square(8 * "abcdefgh".index(name[-2]) + int(name[-1]) - 1) for name in (source, target)))
            browser.wait_text("Red has won: Blue's wazir was captured")
            for width, height in ((390, 844), (1366, 680)):
                browser.show_as(width, height)
                box = browser.run("const box = document.querySelector('.caption.over').getBoundingClientRect(); return [box.top, box.bottom]")
                assert 0 <= box[0] and box[1] <= height, f"who has won is out of sight in {width}: {box}"
            browser.show_as(1280, 860)
            browser.picture("play-end")
            browser.click("Take back")
            browser.wait_text("Red to move")
            words = browser.open_game_text()
            assert "N@f3" in words and '[FEN "W7/8/8/8/8/8/8/w7 r FNN 60"]' in words, words
            browser.open(own + "#/play?side=1&strength=n500&position=W7/8/8/8/8/8/8/w7+r+FNN+60&moves=Nf3")
            browser.open_game_text()
            browser.run("document.querySelector('textarea').value = arguments[0]", words)
            browser.click("Load")
            browser.wait(lambda: browser.driver.current_url.count("+") > 3, "the game is not loaded")

        def all_pairs_are_one_picture():
            browser.open(own + "#/matrix?game=pawn_race")
            browser.wait_text("A draw")
            colours = browser.run("const {width, height} = document.querySelector('.matrix'); const found = new Set();"
                                  "const {data} = document.querySelector('.matrix').getContext('2d').getImageData(0, 0, width, height);"
                                  "for (let i = 0; i < data.length; i += 4) found.add(data.slice(i, i + 3).join()); return found.size")
            assert colours == 3, f"the first picture has {colours} colours"
            browser.picture("matrix-first")
            browser.open(own + "#/matrix?game=pawn_race&values=depth2")
            browser.wait_text("Searched to depth 2.")
            browser.type(".matrix", Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
            browser.wait_text("White: b, Black: b")
            browser.type(".matrix", Keys.ENTER)
            browser.wait_text("White to move")

        def a_job_is_watched():
            browser.open(own + "#/jobs")
            browser.wait_text("finished")
            browser.wait_text("Best lines")

        def an_exported_page_needs_no_program():
            out = os.path.join(folder, "exported")
            run("explore", *books, *found, "--export", out, "--no-engine")
            browser.open(f"file://{out}/index.html")
            browser.wait_text("20,000 setups")
            assert "Play" not in browser.text("nav") and "Heat maps" in browser.text("nav")
            browser.type(".rows", Keys.END, Keys.ENTER)
            browser.wait_text("Number 20,000 of 20,000")
            browser.picture("exported-pair")
            loaded = browser.run("return [...document.querySelectorAll('script')].map(each => each.src.split('/').pop())")
            assert len(loaded) == 4 and "books-0-details-39.js" in loaded, loaded
            browser.click("Compare")
            browser.wait_text("A is deeper in 20")
            browser.click("Heat maps")
            browser.wait_text("Red’s wazir")
            browser.click("Jobs")
            browser.wait_text("As it was when these pages were written")
            browser.wait_text("Best lines")
            browser.open(f"file://{out}/index.html#/analysis")
            browser.wait_text("written without what analyses and plays")
            browser.open(f"file://{out}/index.html#/audit?book=1")
            browser.wait_text("Wrong replies by depth")
            browser.picture("exported-audit")
            assert browser.foreign_requests((own, f"file://{out}")) == []

        def every_view_fits_narrow_and_dark():
            views = {"setups": "#/setups", "pair": "#/pair?book=0&red=" + best[1]["red"], "heat": "#/heat?piece=knight",
                     "compare": "#/compare?a=0&b=1", "analysis": "#/analysis?" + PAIR, "play": "#/play?" + PAIR,
                     "editor": "#/play", "matrix": "#/matrix?game=pawn_race&values=depth2", "jobs": "#/jobs", "audit": "#/audit?book=2"}
            browser.pictures_of_views(own, views)

        def views_are_reached_by_keys_and_left_by_the_back_button():
            browser.open(own)
            browser.keys(Keys.TAB)
            assert browser.run("return document.activeElement.className") == "skip", "the first stop does not skip the head"
            browser.keys(Keys.ENTER)
            assert browser.run("return document.activeElement.id + location.hash") == "main", "the skip leads elsewhere"
            titles = browser.run("return [...document.querySelectorAll('nav a')].map(each => each.innerText)")
            assert titles == ["Setups", "Heat maps", "Compare", "Audit", "Analysis", "Play", "Matrix", "Jobs", "Rules"], titles
            for title in titles[1:]:
                browser.run("document.querySelector('nav [aria-current]').focus()")
                browser.keys(Keys.TAB)
                assert browser.run("return getComputedStyle(document.activeElement).outlineStyle") == "solid", "the focus is not seen"
                browser.keys(Keys.ENTER)
                browser.wait(lambda: browser.text("nav [aria-current]") == title, f"{title} is not reached")
                browser.wait_ready()
            for title in reversed(titles[:-1]):
                browser.driver.back()
                browser.wait(lambda: browser.text("nav [aria-current]") == title, f"{title} is not reached by the back button")
                browser.wait_ready()

        def addresses_can_be_copied():
            for address, text in (("#/setups?sort=worst&q=WA&depth=9", "of 20,000 setups"), (f"#/pair?book=1&red={best[0]['red']}&below=1", "Number 1 of 100"),
                                  ("#/heat?piece=knight&weight=contrast", "of the best 100 entries"), ("#/compare?a=1&b=0&show=all", "In both books"),
                                  ("#/analysis?game=zero_point_one&" + PAIR + "&lines=5", "Red to move"), ("#/play?game=zero_point_one&side=1&strength=t1&" + PAIR, "1 second a move")):
                browser.open(own + address)
                browser.wait_text(text)
                shown = browser.driver.current_url
                browser.driver.execute_cdp_cmd("Page.resetNavigationHistory", {})
                browser.open(shown)
                browser.wait_text(text)
            chosen = browser.run("return [...document.querySelectorAll('select')].map(each => each.value)")
            assert chosen[1:3] == ["1", "t1"], chosen

        def wrong_addresses_say_so():
            browser.open(own + "#/nowhere")
            browser.wait_text("There is no view")
            browser.open(own + "#/pair?book=7")
            browser.wait_text("There is no book 8")
            browser.open(own + "#/analysis?" + PAIR)
            browser.click("Position as text")
            browser.type("form .mono", "!", Keys.ENTER)
            browser.wait_text("the ply is a number from 0 to 102", "details .fault")
            browser.click("Stop")
            with Explorer(PROGRAM, "shipped") as mortal:
                browser.open(mortal.start)
                browser.open(mortal.address + "#/analysis?" + PAIR)
            browser.press(browser.square(1))
            browser.press(browser.square(2 * 8 + 3))
            browser.wait_text("The program does not answer", ".fault")
            assert browser.all(".board"), "the board is gone"
            browser.complaints()  # of the program that has ended
            assert not browser.foreign_requests((own, mortal.address))

        def lines_are_followed_from_a_pair():
            book, second = samples.lines_book(), samples.path("second.tbk")
            shutil.copy(book, second)
            with Explorer(PROGRAM, "shipped", book, second, "--net", "linear") as other:
                browser.open(other.start)
                browser.open(other.address + "#/pair")
                browser.wait_text("Lines in lines.tbk")
                browser.click("Lines")
                browser.wait(lambda: browser.text(".way").split() == ["Start"], "the lines do not begin behind the pair")
                browser.wait_text("(outside)")
                start = json.loads(run("book", "info", book, "--json"))["from"][0]["position"]
                moves = [move["san"] for move in json.loads(run("book", "probe", book, start, "--json"))["moves"]]
                shown = browser.run("return [...document.querySelectorAll('tbody td:first-child')].map(each => each.innerText.split(' ')[0])")
                assert sorted(shown) == sorted(moves) and len(moves) > 1, (shown, moves)
                browser.picture("lines")
                browser.type(".book-choice", "second.tbk")
                browser.wait_text("second.tbk:", ".facts")
                assert browser.run("return [...document.querySelectorAll('nav a')].find(each => each.innerText === 'Setups').hash") == "#/setups"
                browser.driver.back()
                browser.wait_text("lines.tbk:", ".facts")
                browser.keys(Keys.ARROW_RIGHT)
                browser.wait(lambda: len(browser.text(".way").split()) == 2, "the best move is not followed")
                browser.click("Where the book would grow next")
                assert len(browser.all("details[open] li")) == 20
                browser.click("Analyse")
                browser.wait_text("In lines.tbk:", ".panel")
                assert len(browser.all(".moves a")) == 1, "the way is forgotten"
                browser.driver.back()
                browser.wait_text("Where lines begin")
                browser.keys(Keys.ARROW_LEFT)
                browser.wait(lambda: browser.text(".way").split() == ["Start"], "the key does not go back")
                browser.pictures_of_views(other.address, {"lines": "#/lines?at=1", "pair-with-lines": "#/pair"})
                out = os.path.join(folder, "exported-lines")
                run("explore", book, "--export", out, "--no-engine")
                browser.open(f"file://{out}/index.html#/lines?at=2")
                browser.wait_text("Comes up in games")
                browser.one("tbody a").click()
                browser.wait(lambda: "at=2" not in browser.driver.current_url, "a move leads nowhere in the exported page")
                assert not browser.complaints()
                foreign = browser.foreign_requests((own, other.address, f"file://{out}"))
                assert not foreign, foreign

        def nothing_is_complained_of_or_asked_elsewhere():
            complaints, foreign = browser.complaints(), browser.foreign_requests(own)
            assert not complaints and not foreign, (complaints, foreign)

        # What only the program does, what has a program of its own, and how views look, which is the same in exported pages.
        served = [an_audit_is_drawn, an_analysis_ends_with_its_page, an_exported_page_needs_no_program, wrong_addresses_say_so, lines_are_followed_from_a_pair,
                  the_board_fits_every_window, every_view_fits_narrow_and_dark]
        tests = [setups_scroll_sort_and_filter, setups_are_filtered_by_pieces_on_squares, a_mirror_image_is_found_and_no_row_stays_without_hits,
                 a_pair_is_opened_by_keys_and_left_by_the_back_button, the_way_back_from_a_pair_leads_to_the_same_rows, replies_are_searched, the_line_of_play_is_on_the_board,
                 heat_maps_count_as_the_command_does, books_are_compared_worst_first,
                 a_comparison_agrees_with_the_command, an_audit_is_drawn,
                 a_saved_report_is_drawn, analysis_goes_on_by_moves, the_tree_keeps_variations, a_graph_of_values_leads_to_its_plies, a_line_shows_its_position, lines_appear_under_a_resting_pointer, drops_are_drawn_with_their_pieces, the_current_move_is_in_sight, a_position_is_explained,
                 the_board_is_turned_and_help_explains_the_pieces, the_board_fits_every_window, analysis_says_what_the_book_says, an_analysis_ends_with_its_page, a_setup_is_built_by_dragging, a_game_is_played_to_its_end,
                 all_pairs_are_one_picture, a_job_is_watched,
                 an_exported_page_needs_no_program, every_view_fits_narrow_and_dark,
                 views_are_reached_by_keys_and_left_by_the_back_button, addresses_can_be_copied, wrong_addresses_say_so,
                 lines_are_followed_from_a_pair, nothing_is_complained_of_or_asked_elsewhere]
        code = run_tests([test for test in tests if not EXPORTED or test not in served])
    if explorer.code != 0:
        print(f"FAILED  the program ended with {explorer.code}")
        code = 1
    return code


sys.exit(main())
