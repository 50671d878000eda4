import { inPool } from "../../../base/values/in-pool.ts";

/** How many tasks run at once. */
export interface PoolSize {
  readonly working: number;
  /** Slots only for tasks that mostly wait; 0 if those share the `working` slots. */
  readonly waiting: number;
}

/** One task after the other. */
export const alone: PoolSize = { working: 1, waiting: 0 };

export interface PoolTask {
  readonly waits: boolean;
  readonly run: () => Promise<void>;
}

/**
 * Runs `tasks` in order, each kind in its own slots, and starts no more once `mayStart` returns false or a task fails.
 * Throws the first error when all that run have ended.
 */
export async function runPool(
  tasks: readonly PoolTask[],
  { working, waiting }: PoolSize,
  mayStart: () => boolean,
): Promise<void> {
  const errors: Error[] = [];
  const start = async ({ run }: PoolTask): Promise<void> => {
    if (errors.length > 0 || !mayStart()) return;
    try {
      await run();
    } catch (error) {
      errors.push(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const isApart = ({ waits }: PoolTask): boolean => waits && waiting > 0;
  await Promise.all([
    inPool(
      tasks.filter((task) => !isApart(task)),
      working,
      start,
    ),
    inPool(tasks.filter(isApart), waiting, start),
  ]);
  const [first] = errors;
  if (first !== undefined) throw first;
}
