import { useEffect } from "preact/hooks";

import { Copy, save } from "../parts/actions.tsx";
import { Button } from "../parts/controls.tsx";
import { Body } from "../parts/json.tsx";
import { Facts, Panel, Tabs } from "../parts/panel.tsx";
import { Loaded, Problem, useResource } from "../parts/resource.tsx";
import { durationOf, momentOf } from "../parts/times.ts";
import { baseUrl, workspace } from "../shell/connection.ts";
import { checkJournal } from "../shell/live.ts";
import { linkTo } from "../shell/route.ts";
import type { Sendable } from "./copy-as.ts";
import { writtenHeaders } from "./copy-as.ts";
import { effectOf } from "./event-text.ts";
import { Effects, EventText, Status } from "./line.tsx";
import { RepairPart } from "./repair.tsx";
import { NewRequest, RequestForm } from "./request-form.tsx";
import type { JournaledRequest, OfRequest } from "./request.ts";
import { readableTarget, targetOf } from "./request.ts";
import { CopyAs, draftOf, withKey } from "./send.tsx";
import { Why } from "./why.tsx";

/** One request: the reason for its answer, both messages, and the actions on it. The id `new` composes one. */
export function RequestPanel({ id }: { readonly id: string }) {
  if (id === "new") return <NewRequest />;
  return (
    <Panel label="Request">
      <Details key={id} id={id} />
    </Panel>
  );
}

/** Its key is the id, so that nothing of another request is shown while this one loads, or if that fails. */
function Details({ id }: { readonly id: string }) {
  const request = useResource(() => workspace().requests.get(id));
  const isFailed = request.problem !== null;
  // Its row may be one of many that the journal no longer has.
  useEffect(() => void (isFailed && checkJournal()), [isFailed]);
  return <Loaded resource={request}>{(loaded) => <Opened request={loaded} />}</Loaded>;
}

function Opened({ request }: OfRequest) {
  const { id, method, status, durationMs, at, apiKeyId, surface, reason } = request;
  return (
    <>
      <h2 class="panel-title">
        <Status status={status} /> <span class="method mono quiet">{method}</span>{" "}
        <span class="path mono">{readableTarget(request)}</span>
      </h2>
      <p class="quiet small facts">
        {momentOf(at)} · {durationOf(durationMs)} · {surface}
        {apiKeyId !== null && ` · ${apiKeyId}`} · {id}
      </p>
      {reason !== undefined && <p class="refusal">{reason}</p>}
      <Actions request={request} />
      <Tabs
        label="Parts of the request"
        name="do"
        tabs={{
          why: ["Why", () => <Reasons request={request} />],
          request: ["Request", () => <MessageTab message={request.request} />],
          response: ["Response", () => <MessageTab message={request.response} />],
          edit: ["Edit and send", () => <SendAgain request={request} />],
        }}
      />
    </>
  );
}

function Reasons({ request }: OfRequest) {
  const { status } = request;
  const { cutFromBytes } = request.request;
  return (
    <>
      {status >= 400 &&
        (cutFromBytes === undefined ? (
          <RepairPart request={request} />
        ) : (
          <p class="hint">To repair it, send it again from the client: {cutText(cutFromBytes)}</p>
        ))}
      <Why {...request} />
      <Caused request={request} />
    </>
  );
}

function SendAgain({ request }: OfRequest) {
  const { cutFromBytes } = request.request;
  if (cutFromBytes === undefined) return <RequestForm id={request.id} first={draftOf(request)} />;
  return <Problem text={`It cannot be sent again: ${cutText(cutFromBytes)}`} />;
}

function Caused({ request: { effects } }: OfRequest) {
  if (effects === undefined) return null;
  return (
    <Effects
      title="What it caused"
      nothing="Nothing: no record changed and no mail was sent."
      all={effects.map((effect) => (
        <EventText event={effectOf(effect)} />
      ))}
    />
  );
}

function Actions({ request }: OfRequest) {
  const { id, method, path, operationId } = request;
  const target = operationId === null ? { path } : { operationId };
  return (
    <div class="buttons actions">
      <CopyAs label="Copy as" find={() => sentRequest(request)} />
      <a class="button" href={linkTo("faults", null, { method, ...target })}>
        Plan a fault
      </a>
      <Button run={() => save(`${id}.har`, workspace().requests.har({ requestId: id }))}>
        HAR
      </Button>
      <Button run={() => save(`${id}.pact.json`, workspace().pact.recorded({ requestId: id }))}>
        Pact
      </Button>
    </div>
  );
}

async function sentRequest(request: JournaledRequest): Promise<Sendable> {
  const { method, surface, apiKeyId } = request;
  const { headers, body, cutFromBytes } = request.request;
  if (cutFromBytes !== undefined) throw new Error(`Not copied: ${cutText(cutFromBytes)}`);
  const url = baseUrl() + targetOf(request);
  return withKey({ method, url, headers: writtenHeaders(headers, surface), body }, apiKeyId);
}

function MessageTab({ message }: { readonly message: JournaledRequest["request"] }) {
  const { headers, body, cutFromBytes } = message;
  return (
    <>
      <h3>Headers</h3>
      <Facts rows={Object.entries(headers)} />
      <h3>
        Body{" "}
        {body !== null && (
          <span class="quiet">{sizeText(cutFromBytes ?? new Blob([body]).size)}</span>
        )}{" "}
        {body !== null && cutFromBytes === undefined && <Copy text={body} />}
      </h3>
      {cutFromBytes !== undefined && <p class="hint">{cutText(cutFromBytes)}</p>}
      <Body text={body} />
    </>
  );
}

function cutText(bytes: number): string {
  return `The journal kept only the start of this body of ${sizeText(bytes)}.`;
}

function sizeText(bytes: number): string {
  return bytes < 1_024 ? `${bytes} bytes` : `${(bytes / 1_024).toFixed(1)} kB`;
}
