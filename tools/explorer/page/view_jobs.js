// The build of a book, while it runs or after it.

import {element, facts, table} from "./page.js";
import {intro} from "./help.js";
import {counted, grouped, valueText} from "./values.js";
import {gameNamed, getJson, isServed, session} from "./data.js";

const EVERY = 2000;  // milliseconds

function duration(seconds) {
  const minutes = Math.round(seconds / 60);
  if (seconds < 90) return counted(Math.round(seconds), "second");
  return minutes < 90 ? `${minutes} minutes` : `${counted(Math.floor(minutes / 60), "hour")} ${counted(minutes % 60, "minute")}`;
}

function statusOf(game, job) {
  const best = job.best.map(line => [element("span", {class: "mono"}, line.red), element("span", {class: "mono"}, line.reply), element("span", {class: "number"}, valueText(line.value, game)), element("span", {"data-head": "depth"}, line.depth)]);
  const filter = job.filter.rounds === 0 ? "has not begun" : `${job.filter.rounds} of at most ${job.filter.most_rounds} rounds, ${grouped(job.filter.kept)} setups kept`;
  return [facts([["State", job.finished ? "finished" : `${job.built_by ? "running" : "stopped"}, in stage ${job.stage}`], ["Filter", filter], ["Stages finished", job.stages_finished],
    !job.finished && job.total > 0 && ["This stage", `${grouped(job.done)} of ${grouped(job.total)} setups, ${job.per_second.toPrecision(3)} a second`],
    !job.finished && ["Time left", job.seconds_left === null ? "cannot be told yet" : `${duration(job.seconds_left)} for this stage${job.seconds_left_in_all === null ? "" : `, about ${duration(job.seconds_left_in_all)} for the whole job`}`],
    job.seconds_since_last !== null && !job.finished && ["Last news", `${duration(job.seconds_since_last)} ago`]]),
  job.finished || !job.total ? null : element("progress", {class: "progress", max: job.total, value: job.done, "aria-label": "This stage"}),
  element("h2", {}, job.finished ? "Best lines" : "Best lines so far"), best.length ? table([game.sides[0], `${game.sides[1]}’s reply`, `For ${game.sides[0]}`, "Depth"], best, {class: "stacked"}) : element("p", {class: "quiet"}, "None yet.")];
}

export const view = {
  async show(main, parameters, signal) {
    const {jobs} = await session();
    main.append(intro("Jobs", `Books that are being made, or were: how far each build is, and the best setups that it has found. ${isServed ? "This page looks again every two seconds." : "As it was when these pages were written."}`));
    for (const [i, job] of jobs.entries()) {
      const game = await gameNamed(job.game), place = element("div");
      main.append(element("section", {class: "sheet"}, element("h2", {}, job.title), job.title === job.name ? null : element("p", {class: "quiet mono"}, job.name), place));
      const look = async () => {
        try {
          place.replaceChildren(...statusOf(game, await getJson(`/api/jobs/${i}`)).filter(Boolean));
        } catch (error) {
          place.replaceChildren(element("p", {class: "quiet"}, error.message));
        }
        if (isServed && !signal.aborted) setTimeout(look, EVERY);
      };
      await look();
    }
  },
};
