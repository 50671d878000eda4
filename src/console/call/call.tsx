import { useState } from "preact/hooks";

import { isSure } from "../parts/actions.ts";
import { Button, Code, Form, Text } from "../parts/controls.tsx";
import { Json } from "../parts/json.tsx";
import { Loaded, Problem, useResource } from "../parts/resource.tsx";
import { callControl, messageOf } from "../shell/connection.ts";
import type { Operation } from "../shell/documents.ts";
import { controlCalls, exampleOf, filledPath } from "../shell/documents.ts";
import { isPaletteOpen } from "../shell/keys.ts";
import { workspaceId } from "../shell/route.ts";

/** A form for one call of the control API, generated from its document. */
export function Call({ id }: { readonly id: string | null }) {
  const calls = useResource(controlCalls);
  return (
    <section class="page">
      <h1>Control API</h1>
      <Loaded resource={calls}>
        {(all) => {
          const call = all.find((one) => one.id === id);
          return call === undefined ? <NoCall /> : <OneCall call={call} key={id} />;
        }}
      </Loaded>
    </section>
  );
}

function NoCall() {
  return (
    <>
      <p>
        <kbd>Ctrl K</kbd> finds every call by its name or path, and opens its form here. The{" "}
        <a href="/_sandbox/docs">API reference</a> describes them.
      </p>
      <Button run={() => (isPaletteOpen.value = true)}>Find a call</Button>
    </>
  );
}

type Values = Readonly<Record<string, string>>;

function OneCall({ call }: { readonly call: Operation }) {
  const { method, path, summary: title, parameters, destroys } = call;
  const [values, setValues] = useState<Values>({ workspaceId: workspaceId.value });
  const [body, setBody] = useState(exampleOf(call));
  const [outcome, setOutcome] = useState<{ value?: unknown; problem?: string } | null>(null);
  const submit = async (): Promise<void> => {
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
    <Form class="form" run={submit}>
      <h2>{title}</h2>
      <p class="mono quiet">
        {method} {path}
      </p>
      {parameters.map(({ name, required = false, description }) => (
        <label key={name}>
          {name}
          <Text
            required={required}
            label={name}
            value={values[name] ?? ""}
            onText={(text) => setValues({ ...values, [name]: text })}
          />
          {description !== undefined && <span class="quiet">{description}</span>}
        </label>
      ))}
      {call.body !== null && <Code label="Body" rows={10} value={body} onText={setBody} />}
      <div class="buttons">
        <button class="primary">Send</button>
      </div>
      {outcome?.problem !== undefined && <Problem text={outcome.problem} />}
      {outcome !== null && outcome.problem === undefined && <Json value={outcome.value} />}
    </Form>
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
