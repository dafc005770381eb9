#!/usr/bin/python3
"""The explorer with games of every kind, in a real browser: browser_games_test.py PROGRAM FOLDER-FOR-PICTURES SOURCES"""

import re
import sys
import tempfile

from browser import EXPORTED, Browser, Explorer, Keys, explorer as page_of, run_tests
from samples import Samples

PROGRAM, PICTURES, SOURCES = sys.argv[1:4]


def main():
    with tempfile.TemporaryDirectory() as folder:
        return test_in(Samples(PROGRAM, folder, SOURCES))


def test_in(samples):
    books = [samples.chess_book(), samples.race_book(), samples.courtyard_book(), samples.moves_book()]
    proofs, scores = samples.race_proofs(), samples.chess_scores()
    with page_of(PROGRAM, *books, "--matrix", proofs, "--game", "pawn_race") as explorer, Browser(PICTURES) as browser:
        own = explorer.address
        browser.driver.get(explorer.start)

        def at(name):
            """A square of chess by its name, for boards that are seen from the first side."""
            return browser.square(8 * (int(name[1]) - 1) + ord(name[0]) - ord("a"))

        def a_pair_of_chess_is_analysed():
            browser.open(own + "#/setups")
            browser.wait_text("4 setups")
            browser.picture("chess-setups")
            browser.type(".rows", Keys.ARROW_DOWN, Keys.ENTER)
            browser.wait_text("Number 2 of 4")
            browser.wait_text("BQNBNRKR")
            browser.picture("chess-pair")
            browser.click("Analyse")
            browser.wait(lambda: len(browser.all(".lines li")) == 3, "there are not three lines")
            assert "BBQNNRKR" in browser.text(".moves")
            browser.click("Stop")

        def chess_is_played_from_the_usual_start():
            browser.open(own + "#/play?game=chess&strength=n500&place=1")
            browser.wait_text("White places its pieces")
            browser.click("Begin with the usual setups")
            browser.wait_text("White to move, move 1")
            browser.drag(at("e2"), at("e4"))
            browser.wait_text("e4", ".moves")
            browser.wait_text("White to move, move 2")
            browser.picture("chess-play")

        def chess_castles_and_promotes():
            browser.open(own + "#/analysis?game=chess&position=" + "4k2r/P7/8/8/8/8/8/R3K3 w Qk - 0 1".replace(" ", "+"))
            browser.wait_text("White to move")
            browser.press(at("e1"))
            browser.press(at("c1"))
            browser.wait_text("O-O-O", ".moves")
            browser.driver.back()
            browser.wait(lambda: browser.all(".moves a") and not browser.all(".moves [aria-current]"), "the beginning is not shown, or the move forgotten")
            browser.press(at("e1"))
            browser.press(at("a1"))
            browser.wait_current("O-O-O")
            browser.driver.back()
            browser.wait(lambda: browser.all(".moves a") and not browser.all(".moves [aria-current]"), "the beginning is not shown, or the move forgotten")
            browser.press(at("a7"))
            browser.press(at("a8"))
            browser.wait(lambda: len(browser.all(".question button")) == 4, "no promotion is asked for")
            browser.picture("chess-promotion")
            browser.click("a8=N")
            browser.wait_text("a8=N", ".moves")

        def an_array_is_built_by_dragging():
            browser.open(own + "#/analysis?game=chess")
            browser.wait_text("White to move, move 1")
            browser.click("Other setups")
            browser.click("The usual setup")
            name = lambda: browser.run("return document.querySelector('.bar input.mono').value")
            browser.wait(lambda: name() == "RNBQKBNR", "the usual array is not there")
            browser.drag(at("e1"), at("a1"))
            browser.wait_text("Not a legal setup: the king does not stand between the rooks")
            browser.picture("chess-editor-wrong")
            browser.drag(at("e1"), at("a1"))
            browser.wait_text("A legal setup.")
            browser.drag(at("a1"), at("b1"))
            browser.wait(lambda: name() == "NRBQKBNR", "the rook has not moved")
            browser.click("Place this setup")
            browser.wait_text("Black places its pieces")
            browser.click("The usual setup")
            browser.click("Place this setup")
            browser.wait_text("white=NRBQKBNR", ".moves")
            browser.wait(lambda: browser.all(".arrow"), "no arrows are drawn")

        def the_matrix_of_arrays_opens_a_pair():
            browser.open(own + "#/matrix?game=chess")
            browser.wait_text("Static values")
            browser.type(".matrix", Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
            browser.wait_text("White: BQNBNRKR, Black: BQNBNRKR")
            browser.picture("chess-matrix")
            browser.type(".matrix", Keys.ENTER)
            browser.wait_text("white=BQNBNRKR", ".moves")

        def a_matrix_is_looked_at_closely():
            browser.open(own + "#/matrix?game=chess&at=RNBQKBNR,RNBQKBNR&zoom=16")
            browser.wait_text("White: RNBQKBNR, Black: RNBQKBNR")
            assert "RNBQKBNR" in browser.text(".matrix-rows"), "the rows in sight have no names"
            browser.type(".matrix", "+", Keys.ARROW_UP)
            browser.wait(lambda: "zoom=8" in browser.driver.current_url and "at=" in browser.driver.current_url, "the address does not tell")
            assert len(browser.all(".matrix-texts span")) == 64
            browser.picture("chess-matrix-closely")
            browser.click("All")
            browser.wait(lambda: browser.run("return document.querySelector('.matrix').width") == 960, "it is not shown as a whole")

        def proofs_are_drawn_with_their_mirror_images():
            browser.open(own + "#/matrix?game=pawn_race")
            browser.wait_text("A draw")
            browser.type(".matrix", *[Keys.ARROW_RIGHT] * 7)
            browser.wait_text("Black wins by force")
            browser.type(".matrix", *[Keys.ARROW_DOWN] * 7, *[Keys.ARROW_LEFT] * 7)
            browser.wait_text("White: h, Black: a")
            browser.wait_text("Black wins by force")
            browser.type(".matrix", Keys.ARROW_RIGHT)
            browser.wait_text("Not known")
            browser.picture("race-matrix-proofs")

        def a_matrix_is_exported():
            out = samples.path("exported")
            samples.run("explore", *books, "--matrix", scores, "--game", "chess", "--export", out)
            browser.open(f"file://{out}/index.html#/matrix")
            browser.wait_text("+35 for White, as it was judged")
            browser.type(".matrix", Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ENTER)
            browser.wait_text("+31 for White")
            browser.wait_text("Safest for White")
            browser.picture("chess-matrix-exported")
            assert browser.foreign_requests((own, f"file://{out}")) == []

        def a_game_in_pgn_is_read():
            browser.open(own + "#/analysis?game=chess&position=startpos")
            browser.open_game_text()
            browser.run("document.querySelector('textarea').value = arguments[0]",
                        '[Event "a \\"game\\""]\n[White "Ada"]\n[Black "Bo"]\n[Result "1-0"]\n\n1. e4 {best by test [%eval 0.35]} e5 $1 $14 (1... c5 2.Nf3 (2. c3 d5)) 2. Nf3! Nc6 3. Bb6+? 1-0\n\n[Event "next"]\n1. d4')
            browser.click("Load")
            browser.wait_text("2 games", "details[open]")
            first = "const games = document.querySelector('details[open] select'); games.value = 0; games.dispatchEvent(new Event('change'))"
            assert browser.run("return document.querySelector('details[open] select').innerText").split("\n") == ["choose one", "1. Ada – Bo, 1-0", "2. next"]
            browser.run(first)
            browser.wait_text("This game cannot be read", ".fault")  # no bishop reaches b6
            browser.complaints()  # of what the program has refused
            browser.run("const area = document.querySelector('textarea'); area.value = area.value.replace('Bb6+', 'Bb5')")
            browser.click("Load")
            browser.run(first)
            browser.wait_current("Bb5")
            browser.wait_text("best by test", ".moves")
            browser.wait_text("(2. c3 d5 )", ".moves")
            assert "d4" not in browser.text(".moves")
            numbers = browser.run("return [...document.querySelectorAll('.move-number')].map(each => each.innerText)")
            assert numbers == ["1.", "1…", "2.", "3."], numbers
            browser.picture("chess-pgn")
            browser.wait_text("Ada – Bo, 1-0", ".moves")
            browser.click("Stop")
            browser.keys(Keys.HOME)
            browser.wait(lambda: not browser.all(".moves [aria-current]"), "the beginning is not shown")
            text = " ".join(browser.open_game_text().split())
            assert text.startswith('[Event "a \\"game\\""] [White "Ada"] [Black "Bo"] [Result "1-0"] ') and text.endswith(" 1-0"), text
            assert "1. e4 {[%eval 0.35] best by test} 1... e5 $1 $14 (1... c5 2. Nf3 (2. c3 d5)) 2. Nf3 $1 Nc6 3. Bb5 $2" in text, text
            browser.run("document.querySelector('textarea').value = '1. e4 (e5'")
            browser.click("Load")
            browser.wait_text("a variation does not end", ".fault")

        def a_review_finds_the_blunder():
            browser.open(own)
            browser.run("sessionStorage.clear()")
            browser.open(own + "#/analysis?game=chess&position=startpos&moves=f2f3+e7e5+g2g4+d8h4")
            browser.wait_text("Black has won")
            browser.click("Review")
            browser.wait_text("g4??", ".moves")
            assert "Qh4#?" not in browser.text(".moves")
            browser.wait_text("?! loses more than 0.54 pawns, ? more than 1.36, both beyond twice the standard error", ".graph-frame")
            browser.wait(lambda: browser.text("button.review") == "Review", "the review does not end")
            rows = browser.run("return [...document.querySelectorAll('.graph-frame tbody tr')].map(each => each.innerText.split('\\t'))")
            assert [row[:2] for row in rows] == [["White", "2"], ["Black", "2"]] and rows[0][-1] == "1" and rows[1][-1] == "0", rows
            assert all("±" in row[3] for row in rows), rows
            titles = browser.run("return [...document.querySelectorAll('.moves-grid a')].map(each => each.title)")
            assert any("loses 0" in title and " ± " in title for title in titles), titles
            browser.wait(lambda: browser.run("return [...document.querySelectorAll('.graph title')].every(each => !each.textContent.endsWith(': –'))"), "the graph is not whole")
            browser.picture("chess-review")
            browser.keys(Keys.ARROW_LEFT)
            browser.wait_current("g4")
            browser.click("Why was this bad?")
            browser.wait_current("e5")
            browser.wait_text("g4 loses ", ".why")
            browser.click("«")
            browser.wait(lambda: not browser.all(".moves [aria-current]"), "the beginning is not shown")
            text = " ".join(browser.open_game_text().split())
            assert "FEN" not in text and "Variant" not in text and "[%eval #-" in text and "2. g4 $4" in text and text.endswith("Qh4# 0-1"), text
            top = "return document.querySelector('.moves').getBoundingClientRect().top + scrollY"
            place = browser.run(top)
            browser.wait(lambda: re.search(r"Searching: depth (1[2-9]|[2-9]\d).*depth \d+ for [\d.]+ s", browser.text(".engine"), re.S), "the search does not go on, or says nothing within a depth")
            assert browser.run(top) == place, "what stands below the engine's words moves with them"
            again = browser.run("return [...document.querySelectorAll('.graph-frame tbody tr')].map(each => each.innerText.split('\\t'))")
            assert again == rows, (again, rows)

        def a_review_needs_no_mouse():
            start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w+KQkq+-+0+1"  # whose moves no other test has left
            browser.open(own + f"#/analysis?game=chess&position={start}&moves=f2f3+e7e5+g2g4+d8h4")
            browser.wait_text("Black has won")
            browser.tab_to("Review")
            browser.keys(Keys.ENTER)
            browser.wait_text("g4??", ".moves")
            browser.wait(lambda: browser.text("button.review") == "Review", "the review does not end")
            browser.keys(Keys.HOME)
            browser.wait(lambda: not browser.all(".moves [aria-current]"), "the beginning is not shown")
            for move in ("f3", "e5"):
                browser.keys(Keys.ARROW_RIGHT)
                browser.wait_current(move)
            browser.wait_ready()
            browser.tab_to("Stop")
            browser.keys(Keys.ENTER)
            browser.tab_to("Explain")
            browser.keys(Keys.ENTER)
            # What was played is explained without being asked for.
            browser.wait_text("g4 loses ", ".why")
            browser.wait_text("Qh4#", ".why")
            browser.picture("explain-by-keys")

        def a_game_is_not_the_analysis_before_it():
            browser.open(own + "#/pair?red=RNBQKBNR")
            browser.click("Analyse")
            browser.wait_text("White to move, move 1")
            browser.wait_text("In moves.bin: e4", ".panel")
            browser.press(at("e2"))
            browser.press(at("e4"))
            browser.wait_current("e4")
            browser.driver.back()
            browser.driver.back()
            browser.click("Play from here")
            browser.wait_text("No moves yet", ".moves")
            browser.press(at("d2"))
            browser.press(at("d4"))
            browser.wait_text("White to move, move 2")
            browser.press(at("c2"))
            browser.press(at("c3"))
            browser.wait_text("White to move, move 3")
            values = "return [...document.querySelectorAll('.graph title')].filter(each => !each.textContent.endsWith('–')).length"
            assert browser.run(values) == 2, "what the engine has found is not in the graph"
            browser.click("«")
            browser.click("Analyse")
            browser.wait_text("c3", ".moves")
            assert "e4" in browser.text(".moves"), "the analysis is forgotten"

        def one_side_may_choose_both_setups():
            browser.open(own + "#/play?game=pawn_race&side=1&strength=n500")
            browser.wait_text("Black places White’s pieces")
            browser.drag(at("b2"), at("a2"), lambda: browser.one(".ghost"))
            assert not browser.all(".ghost"), "the piece still follows the pointer"
            browser.wait_text("A legal setup.")
            browser.picture("race-editor")
            browser.click("Place this setup")
            browser.wait_text("Black places its pieces")
            browser.click("Place this setup")
            browser.wait(lambda: len(browser.all(".moves a")) >= 1, "the engine does not move")
            browser.wait_text("Black to move")
            browser.picture("race-play")
            browser.open(own + "#/play?game=pawn_race&strength=n500&moves=white%3Dc")
            browser.wait_text("White to move")
            requests = browser.run("return performance.getEntriesByType('resource').map(each => each.name).join(' ')")
            assert EXPORTED or "/api/works" in requests and "rank=" not in requests.replace("rank=0", ""), "the engine has placed at random"

        def the_chooser_of_both_setups_takes_the_best():
            """Black wins after some first setups and not after others; all pairs are solved."""
            browser.open(own + "#/play?game=pawn_race&strength=n500")
            browser.wait_text("White to move")
            placed = re.search(r"white%3D(\w)", browser.driver.current_url)[1]
            if EXPORTED:
                return
            table = browser.run("return fetch('/api/solved?game=pawn_race').then(answer => answer.json())")
            rows = {red["name"]: min(row) for red, row in zip(table["reds"], table["values"])}
            assert rows[placed] == min(rows.values()), (placed, rows)

        def a_game_lost_on_time_says_so():
            browser.open(own + "#/play?game=chess&position=startpos&strength=c60")
            browser.wait_text("White to move")
            browser.run("const now = performance.now.bind(performance); performance.now = () => now() + 61000")
            browser.wait_text("Black has won: the time of White is over.")
            words = browser.open_game_text()
            assert '[Result "0-1"]' in words and '[Termination "time forfeit"]' in words and words.strip().endswith("0-1"), words

        def a_tafl_game_is_played():
            browser.open(own + "#/play?game=ard_ri&strength=n500")
            browser.wait_text("Defenders to move")
            browser.press(browser.square(2 * 7 + 2, columns=7))
            targets = browser.run("return [...document.querySelectorAll('.target')].map(each => [each.cx.baseVal.value, each.cy.baseVal.value])")
            x, y = targets[0]
            browser.press(browser.square((6 - int(y // 100)) * 7 + int(x // 100), columns=7))
            browser.wait(lambda: len(browser.all(".moves a")) == 2, "the engine does not move")
            browser.picture("ard-ri-play")

        def moves_are_made_by_keys():
            browser.open(own + "#/play?game=chess&strength=n500&position=startpos")
            browser.wait_text("White to move, move 1")
            for _ in range(40):
                browser.keys(Keys.TAB)
                if browser.run("return document.activeElement.dataset.keep"):
                    break
            browser.keys(Keys.ARROW_UP, *[Keys.ARROW_RIGHT] * 4, Keys.ARROW_UP)
            browser.wait_text("e2: pawn of White", ".said")
            assert browser.all(".cursor"), "the square is not shown"
            browser.keys(Keys.ENTER, Keys.ARROW_UP, Keys.ARROW_UP)
            browser.wait(lambda: browser.all(".target"), "no targets are shown")
            browser.picture("chess-keys")
            browser.keys(Keys.ENTER)
            browser.wait_text("e4", ".moves")
            browser.wait_text("White to move, move 2")
            assert browser.run("return document.activeElement.dataset.keep") == "board", "the keys have left the board"

        def setups_on_few_files_are_whole():
            for width in (1366, 1200, 390):
                browser.show_as(width, 844)
                browser.open(own + "#/setups?book=2")
                boxes = browser.run("return [...document.querySelectorAll('.row:not([hidden]), .row:not([hidden]) .strip')].map(each => each.getBoundingClientRect().height)")
                assert len(boxes) == 3 and boxes[0] >= max(boxes[1:]) > 40, (width, boxes)
                browser.picture(f"courtyard-setups-{width}")
            browser.show_as(1280, 860)

        def a_named_game_needs_no_book():
            with Explorer(PROGRAM, "--game", SOURCES + "/data/variants/courtyard.ini") as alone:
                browser.open(alone.start)
                browser.open(alone.address)
                browser.wait_text("White places its pieces")
                assert browser.text("nav").split() == ["Analysis", "Play", "Rules"], browser.text("nav")
                browser.open(own)
                assert not browser.complaints() and not browser.foreign_requests((own, alone.address))

        def a_game_from_a_file_explains_itself():
            browser.open(own + "#/setups?book=2")
            browser.click("Rules")
            browser.wait_text("Steps one square straight; leaps two squares diagonally.")
            browser.wait_text("White places its pieces, then Black, who sees them", ".rules")
            browser.wait_text("A pawn becomes a rook on rank 6 for White, rank 1 for Black.", ".rules")
            pieces = browser.run("return [...document.querySelectorAll('.pieces-help li')].map(each => [each.innerText.split('\\n')[0], each.querySelectorAll('.step-both').length, each.querySelectorAll('.step-way').length])")
            assert pieces == [["Pawn", 0, 3], ["King", 8, 0], ["Rook", 8, 0], ["Cat", 8, 0], ["Guard", 8, 0]], pieces
            drawn = browser.run("return [...document.querySelectorAll('.glyphs symbol')].map(each => each.querySelectorAll('text').length)")
            assert drawn == [0, 0, 0, 1, 1], "known pieces have no drawings"
            browser.picture("courtyard-rules")

        def every_view_of_every_game_fits():
            views = {"heat": "#/heat", "race-setups": "#/setups?book=1", "race-pair": "#/pair?book=1&red=b",
                     "chess-analysis": "#/analysis?game=chess&position=startpos", "chess-editor": "#/play?game=chess&place=1",
                     "chess-pair": "#/pair?red=RNBQKBNR", "chess-setups": "#/setups",
                     "chess-matrix": "#/matrix?game=chess", "race-matrix": "#/matrix?game=pawn_race&values=depth4",
                     "ard-ri-analysis": "#/analysis?game=ard_ri"}
            browser.pictures_of_views(own, views)

        def nothing_is_complained_of():
            complaints, foreign = browser.complaints(), browser.foreign_requests(own)
            assert not complaints and not foreign, (complaints, foreign)

        # What has a page of its own, and how views look, which is the same in exported pages.
        served = [a_matrix_is_exported, a_named_game_needs_no_book, setups_on_few_files_are_whole, every_view_of_every_game_fits]
        # What a server of files answers differently from a disk: how data and workers are loaded.
        loading = [a_pair_of_chess_is_analysed, chess_is_played_from_the_usual_start, a_matrix_is_looked_at_closely, a_game_in_pgn_is_read, nothing_is_complained_of]
        tests = [a_pair_of_chess_is_analysed, chess_is_played_from_the_usual_start, chess_castles_and_promotes,
                          an_array_is_built_by_dragging, the_matrix_of_arrays_opens_a_pair,
                          a_matrix_is_looked_at_closely, proofs_are_drawn_with_their_mirror_images, a_matrix_is_exported, a_game_in_pgn_is_read, a_review_finds_the_blunder, a_review_needs_no_mouse, a_game_is_not_the_analysis_before_it, one_side_may_choose_both_setups, the_chooser_of_both_setups_takes_the_best, a_game_lost_on_time_says_so,
                          a_tafl_game_is_played, moves_are_made_by_keys, setups_on_few_files_are_whole, a_named_game_needs_no_book, a_game_from_a_file_explains_itself, every_view_of_every_game_fits,
                          nothing_is_complained_of]
        return run_tests(loading if EXPORTED == "http" else [test for test in tests if not EXPORTED or test not in served])


sys.exit(main())
