/** Runs a button's action and reports the result. A destructive action can be undone. */
import { messageOf, workspace } from "../shell/connection.ts";
import { ask } from "./dialog.tsx";
import { toast } from "./toast.tsx";

/** Runs `work`, then shows `done` or the error. Returns whether it succeeded. */
export async function act(work: () => Promise<unknown>, done: string | null): Promise<boolean> {
  try {
    await work();
    if (done !== null) toast(done);
    return true;
  } catch (error) {
    toast(messageOf(error), { isProblem: true });
    return false;
  }
}

export interface Destructive {
  /** Such as `Reset this workspace`. */
  readonly title: string;
  /** The data that is lost. */
  readonly loses: string;
  readonly confirm: string;
  readonly done: string;
  readonly run: () => Promise<unknown>;
}

/** Confirms the loss, takes a snapshot, runs the action, and offers to undo it. */
export async function destroy({ title, loses, confirm, done, run }: Destructive): Promise<boolean> {
  const isSure = await ask({
    title,
    text: `${loses} A snapshot is taken first, so this can be undone.`,
    confirm,
  });
  if (!isSure) return false;
  const { snapshots } = workspace();
  const name = `before-${new Date().toISOString().replaceAll(/[:.]/g, "-").toLowerCase()}`;
  const isDone = await act(async () => {
    await snapshots.take(name);
    await run();
  }, null);
  if (!isDone) return false;
  toast(done, {
    action: {
      name: "Undo",
      run: () => void act(() => snapshots.restore(name), "Undone: the snapshot was restored."),
    },
  });
  return true;
}
