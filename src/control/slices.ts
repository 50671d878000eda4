/** Runs long work in slices of a few milliseconds, so that other requests run in between. */
import { setImmediate as nextTurn } from "node:timers/promises";

/** Maximum length of a slice, in milliseconds. */
const sliceMsMax = 4;

/** Yields to the event loop if this turn has lasted long enough. */
export function newYielding(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < sliceMsMax) return;
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
    if (performance.now() - since < sliceMsMax) continue;
    // oxlint-disable-next-line no-await-in-loop -- yields to other requests
    await nextTurn();
    since = performance.now();
  }
}
