// Loaded into the process of a step before the action: its time goes by so many times as fast as TIME_FACTOR says. All
// that waits or looks at a clock is told the same, so that limits of minutes can be seen in seconds.
import { syncBuiltinESMExports } from "node:module";
import { performance } from "node:perf_hooks";
import timers from "node:timers";
import promises from "node:timers/promises";

const factor = Number(process.env.TIME_FACTOR);
const { setTimeout: realSetTimeout, setInterval: realSetInterval, Date: RealDate } = globalThis;
const realNow = performance.now.bind(performance);
const began = RealDate.now();
const start = realNow();
const now = () => Math.round(began + (realNow() - start) * factor);
const scaled = (ms) => (ms ?? 0) / factor;

const fastTimeout = (call, ms, ...rest) => realSetTimeout(call, scaled(ms), ...rest);
const fastInterval = (call, ms, ...rest) => realSetInterval(call, scaled(ms), ...rest);
for (const place of [globalThis, timers])
  Object.assign(place, { setTimeout: fastTimeout, setInterval: fastInterval });
const { setTimeout: realSleep } = promises;
promises.setTimeout = (ms, ...rest) => realSleep(scaled(ms), ...rest);
syncBuiltinESMExports();

AbortSignal.timeout = (ms) => {
  const controller = new AbortController();
  const end = () =>
    controller.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
  realSetTimeout(end, scaled(ms)).unref();
  return controller.signal;
};
performance.now = () => start + (realNow() - start) * factor;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
  static now() {
    return now();
  }
};
