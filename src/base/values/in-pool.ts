/** Runs `work` on each item, at most `jobs` at once; returns the results in the order of the items. */
export async function inPool<Item, Result>(
  items: readonly Item[],
  jobs: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = [...items.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, item] = next;
      // oxlint-disable-next-line no-await-in-loop -- one item after another in each worker
      results[at] = await work(item).catch((error: unknown) => {
        // The others end what they do, so that nothing is left running.
        waiting.length = 0;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.max(1, jobs) }, worker));
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return results;
}
