#!/usr/bin/python3
"""The explorer's page in a real browser: browser_test.py PROGRAM FOLDER-FOR-PICTURES"""

import sys

from browser import Browser, By, Explorer, Keys, run_tests

PROGRAM, PICTURES = sys.argv[1:3]


def main():
    with Explorer(PROGRAM, "shipped") as explorer, Browser(PICTURES) as browser:
        own = explorer.address

        def setups_scroll_sort_and_filter():
            browser.open(own)
            browser.wait_text("20,000 setups")
            assert "WAAAAADANFDDDAFA" in browser.text(".row")
            assert len(browser.all(".row")) < 40, "rows out of sight are elements"
            browser.run("document.querySelector('.rows').scrollTop = 1e9")
            browser.wait(lambda: "20000" in browser.text(".rows"), "the last row is not in sight")
            browser.one("select").send_keys("Depth, deepest")
            search = browser.one("input[type=search]")
            search.send_keys("WAAAAAAANFDDDDFA")
            browser.wait_text("of 20,000 setups")
            assert "q=WAAAAAAANFDDDDFA" in browser.driver.current_url
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

        def a_pair_is_opened_by_keys_and_left_by_the_back_button():
            browser.open(own + "#/setups")
            browser.one(".rows").send_keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER)
            browser.wait_text("Number 3 of 20,000")
            browser.wait_text("-0.032 (49.2 %)")
            browser.keys(Keys.ARROW_RIGHT)
            browser.wait_text("Number 4 of 20,000")
            browser.driver.back()
            browser.wait_text("Number 3 of 20,000")
            browser.driver.back()
            browser.wait_text("20,000 setups")

        def replies_are_searched():
            browser.open(own + "#/pair?book=0&red=WAAAAAAAFFDDDDNA")
            browser.run("const depth = [...document.querySelectorAll('select')].find(each => each.options.length >= 10);"
                        "depth.value = 3; depth.dispatchEvent(new Event('change'))")
            browser.click("Search")
            browser.wait_text("At depth 3")
            assert "the book’s" in browser.text(".replies")
            assert "best" in browser.text(".replies")

        def every_view_fits_narrow_and_dark():
            views = {"setups": "#/setups", "pair": "#/pair?book=0&red=WAAAAAAANFDDDDFA"}
            for name, address in views.items():
                for width, height, dark in ((1280, 860, False), (360, 740, False), (1280, 860, True)):
                    browser.show_as(width, height, dark)
                    browser.open(own + address)
                    browser.picture(f"{name}-{width}{'-dark' if dark else ''}")
                    wide = browser.run("return document.documentElement.scrollWidth")
                    assert wide <= width, f"{name} is {wide} wide in {width}"
            browser.show_as(1280, 860)

        def wrong_addresses_say_so():
            browser.open(own + "#/nowhere")
            browser.wait_text("There is no view")
            browser.open(own + "#/pair?book=7")
            browser.wait_text("There is no book 8")

        def nothing_is_complained_of_or_asked_elsewhere():
            assert browser.complaints() == [], browser.complaints()
            assert browser.foreign_requests(own) == []

        code = run_tests([setups_scroll_sort_and_filter, setups_are_filtered_by_pieces_on_squares,
                          a_pair_is_opened_by_keys_and_left_by_the_back_button, replies_are_searched,
                          every_view_fits_narrow_and_dark, wrong_addresses_say_so,
                          nothing_is_complained_of_or_asked_elsewhere])
    if explorer.code != 0:
        print(f"FAILED  the program ended with {explorer.code}")
        code = 1
    return code


sys.exit(main())
