// Two books side by side: where their replies differ, and who seems to be right.

import {Strip, stripRatio} from "./board.js";
import {RowList} from "./rows.js";
import {address, button, element, facts, fault, goTo, labelled, select} from "./page.js";
import {intro} from "./help.js";
import {amountText, counted, grouped, isProven, lossStep, lossText, valueText} from "./values.js";
import {isLive, openBook, runWork, session} from "./data.js";

// Entries of both books for one red. `shift`: of the second book's value, where both were searched to the same
// depth: less depth says nothing against more. `loss`: by how much one book's reply is the worse one for the
// second side, by the other book's value: known only where that value is lower, as the lower value is a line
// that the first book's reply does not reach.
function commonEntries(a, b) {
  const inB = new Map(b.red.map((name, i) => [name, i]));
  const common = [];
  a.red.forEach((name, i) => {
    const j = inB.get(name);
    if (j === undefined) return;
    const replies = [a.replies[a.reply[i]].name, b.replies[b.reply[j]].name];
    const values = [a.value[i], b.value[j]], deeper = b.depth[j] - a.depth[i], known = deeper === 0 && values.every(value => value !== null);
    const shift = known ? values[1] - values[0] : null;
    common.push({i, j, deeper, differs: replies[0] !== replies[1], shift, worse: !shift ? null : shift < 0 ? "a" : "b", loss: known ? Math.abs(shift) : 0});
  });
  return common;
}

const deeperText = deeper => `${deeper > 0 ? "B" : "A"} is ${counted(Math.abs(deeper), "ply", "plies")} deeper`;

function makeRow(a, b, rowAt) {
  const red = new Strip(a.game, a.squares[0]), replies = [a, b].map(book => new Strip(book.game, book.squares[1]));
  const values = [0, 1].map(() => element("span", {class: "number"})), loss = element("span", {class: "number"}), rank = element("span", {class: "rank number"});
  const node = element("a", {role: "option", tabindex: -1, class: "compare-row"}, rank, " ", element("span", {class: "red"}, red.svg),
    element("span", {class: "side-a"}, replies[0].svg, values[0]), " ", element("span", {class: "side-b"}, replies[1].svg, values[1]), " ", loss);
  return {node, show(position) {
    const {i, j, deeper, shift, worse} = rowAt(position);
    red.show(a.red_board[i]);
    replies[0].show(a.replies[a.reply[i]].board);
    replies[1].show(b.replies[b.reply[j]].board);
    rank.textContent = a.ordered ? i + 1 : "–";
    values[0].textContent = `${valueText(a.value[i], a.game)} · ${a.depth[i]}`;
    values[1].textContent = `${valueText(b.value[j], b.game)} · ${b.depth[j]}`;
    loss.className = `loss number ${deeper ? "quiet" : `loss-${worse ? lossStep(Math.abs(shift)) : 0}`}`;
    loss.textContent = deeper ? deeperText(deeper) : shift === null ? "?" : shift === 0 ? "equal" : isProven(shift) ? `${worse.toUpperCase()} misses a win` : `${worse.toUpperCase()} loses ${lossText(Math.abs(shift), a.game)}`;
    node.setAttribute("href", address("compare", {a: a.number, b: b.number, red: a.red[i]}));
    node.setAttribute("aria-label", `${[rank, ...values, loss].map(each => each.textContent).join(" ")}: ${a.red[i]}; A replies ${a.replies[a.reply[i]].name}, B replies ${b.replies[b.reply[j]].name}`);
  }};
}

// Both replies searched to the depth of the deeper entry, so that their values are on equal terms.
function contest(a, b, row, signal) {
  const names = [a.replies[a.reply[row.i]].name, b.replies[b.reply[row.j]].name];
  const depths = [a.depth[row.i], b.depth[row.j]], depth = Math.max(...depths, 1);
  const status = element("p", {role: "status"}, `${names[0]} of A, searched to depth ${depths[0]}, against ${names[1]} of B, to depth ${depths[1]}.${row.deeper ? ` ${deeperText(row.deeper)}, so that its value counts for more.` : ""}`);
  const start = button(`Search both to depth ${depth}`, async () => {
    start.disabled = true;
    try {
      await runWork({kind: "replies", game: a.game.name, red: a.red[row.i], known: names, candidates: 2, depth}, (result, goesOn) => {
        const [best, other] = result.replies;
        if (goesOn) status.textContent = `Searching to depth ${result.of} of ${depth} …`;
        else if (best) status.textContent = `At depth ${result.depth} ${best.name === names[0] ? "A’s" : "B’s"} reply is ${other && other.loss === 0 ? "as good as the other" : `better for ${a.game.sides[1]} by ${amountText(other?.loss ?? 0, a.game)}`}: ${valueText(best.value, a.game)} against ${valueText(other?.value, a.game)}.`;
      }, signal);
    } catch (error) {
      status.replaceChildren(fault(error.message));
    }
    start.disabled = false;
  }, {class: "primary"});
  return element("section", {class: "sheet"}, element("h2", {}, a.red[row.i]), status,
    element("div", {class: "bar"}, isLive ? start : null, element("a", {class: "button", href: address("pair", {book: a.number, red: a.red[row.i]})}, "Pair in A"),
      element("a", {class: "button", href: address("pair", {book: b.number, red: b.red[row.j]})}, "Pair in B")));
}

export const view = {
  async show(main, parameters, signal) {
    const {books} = await session();
    const [a, b] = await Promise.all([openBook(parameters.a ?? 0), openBook(parameters.b ?? 1)]);
    const choose = (key, book) => labelled(`Book ${key.toUpperCase()}`, select(books.map((each, i) => [i, each.title]), book.number, number => goTo("compare", {...parameters, red: "", [key]: number})));
    main.classList.add("view-setups");
    main.append(intro("Compare", `Setups that both books answer, and answer differently. Where both were searched to the same depth and one book’s value is lower, it has found something for ${a.game.sides[1]} that the other book’s reply misses: that is what the other one loses. Less depth says nothing against more; a search of both decides.`),
      element("div", {class: "bar"}, choose("a", a), choose("b", b),
        labelled("Show", select([["", "other replies"], ["all", "all that differ"]], parameters.show ?? "", show => goTo("compare", {...parameters, show})))));
    if (a.game !== b.game) return main.append(fault("These are books of different games."));
    const common = commonEntries(a, b), other = common.filter(row => row.differs);
    const rows = (parameters.show === "all" ? common.filter(row => row.differs || row.shift) : other).sort((x, y) => y.loss - x.loss || x.i - y.i);
    main.append(facts([["In both books", grouped(common.length)], ["Only in A, only in B", `${grouped(a.size - common.length)}, ${grouped(b.size - common.length)}`],
      ["Other replies", `${grouped(other.length)}: at equal depth A’s seems worse in ${grouped(other.filter(row => row.worse === "a").length)}, B’s in ${grouped(other.filter(row => row.worse === "b").length)}; A is deeper in ${grouped(other.filter(row => row.deeper < 0).length)}, B in ${grouped(other.filter(row => row.deeper > 0).length)}`]]));
    if (parameters.red) {
      const row = common.find(each => a.red[each.i] === parameters.red);
      if (row) main.append(contest(a, b, row, signal));
    }
    if (!rows.length) return main.append(element("p", { role: "status" }, "The books do not differ in this."));
    const list = new RowList({label: "Entries that differ", ratio: Math.max(...a.squares.map(squares => stripRatio(a.game, squares))), make: () => makeRow(a, b, position => rows[position]), open: position => goTo("compare", {...parameters, red: a.red[rows[position].i]})});
    main.append(element("div", {class: "heads compare-row", "aria-hidden": "true"}, ["Rank", a.game.sides[0], `Reply of A, for ${a.game.sides[0]} · depth`, "Reply of B · depth", `For ${a.game.sides[1]}`].map(name => element("span", {}, name))), list.node);
    list.setCount(rows.length);
  },
};
