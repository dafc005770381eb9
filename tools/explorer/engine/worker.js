// A worker of an exported page: engine.wasm, one request after the other. To {id, name, texts} it calls that function of
// module.cpp with the texts, and posts {id, status, body} for each thing that is told; status 0 is a result of work
// that goes on. A failure of the module itself, as where memory is at its end, is {id, fatal}: then the worker is of no more use.

import {systemCalls} from "../../npm/system_calls.js";

let functions, told;

async function load(module) {
  const view = () => new DataView(functions.memory.buffer);
  const tell = (status, at, size) => told(status, new TextDecoder().decode(new Uint8Array(functions.memory.buffer, at, size)));
  functions = (await WebAssembly.instantiate(module, {wasi_snapshot_preview1: systemCalls(module, view), page: {tell}})).exports;
  functions._initialize();
}

function call(name, texts) {
  const copies = texts.map(each => {
    const bytes = new TextEncoder().encode(each), at = functions.malloc(bytes.length || 1);
    if (at === 0) throw new Error("no memory");
    new Uint8Array(functions.memory.buffer).set(bytes, at);
    return [at, bytes.length];
  });
  functions[name](...copies.flat());
  copies.forEach(([at]) => functions.free(at));
}

let loaded;
addEventListener("message", async ({data: {module, id, name, texts}}) => {
  if (module) {
    loaded = load(module);
    return;
  }
  try {
    await loaded;
    told = (status, body) => postMessage({id, status, body});
    call(name, texts);
  } catch (error) {
    postMessage({id, fatal: error.message});
  }
});
