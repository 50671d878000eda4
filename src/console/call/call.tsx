import { useState } from "preact/hooks";

import { isSure } from "../parts/actions.ts";
import { Button, Code } from "../parts/controls.tsx";
import { Json } from "../parts/json.tsx";
import { useResource } from "../parts/resource.ts";
import { Loaded, Problem } from "../parts/states.tsx";
import type { ControlCall } from "../shell/commands.ts";
import { controlCalls } from "../shell/commands.ts";
import { callControl, messageOf } from "../shell/connection.ts";
import { isPaletteOpen } from "../shell/keys.ts";
import { linkTo, workspaceId } from "../shell/route.ts";

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
  return (
    <>
      <p class="quiet">
        Every call as a form. <kbd>Ctrl K</kbd> finds them by name.{" "}
        <Button run={() => (isPaletteOpen.value = true)}>Find a call</Button>
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

type Values = Readonly<Record<string, string>>;

function Form({ call }: { readonly call: ControlCall }) {
  const { method, path, summary, operationId, parameters = [] } = call;
  const [values, setValues] = useState<Values>({ workspaceId: workspaceId.value });
  const [body, setBody] = useState(call.exampleBody);
  const [outcome, setOutcome] = useState<{ value?: unknown; problem?: string } | null>(null);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const lost = call["x-destroys"];
    const title = summary ?? operationId;
    if (lost !== undefined && !(await isSure({ title, loses: lost, confirm: "Send" }))) return;
    try {
      setOutcome({ value: await callControl(method, targetOf(call, values), body) });
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
      {parameters.map(({ name, required = false, description }) => (
        <label key={name}>
          {name}
          <input
            required={required}
            value={values[name] ?? ""}
            onInput={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
          />
          {description !== undefined && <span class="quiet">{description}</span>}
        </label>
      ))}
      {body !== null && <Code label="Body" rows={10} value={body} onText={setBody} />}
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

/** The path of a call with its parameters. */
function targetOf({ path, parameters = [] }: ControlCall, values: Values): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(values[name] ?? ""),
  );
  const query = parameters
    .filter(({ name, in: part }) => part === "query" && (values[name] ?? "") !== "")
    .map(({ name }) => [name, values[name] ?? ""]);
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query).toString()}`;
}
