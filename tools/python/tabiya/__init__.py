"""Opening books, networks and searches of Tabiya.

Setups, moves and positions are texts in the notation of their game. Values, errors and scores are logit x 10,000; chance()
makes a winning chance of a value. `moves` is a text with spaces between the moves, or a list of them, setups included.
What is wrong raises a TabiyaError.
"""

from __future__ import annotations

import ctypes
import math
import os
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Iterator, List, Optional, Tuple, TypeVar, Union

from . import _library
from ._library import CorruptError, InvalidError, Status, TabiyaError, UnsupportedError

__all__ = ["Book", "BookMove", "CorruptError", "Engine", "Entry", "InvalidError", "Network", "Result", "Status",
           "TabiyaError", "UnsupportedError", "chance"]
__version__: str = _library.plain("version").decode()

Moves = Union[str, Iterable[str]]
Path = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Entry:
    """What a book of setups answers to a setup of the first side."""

    setup: str  # of the first side, by its name
    reply: str  # of the second side, by its name
    reply_wire: str  # the same as the game's referee reads it
    index: int  # in the book; the best for the first side comes first, if the book has an order
    value: Optional[int]  # of the pair, for the first side; None: the book keeps none
    error: Optional[int]  # the standard error of the value
    depth: int  # plies that were searched; 0: none
    nodes: int  # that were searched; 0: unknown


@dataclass(frozen=True)
class BookMove:
    """A move that a book knows in a position: with a value, or in a book of PolyGlot's with a weight."""

    move: str  # as the game's referee reads it
    value: Optional[int]  # for the side that plays it
    error: Optional[int]  # the standard error of the value; 0: proved
    weight: int  # how often to play it, relative to the others; 0 where there is a value
    leads_on: bool  # the book knows the position behind it; never where there is no value


@dataclass(frozen=True)
class Result:
    """What a search has found."""

    move: str  # the best one, as the game's referee reads it; empty if there is none
    score: int  # for the side to move
    depth: int  # of the last completed iteration
    nodes: int  # visited
    variation: Tuple[str, ...]  # moves that are expected, the best one first


def chance(value: float) -> float:
    """The winning chance, from 0 to 1, of a value."""
    return 1 / (1 + math.exp(-value / 10_000))


_Self = TypeVar("_Self", bound="_Handle")


class _Handle:
    """Something of the library's, until it is closed or left by `with`."""

    _close = ""
    _handle: Optional[ctypes.c_void_p] = None

    def close(self) -> None:
        if self._handle is not None and _library.plain(self._close, self._handle) != Status.OK:
            raise InvalidError("it is at work and cannot be closed", Status.INVALID)
        self._handle = None

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


class Network(_Handle):
    """A network: from the bytes of its file, packed or not. Engines may share it."""

    _close = "network_close"

    def __init__(self, content: Union[bytes, bytearray, memoryview]) -> None:
        self._handle = _opened("network_open", content)

    @classmethod
    def open(cls, path: Path) -> Network:
        return cls(_content(path))


class Book(_Handle):
    """A book of setups, of moves (.tbk, or PolyGlot's .bin), or of both: from the bytes of its file, packed or not.

    As a sequence it has the entries of its setups. A zstd frame, such as the book that comes with the program, is an
    UnsupportedError: `tabiya unpack FILE --out book.tbk` unpacks it.
    """

    _close = "book_close"
    _read: object = None

    def __init__(self, content: Union[bytes, bytearray, memoryview]) -> None:
        self._handle = _opened("book_open", content)

    @classmethod
    def open(cls, path: Path) -> Book:
        """An indexed book (.tbi) is searched in its file, whatever its size."""
        file = open(path, "rb")
        beginning = file.read(8)
        if beginning != b"TABINDEX" or not file.seekable():
            with file:
                return cls(beginning + file.read())  # a pipe has its bytes but once

        def read(_: object, offset: int, to: int, size: int) -> int:
            content = os.pread(file.fileno(), size, offset)
            ctypes.memmove(to, content, len(content))
            return int(len(content) == size)

        book = cls.__new__(cls)
        book._read = _library.READ(read)  # as long as the book may read
        book._handle = _library.made("book_open_at", os.fstat(file.fileno()).st_size, book._read, None)
        return book

    @property
    def game(self) -> str:
        """By the name that options of `tabiya` have."""
        name: Optional[bytes] = _library.plain("book_game", self._handle)
        return (name or b"").decode()

    def __len__(self) -> int:
        size: int = _library.plain("book_size", self._handle)
        return size

    def __bool__(self) -> bool:
        return True  # a book of moves has no entries

    def __getitem__(self, index: int) -> Entry:
        entry = _library.Entry()
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self) or not _library.call("book_entry", self._handle, place, ctypes.byref(entry)):
            raise IndexError(f"the book has no entry {index}")
        return _entry(entry)

    def __iter__(self) -> Iterator[Entry]:
        return (self[index] for index in range(len(self)))

    def probe(self, setup: str) -> Optional[Entry]:
        """The answer to the first side's setup, or to its mirror image. None if the book does not know it."""
        entry = _library.Entry()
        if not _library.call("book_find", self._handle, setup.encode(), ctypes.byref(entry)):
            return None
        return _entry(entry)

    @property
    def positions(self) -> int:
        """In how many the book knows moves."""
        count: int = _library.plain("book_positions", self._handle)
        return count

    @property
    def roots(self) -> List[str]:
        """The positions in which its lines begin; none in a book of PolyGlot's."""
        roots: List[str] = []
        while True:
            root: Optional[bytes] = _library.plain("book_root", self._handle, len(roots))
            if root is None:
                return roots
            roots.append(root.decode())

    def moves(self, position: str = "startpos", moves: Moves = "") -> Optional[List[BookMove]]:
        """The moves of the position after `moves`, the best first: none where the game is over. None if the book does
        not know the position."""
        most = 512  # more than any position of a game has
        found = (_library.BookMove * most)()
        count = ctypes.c_size_t()
        if not _library.call("book_moves", self._handle, *_line(position, moves), found, most, ctypes.byref(count)):
            return None
        return [BookMove(each.move.decode(), each.value if each.has_value else None,
                         each.error if each.has_value else None, each.weight, bool(each.leads_on))
                for each in found[:count.value]]


class Engine(_Handle):
    """A search of a game: of one that is built in, by its name, or of a book's.

    Without a network it evaluates with what is built in. `table_bytes`: of its transposition table; 0 for 16 MiB. While it
    searches, all but stop() is an InvalidError.
    """

    _close = "engine_free"

    def __init__(self, game: Union[str, Book], network: Optional[Network] = None, table_bytes: int = 0) -> None:
        if isinstance(game, Book):
            self._begin("engine_new_for_book", game._handle, network=network, table_bytes=table_bytes)
        else:
            self._begin("engine_new", game.encode(), network=network, table_bytes=table_bytes)

    @classmethod
    def from_rules(cls, rules: str, name: Optional[str] = None, network: Optional[Network] = None,
                   table_bytes: int = 0) -> Engine:
        """For a game from the text of a file of rules; `name`: of one of the file's games, if it has several."""
        engine = cls.__new__(cls)
        section = None if name is None else name.encode()
        engine._begin("engine_new_by_rules", rules.encode(), section, network=network, table_bytes=table_bytes)
        return engine

    def _begin(self, function: str, *of: Any, network: Optional[Network], table_bytes: int) -> None:
        if network is not None and network._handle is None:
            raise InvalidError("the network was closed", Status.INVALID)
        weights = None if network is None else network._handle
        self._handle = _library.made(function, *of, weights, table_bytes)

    def new_game(self) -> None:
        """Forgets what was learned from earlier searches."""
        if _library.plain("engine_new_game", self._handle) != Status.OK:
            raise InvalidError("the engine is at work, or was closed", Status.INVALID)

    def evaluate(self, position: str = "startpos", moves: Moves = "") -> int:
        """The static value for the side to move, after the setup phase."""
        value = ctypes.c_int32()
        _library.call("evaluate", self._handle, *_line(position, moves), ctypes.byref(value))
        return value.value

    def search(self, position: str = "startpos", moves: Moves = "", *, depth: int = 0, nodes: int = 0,
               milliseconds: int = 0, progress: Optional[Callable[[Result], object]] = None) -> Result:
        """Searches until the first limit. `progress` is told what was found after each depth; False from it ends the
        search, as stop() does, and so does an exception, which is raised again here."""
        raised: List[BaseException] = []

        def told(_: object, so_far: Any) -> int:
            try:  # this is also where Ctrl-C is noticed
                return progress is None or progress(_result(so_far.contents)) is not False
            except BaseException as exception:  # pylint: disable=broad-except
                raised.append(exception)
                return False

        for name, value, bits in (("depth", depth, 31), ("nodes", nodes, 64), ("milliseconds", milliseconds, 32)):
            if not 0 <= value < 1 << bits:  # ctypes would take the lowest bits
                raise InvalidError(f"{name} must be from 0 to 2**{bits} - 1", Status.INVALID)
        limits = _library.Limits(depth, nodes, milliseconds)
        result = _library.Result()
        _library.call("search_with", self._handle, *_line(position, moves), ctypes.byref(limits),
                      _library.PROGRESS(told), None, ctypes.byref(result))
        if raised:
            raise raised[0]
        return _result(result)

    def stop(self) -> None:
        """Ends the search that runs in another thread; without one, nothing happens."""
        _library.plain("stop", self._handle)


def _opened(function: str, content: Union[bytes, bytearray, memoryview]) -> ctypes.c_void_p:
    whole = bytes(content)  # a memoryview's length may be another number than its bytes
    return _library.made(function, whole, len(whole))


def _content(path: Path) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _line(position: str, moves: Moves) -> Tuple[bytes, bytes]:
    return position.encode(), (moves if isinstance(moves, str) else " ".join(moves)).encode()


def _entry(entry: _library.Entry) -> Entry:
    return Entry(entry.setup.decode(), entry.reply.decode(), entry.reply_wire.decode(), entry.index,
                 entry.value if entry.has_value else None, entry.error if entry.has_error else None, entry.depth,
                 entry.nodes)


def _result(result: _library.Result) -> Result:
    return Result(result.move.decode(), result.score, result.depth, result.nodes, tuple(result.variation.decode().split()))
