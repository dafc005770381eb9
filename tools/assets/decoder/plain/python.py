import zlib
from array import array
from collections import namedtuple
from functools import lru_cache

TEXT = (
    @TEXT@
)


def _bytes(text):
    """Each block of @BLOCK@ bytes of UTF-8 stands for 61 bits: its place among all such blocks in their order."""
    ranges, block = [@RANGES@], @BLOCK@
    characters, counts, texts, before = {}, [0] * 4, [1], [[0] * 4]
    for first, last in zip(ranges[::2], ranges[1::2]):
        for code in range(first, last + 1):
            size = 1 if code < 0x80 else 2 if code < 0x800 else 3
            characters[chr(code)] = (size, counts[size])
            counts[size] += 1
    for left in range(1, block + 1):
        texts.append(sum(counts[size] * texts[left - size] for size in range(1, min(left, 3) + 1)))
        before.append([0, 0, 0, 0])
        for size in range(1, min(left, 3)):
            before[left][size + 1] = before[left][size] + counts[size] * texts[left - size]
    rest = len(text.encode())
    places, place, left = [], 0, min(block, rest)
    for c in text:
        size, index = characters[c]
        if size > left:
            raise ValueError("a character that crosses its block")
        place += before[left][size] + index * texts[left - size]
        left -= size
        if not left:
            places.append(place)
            rest -= block
            place, left = 0, min(block, rest)
    # The last block has a 1 above the bits that are left over.
    width = places[-1].bit_length() - 1
    places[-1] -= 1 << width
    if max(places) >> 61 or (61 * (len(places) - 1) + width) % 8:
        raise ValueError("the text ends early")
    data = bytearray()
    for i in range(0, len(places), 8):
        number = sum(place << 61 * k for k, place in enumerate(places[i : i + 8]))
        data += number.to_bytes(61, "little")
    return bytes(data[: (61 * (len(places) - 1) + width) // 8])


class _Reader:
    def __init__(self, kind):
        data = _bytes(TEXT)
        inflater = zlib.decompressobj(31)
        self.data, self.at = inflater.decompress(data[1:]), 0
        if data[:1] != kind or not inflater.eof or inflater.unused_data:
            raise ValueError("not whole")

    def numbers(self, count):
        """Their low bytes stand first, then the rest of each in groups of seven bits."""
        low = self.data[self.at : self.at + count]
        self.at += count
        high = self.data[self.at : self.at + count]
        if max(high, default=0) < 128:
            self.at += count
            return [a | b << 8 for a, b in zip(low, high)]
        return [a | self.number() << 8 for a in low]

    def number(self):
        number = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number

    def signed(self, count):
        return [n >> 1 ^ -(n & 1) for n in self.numbers(count)]

    def string(self):
        size = self.number()
        self.at += size
        return self.data[self.at - size : self.at].decode()


def _decode(kind, read):
    try:
        return read(_Reader(kind))
    except (KeyError, IndexError, ValueError, zlib.error) as error:
        raise ValueError("TEXT is damaged: " + str(error)) from None

@BOOK@
Book = namedtuple("Book", "game maker ordered entries")
# The setups of both sides, each as its owner sees it; the value of the pair from the first side's view, in logit / 10,000.
Entry = namedtuple("Entry", "first reply value depth")


@lru_cache(None)
def _arrangements(letters):
    n = 1
    for i, letter in enumerate(letters):
        n = n * (i + 1) // (letters[: i + 1].count(letter))
    return n


@lru_cache(None)
def _word(letters, rank):
    """The arrangement of sorted letters that has this rank in the alphabet's order."""
    word, total, i = "", _arrangements(letters), 0
    while letters:
        end = letters.rfind(letters[i]) + 1
        n = total * (end - i) // len(letters)  # that go on with this letter
        if rank >= n:
            rank, i = rank - n, end
            continue
        word += letters[i]
        letters, total, i = letters[:i] + letters[i + 1 :], n, 0
        if len(letters) == 8:
            return word + _word(letters, rank)
    return word


def _words(reader):
    count, letters = reader.number(), reader.string()
    if not letters:
        return [reader.string() for _ in range(count)]
    words, rank = [], 0
    for gap in reader.numbers(count):
        rank += gap
        words.append(_word(letters, rank))
    return words


def _book(reader):
    game, maker, ordered, valued = reader.string(), reader.string(), reader.number(), reader.number()
    firsts, recent = _words(reader), _words(reader)
    moves = []
    for first, i in zip(firsts, reader.numbers(len(firsts))):
        recent.insert(0, recent.pop(i))
        moves.append((first, recent[0]))
    if ordered:
        moves = [moves.pop(i) for i in reader.numbers(len(moves))]
    entries, value = [], 0
    changes = reader.signed(len(moves)) if valued else [None] * len(moves)
    for move, change, depth in zip(moves, changes, reader.numbers(len(moves)) if valued else changes):
        value = change if change is None else value + change
        entries.append(Entry(*move, value, depth))
    return Book(game, maker, bool(ordered), entries)


def decode():
    """The book. ValueError where TEXT is damaged."""
    return _decode(b"b", _book)
@NETWORK@
# Arrays by rows: transformer [features][width], w0 [16][2 width], w1 [32][16], w2 [32]. How they are used:
# accumulator = transformer_bias + the rows of the features that a side sees; x = clamp(accumulator, 0, 127), the mover's
# before the other's; h0 = clamp((w0 x + b0) >> 8, 0, 127); h1 = clamp((w1 h0 + b1) >> 6, 0, 127);
# evaluation = w2 h1 + b2, in logit / 10,000 from the mover's view.
Network = namedtuple(
    "Network", "name provenance features width transformer transformer_bias w0 b0 w1 b1 w2 b2"
)


def _network(reader):
    name, provenance, features, width = reader.string(), reader.string(), reader.number(), reader.number()
    steps, numbers = reader.numbers(features), reader.signed(features * width)
    rows = [
        array("h", [step * n for n in numbers[i * width : (i + 1) * width]]) for i, step in enumerate(steps)
    ]
    matrix = lambda count, size: [array("h", reader.signed(size)) for _ in range(count)]
    bias, w0, b0 = reader.signed(width), matrix(16, 2 * width), reader.signed(16)
    w1, b1 = matrix(32, 16), reader.signed(32)
    w2, b2 = reader.signed(32), reader.signed(1)[0]
    return Network(name, provenance, features, width, rows, array("h", bias), w0, b0, w1, b1, w2, b2)


def decode():
    """The network. ValueError where TEXT is damaged."""
    return _decode(b"n", _network)
