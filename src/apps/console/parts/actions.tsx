/** Runs a button's action and reports the result. What loses data asks first and says what is lost. */
import { errorMessage, workspace } from "../shell/connection.ts";
import { Button, download } from "./controls.tsx";
import { ask, toast } from "./dialog.tsx";
import { counted, timeOf } from "./times.ts";

/** Runs `work`, then shows `done` or the error. Returns whether it succeeded. */
export async function act(work: () => Promise<unknown>, done: string | null): Promise<boolean> {
  try {
    await work();
    if (done !== null) toast(done);
    return true;
  } catch (error) {
    toast(errorMessage(error), { isProblem: true });
    return false;
  }
}

export interface Destructive {
  /** Such as `Reset this workspace`: a verb and what it is about. */
  readonly title: string;
  /** What is lost, as sentences. */
  readonly loses: string;
  readonly done: string;
  readonly run: () => Promise<unknown>;
  /** The snapshot that `run` restores; none by default. */
  readonly restores?: string;
}

/** Saves what `content` resolves with as a file of JSON. */
export async function save(name: string, content: Promise<unknown>): Promise<void> {
  await act(async () => download(name, JSON.stringify(await content, null, 2)), null);
}

/** A longer title on a button could name anything, so that the button has only its verb. */
const buttonMax = 48;

/** `Remove all faults`, and `Archive` of `Archive the Lead of a.very.long.name@example.com`. */
export function buttonOf(title: string): string {
  return title.length <= buttonMax ? title : (title.split(" ", 1)[0] ?? title);
}

/** Asks, and then does what cannot be undone. */
export async function destroy({ title, loses, done, run }: Destructive): Promise<boolean> {
  return (await ask(title, `${loses} You cannot undo it.`, buttonOf(title))) && act(run, done);
}

/** Asks, takes a snapshot and replaces records of the workspace; then offers to restore the snapshot. */
export async function replaceWorld(replacement: Destructive): Promise<boolean> {
  const { title, loses, done, run, restores } = replacement;
  const text = `${loses} The page takes a snapshot first. It can bring back records and mail, but not requests and events.`;
  if (!(await ask(title, text, buttonOf(title)))) return false;
  const { snapshots } = workspace();
  const takenAt = new Date();
  const name = nameAt(takenAt);
  const isDone = await act(async () => {
    await removeOldSnapshots(keptMax - 1, restores);
    await snapshots.take(name);
    await run();
  }, null);
  if (!isDone) return false;
  toast(done, { action: { name: "Restore", run: () => void restore(name, takenAt) } });
  return true;
}

export function waitFor(keyId: string): Promise<boolean> {
  const { clock } = workspace();
  return act(() => clock.advance({ untilAllowed: keyId }), `${keyId} may send again.`);
}

export function resetWorkspace(): Promise<boolean> {
  return replaceWorld({
    title: "Reset this workspace",
    loses:
      "The workspace goes back to its fixture: all records, mail, requests, events and faults since then are lost.",
    done: "The workspace was reset.",
    run: () => workspace().reset(),
  });
}

/** Restores the snapshot of before a replacement, after it has said what that costs. */
async function restore(name: string, takenAt: Date): Promise<void> {
  const { requests, snapshots } = workspace();
  await act(async () => {
    const count = await requests.count();
    const text = `Records, mail and the clock go back to ${timeOf(takenAt.toISOString())} UTC. Whatever changed since is lost, with all events and the ${counted(count, "request")} of the journal.`;
    if (!(await ask("Restore the snapshot of before", text, "Restore"))) return;
    await snapshots.restore(name);
    toast("The snapshot was restored.");
  }, null);
}

const keptMs = 3_600_000;
const keptMax = 10;

/** Names of the snapshots that the page takes; they sort by time. */
function nameAt(at: Date): string {
  return `undo-${at.toISOString().replaceAll(/[:.]/g, "-").toLowerCase()}`;
}

/** Only what `nameAt` returns: the user may name a snapshot `undo-1`. */
const ownName = /^undo-\d{4}-\d\d-\d\dt[\d-]+z$/;

/** The page's own snapshots, except for the newest `most` of the last hour and the one that is restored. */
export function oldSnapshots(names: readonly string[], most = keptMax, restored?: string) {
  const own = names.filter((name) => ownName.test(name)).toSorted();
  const oldest = nameAt(new Date(Date.now() - keptMs));
  const kept = new Set(own.slice(-most));
  return own.filter((name) => (name < oldest || !kept.has(name)) && name !== restored);
}

export async function removeOldSnapshots(most?: number, restored?: string): Promise<void> {
  const { snapshots } = workspace();
  const { data } = await snapshots.list();
  const names = data.map(({ name }) => name);
  const old = oldSnapshots(names, most, restored);
  await Promise.all(old.map((name) => snapshots.remove(name)));
}

export function Copy({ text, name = "Copy" }: Readonly<{ text: string; name?: string }>) {
  return (
    <Button class="copy" run={() => act(() => copyText(text), "Copied.")}>
      {name}
    </Button>
  );
}

/** Copies text to the clipboard. Pages outside a secure context only have the older API. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
