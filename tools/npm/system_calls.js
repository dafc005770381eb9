// A module asks two things of a system: the time, and a place for last words. All else is refused (52: ENOSYS). view() is a
// DataView of its memory.
export function systemCalls(module, view) {
  const refused = WebAssembly.Module.imports(module).map(({name}) => [name, () => 52]);
  return {
    ...Object.fromEntries(refused),
    clock_time_get(clock, precision, to) {
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(to, BigInt(Math.round(milliseconds * 1e6)), true);
      return 0;
    },
    proc_exit(code) { throw new Error(`the module ended with ${code}`); },
  };
}
