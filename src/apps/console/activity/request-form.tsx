import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { eventSummary } from "../../../domain/model/event-summary.ts";
import { Button, Code, Form, Select } from "../parts/controls.tsx";
import { Json, JsonError } from "../parts/json.tsx";
import { Panel } from "../parts/panel.tsx";
import { Loaded, Problem, useResource } from "../parts/resource.tsx";
import { errorMessage } from "../shell/connection.ts";
import { emulatedOperations } from "../shell/documents.ts";
import { workspaceId } from "../shell/route.ts";
import { Status } from "./line.tsx";
import { recordsOf } from "./records.ts";
import { draftFor, Target } from "./request-target.tsx";
import type { Draft, Explained, Outcome } from "./send.ts";
import { drafts, explain, headersFor, keepDraft, keysOf, send } from "./send.ts";
import { HostReason, openSent, Sending } from "./sending.tsx";
import { Why } from "./why.tsx";

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
  const [shown, setShown] = useState<ComponentChildren>(null);
  const set = (change: Partial<Draft>): void => keepDraft(id, { ...draft, ...change });
  const pickKey = (keyId: string): void => {
    const surface = keys.find((key) => key.id === keyId)?.surface;
    set({ keyId, ...(surface && { headers: headersFor(draft.headers, surface) }) });
  };
  const show = async (work: Promise<ComponentChildren>): Promise<void> =>
    setShown(await work.catch((error: unknown) => <Problem text={errorMessage(error)} />));
  const sendIt = async () => {
    const outcome = await send(draft);
    return openSent(outcome) ? null : <Answer {...outcome} />;
  };
  const explainIt = async () => <Explanation {...await explain(draft)} />;
  return (
    // A test may send what is invalid.
    <Form class="form" noValidate run={() => show(sendIt())}>
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
      <JsonError text={draft.body} />
      <div class="buttons">
        <Sending draft={draft} label="Copy this request as">
          <button class="primary">Send</button>
        </Sending>
        <Button run={() => show(explainIt())}>Explain, changing nothing</Button>
      </div>
      <HostReason draft={draft} />
      {shown}
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

/** The answer of a dry run, drawn as the answers of the journal are. */
function Explanation({ status, reason, record, body, rules, events }: Explained) {
  return (
    <section aria-live="polite" aria-label="Explanation">
      <h3>
        <Status status={status ?? 0} /> would be the answer
      </h3>
      {reason !== undefined && <p class="refusal">{reason}</p>}
      {record !== undefined && <p>{record.reason}</p>}
      <Why rules={rules.map(({ id, assumed }) => (assumed ? `${id};assumed` : id))} />
      <h3>What it would cause</h3>
      {events.length === 0 && <p class="quiet">Nothing: no record would change.</p>}
      {/* Without links: the dry run has taken its records back. */}
      <ul class="plain-list">
        {events.map((event, at) => (
          <li key={at}>{eventSummary(event)}</li>
        ))}
      </ul>
      <h3>Body</h3>
      <Json value={body} />
    </section>
  );
}

/** The answer to a request that the sandbox did not name, so that there is no row to open. */
function Answer({ status, answer }: Outcome) {
  return (
    <section aria-live="polite">
      <h3>
        <Status status={status} /> was the answer
      </h3>
      <Json value={answer} />
    </section>
  );
}
