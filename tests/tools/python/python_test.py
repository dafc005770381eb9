"""The module `tabiya` finds what the program finds: python_test.py PROGRAM SOURCES"""
import ast
import ctypes
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import unittest

PROGRAM, SOURCES = sys.argv[1:3]
MODULE = os.path.join(SOURCES, "tools", "python")
NETWORK, LINES = (os.path.join(SOURCES, "data", *path) for path in (("nets", "default.tbp"), ("books", "lines.tbk")))
COURTYARD = os.path.join(SOURCES, "data", "variants", "courtyard.ini")

os.environ["PYTHONPATH"] = MODULE  # of what is started

import tabiya


def run(*words, **options):
    return subprocess.run([PROGRAM, *words], check=True, capture_output=True, text=True, **options).stdout


def says(*words):
    return [json.loads(line) for line in run(*words, "--json").splitlines()]


def text_of(*path):
    with open(os.path.join(SOURCES, *path), encoding="utf-8") as file:
        return file.read()


class OfTheShippedBook(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.path = os.path.join(cls.folder, "book.tbk")
        run("unpack", os.path.join(SOURCES, "data", "books", "default.tbp"), "--out", cls.path)
        cls.book, cls.network = tabiya.Book.open(cls.path), tabiya.Network.open(NETWORK)

    @classmethod
    def tearDownClass(cls):
        cls.book.close()
        cls.network.close()
        shutil.rmtree(cls.folder)

    def test_entries_are_those_of_the_program(self):
        self.assertEqual((self.book.game, len(self.book), self.book.positions), ("zero_point_one", 20_000, 0))
        for entry, told in zip(self.book, says("book", "list", self.path, "--first", "3")):
            for key in ("reply", "reply_wire", "value", "depth"):
                self.assertEqual(getattr(entry, key), told[key])
            self.assertEqual((entry.setup, entry.index + 1), (told["red"], told["rank"]))
            self.assertEqual(self.book.probe(entry.setup), entry)
            self.assertIs(type(entry.error), int)
        self.assertEqual(self.book[-1], self.book[19_999])
        self.assertRaises(IndexError, lambda: self.book[20_000])
        self.assertRaises(IndexError, lambda: self.book[-20_001])

    def test_mirror_images_are_known_and_others_are_not(self):
        first = self.book[0]
        answer = self.book.probe(first.setup[7::-1] + first.setup[:7:-1])
        self.assertEqual((answer.reply, answer.index), (first.reply[7::-1] + first.reply[:7:-1], 0))
        self.assertIsNone(self.book.probe("FFDDDDAAAAAAAANW"))

    def test_searches_find_what_the_program_finds(self):
        entry = self.book[0]
        moves = [entry.setup, entry.reply_wire]
        of_the_program = ("startpos", "--moves", " ".join(moves), "--net", NETWORK)
        engine = tabiya.Engine(self.book, self.network)
        self.assertEqual(engine.evaluate(moves=moves), says("eval", *of_the_program)[0]["eval"])
        told = []
        found = engine.search(moves=" ".join(moves), nodes=20_000, progress=told.append)
        expected = says("analyse", *of_the_program, "--nodes", "20000")[-1]
        self.assertEqual([list(found.variation), found.score, found.depth, found.nodes],
                         [expected[key] for key in ("pv", "score", "depth", "nodes")])
        self.assertEqual([each.depth for each in told], list(range(found.depth + 1)))

    def test_what_pages_show_runs(self):
        os.symlink(os.path.join(SOURCES, "data"), os.path.join(self.folder, "data"))
        page = re.search(r"```python\n(.*?)```", text_of("tools", "python", "README.md"), re.DOTALL).group(1)
        done = subprocess.run([sys.executable, "-c", page], cwd=self.folder, capture_output=True, text=True, check=True)
        self.assertIn("Result(move=", done.stdout)

    def test_the_example_answers_setups(self):
        first = self.book[0]
        done = subprocess.run([sys.executable, os.path.join(MODULE, "examples", "answers.py"), self.path, NETWORK], text=True,
                              input=f"{first.setup}\nFFDDDDAAAAAAAANW\n", capture_output=True, check=True)
        self.assertRegex(done.stdout, f"^{first.reply_wire} \\d\\d\\.\\d % [a-h1-8]+\nunknown\n$")


class OfOtherBooks(unittest.TestCase):
    def test_lines_have_values_and_errors(self):
        with tabiya.Book.open(LINES) as book:
            self.assertEqual((len(book), bool(book), book.positions), (0, True, 20_000))
            moves = book.moves(book.roots[0])
            self.assertTrue(all(move.error > 0 and move.weight == 0 for move in moves))
            self.assertEqual(moves, sorted(moves, key=lambda move: -move.value))
            self.assertEqual(book.moves(book.roots[0], [moves[0].move])[0].value, -moves[0].value)
            outside = next(move for move in moves if not move.leads_on)
            self.assertIsNone(book.moves(book.roots[0], outside.move))

    def test_indexed_books_are_searched_in_their_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "lines.tbi")
            run("book", "export", LINES, "--to", "tbi", "--out", path)
            with tabiya.Book.open(path) as book, tabiya.Book.open(LINES) as lines:
                self.assertEqual((book.positions, book.roots), (20_000, lines.roots))
                for root in book.roots[:20]:
                    found = {move.move: (move.value, move.error) for move in book.moves(root)}
                    for move in lines.moves(root):
                        self.assertEqual(found[move.move], (move.value, move.error))

    def test_books_come_through_pipes(self):
        with tempfile.TemporaryDirectory() as folder:
            indexed, pipe = os.path.join(folder, "lines.tbi"), os.path.join(folder, "pipe")
            run("book", "export", LINES, "--to", "tbi", "--out", indexed)
            os.mkfifo(pipe)
            for path in (LINES, indexed):
                with subprocess.Popen(["sh", "-c", 'cat "$0" > "$1"', path, pipe]):
                    with tabiya.Book.open(pipe) as book:
                        self.assertEqual(book.positions, 20_000)

    def test_books_come_from_any_bytes(self):
        content = struct.pack(">QHHI", 0x463B96181691FC9C, 0x31C, 7, 0)
        for same in (bytearray(content), memoryview(content), memoryview(content).cast("I")):
            self.assertEqual(tabiya.Book(same).positions, 1)

    def test_books_of_polyglot_have_weights(self):
        start, e2e4 = 0x463B96181691FC9C, 0x31C
        with tabiya.Book(struct.pack(">QHHI", start, e2e4, 7, 0)) as book:
            self.assertEqual(book.game, "chess")
            self.assertEqual(book.moves(), [tabiya.BookMove("e2e4", None, None, 7, False)])

    def test_a_book_of_a_game_from_a_file_has_its_rules(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(COURTYARD, folder)
            table = "red,reply,value,depth\nCK...G...GRC,CK...G...GRC,120,3\n"
            run("book", "import", "-", "--from", "csv", "--game", "courtyard.ini", "--out", "book.tbk", input=table, cwd=folder)
            book = tabiya.Book.open(os.path.join(folder, "book.tbk"))
        entry = book[0]
        self.assertEqual((entry.value, entry.error, entry.depth), (120, None, 3))
        engine = tabiya.Engine(book)
        book.close()
        self.assertEqual(engine.search(moves=[entry.setup, entry.reply_wire], depth=2).depth, 2)


class OfEngines(unittest.TestCase):
    def test_games_come_from_the_text_of_rules(self):
        engine = tabiya.Engine.from_rules(text_of("data", "variants", "courtyard.ini"))
        found = engine.search(moves="CK...G...GRC .ck.cg..gr..", depth=3)
        self.assertEqual((found.depth, found.move), (3, found.variation[0]))
        self.assertRaisesRegex(tabiya.InvalidError, "line 2", tabiya.Engine.from_rules, "[a]\nking = @")

    def test_progress_ends_a_search_and_its_exceptions_come_through(self):
        engine = tabiya.Engine("chess", table_bytes=1 << 20)
        self.assertEqual(engine.search(depth=9, progress=lambda found: found.depth < 3).depth, 3)
        self.assertRaises(ZeroDivisionError, engine.search, depth=9, progress=lambda found: 1 // found.depth)
        self.assertEqual(engine.search(depth=4, progress=lambda found: None).depth, 4)

    def test_an_engine_that_searches_is_kept_from_other_calls(self):
        engine = tabiya.Engine("chess", table_bytes=1 << 20)
        for refused in (engine.evaluate, engine.new_game, engine.close, lambda: engine.search(depth=1)):
            self.assertRaisesRegex(tabiya.InvalidError, "at work", engine.search, depth=1, progress=lambda _: refused())
        self.assertEqual(engine.search(depth=1).depth, 1)

    def test_another_thread_ends_a_search(self):
        engine = tabiya.Engine("chess", table_bytes=1 << 20)
        stopping = threading.Thread(target=engine.stop)
        found = engine.search(milliseconds=600_000, progress=lambda so_far: so_far.depth or stopping.start())
        stopping.join()
        self.assertGreaterEqual(found.depth, 0)
        engine.close()
        engine.close()
        engine.stop()

    def test_what_is_wrong_raises(self):
        with self.assertRaisesRegex(tabiya.UnsupportedError, "zstd frame: unpack it") as raised:
            tabiya.Book.open(os.path.join(SOURCES, "data", "books", "default.tbp"))
        self.assertEqual(raised.exception.status, tabiya.Status.UNSUPPORTED)
        with open(LINES, "rb") as file:
            content = bytearray(file.read())
        content[len(content) // 2] ^= 1
        self.assertRaises(tabiya.CorruptError, tabiya.Book, content)
        self.assertRaises(tabiya.UnsupportedError, tabiya.Engine, "no such game")
        engine = tabiya.Engine("chess")
        self.assertRaises(ValueError, engine.search, depth=1, moves="e2e5")
        self.assertRaises(tabiya.InvalidError, engine.search)
        for limits in ({"nodes": -1}, {"milliseconds": -1}, {"milliseconds": 1 << 32}, {"depth": 1 << 32 | 1}):
            self.assertRaises(tabiya.InvalidError, engine.search, **limits)
        engine.close()
        for closed in (engine.evaluate, engine.new_game, lambda: engine.search(depth=1)):
            self.assertRaises(tabiya.InvalidError, closed)


class OfTheModule(unittest.TestCase):
    def test_is_for_python_3_9(self):
        for name in ("__init__.py", "_library.py"):
            ast.parse(text_of("tools", "python", "tabiya", name), feature_version=(3, 9))

    def test_declares_what_the_header_declares(self):
        header = text_of("core", "c", "tabiya.h")
        declared = set(re.findall(r"\btabiya_(\w+)\(", re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)))
        known = set(tabiya._library._CALLS) | set(tabiya._library._PLAIN)
        self.assertEqual(declared - known, {"book_probe", "search"})  # of which there are better ones
        self.assertEqual(known - declared, set())
        statuses = dict(re.findall(r"TABIYA_([A-Z_]+) = (\d)", header))
        self.assertEqual(statuses, {each.name: str(each.value) for each in tabiya.Status})
        for name in ("Entry", "BookMove", "Limits", "Result"):
            structure = getattr(tabiya._library, name)
            struct_name = re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()
            body = re.search(rf"typedef struct tabiya_{struct_name} {{(.*?)}}", header, re.DOTALL).group(1)
            fields = re.findall(r"(\w+) (\w+)(?:\[(\d+)\])?;", re.sub(r"/\*.*?\*/", "", body, flags=re.DOTALL))
            kinds = {"char": ctypes.c_char, "int32_t": ctypes.c_int32, "uint32_t": ctypes.c_uint32, "uint64_t": ctypes.c_uint64}
            self.assertEqual([(field, kinds[kind] * int(size) if size else kinds[kind]) for kind, field, size in fields],
                             structure._fields_)


unittest.main(argv=sys.argv[:1])
