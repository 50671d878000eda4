import { useState } from "preact/hooks";

import { act, destroy, removeOldSnapshots, replaceWorld } from "../parts/actions.ts";
import { Button, Form, Text, download } from "../parts/controls.tsx";
import { Loaded, useResource } from "../parts/resource.tsx";
import { workspace } from "../shell/connection.ts";
import { Compare } from "./compare.tsx";

export function Snapshots() {
  const [name, setName] = useState("");
  // A reset adds one: the snapshot of before.
  const snapshots = useResource(loadSnapshots, /^reset$/);
  const take = async (): Promise<void> => {
    setName("");
    const isDone = await act(() => workspace().snapshots.take(name), `Snapshot ${name} was taken.`);
    if (isDone) snapshots.reload();
  };
  return (
    <>
      <h2 class="section">Snapshots</h2>
      <Form class="buttons" run={take}>
        <Text
          required
          label="Name of the new snapshot"
          placeholder="name"
          pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
          value={name}
          onText={setName}
        />
        <button>Take a snapshot</button>
      </Form>
      <Loaded resource={snapshots}>
        {({ data }) => (
          <>
            <ul class="plain-list">
              {data.map((snapshot) => (
                <li key={snapshot.name} class="buttons">
                  <span class="mono grow">{snapshot.name}</span>
                  <span class="quiet">{Math.ceil(snapshot.bytes / 1_024)} kB</span>
                  <Buttons name={snapshot.name} onChanged={snapshots.reload} />
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

async function loadSnapshots() {
  await removeOldSnapshots();
  return workspace().snapshots.list();
}

function Buttons({ name, onChanged }: Readonly<{ name: string; onChanged: () => void }>) {
  const { snapshots } = workspace();
  const restoring = {
    title: `Restore ${name}`,
    loses:
      "The clock goes back, and all records, mail, requests, events and faults since the snapshot are lost.",
    done: `Snapshot ${name} was restored.`,
    run: () => snapshots.restore(name),
    restores: name,
  };
  const removing = {
    title: `Delete ${name}`,
    loses: `The snapshot ${name} is lost.`,
    done: `Snapshot ${name} was deleted.`,
    run: () => snapshots.remove(name),
  };
  const save = () =>
    act(async () => download(`${name}.sqlite`, await snapshots.download(name)), null);
  return (
    <>
      <Button run={async () => (await replaceWorld(restoring)) && onChanged()}>Restore</Button>
      <Button run={save}>Download</Button>
      <Button class="danger" run={async () => (await destroy(removing)) && onChanged()}>
        Delete
      </Button>
    </>
  );
}
