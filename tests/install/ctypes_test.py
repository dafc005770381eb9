"""libtabiya.so from Python: ctypes_test.py LIBRARY BOOK NETWORK SETUP prints what the examples print."""
import ctypes
import sys
import threading

LIBRARY, BOOK, NETWORK, SETUP = sys.argv[1:5]
NOT_FOUND, INVALID, CORRUPT, UNSUPPORTED = 1, 2, 3, 4
library = ctypes.CDLL(LIBRARY)
library.tabiya_version.restype = ctypes.c_char_p
library.tabiya_book_game.restype = ctypes.c_char_p
library.tabiya_book_size.restype = ctypes.c_size_t


class Error(ctypes.Structure):
    _fields_ = [("message", ctypes.c_char * 256)]


class Answer(ctypes.Structure):
    _fields_ = [("reply", ctypes.c_char * 64), ("reply_wire", ctypes.c_char * 64), ("has_value", ctypes.c_int32),
                ("value", ctypes.c_int32), ("depth", ctypes.c_int32)]


class Limits(ctypes.Structure):
    _fields_ = [("depth", ctypes.c_int32), ("nodes", ctypes.c_uint64), ("milliseconds", ctypes.c_uint32)]


class Found(ctypes.Structure):
    _fields_ = [("move", ctypes.c_char * 64), ("score", ctypes.c_int32), ("depth", ctypes.c_int32),
                ("nodes", ctypes.c_uint64), ("variation", ctypes.c_char * 512)]


def call(function, *arguments, expect=0):
    """The message of a call that ends with that status."""
    error = Error()
    status = getattr(library, function)(*arguments, ctypes.byref(error))
    message = error.message.decode()
    assert status == expect, f"{function}: {status} instead of {expect}: {message}"
    assert (message == "") == (status == 0), message
    return message


def opened(function, content, expect=0):
    handle = ctypes.c_void_p()
    message = call(function, content, ctypes.c_size_t(len(content)), ctypes.byref(handle), expect=expect)
    return handle if expect == 0 else message


def read(path):
    with open(path, "rb") as file:
        return file.read()


book_bytes, network_bytes = read(BOOK), read(NETWORK)
book, network = opened("tabiya_book_open", book_bytes), opened("tabiya_network_open", network_bytes)
assert library.tabiya_book_size(book) > 0 and library.tabiya_version().count(b".") == 2

answer = Answer()
call("tabiya_book_probe", book, SETUP.encode(), ctypes.byref(answer))
print("reply", answer.reply.decode())
game = library.tabiya_book_game(book)
moves = f"{SETUP} {answer.reply_wire.decode()}".encode()


def new_engine(name=game, net=network):
    engine = ctypes.c_void_p()
    call("tabiya_engine_new", name, net, ctypes.c_size_t(0), ctypes.byref(engine))
    return engine


def searched(engine, limits):
    found = Found()
    call("tabiya_search", engine, b"startpos", moves, ctypes.byref(limits), ctypes.byref(found))
    return found


engine, value = new_engine(), ctypes.c_int32()
call("tabiya_evaluate", engine, b"startpos", moves, ctypes.byref(value))
print("value", value.value)
call("tabiya_evaluate", new_engine(b"chess", None), b"startpos", b"e2e4 e7e5", ctypes.byref(ctypes.c_int32()))
found = searched(engine, Limits(nodes=20000))
print(f"move {found.move.decode()}, {found.score} after {found.depth} plies")
assert found.variation.startswith(found.move) and found.nodes <= 20000

# What goes wrong says so, and leaves the library usable.
damaged = bytearray(network_bytes)
damaged[len(damaged) // 2] ^= 1
opened("tabiya_network_open", bytes(damaged), expect=CORRUPT)
opened("tabiya_book_open", network_bytes, expect=UNSUPPORTED)
opened("tabiya_network_open", b"", expect=UNSUPPORTED)
call("tabiya_book_probe", book, b"nonsense", ctypes.byref(answer), expect=INVALID)
call("tabiya_engine_new", b"no such game", None, ctypes.c_size_t(0), ctypes.byref(ctypes.c_void_p()), expect=UNSUPPORTED)
call("tabiya_evaluate", engine, b"rubbish", None, ctypes.byref(value), expect=INVALID)
call("tabiya_evaluate", engine, b"startpos", None, ctypes.byref(value), expect=INVALID)  # setups are missing
assert "rubbish" in call("tabiya_evaluate", engine, b"startpos", moves + b" rubbish", ctypes.byref(value), expect=INVALID)
call("tabiya_search", engine, b"startpos", moves, ctypes.byref(Limits()), ctypes.byref(found), expect=INVALID)

# Engines on threads share a network, and find the same.
results = []
threads = [threading.Thread(target=lambda: results.append(searched(new_engine(), Limits(depth=6)).score)) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert len(set(results)) == 1 and len(results) == 4, results

# Null pointers are errors.
size = ctypes.c_size_t
assert "book" in call("tabiya_book_open", book_bytes, size(len(book_bytes)), None, expect=INVALID)
call("tabiya_network_open", network_bytes, size(len(network_bytes)), None, expect=INVALID)
call("tabiya_engine_new", game, None, size(0), None, expect=INVALID)
call("tabiya_book_probe", None, SETUP.encode(), ctypes.byref(answer), expect=INVALID)
call("tabiya_book_probe", book, None, ctypes.byref(answer), expect=INVALID)
call("tabiya_book_probe", book, SETUP.encode(), None, expect=INVALID)
call("tabiya_evaluate", None, b"startpos", moves, ctypes.byref(value), expect=INVALID)
call("tabiya_evaluate", engine, b"startpos", moves, None, expect=INVALID)
call("tabiya_evaluate", engine, None, moves, ctypes.byref(value), expect=INVALID)
call("tabiya_search", None, b"startpos", moves, ctypes.byref(Limits(depth=1)), ctypes.byref(found), expect=INVALID)
call("tabiya_search", engine, b"startpos", moves, None, ctypes.byref(found), expect=INVALID)
call("tabiya_search", engine, b"startpos", moves, ctypes.byref(Limits(depth=1)), None, expect=INVALID)
assert library.tabiya_book_game(None) is None and library.tabiya_book_size(None) == 0
assert library.tabiya_engine_new_game(None) == INVALID and library.tabiya_engine_new_game(engine) == 0

# What was given back is not open any longer.
for close, handle in (("tabiya_engine_free", engine), ("tabiya_network_close", network), ("tabiya_book_close", book)):
    close = getattr(library, close)
    assert close(None) == 0 and close(handle) == 0 and close(handle) == INVALID
call("tabiya_evaluate", engine, b"startpos", moves, ctypes.byref(value), expect=INVALID)
call("tabiya_engine_new", game, network, size(0), ctypes.byref(ctypes.c_void_p()), expect=INVALID)
call("tabiya_book_probe", book, SETUP.encode(), ctypes.byref(answer), expect=INVALID)
