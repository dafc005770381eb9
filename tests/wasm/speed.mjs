// speed.mjs MODULE PROGRAM SOURCES: nodes a second of processor time, here and by the program with two of its kernels; the
// best of several searches, since other work on the machine slows some.
import {spawnSync} from "node:child_process";
import {readFile} from "node:fs/promises";

const [modulePath, program, sources] = process.argv.slice(2);
const {Tabiya} = await import(`${sources}/tools/npm/tabiya.js`);
const networkPath = `${sources}/data/nets/default.tbp`;
const positions = ["AWAAAAAADFDDFDNA dfddfdaaawaaaaan", "AWAAAAAADFFDDDAN addadffdnaaaaawa"];
const NODES = 600_000, ROUNDS = 4;

const tabiya = await Tabiya.load(await readFile(modulePath));
const engine = tabiya.newEngine("zero_point_one", {network: tabiya.openNetwork(await readFile(networkPath))});
const secondsHere = (moves, nodes) => {
  const before = process.cpuUsage();
  engine.newGame();
  engine.search("startpos", moves, {nodes});
  return process.cpuUsage(before).user / 1e6;
};
const secondsThere = (kernel) => (moves, nodes) => {
  const command = `TIMEFORMAT=%U; time "$0" analyse startpos --moves "$1" --nodes ${nodes} --net "$2" >/dev/null`;
  const env = {...process.env, TABIYA_KERNEL: kernel};
  return Number(spawnSync("bash", ["-c", command, program, moves, networkPath], {env, encoding: "utf8"}).stderr);
};
for (const [name, seconds] of [["module", secondsHere], ["sse41", secondsThere("sse41")], ["scalar", secondsThere("scalar")]]) {
  const rates = positions.flatMap((moves) =>
    Array.from({length: ROUNDS}, () => NODES / (seconds(moves, NODES) - seconds(moves, 1))));
  console.log(name, Math.round(Math.max(...rates)));
}
