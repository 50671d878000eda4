import { useState } from "preact/hooks";

import { act } from "../parts/actions.ts";
import { Button, Form, Select, Text } from "../parts/controls.tsx";
import { durationOf } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";
import { place } from "../shell/route.ts";
import type { NewFault } from "./situations.ts";
import { sentenceOf, situations } from "./situations.ts";

type Draft = Readonly<Record<"times" | "method" | "path" | "operationId" | "situation", string>>;

export function FaultForm() {
  const { method = "", path = "", operationId = "" } = place.value.query;
  const [[situation] = [""]] = situations;
  const [draft, setDraft] = useState<Draft>({ times: "1", method, path, operationId, situation });
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const fault = faultOf(draft);
  const [, , , , forMs] = situationOf(draft) ?? [];
  return (
    <Form class="card sentence" run={() => act(() => plan(fault, forMs), "The fault is planned.")}>
      <Sentence draft={draft} onChange={set} />
      <p class="quiet" aria-live="polite">
        {sentenceOf(fault)}
        {forMs !== undefined && ` It ends after ${durationOf(forMs)} of this workspace's clock.`}
      </p>
      <button class="primary">Plan it</button>
    </Form>
  );
}

interface SentenceProps {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
}

function Sentence({ draft, onChange: set }: SentenceProps) {
  return (
    <div class="buttons">
      <span>The next</span>
      <Text
        type="number"
        min="1"
        label="How many requests; empty for all"
        placeholder="all"
        value={draft.times}
        onText={(times) => set({ times })}
      />
      <Select
        label="Method"
        value={draft.method}
        options={[["", "requests"], "GET", "POST", "PATCH", "DELETE"]}
        onPick={(to) => set({ method: to })}
      />
      <span>{draft.operationId === "" ? "to" : "of"}</span>
      {draft.operationId === "" ? (
        <Text
          class="mono grow"
          label="Path; * stands for one part, ** for any number"
          placeholder="any path"
          value={draft.path}
          onText={(to) => set({ path: to })}
        />
      ) : (
        <Button run={() => set({ operationId: "" })}>{draft.operationId} ×</Button>
      )}
      <Select
        label="What happens"
        value={draft.situation}
        options={situations.map(([id, does]) => [id, does] as const)}
        onPick={(to) => {
          const [, , , times] = situationOf({ situation: to }) ?? [];
          set({ situation: to, times: String(times ?? "") });
        }}
      />
    </div>
  );
}

/** Plans the fault. A fault with a duration expires by the workspace's clock. */
async function plan(fault: NewFault, forMs: number | undefined): Promise<void> {
  const { clock, faults } = workspace();
  if (forMs === undefined) return void (await faults.plan(fault));
  const end = Date.parse((await clock.get()).now) + forMs;
  await faults.plan({ ...fault, expiresAt: new Date(end).toISOString() });
}

function situationOf({ situation }: Pick<Draft, "situation">) {
  return situations.find(([id]) => id === situation);
}

function faultOf({ times, method, path, operationId, situation }: Draft): NewFault {
  return {
    match: {
      ...(method === "" ? {} : { method }),
      ...(operationId === "" ? {} : { operationId }),
      ...(path === "" || operationId !== "" ? {} : { path }),
    },
    then: situationOf({ situation })?.[2] ?? {},
    times: times === "" ? null : Number(times),
  };
}
