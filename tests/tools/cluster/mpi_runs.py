"""Runs of several processes, for the tests of this folder."""
import os
import random
import signal
import subprocess
import sys
import time

# Processes outnumber processors on a small machine, and tests may run as root.
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                   OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_mpi_yield_when_idle="1",
                   OMPI_MCA_btl_vader_single_copy_mechanism="none", OMPI_MCA_plm="isolated")


def run(arguments):
    return subprocess.run(arguments, env=ENVIRONMENT, capture_output=True, text=True, timeout=300)


def skip_unless_something_starts(mpirun):
    probe = run([mpirun, "-n", "2", "true"])
    if probe.returncode != 0:
        print("skipped: mpirun starts nothing on this machine:\n" + probe.stderr)
        sys.exit(77)


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


def disturb(arguments, runs, longest):
    """Runs that lose a process, or get SIGINT, after up to so many seconds if they still go on: one after the other."""
    draw = random.Random(1)
    for attempt in range(runs):
        launcher = subprocess.Popen(arguments, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                    text=True)
        try:
            launcher.communicate(timeout=draw.uniform(0.3, longest))
            continue
        except subprocess.TimeoutExpired:
            ranks = ranks_of(launcher.pid)
        try:
            if attempt % 3 == 2:
                launcher.send_signal(signal.SIGINT)
            elif ranks:
                os.kill(ranks[min(attempt % 3, len(ranks) - 1)], signal.SIGKILL)
        except ProcessLookupError:
            pass
        launcher.communicate(timeout=120)


def tell(tests):
    """Calls each test with its arguments, and says how long it took."""
    for test, arguments in tests:
        start = time.monotonic()
        test(*arguments)
        print(f"ok      {test.__name__} ({time.monotonic() - start:.1f} s)", flush=True)
