import { Panel } from "../parts/panel.tsx";
import { Loaded, Problem, useResource } from "../parts/resource.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { durationOf, momentOf } from "../parts/times.ts";
import { workspace } from "../shell/connection.ts";
import { checkJournal, entries, entriesVersion } from "../shell/live.ts";
import { go, linkTo, place } from "../shell/route.ts";
import { Actions } from "./actions.tsx";
import { EventText, Status } from "./line.tsx";
import { cutText, MessageTab } from "./message.tsx";
import { RepairPart } from "./repair.tsx";
import { NewRequest, RequestForm } from "./request-form.tsx";
import type { JournaledRequest } from "./request.ts";
import { targetOf } from "./request.ts";
import { draftOf } from "./send.ts";
import { Why } from "./why.tsx";

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
  const request = useResource(load);
  return <Loaded resource={request}>{(loaded) => <Opened request={loaded} />}</Loaded>;
}

function Opened({ request }: { readonly request: JournaledRequest }) {
  const { id, method, status, durationMs, at, apiKeyId, surface, reason } = request;
  return (
    <>
      <h2 class="panel-title">
        <Status status={status} /> <span class="method mono quiet">{method}</span>{" "}
        <span class="path mono">{targetOf(request)}</span>
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

function Reasons({ request }: { readonly request: JournaledRequest }) {
  const { id, status, operationId } = request;
  return (
    <>
      {status >= 400 && operationId !== null && <RepairPart request={request} />}
      <Why request={request} />
      <Caused id={id} />
    </>
  );
}

function SendAgain({ request }: { readonly request: JournaledRequest }) {
  const { cutFromBytes } = request.request;
  if (cutFromBytes === undefined) return <RequestForm id={request.id} first={draftOf(request)} />;
  return <Problem text={`It cannot be sent again: ${cutText(cutFromBytes)}`} />;
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
