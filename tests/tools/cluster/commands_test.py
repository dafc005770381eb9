"""`mpirun -n 3 tabiya filter`, `search`, `audit`, `openings`, `lines`, `selfplay` and `data rescore`: the bytes of one process.

commands_test.py TABIYA MPIRUN JOB OPENINGS_JOB FOLDER"""
import os
import shutil
import subprocess
import sys

import mpi_runs

TABIYA, MPIRUN, JOB, OPENINGS_JOB, FOLDER = sys.argv[1:6]
SETUPS, BOOK = os.path.join(FOLDER, "setups.txt"), os.path.join(FOLDER, "books", "job.tbk")
COMPUTATION = ["--threads", "1", "--progress", "none"]
SELFPLAY = ["selfplay", "--games", "192", "--depth", "3"]
OPENINGS = ["openings", OPENINGS_JOB]


def alone(*arguments):
    return subprocess.run([TABIYA, *arguments], capture_output=True, text=True, timeout=300)


def together(*arguments):
    return [MPIRUN, "-n", "3", TABIYA, *arguments, *COMPUTATION]


def content(path):
    with open(path, "rb") as file:
        return file.read()


def prints_the_same(*arguments):
    one, three = alone(*arguments, *COMPUTATION), mpi_runs.run(together(*arguments))
    assert one.returncode in (0, 1) and one.stdout, one.stderr
    # mpirun adds words of its own where a command says by its exit code that a book is found wanting.
    assert three.returncode == one.returncode and three.stdout.startswith(one.stdout), three.stdout + three.stderr


def writes_the_same(*arguments):
    """With --out. Returns the file of one process."""
    files = [os.path.join(FOLDER, f"{arguments[0]}-{name}") for name in ("alone", "together")]
    for file in files:
        done = alone(*arguments, "--out", file, *COMPUTATION) if file == files[0] else mpi_runs.run(
            together(*arguments, "--out", file))
        assert done.returncode == 0, done.stderr
    assert content(files[0]) == content(files[1]), "another file"
    return files[0]


def filter_keeps_the_same():
    writes_the_same("filter", "--replies", SETUPS, "--keep", "30", "--net", "linear")


def search_finds_the_same():
    with open(SETUPS) as file:
        reds = file.read().split()[:20]
    prints_the_same("search", *reds, "--replies", SETUPS, "--depth", "5", "--net", "linear", "--json")


def audit_reports_the_same():
    prints_the_same("audit", BOOK, "--sample", "20", "--discarded", "70", "--random", "200", "--replies", "50")


def openings_are_the_same_also_after_kills():
    list_of_one = writes_the_same(*OPENINGS)
    goes_on_to(list_of_one, OPENINGS)


def lines_are_the_same_also_after_kills():
    job = os.path.join(FOLDER, "lines.toml")
    with open(job, "w") as file:
        file.write("game = \"chess\"\n[lines]\nnodes = 3000\npositions = 600\n")
    book_of_one = writes_the_same("lines", job)
    goes_on_to(book_of_one, ["lines", job])


def selfplay_is_the_same_also_after_kills():
    games_of_one = writes_the_same(*SELFPLAY)
    goes_on_to(games_of_one, SELFPLAY)
    rescored_alike_also_after_kills(games_of_one)


def rescored_alike_also_after_kills(games):
    rescore = ["data", "rescore", games, "--nodes", "400"]
    goes_on_to(writes_the_same(*rescore), rescore)


def goes_on_to(expected, arguments):
    killed = expected + "-killed"
    mpi_runs.disturb(together(*arguments, "--out", killed, "--resume"), runs=3, longest=1.5)
    done = mpi_runs.run(together(*arguments, "--out", killed, "--resume"))
    assert done.returncode == 0, done.stderr
    assert content(killed) == content(expected), "another file after kills"


def refuses_standard_input():
    done = mpi_runs.run(together("audit", "-"))
    assert done.returncode == 2, done.returncode
    assert "BOOK: only one of several processes can read standard input" in done.stderr, done.stderr


def tells_of_an_engine_that_is_missing():
    path = os.path.join(FOLDER, "bad.toml")
    with open(path, "w") as file:
        file.write("game = \"chess\"\npairs = \"sample 4\"\n[oracle]\nengine = \"/no/such/engine\"\n"
                   "[window]\nscore = [-10, 10]\n[[stage]]\nnodes = 10\n")
    done = mpi_runs.run(together("openings", path, "--out", os.path.join(FOLDER, "bad.epd")))
    assert done.returncode == 2, done.returncode
    assert done.stderr.count("tabiya: ") == 1 and "/no/such/engine" in done.stderr, done.stderr


mpi_runs.skip_unless_something_starts(MPIRUN)
shutil.rmtree(FOLDER, ignore_errors=True)
os.makedirs(FOLDER)
with open(SETUPS, "w") as setups:
    setups.write(alone("setups", "sample", "60", "--seed", "5").stdout)
made = alone("build", JOB, "--out", os.path.dirname(BOOK), *COMPUTATION)
assert made.returncode == 0, made.stderr
mpi_runs.tell([(test, []) for test in (filter_keeps_the_same, search_finds_the_same, audit_reports_the_same,
                                       openings_are_the_same_also_after_kills,
                                       lines_are_the_same_also_after_kills, selfplay_is_the_same_also_after_kills,
                                       refuses_standard_input, tells_of_an_engine_that_is_missing)])
