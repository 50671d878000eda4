import { useState } from "preact/hooks";

import { act } from "../parts/actions.ts";
import { durationOf } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";
import { place } from "../shell/route.ts";
import type { NewFault } from "./situations.ts";
import { sentenceOf, situations } from "./situations.ts";

interface Draft {
  readonly times: string;
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly situation: string;
}

/** A fault as a sentence with blanks, prefilled from the request that led here. */
export function FaultForm() {
  const { method = "", path = "", operationId = "" } = place.value.query;
  const [draft, setDraft] = useState<Draft>({
    times: "1",
    method,
    path,
    operationId,
    situation: situations[0]?.id ?? "",
  });
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const fault = faultOf(draft);
  const { forMs } = situations.find(({ id }) => id === draft.situation) ?? {};
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void act(() => plan(fault, draft.situation), "The fault is planned.");
  };
  return (
    <form class="card sentence" onSubmit={submit}>
      <div class="buttons">
        <HowMany draft={draft} onChange={set} />
        <Target draft={draft} onChange={set} />
        <select
          aria-label="What happens"
          value={draft.situation}
          onChange={({ currentTarget }) => {
            const chosen = situations.find(({ id }) => id === currentTarget.value);
            set({ situation: currentTarget.value, times: String(chosen?.times ?? "") });
          }}
        >
          {situations.map(({ id, does }) => (
            <option key={id} value={id}>
              {does}
            </option>
          ))}
        </select>
      </div>
      <p class="quiet" aria-live="polite">
        {sentenceOf(fault)}
        {forMs !== undefined && ` It ends after ${durationOf(forMs)} of this workspace's clock.`}
      </p>
      <button type="submit" class="primary">
        Plan it
      </button>
    </form>
  );
}

/** Plans the fault. A fault with a duration expires by the workspace's clock. */
async function plan(fault: NewFault, situation: string): Promise<void> {
  const { forMs } = situations.find(({ id }) => id === situation) ?? {};
  const { clock, faults } = workspace();
  const end =
    forMs === undefined
      ? null
      : new Date(Date.parse((await clock.get()).now) + forMs).toISOString();
  await faults.plan({ ...fault, ...(end === null ? {} : { expiresAt: end }) });
}

interface TargetProps {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** The number of requests and their method. */
function HowMany({ draft, onChange }: TargetProps) {
  return (
    <>
      <span>The next</span>
      <input
        type="number"
        min="1"
        aria-label="How many requests; empty for all"
        placeholder="all"
        value={draft.times}
        onInput={({ currentTarget }) => onChange({ times: currentTarget.value })}
      />
      <select
        aria-label="Method"
        value={draft.method}
        onChange={({ currentTarget }) => onChange({ method: currentTarget.value })}
      >
        <option value="">requests</option>
        {["GET", "POST", "PATCH", "DELETE"].map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </>
  );
}

/** Selects requests by operation or by path. */
function Target({ draft, onChange }: TargetProps) {
  const { operationId, path } = draft;
  if (operationId !== "") {
    return (
      <>
        <span>of</span>
        <button type="button" onClick={() => onChange({ operationId: "" })}>
          {operationId} ×
        </button>
      </>
    );
  }
  return (
    <>
      <span>to</span>
      <input
        class="mono grow"
        aria-label="Path; * stands for one part, ** for any number"
        placeholder="any path"
        value={path}
        onInput={({ currentTarget }) => onChange({ path: currentTarget.value })}
      />
    </>
  );
}

function faultOf({ times, method, path, operationId, situation }: Draft): NewFault {
  const { then = {} } = situations.find(({ id }) => id === situation) ?? {};
  return {
    match: {
      ...(method === "" ? {} : { method }),
      ...(operationId === "" ? {} : { operationId }),
      ...(path === "" || operationId !== "" ? {} : { path }),
    },
    then,
    times: times === "" ? null : Number(times),
  };
}
