/** How many tasks run at once. */
export interface PoolSize {
  readonly working: number;
  /** Slots only for tasks that mostly wait; 0 if those share the `working` slots. */
  readonly waiting: number;
}

/** One task after the other. */
export const alone: PoolSize = { working: 1, waiting: 0 };

/** A task of a pool. */
export interface PoolTask<Result> {
  readonly waits: boolean;
  readonly run: () => Promise<Result>;
}

/**
 * Runs `tasks` in order, each kind in its own slots, and starts no more once `mayStart` returns false. The
 * result of a task that did not start is null.
 */
export async function runPool<Result>(
  tasks: readonly PoolTask<Result>[],
  size: PoolSize,
  mayStart: () => boolean,
): Promise<readonly (Result | null)[]> {
  const results: (Result | null)[] = tasks.map(() => null);
  const numbered = tasks.map((task, at) => ({ task, at }));
  const lane = async (queue: typeof numbered): Promise<void> => {
    for (let next = queue.shift(); next !== undefined && mayStart(); next = queue.shift()) {
      // oxlint-disable-next-line no-await-in-loop -- a place runs one task after the other
      results[next.at] = await next.task.run();
    }
  };
  const isApart = ({ task }: (typeof numbered)[number]): boolean => task.waits && size.waiting > 0;
  const queues = [
    { queue: numbered.filter((one) => !isApart(one)), places: size.working },
    { queue: numbered.filter(isApart), places: size.waiting },
  ];
  await Promise.all(
    queues.flatMap(({ queue, places }) => Array.from({ length: places }, () => lane(queue))),
  );
  return results;
}
