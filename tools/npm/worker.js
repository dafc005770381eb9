// The worker of background.js. It is sent {begin, name, values}: what engine to begin with, or null, and what to ask it for.
import {Engine, openNetwork} from "./tabiya.js";

const port = globalThis.postMessage ? globalThis : (await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:worker_threads")).parentPort;
let engine = null;

async function answer({begin, name, values}) {
  if (begin) engine = await Engine.create(begin.game, {...begin, network: begin.network && await openNetwork(begin.network)});
  const [position, moves, limits] = values;
  return engine[name](position, moves, limits && {...limits, progress: (found) => port.postMessage({soFar: found})});
}

async function receive(message) {
  try {
    port.postMessage({done: await answer(message)});
  } catch ({status, message: text}) {
    port.postMessage({failed: {status, message: text}});
  }
}

if (port.on) port.on("message", receive);
else port.onmessage = ({data}) => receive(data);
