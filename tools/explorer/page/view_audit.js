// The audit of a book, drawn: how often its replies are wrong, and what that costs.

import {address, button, drawn, element, facts, fault, labelled, select, table} from "./page.js";
import {intro} from "./help.js";
import {amountText, grouped, lossStep, lossText, unitOf, valueText} from "./values.js";
import {getOnce, isServed, openBook, runWork} from "./data.js";

// The last report of each book, so that the back button finds it again.
const reports = new Map();

const percent = share => `${(100 * share).toFixed(1)} %`;
const interval = share => `${percent(share.share)} (${percent(share.low)} to ${percent(share.high)})`;
const regret = (each, game) => `${lossText(each.mean, game)} (${lossText(each.low, game)} to ${each.high === null ? "?" : lossText(each.high, game)}) ${unitOf(game).name}`;

// A row for each depth: the share of wrong replies as a point, its 95 % interval as a line.
function stageChart(summary) {
  const rows = [{title: "whole book", ...summary}, ...summary.depths.map(depth => ({title: `depth ${depth.depth}`, ...depth}))];
  const width = 640, left = 104, right = 150, step = 34, scale = share => left + (width - left - right) * share;
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  const svg = drawn("svg", {viewBox: `0 0 ${width} ${rows.length * step + 34}`, class: "chart", role: "img", "aria-label": rows.map(row => `${row.title}: ${interval(row.wrong_replies)}`).join("; ")},
    ticks.map(tick => [drawn("path", {d: `M${scale(tick)} 4V${rows.length * step + 8}`, class: "grid"}), drawn("text", {x: scale(tick), y: rows.length * step + 26, class: "tick"}, `${100 * tick} %`)]));
  rows.forEach((row, i) => {
    const y = step * i + step / 2 + 4, {share, low, high} = row.wrong_replies;
    svg.append(drawn("text", {x: left - 12, y: y + 5, class: "label"}, row.title),
      drawn("rect", {x: scale(low), y: y - 6, width: Math.max(1, scale(high) - scale(low)), height: 12, rx: 6, class: "range"}),
      drawn("circle", {cx: scale(share), cy: y, r: 6, class: "point"}),
      drawn("text", {x: width - right + 14, y: y + 5, class: "label-right"}, `${row.wrong_replies.count} of ${row.sampled} wrong`));
  });
  return svg;
}

// A chart of how many entries lose how much, in the report's own steps.
function regretChart(steps, {size, digits}) {
  const bound = i => Number((steps[i].up_to / size).toFixed(digits));
  const names = steps.map((step, i) => step.up_to === null ? `more than ${bound(i - 1)}` : step.up_to === 0 ? "nothing" : `up to ${bound(i)}`);
  const most = Math.max(...steps.map(each => each.count), 1), width = 640, left = 130, height = 30, scale = (width - left - 60) / most;
  return drawn("svg", {viewBox: `0 0 ${width} ${steps.length * height + 4}`, class: "chart", role: "img", "aria-label": names.map((name, i) => `${name}: ${steps[i].count}`).join("; ")},
    steps.map(({up_to: most, count}, i) => [drawn("text", {x: left - 12, y: height * i + 20, class: "label"}, names[i]),
      drawn("rect", {x: left, y: height * i + 4, width: Math.max(count ? 2 : 0, scale * count), height: 20, rx: 3, class: `regret-${bound === 0 ? 0 : lossStep(bound ?? 1e9)}`}),
      drawn("text", {x: left + scale * count + 8, y: height * i + 20, class: "label-right"}, count)]));
}

const cellOf = (entry, name, game) => [element("span", {class: "mono"}, entry[name]), element("br"), element("span", {class: "quiet number"}, valueText(entry[`${name}_value`], game))];

// The better replies of an audit that was made here, and how they come into the book.
function intoTheBook(better) {
  const count = better.trim().split("\n").length - 1;
  if (!count) return null;
  const link = element("a", {download: "better.txt", href: URL.createObjectURL(new Blob([better], {type: "text/plain"}))}, `Save ${count === 1 ? "the better reply" : `the ${grouped(count)} better replies`}`);
  return element("section", {}, element("h2", {}, "Into the book"), element("p", {}, link, ". The job that made the book searches them again and takes those that are better, with their values and depths:"),
    element("p", {class: "mono"}, "tabiya build JOB.toml --out DIR --resume --with better.txt"));
}

function reportOf(book, {summary, entries, better}) {
  const {game} = book, wrong = entries.filter(entry => entry.regret > summary.tolerance), shown = wrong.slice(0, 50);
  const rows = shown.map(entry => element("tr", {}, element("td", {class: "number"}, entry.rank ?? "–"),
    element("td", {class: "mono"}, element("a", {href: address("pair", {book: book.number, red: entry.red})}, entry.red)),
    element("td", {"data-head": "book"}, cellOf(entry, "reply", game)), element("td", {"data-head": "better"}, cellOf(entry, "better", game)),
    element("td", {class: "number", "data-head": "depth"}, entry.depth), element("td", {class: `loss-${lossStep(entry.regret)} number`, "data-head": "regret"}, lossText(entry.regret, game))));
  const all = summary.wrong_replies.count;
  return element("div", {},
    facts([["Wrong replies", interval(summary.wrong_replies)], ["Mean regret", regret(summary.reply_regret, game)],
      ["Regret of the order", regret(summary.order_regret, game)], ["Searched", `${summary.sampled} of ${grouped(summary.entries)} entries, each against ${summary.replies} of ${grouped(summary.pool)} replies`],
      !summary.same_evaluation && ["Note", "The book was made with another evaluation than this one."]]),
    element("div", {class: "charts"},
      element("section", {}, element("h2", {}, "Wrong replies by depth"), element("p", {class: "quiet"}, `The share of replies that lose more than ${amountText(summary.tolerance, game)}; the band holds the true share with 95 % certainty.`), stageChart(summary)),
      element("section", {}, element("h2", {}, "What the replies lose"), element("p", {class: "quiet"}, `Entries of the sample by the regret of their replies, in ${unitOf(game).name}.`), regretChart(summary.regrets, unitOf(game)))),
    element("section", {}, element("h2", {}, "Entries found wrong"),
      all > rows.length && element("p", {class: "quiet"}, rows.length ? `The worst ${rows.length} of ${all}.` : `${all} were found, which this report does not list.`),
      rows.length ? table(["Rank", game.sides[0], `The book’s reply, for ${game.sides[0]}`, "A better one", "Depth", "Regret"], rows, {class: "stacked"}) : all ? null : element("p", {}, "None.")),
    better && intoTheBook(better));
}

export const view = {
  async show(main, parameters, signal) {
    const book = await openBook(parameters.book ?? 0);
    const choice = {sample: 40, deeper: 2, replies: 300};
    let running = null;
    const status = element("p", {role: "status", class: "quiet"}), bar = element("progress", {class: "progress", max: 1, value: 0, hidden: true, "aria-label": "Progress"});
    const place = element("div");
    const depths = new Set(book.depth).size;
    const start = button("Audit a sample", async () => {
      if (running) return running.abort();
      running = new AbortController();
      const own = running;
      signal.addEventListener("abort", () => own.abort());
      start.textContent = "Stop";
      bar.hidden = false;
      status.textContent = "Searching the sample …";
      try {
        await runWork({kind: "audit", book: book.number, sample: Math.max(choice.sample, 2 * depths), deeper: choice.deeper, replies: choice.replies}, result => {
          bar.value = result.total ? result.done / result.total : 0;
          status.textContent = `${result.done} of ${result.total} entries`;
          if (!result.summary) return;
          reports.set(book.number, result);
          place.replaceChildren(reportOf(book, result));
        }, own.signal);
      } catch (error) {
        place.replaceChildren(fault(error.message));
      }
      running = null;
      bar.hidden = true;
      start.textContent = "Audit a sample";
    }, {class: "primary"});
    const choose = (text, key, values) => labelled(text, select(values.map(n => [n, n]), choice[key], value => { choice[key] = Number(value); }));
    main.append(intro("Audit", `How far can this book be trusted? A sample of its entries, drawn at random, ${isServed ? "is" : "was"} searched again, as a rule deeper than the book and against more replies than its job tried. What ${book.game.sides[1]} loses by the book’s reply is its regret. The figures hold for the whole book, with their 95 % intervals.`));
    if (isServed) main.append(element("div", {class: "bar"}, choose("Entries", "sample", [20, 40, 100, 200, 500]), choose("Plies deeper", "deeper", [0, 1, 2, 3]), choose("Replies to each", "replies", [50, 100, 300, 1000]), start), bar, status);
    main.append(place);
    const report = reports.get(book.number) ?? (book.audited ? await getOnce(`/api/books/${book.number}/audit`) : null);
    place.replaceChildren(report ? reportOf(book, report) : element("p", {class: "quiet"}, isServed ? "No report yet. A sample of 40 entries takes some minutes if the book is deep; `tabiya audit --json` writes larger ones, which `tabiya explore --audit` shows here." : "No audit of this book is known."));
  },
};
