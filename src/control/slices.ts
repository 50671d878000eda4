/** Work of many steps in slices of a few milliseconds, so that other requests are answered in between. */
import { setImmediate as nextTurn } from "node:timers/promises";

/** How long the event loop is held at a time, in milliseconds. */
const holdMsMax = 4;

/** Ends this turn of the event loop when it has lasted long enough. */
export function newBreath(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < holdMsMax) return;
    await nextTurn();
    since = performance.now();
  };
}

/** Runs `step` on each item, in slices. */
export async function inSlices<Item>(
  items: Iterable<Item>,
  step: (item: Item) => void,
): Promise<void> {
  let since = performance.now();
  for (const item of items) {
    step(item);
    if (performance.now() - since < holdMsMax) continue;
    // oxlint-disable-next-line no-await-in-loop -- the turn of others
    await nextTurn();
    since = performance.now();
  }
}
