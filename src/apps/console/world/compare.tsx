import { useState } from "preact/hooks";

import { act } from "../parts/actions.ts";
import { Button, Select } from "../parts/controls.tsx";
import { counted } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";
import type { Difference } from "./differences.ts";
import { differencesOf } from "./differences.ts";

/** Stands for the current state of the workspace; no snapshot can have this name. */
const now = "";
const tones = { added: "good", removed: "bad", changed: "warn" };
const shownMax = 200;

export function Compare({ names }: { readonly names: readonly string[] }) {
  const [before, setBefore] = useState(names[0] ?? now);
  const [after, setAfter] = useState(now);
  const [found, setFound] = useState<readonly Difference[] | null>(null);
  const compare = () =>
    act(async () => {
      const [was, is] = await Promise.all([stateOf(before), stateOf(after)]);
      setFound(differencesOf(was, is));
    }, null);
  const options = [[now, "the workspace now"] as const, ...names];
  return (
    <>
      <h3>Compare</h3>
      <div class="buttons">
        <Select label="Before" options={options} value={before} onPick={setBefore} />
        <span>with</span>
        <Select label="After" options={options} value={after} onPick={setAfter} />
        <Button run={compare}>Compare</Button>
      </div>
      {found !== null && (
        <>
          <p class="quiet">
            {found.length === 0 ? "No record differs." : counted(found.length, "difference")}
          </p>
          <ul class="plain-list">
            {found.slice(0, shownMax).map(({ kind, id, change, fields }) => (
              <li key={`${kind}-${id}`}>
                <span class={tones[change]}>{change}</span> {kind} <span class="mono">{id}</span>{" "}
                <span class="quiet">{fields.join(", ")}</span>
              </li>
            ))}
          </ul>
          {found.length > shownMax && <p class="quiet">and {found.length - shownMax} more</p>}
        </>
      )}
    </>
  );
}

function stateOf(name: string): Promise<object> {
  const { state, snapshots } = workspace();
  return name === now ? state.get() : snapshots.state(name);
}
