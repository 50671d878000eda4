import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { decoded } from "../../../base/values/decoded.ts";
import { eventSummary } from "../../../domain/model/event-summary.ts";
import { Button, Code, Form, Options, Select, Text } from "../parts/controls.tsx";
import { Json, JsonError } from "../parts/json.tsx";
import { Panel } from "../parts/panel.tsx";
import { Loaded, Problem, useResource } from "../parts/resource.tsx";
import { errorMessage } from "../shell/connection.ts";
import type { Operation, Operations } from "../shell/documents.ts";
import { emulatedOperations, exampleOf, filledPath } from "../shell/documents.ts";
import { workspaceId } from "../shell/route.ts";
import { Effects, Status } from "./line.tsx";
import type { Records } from "./records.ts";
import { kindIn, recordsOf } from "./records.ts";
import { partsOf, withQuery } from "./request.ts";
import type { Draft, Explained } from "./send.tsx";
import {
  drafts,
  explain,
  headersFor,
  HostReason,
  keepDraft,
  keysOf,
  send,
  Sending,
} from "./send.tsx";
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
  const field = (name: "headers" | "body") => ({
    value: draft[name],
    onValue: (to: string) => set({ [name]: to }),
  });
  const pickKey = (keyId: string): void => {
    const surface = keys.find((key) => key.id === keyId)?.surface;
    set({ keyId, ...(surface && { headers: headersFor(draft.headers, surface) }) });
  };
  const show = async (work: Promise<ComponentChildren>): Promise<void> =>
    setShown(await work.catch((error: unknown) => <Problem text={errorMessage(error)} />));
  const sendIt = async () => {
    await send(draft);
    return null;
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
        onValue={pickKey}
      />
      <Code label="Headers, one on each line" rows={2} {...field("headers")} />
      <Code label="Body" rows={12} {...field("body")} />
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
      {/* Without links: the dry run has taken its records back. */}
      <Effects
        title="What it would cause"
        nothing="Nothing: no record would change."
        all={events.map(eventSummary)}
      />
      <h3>Body</h3>
      <Json value={body} />
    </section>
  );
}

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD"];

interface TargetProps {
  readonly operations: Operations;
  readonly records: Records;
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** Method, path and query: chosen as an operation with its parameters, or typed. */
export function Target({ operations, records, draft, onChange }: TargetProps) {
  const { target } = draft;
  const operation = operationIn(operations, draft);
  const choose = (wanted: string): void => {
    const chosen = operations.all.find((one) => one.id === wanted);
    if (chosen !== undefined) onChange(draftFor(chosen, records));
  };
  const setMethod = (method: string): void => onChange({ method });
  const setTarget = (to: string): void => onChange({ target: to });
  return (
    <>
      <Select
        label="Operation"
        value={operation?.id ?? ""}
        options={[
          ["", "Operation…"],
          ...operations.all.map((one) => [one.id, one.summary] as const),
        ]}
        onValue={choose}
      />
      <div class="buttons">
        <Select label="Method" options={methods} value={draft.method} onValue={setMethod} />
        <Text class="mono grow" label="Path and query" value={target} onValue={setTarget} />
      </div>
      {operation !== undefined && (
        <div class="buttons">
          <Parameters
            operation={operation}
            records={records}
            target={target}
            onTarget={setTarget}
          />
        </div>
      )}
    </>
  );
}

type ParametersProps = Pick<TargetProps, "records"> &
  Readonly<{ operation: Operation; target: string; onTarget: (target: string) => void }>;

function Parameters({ operation, records, target, onTarget }: ParametersProps) {
  const { path, parameters } = operation;
  const [bare, search] = partsOf(target);
  const query = new URLSearchParams(search ?? "");
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const values = matchOf(path, bare)?.slice(1).map(decoded) ?? [];
  const valueOf = (name: string): string => values[names.indexOf(name)] ?? "";
  const set = (name: string, to: string): void => {
    if (names.includes(name)) {
      const filled = filledPath(path, (one) => (one === name ? to : valueOf(one)));
      onTarget(withQuery(filled, search));
      return;
    }
    if (to === "") query.delete(name);
    else query.set(name, to);
    onTarget(withQuery(bare, query.toString()));
  };
  return parameters
    .filter(({ in: part }) => part === "path" || part === "query")
    .map(({ name, in: part, required = false, description }) => (
      <label key={name} title={description}>
        {name}
        <Text
          class="mono"
          label={name}
          list={`ids-${name}`}
          required={required}
          value={part === "path" ? valueOf(name) : (query.get(name) ?? "")}
          onValue={(to) => set(name, to)}
        />
        <datalist id={`ids-${name}`}>
          <Options of={part === "path" ? (records[kindIn(path, name)] ?? []) : []} />
        </datalist>
      </label>
    ));
}

function operationIn({ all }: Operations, { method, target }: Draft): Operation | undefined {
  const [bare] = partsOf(target);
  return all.find((one) => one.method === method && matchOf(one.path, bare) !== null);
}

/** The values of a path's parameters; null if it is another path. Clients may leave out the version. */
function matchOf(path: string, bare: string): RegExpExecArray | null {
  const pattern = path.replace(/^\/v1/, "(?:/v1)?").replaceAll(/\{\w+\}/g, "([^/]*)");
  return new RegExp(`^${pattern}$`).exec(bare);
}

/** The request that an operation's document shows, with the newest record of its kind in the path. */
export function draftFor(operation: Operation, records: Records) {
  const { method, path, parameters } = operation;
  const target = filledPath(path, (name) => {
    const { example = "" } = parameters.find((one) => one.name === name) ?? {};
    return records[kindIn(path, name)]?.[0]?.[0] ?? String(example);
  });
  return { method, target, body: exampleOf(operation) };
}
