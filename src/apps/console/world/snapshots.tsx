import { useState } from "preact/hooks";

import type { Difference } from "../../../base/values/record-differences.ts";
import { differencesOf } from "../../../base/values/record-differences.ts";
import { act, destroy, removeOldSnapshots, replaceWorld } from "../parts/actions.tsx";
import { Button, download, Form, Select, Text, useText } from "../parts/controls.tsx";
import { Loaded, useResource } from "../parts/resource.tsx";
import { counted } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";
import { linkTo } from "../shell/route.ts";

export function Snapshots() {
  const name = useText("");
  const snapshots = useResource(loadSnapshots, /^snapshot/);
  const take = (): Promise<boolean> => {
    name.onValue("");
    return act(() => workspace().snapshots.take(name.value), `Snapshot ${name.value} was taken.`);
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
          {...name}
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
                  <Buttons name={snapshot.name} />
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

function Buttons({ name }: { readonly name: string }) {
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
      <Button run={() => replaceWorld(restoring)}>Restore</Button>
      <Button run={save}>Download</Button>
      <Button class="bad" run={() => destroy(removing)}>
        Delete
      </Button>
    </>
  );
}

/** Stands for the current state of the workspace; no snapshot can have this name. */
const now = "";

const tones = { added: "good", removed: "bad", changed: "warn" };

const shownMax = 200;

function Compare({ names }: { readonly names: readonly string[] }) {
  const before = useText(names[0] ?? now);
  const after = useText(now);
  const [found, setFound] = useState<readonly Difference[] | null>(null);
  const compare = () =>
    act(async () => {
      const [was, is] = await Promise.all([stateOf(before.value), stateOf(after.value)]);
      setFound(differencesOf(was, is));
    }, null);
  const options = [[now, "the workspace now"] as const, ...names];
  return (
    <>
      <h3>Compare</h3>
      <div class="buttons">
        <Select label="Before" options={options} {...before} />
        <span>with</span>
        <Select label="After" options={options} {...after} />
        <Button run={compare}>Compare</Button>
      </div>
      {found !== null && (
        <>
          <p class="quiet">
            {found.length === 0 ? "No record differs." : counted(found.length, "difference")}
          </p>
          <ul class="plain-list">
            {found.slice(0, shownMax).map((one) => (
              <Changed key={`${one.kind}-${one.id}`} {...one} />
            ))}
          </ul>
          {found.length > shownMax && <p class="quiet">and {found.length - shownMax} more</p>}
        </>
      )}
    </>
  );
}

/** A record, linked to its requests, and its fields with their old and new values. */
function Changed({ kind, id, change, fields }: Difference) {
  const link = kind === "apiKeys" ? `key:${id}` : kind === "leads" ? `lead:${id}` : id;
  return (
    <li>
      <span class={tones[change]}>{change}</span> {kind}{" "}
      <a class="mono" href={linkTo("activity", null, { q: link })}>
        {id}
      </a>
      {fields.map(({ name, was, is }) => (
        <div key={name} class="clip" title={`${was} → ${is}`}>
          <span class="quiet">{name}:</span> <bdi class="mono">{was}</bdi> →{" "}
          <bdi class="mono">{is}</bdi>
        </div>
      ))}
    </li>
  );
}

function stateOf(name: string): Promise<object> {
  const { state, snapshots } = workspace();
  return name === now ? state.get() : snapshots.state(name);
}
