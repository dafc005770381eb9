// The page gets its data here: from the program that serves it, or from files next to an exported page.

// `live` names what can search and play: the program ("yes"), or the engine of exported pages ("engine").
const live = document.querySelector('meta[name="tabiya-live"]').content;
export const isLive = live !== "", isServed = live === "yes";

// The program tells its token in the address that it prints, and nowhere else. It is kept for other tabs.
function takeToken() {
  const given = location.hash.match(/^#token=([0-9a-f]+)$/);
  try {
    if (given) localStorage.setItem("tabiya-token", given[1]);
    if (given) history.replaceState(null, "", location.pathname);
    return given ? given[1] : localStorage.getItem("tabiya-token") ?? "";
  } catch {
    return given ? given[1] : "";  // a browser that keeps nothing
  }
}
const token = isServed ? takeToken() : "";
addEventListener("hashchange", () => { if (location.hash.startsWith("#token=")) location.reload(); });

const DETAILS_PER_FILE = 500;
const kept = new Map();     // promises of what does not change, by path
const arrivals = new Map();  // of exported files: what to do when they are there

globalThis.tabiyaData = (name, content) => arrivals.get(name)?.(content);

function loadFile(name) {
  if (!kept.has(name)) {
    kept.set(name, new Promise((resolve, reject) => {
      arrivals.set(name, resolve);
      const script = document.createElement("script");
      script.src = `data/${name}.js`;
      script.onerror = () => reject(new Error(`The file data/${name}.js of this page is missing.`));
      document.head.append(script);
    }));
  }
  return kept.get(name);
}

async function loadExported(path) {
  const details = path.match(/^\/api\/(books|lines)\/(\d+)\/(?:entries\/)?(\d+)$/);
  if (!details) return loadFile(path.replace("/api/", "").replaceAll("/", "-"));
  const [, kind, book, entry] = details;
  const file = await loadFile(`${kind}-${book}-details-${Math.floor(entry / DETAILS_PER_FILE)}`);
  return file[entry % DETAILS_PER_FILE];
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Error("The program does not answer; it may have been stopped. Start `tabiya explore` again.");
  }
  const body = await response.json();
  if (!response.ok) throw new Error(body.error);
  return body;
}

let engine = null;
// Tells whether a question can be answered at once: an exported page loads its engine when it is first asked.
export const isReady = () => isServed || engine !== null;
const startEngine = () => engine ??= loadFile("engine").then(async start => start(loadFile, (await session()).games.map(({name}) => name)));

// Gets an answer that may change from one time to the next.
export async function getJson(path, parameters = {}) {
  const query = new URLSearchParams(parameters).toString();
  if (isServed) return ask(query ? `${path}?${query}` : path);
  return isLive && /position|setup|solved/.test(path) ? (await startEngine()).answer(path, parameters) : loadExported(path);
}

export function getOnce(path) {
  if (!isServed) return loadExported(path);
  if (!kept.has(path)) {
    kept.set(path, getJson(path));
    kept.get(path).catch(() => kept.delete(path));
  }
  return kept.get(path);
}

const post = (path, body) => ask(path, {method: "POST", keepalive: true, headers: {"X-Tabiya-Token": token}, body: JSON.stringify(body)});

// Files are called by their names, and by their paths where these would be the same.
function addTitles(list) {
  const name = each => each.name.split("/").pop();
  for (const each of list) each.title = list.filter(other => name(other) === name(each)).length > 1 ? each.name : name(each);
}

export async function session() {
  const known = await getOnce("/api/session");
  for (const list of [known.books, known.lines, known.jobs, known.matrices]) addTitles(list);
  return known;
}

export async function gameNamed(name) {
  const {games} = await session();
  return games.find(game => game.name === name) ?? games[0];
}

// The columns of a book, with its name, number and game.
export async function openBook(number) {
  const {books} = await session();
  const book = books[number];
  if (!book) throw new Error(`There is no book ${Number(number) + 1}; ${books.length} are open.`);
  const [columns, game] = await Promise.all([getOnce(`/api/books/${number}/entries`), gameNamed(book.game)]);
  return {...book, ...columns, number: Number(number), game, size: columns.red.length};
}

// The pieces on the whole board after both setups of an entry.
export function entrySquares(book, index) {
  const squares = [...book.game.start];
  book.squares[0].forEach((square, i) => { squares[square] = book.red_board[index][i]; });
  const reply = book.replies[book.reply[index]].board;
  book.squares[1].forEach((square, i) => { if (reply[i] !== ".") squares[square] = reply[i]; });
  return squares.join("");
}

// Starts work and hands each new state of it to `onState`, until it has ended or the signal is aborted, which
// stops the work. Resolves with the last result.
export async function runWork(request, onState, signal) {
  if (!isServed) return (await startEngine()).run(request, onState, signal);
  const {id} = await post("/api/works", request);
  const stop = () => post(`/api/works/${id}/stop`, {}).catch(() => {});
  if (signal.aborted) {  // while it was being started
    await stop();
    return null;
  }
  signal.addEventListener("abort", stop);
  addEventListener("pagehide", stop, {signal});
  let seen = 0, last = null;
  for (let wait = 30; ; wait = Math.min(wait * 1.5, 250)) {
    const state = await getJson(`/api/works/${id}`, {seen});
    if (state.error) throw new Error(state.error);
    const isNew = state.version !== seen;
    if (isNew) [seen, last] = [state.version, state.result];
    if (last && (isNew || !state.running) && !signal.aborted) onState(last, state.running);
    if (!state.running || signal.aborted) {
      signal.removeEventListener("abort", stop);
      return last;
    }
    await new Promise(resolve => setTimeout(resolve, wait));
  }
}
