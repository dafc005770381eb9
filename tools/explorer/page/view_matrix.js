// All pairs of setups of a game that has few of them, as one picture.

import {Matrix} from "./matrix.js";
import {boardSvg} from "./board.js";
import {address, button, element, facts, fault, goTo, labelled, replaceAddress, select} from "./page.js";
import {intro} from "./help.js";
import {chances, isProven, sizeText, valueText} from "./values.js";
import {getJson, getOnce, isLive, runWork, session} from "./data.js";

const MOST_PAIRS = 1000000, MOST_SEARCHED = 4096;
const DEPTHS = [0, 2, 4, 6, 8, 12, 16, 20, 24];

const signed = value => `${value > 0 ? "+" : ""}${value}`;

// The units of a matrix's values: as the first side's share of the points, in words, and in a cell.
const UNITS = {
  value: {share: value => isProven(value) ? (value > 0 ? 1 : 0) : chances(value), words: valueText, short: (value, game) => isProven(value) ? (value > 0 ? "wins" : "loses") : sizeText(value, game)},
  score: {share: value => chances(60 * value), words: (value, {sides}) => `${signed(value)} for ${sides[0]}, as it was judged`, short: signed},
  winner: {share: value => (value + 1) / 2, words: (value, {sides}) => value === 0 ? "A draw" : `${sides[value > 0 ? 0 : 1]} wins by force`, short: value => ["loses", "draw", "wins"][value + 1]},
};

const hasFewPairs = (game, most) => game.setups !== null && game.setups[0] * game.setups[1] <= most;

const LIGHT = {even: [255, 255, 255], unknown: [176, 170, 160], first: [179, 51, 31], second: [31, 79, 163]};
const DARK = {even: [44, 40, 35], unknown: [96, 90, 80], first: [214, 74, 50], second: [64, 120, 220]};

// The colours go from the second side's over that of even chances to the first side's; grey where nothing is known. `most`:
// the largest distance from even chances.
function colours(values, unit) {
  const shares = new Map();
  let most = 0.02;
  for (const row of values) for (const value of row) {
    if (value === null || shares.has(value)) continue;
    shares.set(value, unit.share(value));
    most = Math.max(most, Math.abs(shares.get(value) - 0.5));
  }
  const {even, unknown, first, second} = matchMedia("(prefers-color-scheme: dark)").matches ? DARK : LIGHT;
  const colourOf = new Map([[null, unknown]]);
  for (const [value, share] of shares) {
    const strength = 0.7 * Math.abs(share - 0.5) / most;
    colourOf.set(value, (share >= 0.5 ? first : second).map((part, i) => Math.round(even[i] + (part - even[i]) * strength)));
  }
  return value => colourOf.get(value);
}

// The row whose worst value is the best one, if all of its values are known.
function safest(values) {
  const worst = values.map((row, i) => row.includes(null) ? null : {row: i, column: row.indexOf(Math.min(...row)), value: Math.min(...row)});
  return worst.filter(Boolean).reduce((best, each) => !best || each.value > best.value ? each : best, null);
}

function squaresOf(game, red, blue) {
  return game.start.split("").map((letter, i) => [red, blue].map(setup => setup.squares[i]).find(each => each !== ".") ?? letter).join("");
}

// A hint how to get the proofs of a game whose pairs are few; what that took for the smallest game is measured.
const solvingHint = game => hasFewPairs(game, MOST_SEARCHED)
  ? ["Proofs of all pairs: ", element("code", {}, `tabiya solve --all --game ${game.name} --memory 2048 --json > pairs.jsonl`), ", then ", element("code", {}, `tabiya explore --matrix pairs.jsonl --game ${game.name}`), ". Each thread takes 2 GiB of memory; 64 pairs have taken two cores half an hour."]
  : ["What `openings` finds out of all pairs, `explore --matrix` shows here."];

// The matrices of a game: files that were given, and those that this program computes.
function sources(game, matrices) {
  const given = matrices.flatMap((each, i) => each.game === game.name ? [[`file${i}`, `from ${each.title}`]] : []);
  const solved = isLive && game.solved ? [["solved", "with perfect play"]] : [];
  const depths = !isLive ? [] : hasFewPairs(game, MOST_SEARCHED) ? DEPTHS : [0];
  return [...given, ...solved, ...depths.map(depth => [`depth${depth}`, depth === 0 ? "static, without search" : `searched to depth ${depth}`])];
}

export const view = {
  async show(main, parameters, signal) {
    const {games, matrices} = await session();
    const offered = games.filter(game => hasFewPairs(game, MOST_PAIRS) && sources(game, matrices).length);
    const game = offered.find(each => each.name === parameters.game) ?? offered.find(each => matrices.some(matrix => matrix.game === each.name)) ?? offered[0];
    const [first, second] = game.sides, choices = sources(game, matrices);
    const source = (choices.find(([key]) => key === parameters.values) ?? choices.find(([key]) => key.startsWith("file") || key === "solved") ?? choices.find(([key]) => key === "depth6") ?? choices[0])[0];
    const given = {game: game.name, ...parameters};
    const about = element("div", {class: "matrix-about"}), status = element("p", {role: "status", class: "quiet"}, "The values are on their way…"), best = element("div");
    let found = null;
    const pairAt = at => [found.reds[at.row], found.blues[at.column]];
    const movesAt = at => pairAt(at).map(setup => setup.wire).join(" ");
    const remember = at => replaceAddress("matrix", {...given, at: at ? pairAt(at).map(setup => setup.name).join(",") : "", zoom: matrix.size < matrix.largest ? matrix.size : ""});
    let soon = 0;
    const rememberSoon = at => {
      clearTimeout(soon);
      soon = setTimeout(() => remember(at), 300);
    };
    const tell = at => {
      const [red, blue] = pairAt(at), value = found.values[at.row][at.column];
      about.replaceChildren(element("p", {class: "headline"}, value === null ? "Not known" : UNITS[found.unit].words(value, game)),
        element("p", {}, `${first}: `, element("span", {class: "mono"}, red.name), `, ${second}: `, element("span", {class: "mono"}, blue.name)), boardSvg(game, {squares: squaresOf(game, red, blue)}),
        isLive ? element("div", {class: "bar"}, element("a", {class: "button primary", href: address("analysis", {game: game.name, moves: movesAt(at)})}, "Analyse"), element("a", {class: "button", href: address("play", {game: game.name, moves: movesAt(at), fresh: 1})}, "Play from here")) : "");
    };
    const matrix = new Matrix({onOver: at => { tell(at); rememberSoon(at); }, onOpen: at => { if (isLive) goTo("analysis", {game: game.name, moves: movesAt(at)}); else matrix.over(at); }, onWindow: () => remember(matrix.at)});
    signal.addEventListener("abort", () => clearTimeout(soon));
    const show = (now, isLast) => {
      found = now;
      const unit = UNITS[now.unit], isFirst = !matrix.values;
      matrix.show({...now, colour: colours(now.values, unit), text: value => value === null ? "?" : unit.short(value, game), size: Number(given.zoom)});
      matrix.canvas.setAttribute("aria-label", `Values of ${now.reds.length} by ${now.blues.length} pairs. Arrow keys choose one, plus and minus zoom, Enter opens it.`);
      const [red, blue] = (given.at ?? "").split(","), at = {row: now.reds.findIndex(each => each.name === red), column: now.blues.findIndex(each => each.name === blue)};
      if (isFirst) matrix.lookAt(at.row >= 0 && at.column >= 0 ? at : {row: 0, column: 0});
      tell(matrix.at);
      const safe = isLast ? safest(now.values) : null;
      best.replaceChildren(safe ? facts([[`Safest for ${first}`, [element("span", {class: "mono"}, now.reds[safe.row].name), `: after ${second}’s best reply `, element("span", {class: "mono"}, now.blues[safe.column].name), `, ${unit.words(safe.value, game)}`]]]) : "");
    };
    main.append(intro("Matrix", `Every pair of setups of this game: a row for each setup of ${first}, a column for each reply of ${second}. Red cells are good for ${first}, blue ones for ${second}, pale ones are even, grey ones unknown: ${second} looks along a row for the bluest cell. Point at a cell to see the pair${isLive ? ", choose it to analyse" : ""}${Math.max(...game.setups) > 8 ? "; zoom with the wheel or the buttons, and drag to look around" : ""}.`),
      element("div", {class: "bar"}, labelled("Game", select(offered.map(each => [each.name, each.title]), game.name, name => goTo("matrix", {game: name}))),
        labelled("Values", select(choices, source, values => goTo("matrix", {...given, values}))),
        Math.max(...game.setups) > 8 && [button("Zoom in", () => matrix.zoom(0.5)), button("Zoom out", () => matrix.zoom(2)), button("All", () => matrix.zoom(1e9))]),
      status, element("div", {class: "pair"}, matrix.node, element("div", {}, about, best)));
    if (source.startsWith("file") || source === "solved") {
      (source === "solved" ? getJson("/api/solved", {game: game.name}) : getOnce(`/api/matrices/${source.slice(4)}`)).then(now => { status.textContent = ""; if (!signal.aborted) show(now, true); }).catch(error => status.replaceChildren(fault(error.message)));
      return;
    }
    runWork({kind: "matrix", game: game.name, depth: Number(source.slice(5))}, (now, goesOn) => {
      status.textContent = goesOn && now.of > now.depth ? `Searching to depth ${now.of}: ${now.done} of ${now.total} rows` : now.depth === 0 ? "Static values, without any search." : `Searched to depth ${now.depth}.`;
      if (!goesOn && choices[0][0].startsWith("depth")) status.append(" ", ...solvingHint(game));
      if (now.values.length) show(now, !goesOn);
    }, signal).catch(error => { if (!signal.aborted) status.replaceChildren(fault(error.message)); });
  },
};
