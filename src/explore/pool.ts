/** How many tasks run at once. */
export interface PoolSize {
  readonly working: number;
  /** Places of their own for tasks that mostly wait; 0 where they take the places of the others. */
  readonly waiting: number;
}

/** A task of a pool. */
export interface PoolTask<Result> {
  readonly waits: boolean;
  readonly run: () => Promise<Result>;
}

/** Runs `tasks` in their order, each kind on its own places; starts no other once `mayStart` answers no. Answers what is left out as null. */
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
