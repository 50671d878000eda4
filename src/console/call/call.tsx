import { useState } from "preact/hooks";

import { isSure } from "../parts/actions.ts";
import { Button, Code } from "../parts/controls.tsx";
import { Json } from "../parts/json.tsx";
import { Loaded, Problem, useResource } from "../parts/resource.tsx";
import { callControl, messageOf } from "../shell/connection.ts";
import type { Operation } from "../shell/documents.ts";
import { controlCalls, exampleOf, filledPath } from "../shell/documents.ts";
import { isPaletteOpen } from "../shell/keys.ts";
import { linkTo, workspaceId } from "../shell/route.ts";

/** A form for one call of the control API, generated from its document. */
export function Call({ id }: { readonly id: string | null }) {
  const calls = useResource(controlCalls);
  return (
    <section class="page">
      <h1>Control API</h1>
      <Loaded resource={calls}>
        {(all) => {
          const call = all.find((one) => one.id === id);
          return call === undefined ? <AllCalls calls={all} /> : <Form call={call} key={id} />;
        }}
      </Loaded>
    </section>
  );
}

function AllCalls({ calls }: { readonly calls: readonly Operation[] }) {
  return (
    <>
      <p class="quiet">
        Every call as a form. <kbd>Ctrl K</kbd> finds them by name.{" "}
        <Button run={() => (isPaletteOpen.value = true)}>Find a call</Button>
      </p>
      <ul class="plain-list">
        {calls.map(({ id, summary, method, path }) => (
          <li key={id}>
            <a href={linkTo("call", id)}>{summary}</a>{" "}
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

function Form({ call }: { readonly call: Operation }) {
  const { method, path, summary: title, parameters, destroys } = call;
  const [values, setValues] = useState<Values>({ workspaceId: workspaceId.value });
  const [body, setBody] = useState(exampleOf(call));
  const [outcome, setOutcome] = useState<{ value?: unknown; problem?: string } | null>(null);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const loss = { title, loses: destroys ?? "", confirm: "Send" };
    if (destroys !== undefined && !(await isSure(loss))) return;
    try {
      setOutcome({
        value: await callControl(method, targetOf(call, values), call.body === null ? null : body),
      });
    } catch (error) {
      setOutcome({ problem: messageOf(error) });
    }
  };
  return (
    <form class="form" onSubmit={(event) => void submit(event)}>
      <h2>{title}</h2>
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
      {call.body !== null && <Code label="Body" rows={10} value={body} onText={setBody} />}
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
function targetOf({ path, parameters }: Operation, values: Values): string {
  const filled = filledPath(path, (name) => values[name] ?? "");
  const query = parameters
    .filter(({ name, in: part }) => part === "query" && (values[name] ?? "") !== "")
    .map(({ name }) => [name, values[name] ?? ""]);
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query).toString()}`;
}
