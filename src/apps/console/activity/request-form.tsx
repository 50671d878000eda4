import { useState } from "preact/hooks";

import { Button, Code, Form, Select } from "../parts/controls.tsx";
import { Json } from "../parts/json.tsx";
import { Panel } from "../parts/panel.tsx";
import { Loaded, Problem, useResource } from "../parts/resource.tsx";
import { errorMessage } from "../shell/connection.ts";
import { emulatedOperations } from "../shell/documents.ts";
import { linkTo, workspaceId } from "../shell/route.ts";
import { Status } from "./line.tsx";
import { recordsOf } from "./records.ts";
import { draftFor, Target } from "./request-target.tsx";
import type { Draft, Outcome } from "./send.ts";
import { drafts, explain, headersFor, keepDraft, keysOf, send } from "./send.ts";
import { HostReason, Sending } from "./sending.tsx";

export function NewRequest() {
  return (
    <Panel label="New request">
      <h2 class="panel-title">New request</h2>
      <RequestForm id={`new ${workspaceId.value}`} />
    </Panel>
  );
}

interface FormProps {
  /** Names the draft. */
  readonly id: string;
  readonly first?: Draft;
}

export function RequestForm(form: FormProps) {
  const known = useResource(loadKnown);
  return <Loaded resource={known}>{(loaded) => <Compose {...form} known={loaded} />}</Loaded>;
}

async function loadKnown() {
  const [operations, records, keys] = await Promise.all([
    emulatedOperations(),
    recordsOf(),
    keysOf(),
  ]);
  return { operations, records, keys };
}

type Known = Awaited<ReturnType<typeof loadKnown>>;

function Compose({ id, known, first = blankOf(known) }: FormProps & { readonly known: Known }) {
  const { keys } = known;
  const draft = drafts.value[id] ?? first;
  const [outcome, setOutcome] = useState<Outcome | string | null>(null);
  const set = (change: Partial<Draft>): void => keepDraft(id, { ...draft, ...change });
  const pickKey = (keyId: string): void => {
    const surface = keys.find((key) => key.id === keyId)?.surface;
    set({ keyId, ...(surface && { headers: headersFor(draft.headers, surface) }) });
  };
  const run = async (work: () => Promise<Outcome>): Promise<void> =>
    setOutcome(await work().catch(errorMessage));
  return (
    // A test may send what is invalid.
    <Form class="form" noValidate run={() => run(() => send(draft))}>
      <Target {...known} draft={draft} onChange={set} />
      <Select
        label="API key"
        value={draft.keyId}
        options={[["", "No API key"], ...keys.map((key) => [key.id, key.name] as const)]}
        onPick={pickKey}
      />
      <Code
        label="Headers, one on each line"
        rows={2}
        value={draft.headers}
        onText={(headers) => set({ headers })}
      />
      <Code label="Body" rows={12} value={draft.body} onText={(body) => set({ body })} />
      <div class="buttons">
        <Sending draft={draft} label="Copy this request as">
          <button class="primary">Send</button>
        </Sending>
        <Button run={() => run(() => dryRun(draft))}>Explain, changing nothing</Button>
      </div>
      <HostReason draft={draft} />
      {typeof outcome === "string" && <Problem text={outcome} />}
      {outcome !== null && typeof outcome !== "string" && <Shown outcome={outcome} />}
    </Form>
  );
}

/** A new request: the creation of a Lead, with the first key. */
function blankOf({ operations, records, keys }: Known): Draft {
  const [operation] = operations.all;
  const shown = operation === undefined ? null : draftFor(operation, records);
  const none = { method: "GET", target: "/v1/leads", body: "" };
  const [key = { id: "", surface: "partner-sandbox" }] = keys;
  return { ...none, ...shown, keyId: key.id, headers: headersFor("", key.surface) };
}

async function dryRun(draft: Draft): Promise<Outcome> {
  const answer = await explain(draft);
  return { status: answer.status ?? 0, requestId: null, answer };
}

function Shown({ outcome: { status, requestId, answer } }: { readonly outcome: Outcome }) {
  return (
    <section aria-live="polite">
      <h3>
        <Status status={status} />{" "}
        {requestId === null ? (
          "would be the answer"
        ) : (
          <a href={linkTo("activity", requestId)}>Open the new request</a>
        )}
      </h3>
      <Json value={answer} />
    </section>
  );
}
