// Exported pages have no program to ask; workers answer in its place (worker.js). One is for questions, which are answered at
// once. Each work has one of its own: it runs to its end, and whoever stops it ends its worker.

const SOON = 30;    // milliseconds: results that come faster are passed over
const LATER = 500;  // milliseconds from the beginning of work until the worker of the next one is made ready

async function unpacked(base64) {
  const packed = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

class Helper {
  constructor(source, module, handedOver) {
    Object.assign(this, {last: 0, asked: new Map(), opened: new Map(), handedOver, worker: new Worker(source)});
    this.worker.addEventListener("message", ({data}) => this.asked.get(data.id)?.(data));
    this.loaded = module.then(compiled => this.worker.postMessage({module: compiled}));
  }

  // Resolves with the answer; onState(result) is called for what is told before it.
  async ask(name, texts, onState = () => {}) {
    await this.loaded;
    return new Promise((resolve, reject) => {
      const id = ++this.last;
      this.asked.set(id, ({status, body, fatal}) => {
        if (status === 0) return onState(JSON.parse(body));
        this.asked.delete(id);
        if (fatal) this.end();
        if (status === 200) resolve(JSON.parse(body));
        else reject(new Error(fatal ? `This browser could not go on: ${fatal}.` : JSON.parse(body).error));
      });
      this.worker.postMessage({id, name, texts});
    });
  }

  // Hands over what a game needs, once: its rules and evaluation, and where they are wanted its books.
  async open(game, wantsBooks) {
    for (const areBooks of wantsBooks ? [false, true] : [false]) {
      const key = `${game} ${areBooks}`;
      if (!this.opened.has(key)) this.opened.set(key, this.handedOver(game).then(all => Promise.all(all.filter(([{kind}]) => ["book", "lines"].includes(kind) === areBooks)
        .map(([what, text]) => this.ask("add", [JSON.stringify(what), text])))));
      await this.opened.get(key);
    }
  }

  end() {
    this.hasEnded = true;
    this.worker.terminate();
  }
}

// `loadFile` is the page's, for files beside it; `games`: their names, in the order of these files.
export function startEngine({module, worker}, loadFile, games) {
  const source = URL.createObjectURL(new Blob([worker], {type: "text/javascript"}));
  const compiled = unpacked(module).then(bytes => WebAssembly.compile(bytes));
  const handedOver = async game => {
    const number = games.indexOf(game);
    return number < 0 ? [] : loadFile(`engine-${number}`);
  };
  const newHelper = game => {
    const helper = new Helper(source, compiled, handedOver);
    helper.open(game, false).catch(() => {});  // told to whoever asks
    return helper;
  };
  let answering = null, idle = null;

  async function answer(path, parameters) {
    if (!answering || answering.hasEnded) answering = newHelper(parameters.game);
    idle ??= newHelper(parameters.game);
    await answering.open(parameters.game, true);
    const texts = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
    return answering.ask("answer", [JSON.stringify({path, parameters: texts})]);
  }

  async function run(request, onState, signal) {
    if (signal.aborted) return null;
    const helper = idle ?? newHelper(request.game), next = setTimeout(() => { idle ??= newHelper(request.game); }, LATER);
    idle = null;
    let last = null, timer = 0;
    const show = () => {
      timer = 0;
      onState(last, true);
    };
    const work = helper.open(request.game, ["replies", "swaps"].includes(request.kind)).then(() => helper.ask("work", [JSON.stringify(request)], result => {
      last = result;
      timer ||= setTimeout(show, SOON);
    }));
    const stopped = new Promise(resolve => signal.addEventListener("abort", resolve, {once: true}));
    try {
      await Promise.race([work, stopped]);
    } finally {
      clearTimeout(timer);
      clearTimeout(next);
      if (signal.aborted) helper.end();
      if (!helper.hasEnded) idle ??= helper;
      if (idle !== helper) helper.end();
      idle ??= newHelper(request.game);
    }
    if (last && !signal.aborted) onState(last, false);
    return last;
  }

  return {answer, run};
}
