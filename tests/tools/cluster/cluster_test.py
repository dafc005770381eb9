"""`mpirun -n 3 tabiya build`: the same bytes as one process, whatever is killed on the way.

cluster_test.py TABIYA MPIRUN JOB FOLDER"""
import os
import random
import shutil
import signal
import subprocess
import sys
import time

TABIYA, MPIRUN, JOB, FOLDER = sys.argv[1:5]
NAME = os.path.splitext(os.path.basename(JOB))[0]
# Processes outnumber processors on a small machine, and tests may run as root.
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_mpi_yield_when_idle="1",
                   OMPI_MCA_btl_vader_single_copy_mechanism="none", OMPI_MCA_plm="isolated")


def command(out, *options, processes=3, program="build"):
    return [MPIRUN, "-n", str(processes), TABIYA, program, JOB, "--out", out, "--threads", "1", "--progress", "none", *options]


def run(arguments):
    return subprocess.run(arguments, env=ENVIRONMENT, capture_output=True, text=True, timeout=300)


def book(out):
    with open(os.path.join(out, NAME + ".tbk"), "rb") as file:
        return file.read()


def ranks_of(launcher):
    """The processes of a run, the leader first."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as stat:
                parent = int(stat.read().rsplit(")", 1)[1].split()[1])
            with open(f"/proc/{pid}/environ") as environ:
                rank = [each for each in environ.read().split("\0") if each.startswith("OMPI_COMM_WORLD_RANK=")]
        except OSError:
            continue
        if parent == launcher and rank:
            found.append((int(rank[0].split("=")[1]), int(pid)))
    return [pid for _, pid in sorted(found)]


def makes_the_book_of_one_process(alone):
    out = os.path.join(FOLDER, "together")
    done = run(command(out))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("entries") == 1, done.stdout
    assert book(out) == alone, "another book"


def goes_on_after_kills(alone):
    """Ten runs lose a process, or get SIGINT; the last one ends the job."""
    out = os.path.join(FOLDER, "killed")
    draw = random.Random(1)
    for attempt in range(10):
        launcher = subprocess.Popen(command(out, "--resume"), env=ENVIRONMENT, stdout=subprocess.DEVNULL,
                                    stderr=subprocess.PIPE, text=True)
        time.sleep(draw.uniform(0.3, 2.5))
        ranks = ranks_of(launcher.pid)
        try:
            if attempt % 3 == 2:
                launcher.send_signal(signal.SIGINT)
            elif ranks:
                os.kill(ranks[min(attempt % 3, len(ranks) - 1)], signal.SIGKILL)
        except ProcessLookupError:
            pass
        launcher.communicate(timeout=120)
    done = run(command(out, "--resume"))
    assert done.returncode == 0, done.stderr
    assert book(out) == alone, "another book"


def refuses_what_is_not_made_for_it():
    done = run([MPIRUN, "-n", "2", TABIYA, "setups", "count"])
    assert done.returncode == 2, done.returncode
    assert "start it without mpirun" in done.stderr, done.stderr


def tells_of_a_bad_job_once():
    path = os.path.join(FOLDER, "bad.toml")
    with open(path, "w") as file:
        file.write("seed = \"no\"\n")
    done = run([MPIRUN, "-n", "3", TABIYA, "build", path, "--out", os.path.join(FOLDER, "bad")])
    assert done.returncode == 2, done.returncode
    assert done.stderr.count("tabiya: ") == 1, done.stderr


probe = run([MPIRUN, "-n", "2", "true"])
if probe.returncode != 0:
    print("skipped: mpirun starts nothing on this machine:\n" + probe.stderr)
    sys.exit(77)
shutil.rmtree(FOLDER, ignore_errors=True)
os.makedirs(FOLDER)
single = os.path.join(FOLDER, "alone")
subprocess.run([TABIYA, "build", JOB, "--out", single, "--progress", "none"], check=True, stdout=subprocess.DEVNULL)
for test, arguments in ((makes_the_book_of_one_process, [book(single)]), (goes_on_after_kills, [book(single)]),
                        (refuses_what_is_not_made_for_it, []), (tells_of_a_bad_job_once, [])):
    start = time.monotonic()
    test(*arguments)
    print(f"ok      {test.__name__} ({time.monotonic() - start:.1f} s)", flush=True)
