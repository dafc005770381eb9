"""Blue's answers to setups of Red in 0.1, one a line, from the book in book.py: `tabiya pack shipped --out book.py`."""
import sys

import book


def mirrored(setup):
    """A setup is two rows of eight, the back row first."""
    return setup[7::-1] + setup[:7:-1]


def main():
    replies = {entry.first: entry.reply for entry in book.decode().entries}
    for line in sys.stdin:
        red = line.strip()
        if red in replies:
            print(replies[red])
        elif mirrored(red) in replies:
            print(mirrored(replies[mirrored(red)]))
        else:
            print("unknown")


main()
