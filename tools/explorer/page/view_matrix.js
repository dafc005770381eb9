// All pairs of setups of a game that has few of them, as one picture.

import {boardSvg} from "./board.js";
import {address, button, element, fault, goTo, intro, labelled, select} from "./page.js";
import {chances, isProven, logitText, valueText} from "./values.js";
import {getJson, runWork, session} from "./data.js";

const MOST_PAIRS = 1000000, MOST_SEARCHED = 4096, MOST_WRITTEN = 400;

const hasMatrix = game => game.setups !== null && game.setups[0] * game.setups[1] <= MOST_PAIRS;

const shareOf = value => isProven(value) ? (value > 0 ? 1 : 0) : chances(value);

// From the second side's colour over white to the first side's; `most`: the largest distance from even chances.
function colourOf(value, most) {
  const share = shareOf(value), strength = Math.abs(share - 0.5) / Math.max(most, 0.02);
  const [r, g, b] = share >= 0.5 ? [179, 51, 31] : [31, 79, 163];
  return [r, g, b].map(part => Math.round(255 + (part - 255) * strength * 0.7));
}

// Cells as pixels of a canvas that is stretched: a million of them are drawn at once.
class Matrix {
  constructor(onCell, onOver) {
    this.canvas = element("canvas", {class: "matrix", tabindex: 0, role: "img"});
    this.mark = element("div", {class: "matrix-mark", hidden: true});
    this.texts = element("div", {class: "matrix-texts number", "aria-hidden": "true"});
    this.node = element("div", {class: "matrix-place"}, this.canvas, this.texts, this.mark);
    this.at = null;
    this.canvas.addEventListener("pointermove", event => this.over(this.cellAt(event), onOver));
    this.canvas.addEventListener("click", event => onCell(this.cellAt(event)));
    this.canvas.addEventListener("keydown", event => {
      const step = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
      const at = this.at ?? {row: 0, column: 0};
      if (step) this.over({row: at.row + step[0], column: at.column + step[1]}, onOver);
      else if (event.key === "Enter") onCell(at);
      else return;
      event.preventDefault();
    });
  }

  cellAt(event) {
    const box = this.canvas.getBoundingClientRect();
    return {row: Math.floor((event.clientY - box.top) / box.height * this.rows), column: Math.floor((event.clientX - box.left) / box.width * this.columns)};
  }

  over({row, column}, onOver) {
    if (!this.rows) return;
    this.at = {row: Math.max(0, Math.min(this.rows - 1, row)), column: Math.max(0, Math.min(this.columns - 1, column))};
    this.mark.hidden = false;
    Object.assign(this.mark.style, {left: `${100 * this.at.column / this.columns}%`, top: `${100 * this.at.row / this.rows}%`, width: `${100 / this.columns}%`, height: `${100 / this.rows}%`});
    onOver(this.at);
  }

  show(values) {
    this.rows = values.length;
    this.columns = values[0].length;
    Object.assign(this.canvas, {width: this.columns, height: this.rows});
    const context = this.canvas.getContext("2d"), image = context.createImageData(this.columns, this.rows);
    let most = 0;
    for (const row of values) for (const value of row) most = Math.max(most, Math.abs(shareOf(value) - 0.5));
    values.forEach((row, i) => row.forEach((value, j) => {
      image.data.set([...colourOf(value, most), 255], 4 * (i * this.columns + j));
    }));
    const written = this.rows * this.columns <= MOST_WRITTEN ? values.flat() : [];
    this.texts.replaceChildren(...written.map(value => element("span", {}, isProven(value) ? (value > 0 ? "wins" : "loses") : logitText(value))));
    this.texts.style.gridTemplateColumns = `repeat(${this.columns}, 1fr)`;
    context.putImageData(image, 0, 0);
  }
}

export const matrixView = {
  path: "matrix", title: "Matrix", live: true, isOffered: known => known.games.some(hasMatrix),
  async show(main, parameters, signal) {
    const {games} = await session(), offered = games.filter(hasMatrix);
    const game = offered.find(each => each.name === parameters.game) ?? offered[0];
    const [first, second] = game.sides, few = game.setups[0] * game.setups[1] <= MOST_SEARCHED;
    let result = null, depth = Number(parameters.depth ?? (few ? 6 : 0));
    const about = element("div", {class: "matrix-about"}), status = element("p", {role: "status", class: "quiet"});
    const wireOf = (side, name) => getJson("/api/setup", {game: game.name, side, name}).then(setup => setup.wire);
    const pairMoves = async ({row, column}) => `${await wireOf(0, result.reds[row])} ${await wireOf(1, result.blues[column])}`;
    let asked = "";
    const tell = async at => {
      const value = result.values[at.row][at.column], now = asked = `${at.row} ${at.column}`;
      const moves = await pairMoves(at);
      const position = await getJson("/api/position", {game: game.name, moves});
      if (now !== asked) return;
      about.replaceChildren(element("p", {class: "headline"}, valueText(value, first, second)),
        element("p", {}, `${first}: ${result.reds[at.row]}, ${second}: ${result.blues[at.column]}`), boardSvg(game, {squares: position.squares}),
        element("div", {class: "bar"}, element("a", {class: "button primary", href: address("analysis", {game: game.name, moves})}, "Analyse"), element("a", {class: "button", href: address("play", {game: game.name, moves})}, "Play from here")));
    };
    const matrix = new Matrix(async at => { if (result) goTo("analysis", {game: game.name, moves: await pairMoves(at)}); }, at => { tell(at).catch(error => about.replaceChildren(fault(error.message))); });
    const names = list => list.length <= 40 ? list : [];
    const rowNames = element("div", {class: "matrix-rows"}), columnNames = element("div", {class: "matrix-columns"});
    main.append(intro("Matrix", `Every pair of setups of this game: a row for each setup of ${first}, a column for each reply of ${second}. Red cells are good for ${first}, blue ones for ${second}, pale ones are even: ${second} looks along a row for the bluest one. Point at a cell to see the pair; choose it to analyse.`),
      element("div", {class: "bar"}, labelled("Game", select(offered.map(each => [each.name, each.title]), game.name, name => goTo("matrix", {game: name}))),
        few ? labelled("Depth", select([0, 2, 4, 6, 8, 12, 16, 20, 24].map(n => [n, n === 0 ? "static" : n]), depth, value => goTo("matrix", {game: game.name, depth: value}))) : null),
      status, element("div", {class: "pair"}, element("div", {class: "matrix-frame"}, rowNames, matrix.node, element("span"), columnNames), about));
    const work = runWork({kind: "matrix", game: game.name, depth}, (found, goesOn) => {
      status.textContent = goesOn && found.of > found.depth ? `Searching to depth ${found.of}: ${found.done} of ${found.total} rows` : found.depth === 0 ? "Static values, without any search." : `Searched to depth ${found.depth}.`;
      if (!found.values.length) return;
      const isFirst = result === null;
      result = found;
      matrix.show(found.values);
      matrix.canvas.setAttribute("aria-label", `Values of ${found.reds.length} by ${found.blues.length} pairs`);
      rowNames.replaceChildren(...names(found.reds).map(name => element("span", {class: "mono"}, name)));
      columnNames.replaceChildren(...names(found.blues).map(name => element("span", {class: "mono"}, name)));
      if (isFirst) matrix.over({row: 0, column: 0}, at => { tell(at).catch(() => {}); });
      else if (matrix.at) tell(matrix.at).catch(() => {});
    }, signal);
    work.catch(error => { if (!signal.aborted) status.replaceChildren(fault(error.message)); });
  },
};
