"""libtabiya.so: where it is, what core/c/tabiya.h declares, and errors as exceptions."""

from __future__ import annotations

import ctypes
import enum
import os
from ctypes import POINTER, c_char, c_char_p, c_int32, c_size_t, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import Any, Dict, Iterator, List, Type

ABI = "0.2"  # of the library: what is declared may change with it
NAME = "libtabiya.so." + ABI


class Status(enum.IntEnum):
    OK = 0
    NOT_FOUND = 1
    INVALID = 2
    CORRUPT = 3
    UNSUPPORTED = 4
    TOO_LARGE = 5
    INTERNAL = 6


class TabiyaError(Exception):
    """What the library refuses; the text says what is wrong."""

    status: Status = Status.INTERNAL

    def __init__(self, message: str, status: Status) -> None:
        super().__init__(message)
        self.status = status


class InvalidError(TabiyaError, ValueError):
    """A setup, a position, a move, rules or limits that are malformed or illegal; or something that was closed."""


class CorruptError(TabiyaError):
    """Bytes that fail their structure or their checksum."""


class UnsupportedError(TabiyaError):
    """Another kind, version or game than the library knows; a zstd frame, which `tabiya unpack` unpacks."""


_CLASSES: Dict[Status, Type[TabiyaError]] = {
    Status.INVALID: InvalidError, Status.CORRUPT: CorruptError, Status.UNSUPPORTED: UnsupportedError}


class Error(ctypes.Structure):
    _fields_ = [("message", c_char * 256)]


class Entry(ctypes.Structure):
    _fields_ = [("setup", c_char * 64), ("reply", c_char * 64), ("reply_wire", c_char * 64), ("index", c_uint64),
                ("nodes", c_uint64), ("has_value", c_int32), ("value", c_int32), ("has_error", c_int32),
                ("error", c_int32), ("depth", c_int32)]


class BookMove(ctypes.Structure):
    _fields_ = [("move", c_char * 64), ("weight", c_uint64), ("has_value", c_int32), ("value", c_int32),
                ("error", c_int32), ("leads_on", c_int32)]


class Limits(ctypes.Structure):
    _fields_ = [("depth", c_int32), ("nodes", c_uint64), ("milliseconds", c_uint32)]


class Result(ctypes.Structure):
    _fields_ = [("move", c_char * 64), ("score", c_int32), ("depth", c_int32), ("nodes", c_uint64),
                ("variation", c_char * 512)]


PROGRESS = ctypes.CFUNCTYPE(c_int32, c_void_p, POINTER(Result))

READ = ctypes.CFUNCTYPE(c_int32, c_void_p, c_uint64, c_void_p, c_size_t)

# The arguments of the functions that return a status, but for the error, which is the last one.
_CALLS: Dict[str, List[Any]] = {
    "book_open": [c_char_p, c_size_t, POINTER(c_void_p)],
    "book_open_at": [c_uint64, READ, c_void_p, POINTER(c_void_p)],
    "book_find": [c_void_p, c_char_p, POINTER(Entry)],
    "book_entry": [c_void_p, c_size_t, POINTER(Entry)],
    "book_moves": [c_void_p, c_char_p, c_char_p, POINTER(BookMove), c_size_t, POINTER(c_size_t)],
    "network_open": [c_char_p, c_size_t, POINTER(c_void_p)],
    "engine_new": [c_char_p, c_void_p, c_size_t, POINTER(c_void_p)],
    "engine_new_by_rules": [c_char_p, c_char_p, c_void_p, c_size_t, POINTER(c_void_p)],
    "engine_new_for_book": [c_void_p, c_void_p, c_size_t, POINTER(c_void_p)],
    "evaluate": [c_void_p, c_char_p, c_char_p, POINTER(c_int32)],
    "search_with": [c_void_p, c_char_p, c_char_p, POINTER(Limits), PROGRESS, c_void_p, POINTER(Result)],
}
# The others: what they return, and their arguments.
_PLAIN: Dict[str, List[Any]] = {
    "version": [c_char_p],
    "book_close": [c_int32, c_void_p],
    "book_game": [c_char_p, c_void_p],
    "book_size": [c_size_t, c_void_p],
    "book_positions": [c_size_t, c_void_p],
    "book_root": [c_char_p, c_void_p, c_size_t],
    "network_close": [c_int32, c_void_p],
    "engine_free": [c_int32, c_void_p],
    "engine_new_game": [c_int32, c_void_p],
    "stop": [c_int32, c_void_p],
}


def _paths() -> Iterator[str]:
    """Where the library may be, the likeliest place first."""
    if "TABIYA_LIBRARY" in os.environ:
        yield os.environ["TABIYA_LIBRARY"]
        return
    above = Path(__file__).resolve().parents[3]  # the root of a checkout, or the folder lib that this is installed in
    for folder in ("build/release/core/c", "build/dev/core/c", ".", "*-linux-gnu", "../lib64"):
        yield from map(str, sorted(above.glob(folder + "/" + NAME)))
    yield NAME  # where the system looks


def _load() -> ctypes.CDLL:
    faults = []
    for path in _paths():
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            faults.append(str(error))
            continue
        library.tabiya_version.restype = c_char_p
        version = library.tabiya_version().decode()
        if not version.startswith(ABI + "."):
            raise ImportError(f"{path} is of version {version}, and this module is for {ABI}")
        return library
    raise ImportError(NAME + " is not found (" + "; ".join(faults) + "): install tabiya, build it with ./quickstart, or name "
                      "the file in TABIYA_LIBRARY")


_library = _load()
for _name, _arguments in _CALLS.items():
    _function = getattr(_library, "tabiya_" + _name)
    _function.restype, _function.argtypes = c_int32, [*_arguments, POINTER(Error)]
for _name, (_returned, *_arguments) in _PLAIN.items():
    _function = getattr(_library, "tabiya_" + _name)
    _function.restype, _function.argtypes = _returned, _arguments


def plain(name: str, *arguments: Any) -> Any:
    """What a function returns that cannot fail."""
    return getattr(_library, "tabiya_" + name)(*arguments)


def call(name: str, *arguments: Any) -> bool:
    """False if what was asked for is not found. Other failures are exceptions."""
    error = Error()
    status = Status(getattr(_library, "tabiya_" + name)(*arguments, ctypes.byref(error)))
    if status not in (Status.OK, Status.NOT_FOUND):
        raise _CLASSES.get(status, TabiyaError)(error.message.decode("utf-8", "replace"), status)
    return status is Status.OK


def made(name: str, *arguments: Any) -> c_void_p:
    """The handle that a function gives."""
    handle = c_void_p()
    call(name, *arguments, ctypes.byref(handle))
    return handle
