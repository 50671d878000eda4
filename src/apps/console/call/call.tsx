import { useState } from "preact/hooks";

import { Parameters } from "../activity/request-target.tsx";
import { isSure } from "../parts/actions.ts";
import { Button, Code, Form } from "../parts/controls.tsx";
import { Json } from "../parts/json.tsx";
import { Loaded, Problem, useResource } from "../parts/resource.tsx";
import { baseUrl } from "../shell/base-url.ts";
import { callControl, errorMessage } from "../shell/connection.ts";
import type { Operation } from "../shell/documents.ts";
import { controlCalls, exampleOf, filledPath } from "../shell/documents.ts";
import { isPaletteOpen } from "../shell/keys.ts";
import { workspaceId } from "../shell/route.ts";

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
        <a href={`${baseUrl()}/_sandbox/docs`}>API reference</a> describes them.
      </p>
      <Button run={() => (isPaletteOpen.value = true)}>Find a call</Button>
    </>
  );
}

function OneCall({ call }: { readonly call: Operation }) {
  const { method, path, summary: title, destroys } = call;
  const [target, setTarget] = useState(
    filledPath(path, (name) => (name === "workspaceId" ? workspaceId.value : "")),
  );
  const [body, setBody] = useState(exampleOf(call));
  const [outcome, setOutcome] = useState<{ value?: unknown; problem?: string } | null>(null);
  const submit = async (): Promise<void> => {
    if (destroys !== undefined && !(await isSure({ title, loses: destroys }))) return;
    try {
      const value = await callControl(method, target, call.body === null ? null : body);
      setOutcome({ value });
    } catch (error) {
      setOutcome({ problem: errorMessage(error) });
    }
  };
  return (
    <Form class="form" run={submit}>
      <h2>{title}</h2>
      <p class="mono quiet">
        {method} {path}
      </p>
      <Parameters operation={call} target={target} onTarget={setTarget} />
      {call.body !== null && <Code label="Body" rows={10} value={body} onText={setBody} />}
      <div class="buttons">
        <button class="primary">Send</button>
      </div>
      {outcome?.problem !== undefined && <Problem text={outcome.problem} />}
      {outcome !== null && outcome.problem === undefined && <Json value={outcome.value} />}
    </Form>
  );
}
