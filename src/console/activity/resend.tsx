import { signal } from "@preact/signals";
import { useState } from "preact/hooks";

import { Json } from "../parts/json.tsx";
import { useResource } from "../parts/resource.ts";
import { Loaded, Problem } from "../parts/states.tsx";
import { jsonOrText, messageOf, workspace } from "../shell/connection.ts";
import { linkTo, workspaceId } from "../shell/route.ts";
import { writtenHeaders } from "./copy-as.ts";
import type { UsableKey } from "./keys-of.ts";
import { keysOf } from "./keys-of.ts";
import { Status } from "./line.tsx";
import { cutText } from "./message.tsx";
import type { JournaledRequest } from "./request.ts";
import { targetOf } from "./request.ts";

interface Draft {
  readonly method: string;
  readonly target: string;
  readonly keyId: string;
  readonly body: string;
}

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD"] as const;

/** The drafts by request, which stay while the user looks at another tab, row or view. */
const drafts = signal<Readonly<Record<string, Draft>>>({});

function draftOf(request: JournaledRequest): Draft {
  return {
    method: request.method,
    target: targetOf(request),
    keyId: request.apiKeyId ?? "",
    body: prettyBody(request.request.body),
  };
}

/** A form to edit and resend the request, or to run it as a dry run. */
export function Resend({ request }: { readonly request: JournaledRequest }) {
  const keys = useResource(keysOf, [workspaceId.value]);
  const { cutFromBytes } = request.request;
  if (cutFromBytes !== undefined) {
    return <Problem text={`It cannot be sent again: ${cutText(cutFromBytes)}`} />;
  }
  return <Loaded resource={keys}>{(all) => <Form request={request} keys={all} />}</Loaded>;
}

interface FormProps {
  readonly request: JournaledRequest;
  readonly keys: readonly UsableKey[];
}

function Form({ request, keys }: FormProps) {
  const draft = drafts.value[request.id] ?? draftOf(request);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const set = (change: Partial<Draft>): void => {
    drafts.value = { ...drafts.value, [request.id]: { ...draft, ...change } };
  };
  const run = async (work: typeof send): Promise<void> => {
    try {
      setOutcome(await work(draft, keys, request));
    } catch (error) {
      setOutcome({ problem: messageOf(error) });
    }
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void run(send);
      }}
    >
      <Fields draft={draft} keys={keys} onChange={set} />
      <div class="buttons">
        <button type="submit" class="primary">
          Send
        </button>
        <button type="button" onClick={() => void run(explain)}>
          Explain, changing nothing
        </button>
      </div>
      {outcome !== null && <Shown outcome={outcome} />}
    </form>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly keys: readonly UsableKey[];
  readonly onChange: (change: Partial<Draft>) => void;
}

function Fields({ draft, keys, onChange }: FieldsProps) {
  return (
    <>
      <div class="form-row">
        <select
          aria-label="Method"
          value={draft.method}
          onChange={({ currentTarget }) => onChange({ method: currentTarget.value })}
        >
          {methods.map((method) => (
            <option key={method}>{method}</option>
          ))}
        </select>
        <input
          class="mono grow"
          aria-label="Path and query"
          value={draft.target}
          onInput={({ currentTarget }) => onChange({ target: currentTarget.value })}
        />
      </div>
      <label>
        API key
        <select
          value={draft.keyId}
          onChange={({ currentTarget }) => onChange({ keyId: currentTarget.value })}
        >
          <option value="">None</option>
          {keys.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Body
        <textarea
          class="mono"
          rows={12}
          spellcheck={false}
          value={draft.body}
          onInput={({ currentTarget }) => onChange({ body: currentTarget.value })}
        />
      </label>
    </>
  );
}

type Outcome =
  | { readonly problem: string }
  | { readonly status: number; readonly requestId: string | null; readonly answer: unknown };

function Shown({ outcome }: { readonly outcome: Outcome }) {
  if ("problem" in outcome) return <Problem text={outcome.problem} />;
  const { status, requestId, answer } = outcome;
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

function headersOf({ keyId, body }: Draft, keys: readonly UsableKey[], request: JournaledRequest) {
  const key = keys.find(({ id }) => id === keyId)?.key;
  const { "x-api-key": _hidden, ...written } = writtenHeaders(request.request.headers);
  return {
    ...written,
    ...(key === undefined ? {} : { "x-api-key": key }),
    ...(body === "" || "content-type" in written ? {} : { "content-type": "application/json" }),
  };
}

async function send(
  draft: Draft,
  keys: readonly UsableKey[],
  request: JournaledRequest,
): Promise<Outcome> {
  const { method, target, body } = draft;
  const response = await fetch(location.origin + target, {
    method,
    headers: headersOf(draft, keys, request),
    ...(body === "" || method === "GET" || method === "HEAD" ? {} : { body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    requestId: response.headers.get("x-sandbox-request-id"),
    answer: jsonOrText(text),
  };
}

async function explain(
  draft: Draft,
  keys: readonly UsableKey[],
  request: JournaledRequest,
): Promise<Outcome> {
  const { method, target, body } = draft;
  const explained = await workspace().explain({
    method,
    path: target,
    headers: headersOf(draft, keys, request),
    ...(body === "" ? {} : { body }),
  });
  return { status: explained.status ?? 0, requestId: null, answer: explained };
}

function prettyBody(body: string | null): string {
  const value = jsonOrText(body ?? "");
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
