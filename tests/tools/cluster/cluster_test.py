"""`mpirun -n 3 tabiya build`: the same bytes as one process, whatever is killed on the way.

cluster_test.py TABIYA MPIRUN JOB FOLDER"""
import os
import shutil
import subprocess
import sys

import mpi_runs

TABIYA, MPIRUN, JOB, FOLDER = sys.argv[1:5]
NAME = os.path.splitext(os.path.basename(JOB))[0]


def command(out, *options):
    return [MPIRUN, "-n", "3", TABIYA, "build", JOB, "--out", out, "--threads", "1", "--progress", "none", *options]


def book(out):
    with open(os.path.join(out, NAME + ".tbk"), "rb") as file:
        return file.read()


def makes_the_book_of_one_process(alone):
    out = os.path.join(FOLDER, "together")
    done = mpi_runs.run(command(out))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("entries") == 1, done.stdout
    assert book(out) == alone, "another book"


def goes_on_after_kills(alone):
    out = os.path.join(FOLDER, "killed")
    mpi_runs.disturb(command(out, "--resume"), runs=10, longest=2.5)
    done = mpi_runs.run(command(out, "--resume"))
    assert done.returncode == 0, done.stderr
    assert book(out) == alone, "another book"


def refuses_what_is_not_made_for_it():
    done = mpi_runs.run([MPIRUN, "-n", "2", TABIYA, "setups", "count"])
    assert done.returncode == 2, done.returncode
    assert "start it without mpirun" in done.stderr, done.stderr


def tells_of_a_bad_job_once():
    path = os.path.join(FOLDER, "bad.toml")
    with open(path, "w") as file:
        file.write("seed = \"no\"\n")
    done = mpi_runs.run([MPIRUN, "-n", "3", TABIYA, "build", path, "--out", os.path.join(FOLDER, "bad")])
    assert done.returncode == 2, done.returncode
    assert done.stderr.count("tabiya: ") == 1, done.stderr


mpi_runs.skip_unless_something_starts(MPIRUN)
shutil.rmtree(FOLDER, ignore_errors=True)
os.makedirs(FOLDER)
single = os.path.join(FOLDER, "alone")
subprocess.run([TABIYA, "build", JOB, "--out", single, "--progress", "none"], check=True, stdout=subprocess.DEVNULL)
mpi_runs.tell([(makes_the_book_of_one_process, [book(single)]), (goes_on_after_kills, [book(single)]),
               (refuses_what_is_not_made_for_it, []), (tells_of_a_bad_job_once, [])])
