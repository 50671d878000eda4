/**
 * The timers and clocks of this process, captured when this module is loaded. A test that installs fake timers replaces
 * globals and exports of Node's modules, which must not stop a sandbox in its process. All other code of `src` that
 * does not run in a browser imports them from here, and each entry of the package loads this module.
 */
import perfHooks from "node:perf_hooks";
import timers from "node:timers";
import timersPromises from "node:timers/promises";

// From Node's modules: a test may have replaced the globals before it loads the package.
export const {
  clearImmediate,
  clearInterval,
  clearTimeout,
  setImmediate,
  setInterval,
  setTimeout,
} = timers;

export const { setImmediate: nextTurn, setTimeout: delay } = timersPromises;

export const { Date, queueMicrotask } = globalThis;

/** The monotonic clock. Its method is bound, because fake timers can also replace methods. */
export const performance = {
  now: perfHooks.performance.now.bind(perfHooks.performance),
  timeOrigin: perfHooks.performance.timeOrigin,
};

/** The system clock in epoch milliseconds; if a test has already replaced it, as of the start of the process. */
export const dateNow = isNative(Date.now)
  ? Date.now
  : () => Math.floor(performance.timeOrigin + performance.now());

/** A signal that aborts after a time in milliseconds, made by `AbortSignal.timeout`. */
export const timeoutSignal = AbortSignal.timeout.bind(AbortSignal);

/** The timers that a sandbox waits by. A test can pass others to one in its process, such as `globalThis`. */
export type Timers = Pick<
  typeof globalThis,
  "setTimeout" | "clearTimeout" | "setInterval" | "clearInterval"
>;

export const nativeTimers: Timers = { setTimeout, clearTimeout, setInterval, clearInterval };

function isNative(value: () => number): boolean {
  return Function.prototype.toString.call(value).includes("[native code]");
}
