"""Books, jobs and addresses that the tests in a browser look at."""

import csv
import io
import json
import os
import shutil
import subprocess

PAIR = "moves=WAAAAADANFDDDAFA+nfddddfawaaaaaaa"


class Samples:
    """Made by the program, in a folder."""

    def __init__(self, program, folder, sources):
        self.program, self.folder, self.sources = program, folder, sources

    def run(self, *arguments, **options):
        return subprocess.run([self.program, *arguments], check=True, capture_output=True, text=True, **options).stdout

    def printed(self, *arguments, codes):
        """By a command that ends with one of these codes."""
        done = subprocess.run([self.program, *arguments], stdout=subprocess.PIPE, text=True)
        assert done.returncode in codes, done.returncode
        return done.stdout

    def path(self, name):
        return os.path.join(self.folder, name)

    def imported(self, name, rows, game="zero_point_one"):
        table = io.StringIO()
        writer = csv.DictWriter(table, ["red", "reply", "value", "depth"], extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
        self.run("book", "import", "-", "--from", "csv", "--game", game, "--out", self.path(name), input=table.getvalue())
        return self.path(name)

    def shallow_book(self, name="shallow.tbk", every=None):
        """The best hundred of the shipped book, as if they were shallow; one of `every` with another reply and value."""
        rows = list(csv.DictReader(io.StringIO(
            self.run("book", "export", "shipped", "--first", "100", "--to", "csv", "--out", "-"))))
        for row in rows:
            row["depth"] = 4  # so that an audit of it is quick
        replies = [row["reply"] for row in rows]
        for row in rows[::every] if every else ():
            row["reply"], row["value"] = next(reply for reply in replies if reply != row["reply"]), int(row["value"]) + 900
        return self.imported(name, rows)

    def other_book(self):
        return self.shallow_book("other.tbk", every=5)

    def lines_book(self):
        """Lines behind the best three pairs of the shipped book."""
        job = self.path("lines.toml")
        with open(job, "w", encoding="utf-8") as file:
            file.write('game = "zero_point_one"\nfrom = "shipped"\nentries = 3\nevaluation = "linear"\n[lines]\nnodes = 50\npositions = 150\n')
        self.run("lines", job, "--out", self.path("lines.tbk"))
        return self.path("lines.tbk")

    def tiny_build(self):
        """A job that is finished, and its book."""
        far_away = self.path("a-folder-with-a-long-name-" * 9)
        os.makedirs(far_away)
        job = shutil.copy(os.path.join(self.sources, "data/jobs/tiny.toml"), far_away)
        self.run("build", job, "--out", self.folder)
        return job, self.path("tiny.tbk")

    def chess_book(self):
        rows = [("RNBQKBNR", "RNBQKBNR", 210), ("BBQNNRKR", "BQNBNRKR", -430), ("BQNNRBKR", "RNBQKBNR", 1900),
                ("BQNBNRKR", "BBQNNRKR", 60)]
        return self.imported("chess.tbk", [dict(zip(("red", "reply", "value"), row), depth=6) for row in rows], "chess")

    def moves_book(self):
        """Of a single game."""
        with open(self.path("game.pgn"), "w") as file:
            file.write("1. e4 e5 2. Nf3 Nc6 1-0\n")
        self.run("book", "from-games", self.path("game.pgn"), "--weight", "games", "--min-games", "1", "--min-wins", "0", "--out", self.path("moves.bin"))
        return self.path("moves.bin")

    def audit_of(self, book, name, *options):
        """What the command prints of a sample: it ends with 1 where replies are wrong."""
        with open(self.path(name), "w") as file:
            file.write(self.printed("audit", book, "--json", "--net", "linear", *options, codes=(0, 1)))
        return self.path(name)

    def chess_scores(self):
        """A score for each pair of arrays, as an engine might have found them."""
        names = self.run("setups", "list", "--game", "chess").split()
        with open(self.path("arrays.csv"), "w") as file:
            file.write("first_setup,second_setup,score,depth\n")
            for i, first in enumerate(names):
                file.writelines(f"{first},{second},{35 + (i * 7) % 50 - (j * 11) % 45},20\n" for j, second in enumerate(names))
        return self.path("arrays.csv")

    def race_proofs(self):
        """Some pairs of gaps, in the lines of `solve --all --json`."""
        lines = [("a", "a", None), ("a", "h", "Black"), ("b", "c", "White"), ("d", "d", None)]
        with open(self.path("race.jsonl"), "w") as file:
            for red, blue, winner in lines:
                file.write(json.dumps({"red": red, "blue": blue, "solved": True, "winner": winner}) + "\n")
        return self.path("race.jsonl")

    def courtyard_book(self):
        """Of a game from a file of rules, on six files."""
        game = os.path.join(self.sources, "data/variants/courtyard.ini")
        names = self.run("setups", "list", "--game", game).split()[::1000]
        return self.imported("courtyard.tbk", [{"red": names[0], "reply": names[1], "value": 100, "depth": 4}], game)

    def race_book(self):
        rows = [(a, b, value) for a, b, value in (("a", "h", 120), ("b", "c", -800), ("d", "e", 0))]
        return self.imported("race.tbk", [dict(zip(("red", "reply", "value"), row), depth=8) for row in rows], "pawn_race")
