"""Answers setups of the first side, one a line: answers.py BOOK NETWORK

Each line of the output has the reply of the book, the chances of the first side by the book, and the move that a search of
20,000 nodes would begin with. A setup that the book does not know is "unknown".
"""
import sys

import tabiya


def answer(book, engine, setup):
    entry = book.probe(setup)
    if entry is None:
        return "unknown"
    chance = "no value" if entry.value is None else f"{100 * tabiya.chance(entry.value):.1f} %"
    found = engine.search(moves=[entry.setup, entry.reply_wire], nodes=20_000)
    return f"{entry.reply_wire} {chance} {found.move}"


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        with tabiya.Book.open(sys.argv[1]) as book, tabiya.Network.open(sys.argv[2]) as network:
            engine = tabiya.Engine(book, network)
            for line in sys.stdin:
                print(answer(book, engine, line.strip()), flush=True)
    except (OSError, tabiya.TabiyaError) as error:
        print(f"answers.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
