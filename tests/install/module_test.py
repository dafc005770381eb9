"""The installed Python module, with the library of that prefix: module_test.py PREFIX BOOK NETWORK SETUP prints what the
examples print."""
import sys

import tabiya

PREFIX, BOOK, NETWORK, SETUP = sys.argv[1:5]
assert tabiya._library._library._name.startswith(PREFIX), tabiya._library._library._name
with tabiya.Book.open(BOOK) as book, tabiya.Network.open(NETWORK) as network:
    entry = book.probe(SETUP)
    print("reply", entry.reply)
    engine, moves = tabiya.Engine(book, network), [SETUP, entry.reply_wire]
    print("value", engine.evaluate(moves=moves))
    found = engine.search(moves=moves, nodes=20_000)
    print(f"move {found.move}, {found.score} after {found.depth} plies")
