import { useEffect, useState } from "preact/hooks";

import { isSure } from "../parts/actions.ts";
import { Json } from "../parts/json.tsx";
import { useResource } from "../parts/resource.ts";
import { Empty, Loaded, Problem } from "../parts/states.tsx";
import type { ControlCall } from "../shell/commands.ts";
import { controlCalls } from "../shell/commands.ts";
import { messageOf } from "../shell/connection.ts";
import { isPaletteOpen } from "../shell/keys.ts";
import { linkTo, workspaceId } from "../shell/route.ts";
import { sendCall } from "./send.ts";

/** A form for one call of the control API, generated from its document. */
export function Call({ id }: { readonly id: string | null }) {
  const calls = useResource(controlCalls, []);
  return (
    <section class="page">
      <h1>Control API</h1>
      <Loaded resource={calls}>
        {(all) => {
          const call = all.find(({ operationId }) => operationId === id);
          return call === undefined ? <AllCalls calls={all} /> : <Form call={call} key={id} />;
        }}
      </Loaded>
    </section>
  );
}

function AllCalls({ calls }: { readonly calls: readonly ControlCall[] }) {
  if (calls.length === 0) return <Empty title="No calls" />;
  return (
    <>
      <p class="quiet">
        Every call as a form. <kbd>Ctrl K</kbd> finds them by name.{" "}
        <button type="button" onClick={() => (isPaletteOpen.value = true)}>
          Find a call
        </button>
      </p>
      <ul class="plain-list">
        {calls.map(({ operationId, summary, method, path }) => (
          <li key={operationId}>
            <a href={linkTo("call", operationId)}>{summary ?? operationId}</a>{" "}
            <span class="quiet mono">
              {method} {path}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Form({ call }: { readonly call: ControlCall }) {
  const { method, path, summary } = call;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({
    workspaceId: workspaceId.value,
  });
  const [body, setBody] = useState(call.exampleBody);
  const [outcome, setOutcome] = useState<{ value?: unknown; problem?: string } | null>(null);
  useEffect(() => setOutcome(null), [call.operationId]);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const lost = call["x-destroys"];
    const title = summary ?? call.operationId;
    if (lost !== undefined && !(await isSure({ title, loses: lost, confirm: "Send" }))) return;
    try {
      setOutcome({ value: await sendCall(call, values, body) });
    } catch (error) {
      setOutcome({ problem: messageOf(error) });
    }
  };
  return (
    <form class="form" onSubmit={(event) => void submit(event)}>
      <h2>{summary}</h2>
      <p class="mono quiet">
        {method} {path}
      </p>
      <Parameters call={call} values={values} onChange={setValues} />
      {body !== null && <BodyField body={body} onChange={setBody} />}
      <div class="buttons">
        <button type="submit" class="primary">
          Send
        </button>
        <a href={linkTo("call")}>All calls</a>
      </div>
      {outcome?.problem !== undefined && <Problem text={outcome.problem} />}
      {outcome !== null && outcome.problem === undefined && <Json value={outcome.value} />}
    </form>
  );
}

interface ParametersProps {
  readonly call: ControlCall;
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

function Parameters({ call: { parameters = [] }, values, onChange }: ParametersProps) {
  return (
    <>
      {parameters.map(({ name, required = false, description }) => (
        <label key={name}>
          {name}
          <input
            required={required}
            value={values[name] ?? ""}
            onInput={({ currentTarget }) => onChange({ ...values, [name]: currentTarget.value })}
          />
          {description !== undefined && <span class="quiet">{description}</span>}
        </label>
      ))}
    </>
  );
}

interface BodyFieldProps {
  readonly body: string;
  readonly onChange: (body: string) => void;
}

function BodyField({ body, onChange }: BodyFieldProps) {
  return (
    <label>
      Body
      <textarea
        class="mono"
        rows={10}
        spellcheck={false}
        value={body}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}
