import type { ComponentChildren } from "preact";

import { Panel } from "../parts/panel.tsx";
import { useResource } from "../parts/resource.ts";
import { Loaded, Problem } from "../parts/states.tsx";
import { openTab, Tabs } from "../parts/tabs.tsx";
import { durationOf, momentOf } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";
import { checkJournal, entries, entriesVersion } from "../shell/live.ts";
import { go, linkTo, place, workspaceId } from "../shell/route.ts";
import { Actions } from "./actions.tsx";
import { EventText, Status } from "./line.tsx";
import { cutText, MessageTab } from "./message.tsx";
import { RepairPart } from "./repair.tsx";
import { NewRequest, RequestForm } from "./request-form.tsx";
import type { JournaledRequest } from "./request.ts";
import { targetOf } from "./request.ts";
import { draftOf } from "./send.ts";
import { Why } from "./why.tsx";

const tabs = { why: "Why", request: "Request", response: "Response", edit: "Edit and send" };

/** One request: the reason for its answer, both messages, and the actions on it. The id `new` composes one. */
export function RequestPanel({ id }: { readonly id: string }) {
  if (id === "new") return <NewRequest />;
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
  const load = async (): Promise<JournaledRequest> => {
    try {
      return await workspace().requests.get(id);
    } catch (error) {
      // Its row may be one of many that the journal no longer has.
      void checkJournal();
      throw error;
    }
  };
  const request = useResource(load, [workspaceId.value]);
  return <Loaded resource={request}>{(loaded) => <Opened request={loaded} />}</Loaded>;
}

function Opened({ request }: { readonly request: JournaledRequest }) {
  const { query } = place.value;
  const { id, method, status, durationMs, at, apiKeyId, surface, reason } = request;
  const open = openTab(tabs, query["do"], "why");
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
  readonly open: keyof typeof tabs;
  readonly request: JournaledRequest;
}

function Tab({ open, request }: TabProps): ComponentChildren {
  const { id, status, operationId } = request;
  const { cutFromBytes } = request.request;
  switch (open) {
    case "why":
      return (
        <>
          {status >= 400 && operationId !== null && <RepairPart request={request} />}
          <Why request={request} />
          <Caused id={id} />
        </>
      );
    case "request":
      return <MessageTab message={request.request} />;
    case "response":
      return <MessageTab message={request.response} />;
    case "edit":
      return cutFromBytes === undefined ? (
        <RequestForm id={id} key={id} first={draftOf(request)} />
      ) : (
        <Problem text={`It cannot be sent again: ${cutText(cutFromBytes)}`} />
      );
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
        {caused.map((event) => (
          <li key={event.cursor}>
            <EventText event={event} />
          </li>
        ))}
      </ul>
    </section>
  );
}
