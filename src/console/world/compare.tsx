import { useState } from "preact/hooks";

import { act } from "../parts/actions.ts";
import { counted } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";
import type { Difference } from "./differences.ts";
import { differencesOf } from "./differences.ts";

/** Stands for the current state of the workspace; no snapshot can have this name. */
const now = "";

/** Compares two snapshots, or a snapshot with the current state, record by record. */
export function Compare({ names }: { readonly names: readonly string[] }) {
  const [before, setBefore] = useState(names[0] ?? now);
  const [after, setAfter] = useState(now);
  const [found, setFound] = useState<readonly Difference[] | null>(null);
  const compare = () =>
    act(async () => {
      const [was, is] = await Promise.all([stateOf(before), stateOf(after)]);
      setFound(differencesOf(was, is));
    }, null);
  return (
    <>
      <h3>Compare</h3>
      <div class="buttons">
        <Which label="Before" names={names} value={before} onChange={setBefore} />
        <span>with</span>
        <Which label="After" names={names} value={after} onChange={setAfter} />
        <button type="button" onClick={() => void compare()}>
          Compare
        </button>
      </div>
      {found !== null && <Differences found={found} />}
    </>
  );
}

function stateOf(name: string): Promise<object> {
  const { state, snapshots } = workspace();
  return name === now ? state.get() : snapshots.state(name);
}

interface WhichProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string;
  readonly onChange: (name: string) => void;
}

function Which({ label, names, value, onChange }: WhichProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value={now}>the workspace now</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Maximum number of differences drawn. */
const shownMax = 200;

function Differences({ found }: { readonly found: readonly Difference[] }) {
  if (found.length === 0) return <p class="quiet">No record differs.</p>;
  return (
    <>
      <p class="quiet">{counted(found.length, "record")} that differ</p>
      <ul class="plain-list">
        {found.slice(0, shownMax).map(({ kind, id, change, fields }) => (
          <li key={`${kind}-${id}`}>
            <span class={`change-${change}`}>{change}</span> {kind} <span class="mono">{id}</span>{" "}
            <span class="quiet">{fields.join(", ")}</span>
          </li>
        ))}
      </ul>
      {found.length > shownMax && <p class="quiet">and {found.length - shownMax} more</p>}
    </>
  );
}
