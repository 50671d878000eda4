import type { EventType } from "../workspace/events.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { ControlError } from "./control-error.ts";

/**
 * What `find` finds, now or as soon as an event of `type` makes it find something; null when nothing came
 * within `timeoutMs` of real time; a 404 when the workspace is put away. It looks when something happened, not at intervals.
 */
export function until<Found>(
  workspace: Workspace,
  type: EventType,
  find: () => Found | null,
  timeoutMs: number,
): Promise<Found | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Found | null>();
  const look = (): void => {
    try {
      const found = find();
      if (found !== null) resolve(found);
    } catch (error) {
      reject(error);
    }
  };
  const gone = new ControlError(404, "The workspace was put away while this call waited.");
  const unsubscribe = workspace.events.subscribe(
    (event) => {
      if (event.type === type) look();
    },
    () => reject(gone),
  );
  const timer = setTimeout(() => resolve(null), timeoutMs);
  look();
  return promise.finally(() => {
    unsubscribe();
    clearTimeout(timer);
  });
}
