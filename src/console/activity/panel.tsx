import type { ComponentChildren } from "preact";

import { Panel } from "../parts/panel.tsx";
import { useResource } from "../parts/resource.ts";
import { Loaded } from "../parts/states.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { durationOf, momentOf } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";
import { entries, entriesVersion } from "../shell/live.ts";
import { go, linkTo, place, workspaceId } from "../shell/route.ts";
import { Actions } from "./actions.tsx";
import { eventText } from "./event-text.ts";
import { Status } from "./line.tsx";
import { MessageTab } from "./message.tsx";
import type { JournaledRequest } from "./request.ts";
import { targetOf } from "./request.ts";
import { Resend } from "./resend.tsx";
import { Why } from "./why.tsx";

const tabs = [
  { id: "why", name: "Why" },
  { id: "request", name: "Request" },
  { id: "response", name: "Response" },
  { id: "edit", name: "Edit and send" },
] as const;

/** One request: the reason for its answer, both messages, and the actions on it. */
export function RequestPanel({ id }: { readonly id: string }) {
  const { query } = place.value;
  const close = (): void => go(linkTo("activity", null, { ...query, do: "" }));
  return (
    <Panel label="Request" onClose={close}>
      <Details key={id} id={id} />
    </Panel>
  );
}

/** Its key is the id, so that nothing of another request is shown while this one loads, or if that fails. */
function Details({ id }: { readonly id: string }) {
  const request = useResource(() => workspace().requests.get(id), [workspaceId.value]);
  return <Loaded resource={request}>{(loaded) => <Opened request={loaded} />}</Loaded>;
}

function Opened({ request }: { readonly request: JournaledRequest }) {
  const { query } = place.value;
  const { id, method, status, durationMs, at, apiKeyId, surface, reason } = request;
  const open = tabs.find((tab) => tab.id === query["do"])?.id ?? "why";
  return (
    <>
      <h2 class="panel-title">
        <Status status={status} /> <span class="method">{method}</span>{" "}
        <span class="path">{targetOf(request)}</span>
      </h2>
      <p class="quiet facts">
        {momentOf(at)} · {durationOf(durationMs)} · {surface}
        {apiKeyId !== null && ` · ${apiKeyId}`} · {id}
      </p>
      {reason !== undefined && <p class="refusal">{reason}</p>}
      <Actions request={request} />
      <Tabs
        label="Parts of the request"
        tabs={tabs}
        open={open}
        linkTo={(tab) => linkTo("activity", id, { ...query, do: tab })}
      >
        <Tab open={open} request={request} />
      </Tabs>
    </>
  );
}

interface TabProps {
  readonly open: (typeof tabs)[number]["id"];
  readonly request: JournaledRequest;
}

function Tab({ open, request }: TabProps): ComponentChildren {
  switch (open) {
    case "why":
      return (
        <>
          <Why request={request} />
          <Caused id={request.id} />
        </>
      );
    case "request":
      return <MessageTab message={request.request} />;
    case "response":
      return <MessageTab message={request.response} />;
    case "edit":
      return <Resend request={request} key={request.id} />;
  }
}

/** The effects of the request. */
function Caused({ id }: { readonly id: string }) {
  void entriesVersion.value;
  const caused = entries().findLast(({ request }) => request?.id === id)?.caused ?? [];
  return (
    <section>
      <h3>What it caused</h3>
      {caused.length === 0 && <p class="quiet">Nothing: no record changed and no mail was sent.</p>}
      <ul class="plain-list">
        {caused.map((event) => {
          const { text, link } = eventText(event);
          return (
            <li key={event.cursor}>
              {link === null ? text : <a href={linkTo(link.view, link.id, link.query)}>{text}</a>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
