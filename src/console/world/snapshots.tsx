import { useState } from "preact/hooks";

import { act, destroy } from "../parts/actions.ts";
import { download } from "../parts/copy.tsx";
import { useResource } from "../parts/resource.ts";
import { Loaded } from "../parts/states.tsx";
import { workspace } from "../shell/connection.ts";
import { workspaceId } from "../shell/route.ts";
import { Compare } from "./compare.tsx";

/** Named snapshots: take, restore, download, delete, and compare two. */
export function Snapshots() {
  const [name, setName] = useState("");
  const snapshots = useResource(() => workspace().snapshots.list(), [workspaceId.value]);
  const run = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    if (await act(work, done)) snapshots.reload();
  };
  const take = (event: SubmitEvent): void => {
    event.preventDefault();
    void run(() => workspace().snapshots.take(name), `Snapshot ${name} was taken.`);
    setName("");
  };
  return (
    <>
      <h2 class="section">Snapshots</h2>
      <form class="buttons" onSubmit={take}>
        <input
          required
          aria-label="Name of the new snapshot"
          placeholder="name"
          pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <button type="submit">Take a snapshot</button>
      </form>
      <Loaded resource={snapshots}>
        {({ data }) => (
          <>
            <ul class="plain-list">
              {data.map((snapshot) => (
                <li key={snapshot.name} class="buttons">
                  <span class="mono grow">{snapshot.name}</span>
                  <span class="quiet">{Math.ceil(snapshot.bytes / 1_024)} kB</span>
                  <Buttons name={snapshot.name} run={run} onRestored={snapshots.reload} />
                </li>
              ))}
            </ul>
            {data.length > 0 && <Compare names={data.map((snapshot) => snapshot.name)} />}
          </>
        )}
      </Loaded>
    </>
  );
}

interface ButtonsProps {
  readonly name: string;
  readonly run: (work: () => Promise<unknown>, done: string) => Promise<void>;
  readonly onRestored: () => void;
}

function Buttons({ name, run, onRestored }: ButtonsProps) {
  const { snapshots } = workspace();
  const restore = async (): Promise<void> => {
    const isDone = await destroy({
      title: `Restore ${name}`,
      loses: "What happened since the snapshot is lost: records, mail, requests and the clock.",
      confirm: "Restore",
      done: `Snapshot ${name} was restored.`,
      run: () => snapshots.restore(name),
    });
    if (isDone) onRestored();
  };
  const save = () =>
    act(async () => {
      const bytes = await snapshots.download(name);
      download(`${name}.sqlite`, bytes, "application/vnd.sqlite3");
    }, null);
  return (
    <>
      <button type="button" onClick={() => void restore()}>
        Restore
      </button>
      <button type="button" onClick={() => void save()}>
        Download
      </button>
      <button
        type="button"
        onClick={() => void run(() => snapshots.remove(name), `Snapshot ${name} was deleted.`)}
      >
        Delete
      </button>
    </>
  );
}
