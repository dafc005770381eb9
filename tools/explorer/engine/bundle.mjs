// bundle.mjs MODULE OUTPUT STAMPED…: engine.js, which holds all that makes an exported page live: engine.wasm packed, and the scripts here.
// It is loaded as a script, since pages that are opened from disk may read no files, and begins with the stamp of the files STAMPED.
import {createHash} from "node:crypto";
import {readFileSync, writeFileSync} from "node:fs";
import {gzipSync} from "node:zlib";

const [modulePath, output, ...stamped] = process.argv.slice(2);
const hash = content => createHash("sha256").update(content).digest("hex");
const script = name => readFileSync(new URL(name, import.meta.url), "utf8").replace(/^import .*\n/gm, "").replace(/^export /gm, "").replace(/^\s*\/\/.*\n/gm, "");
const parts = {module: gzipSync(readFileSync(modulePath), {level: 9}).toString("base64"), worker: script("../../npm/system_calls.js") + script("worker.js")};
writeFileSync(output, `// ${hash(stamped.map(path => hash(readFileSync(path))).join(""))}\ntabiyaData("engine", (() => {\n${script("client.js")}return (...given) => startEngine(${JSON.stringify(parts)}, ...given);\n})());\n`);
