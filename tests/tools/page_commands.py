"""Runs the command lines that the pages show, page by page and in their order, with small numbers where they are long.

   page_commands.py PROGRAM SOURCES [PAGE...]

A page's commands share a folder, in which `data` is that of the sources with shortened jobs. Engines that may be absent are
replaced by the program itself. A line fails where its exit code is not 0, or 1 for a command that finds something wanting.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM, SOURCES, PAGES = sys.argv[1], sys.argv[2], sys.argv[3:]
SECONDS = 600  # for one line, on a machine that is busy

# Options and numbers that make a line long, and what the test takes instead.
SHORTER = [
    (r"\bstockfish\b", "tabiya uci"),
    (r"selfplay (.*)--games \d+", r"selfplay \1--games=128"),
    (r"--games \d+", "--games 2"),
    (r"^(tabiya match (?!.*--(?:games|round)).*)$", r"\1 --games 2"),
    (r'"play ((?:(?!--nodes)[^"])+)"', r'"play \1 --nodes 50"'),
    (r"^(tabiya analyse (?!.*--(?:nodes|depth|time)).*)$", r"\1 --nodes 500"),
    (r"(bench chances .*)--nodes \d+", r"\1--quick --nodes=50"),
    (r"selfplay (.*)--nodes \d+", r"selfplay \1--nodes=20"),
    (r"--(nodes|check-nodes) \d{3,}", r"--\1 100"),
    (r"nodes=\d+", "nodes=50"),
    (r"--time \d+", "--time 50"),
    (r"--game-time \d+", "--game-time 3000"),
    (r"--tc \S+", "--tc 0.5+0.01"),
    (r"g\+\+ .* (\S+\.cpp)$", r"grep -q 'g++ -std=c++20 -O2' \1"),  # the tests of `submit` compile players
    (r"net shrink shipped --max-bytes 250000", "net shrink data/nets/mini.tbp --max-bytes 55000 --positions positions.tbd"),
    (r"(bench codec --net) shipped --sizes 200000", r"\1 data/nets/mini.tbp --sizes 55000 --positions positions.tbd"),
    (r"--against build/before/bin/tabiya", "--against tabiya --quick"),
    (r"--depth \d{1,2}\b", "--depth 3"),
    (r"--depths \S+", "--depths 2:3"),
    (r"--candidates \d+", "--candidates 20"),
    (r"--iterations \d+", "--iterations 2"),
    (r"--epochs \d+", "--epochs 1"),
    (r"--sample \d+", "--sample 12"),
    (r"--discarded \d+", "--discarded 2"),
    (r"--replies (\d+)", "--replies 20"),
    (r"--keep \d+", "--keep 40"),
    (r" --budget \S+", ""),
    (r"--times \d+", "--times 2"),
    (r"--prove \d+", "--prove 20"),
    (r"setups sample 25000", "setups sample 300"),
    (r"filter --net shipped --replies pool", r"filter --net linear --replies pool"),
    (r"positions = 500", "positions = 40"),
    (r"(perft .*) [45]( |$)", r"\1 3\2"),
    (r" --concurrency \d+", ""),
    (r"\bFEN\b", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
    (r"\bBOOK\b", "book.tbk"),
    (r"\bNET\b", "linear"),
    (r"\bFILE\.epd\b", "book.epd"),
]

# Lines that are not run, and why. Each pattern has to meet a line.
LEFT_OUT = [
    (r"quickstart|^cmake|^mpirun|^git ", "sets the machine up, or needs what a test cannot have"),
    (r"sittuyin|placement\.toml|placement\.tbk", "filters many millions of setups, or its book"),
    (r"solve --all|race\.jsonl|first_moves", "takes half an hour of two cores at its least"),
    (r"FORMER|601\.tbd|lin\.tbn|net32", "needs the files of a learner's night"),
    (r"JOB\.toml|pairs\.toml", "names a job of the reader's"),
    (r"bench codec --languages", "compiles seven programs, as the tests of languages do"),
    (r"--out data/", "replaces what ships"),
    (r"Skill Level", "is an option of Stockfish alone"),
    (r"\$rule|breadth\.tbk", "grows five books, or takes them"),
]

# Commands whose exit code is 1 where they find something.
MAY_FIND = r"tabiya (audit|verify|openings check|book diff|book probe)"

BLOCK_OF_COMMANDS = {"sh", ""}
COMMAND = re.compile(r"^(tabiya|printf|cut|\./quickstart|cmake|mpirun|git)\b")

GAMES = '[White "a"]\n[Black "b"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n[White "b"]\n[Black "a"]\n\n1. e4 e5 2. Nc3 Nf6 0-1\n\n'
POSITIONS = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\nrnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n"
# Commands that make the files which readers bring to a page.
PREPARATIONS = [
    "cp data/variants/courtyard.ini courtyard.ini",
    "tabiya selfplay --games 64 --nodes 20 --out positions.tbd",
    "tabiya build data/jobs/tiny.toml --out tiny && cp tiny/tiny.tbk book.tbk && cp book.tbk old.tbk && cp book.tbk new.tbk",
    "tabiya book from-games games.pgn --out book.bin --min-games 1 --min-wins 0 --weight games",
    "cp book.bin a.bin && cp book.bin b.bin && cp games.pgn held_out.pgn",
    "tabiya lines data/jobs/lines.toml --out lines.tbk",
    "cp lines.tbk repertoire.tbk && tabiya book export lines.tbk --to pgn --out repertoire.pgn && rm repertoire.tbk",
    "zstd -q games.pgn -o games.pgn.zst || cp games.pgn games.pgn.zst",
]


def commands_of(page):
    """The command lines of a page, as (line number, text)."""
    block, found, text = None, [], open(page, encoding="utf-8").read().split("\n")
    for number, line in enumerate(text, 1):
        fence = re.match(r"\s*```(\w*)", line)
        if fence:
            block = fence.group(1) if block is None else None
        elif COMMAND.match(line.strip()) and (block in BLOCK_OF_COMMANDS or (block is None and line.startswith("    "))):
            found.append((number, re.sub(r"\s{2,}#.*$", "", line.strip())))
    return found


def shortened_job(text):
    for key, value in (("pool", 20), ("keep", 20), ("replies", 20), ("positions", 40),
                       ("entries", 3), ("rounds", 1), ("wanted", 4)):
        text = re.sub(rf"^{key} = (\d+)", lambda m: f"{key} = {min(int(m[1]), value)}", text, flags=re.M)
    for key, step in (("depth", 1), ("nodes", 20)):  # each stage goes deeper than the one before
        steps = iter(range(1, 100))
        text = re.sub(rf"^{key} = \d+", lambda _: f"{key} = {step * next(steps)}", text, flags=re.M)
    text = re.sub(r'"sample \d+"', '"sample 20"', text)
    text = re.sub(r"^(draw_rate|expected_score) = .*", r"\1 = [0, 100]", text, flags=re.M)
    return text.replace('"stockfish"', '"tabiya uci"')


def prepare(folder):
    data = os.path.join(folder, "data")
    os.makedirs(os.path.join(data, "jobs"))
    for name in os.listdir(os.path.join(SOURCES, "data")):
        if name != "jobs":
            os.symlink(os.path.join(SOURCES, "data", name), os.path.join(data, name))
    for name in os.listdir(os.path.join(SOURCES, "data/jobs")):
        text = open(os.path.join(SOURCES, "data/jobs", "tiny.toml" if name == "book.toml" else name), encoding="utf-8").read()
        with open(os.path.join(data, "jobs", name), "w", encoding="utf-8") as job:
            job.write(shortened_job(text) if name.endswith(".toml") else text)
    for name, text in (("games.pgn", 6 * GAMES), ("book.epd", POSITIONS), ("data/jobs/book.epd", POSITIONS)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    for name, kind, page in (("courtyard.toml", "toml", "data/variants/README.md"),
                             ("repertoire.toml", "toml", "data/jobs/repertoire.md"), ("my.ini", "ini", "core/games/variants/README.md")):
        shown = re.search(rf"```{kind}\n(.*?)```", open(os.path.join(SOURCES, page), encoding="utf-8").read(), re.S)
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(shortened_job(shown[1]) if kind == "toml" else shown[1])


def run(folder, line, made=None):
    """Returns what is wrong; empty if nothing is. `made`: the files that earlier lines of the page have written; others with
    the names of this line's outputs are of the preparations, and give way."""
    serves = "explore" in line and "--export" not in line
    typed = "quit\n" if "--human" in line else "Start\nQuit\n"
    for output in re.findall(r"--(?:out|pgn) (\S+)", line) if made is not None else []:
        if output not in made and os.path.isfile(os.path.join(folder, output)):
            for file in glob.glob(os.path.join(folder, output) + "*"):  # with its state
                os.remove(file)
        made.add(output)
    environment = dict(os.environ, PATH=os.path.join(folder, "bin") + ":" + os.environ["PATH"], BROWSER="true")
    process = subprocess.Popen(["bash", "-c", line], cwd=folder, env=environment, stdin=subprocess.PIPE, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    if serves:
        told = process.stdout.readline()
        os.killpg(process.pid, 15)
        rest, _ = process.communicate()
        return "" if "http://" in told else f"serves nothing\n{told}{rest[-500:]}"
    try:
        output, _ = process.communicate(typed, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 15)
        output, _ = process.communicate()
        return f"ran for more than {SECONDS} s\n{output[-500:]}"
    lacks = "this build lacks" in output
    is_fine = process.returncode == 0 or (process.returncode == 1 and re.search(MAY_FIND, line))
    return "" if lacks or is_fine else f"exit code {process.returncode}\n{output[-1000:]}"


def main():
    pages = subprocess.run(["find", ".", "-name", "*.md", "-not", "-path", "./build/*", "-not", "-path", "./.git/*"], cwd=SOURCES, check=True,
                           capture_output=True, text=True).stdout.split()
    failed, ran, left_out, used = 0, 0, 0, set()
    with tempfile.TemporaryDirectory() as first:
        os.mkdir(os.path.join(first, "bin"))
        os.symlink(PROGRAM, os.path.join(first, "bin/tabiya"))
        prepare(first)
        for line in PREPARATIONS:
            if fault := run(first, line):
                sys.exit(f"preparation: {line}: {fault}")
        for page in sorted(pages):
            if page.endswith(("HISTORY.md", "CHANGELOG.md")) or (PAGES and page.removeprefix("./") not in PAGES):
                continue
            folder = os.path.join(first, "of_page")
            shutil.copytree(first, folder, symlinks=True, ignore=shutil.ignore_patterns("of_page"))
            made = set()
            for number, shown in commands_of(os.path.join(SOURCES, page)):
                reason = next((i for i, (pattern, _) in enumerate(LEFT_OUT) if re.search(pattern, shown)), None)
                if reason is not None:
                    left_out += 1
                    used.add(reason)
                    continue
                line = shown
                for pattern, instead in SHORTER:
                    line = re.sub(pattern, instead, line)
                start = time.monotonic()
                fault = run(folder, line, made)
                ran += 1
                failed += bool(fault)
                print(f"{'FAILED' if fault else 'ok'} {time.monotonic() - start:5.1f} s  {page}:{number}: {line}{': ' + fault if fault else ''}", flush=True)
            shutil.rmtree(folder)
    for i, (pattern, _) in enumerate(LEFT_OUT):
        if i not in used and not PAGES:
            failed += 1
            print(f"FAILED  no line is left out by '{pattern}'")
    print(f"{ran} lines of pages ran, {failed} failed, {left_out} are left out")
    sys.exit(1 if failed else 0)


main()
