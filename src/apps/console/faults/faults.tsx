import { useEffect, useState } from "preact/hooks";

import { targetOf } from "../activity/request.ts";
import { act, destroy } from "../parts/actions.ts";
import { Button, Code, Form, Text } from "../parts/controls.tsx";
import { dueInMs } from "../parts/due.ts";
import { Empty, Loaded, useResource } from "../parts/resource.tsx";
import { counted, momentOf, timeOf } from "../parts/times.ts";
import { jsonOrText, workspace } from "../shell/connection.ts";
import { place } from "../shell/route.ts";
import { FaultForm } from "./form.tsx";
import { sentenceOf } from "./situations.ts";

type Fault = Awaited<ReturnType<ReturnType<typeof workspace>["faults"]["list"]>>["data"][number];

export function Faults() {
  const faults = useResource(loadFaults, /^(?:fault|clock)/, [], ([{ data }, clock]) =>
    dueInMs(
      clock,
      data.flatMap(({ startsAt, expiresAt }) => [startsAt, expiresAt]),
    ),
  );
  const removeAll = {
    title: "Remove all faults",
    loses: "All planned faults and their hits are lost. Held requests continue.",
    done: "All faults were removed.",
    run: () => workspace().faults.clear(),
  };
  return (
    <section class="page">
      <h1>Faults</h1>
      <FaultForm />
      <h2 class="section">Planned</h2>
      <Loaded resource={faults}>
        {([{ data }]) =>
          data.length === 0 ? (
            <Empty title="No fault is planned">
              <p>Plan one above: the next request that matches meets it.</p>
            </Empty>
          ) : (
            <>
              {data.map((fault) => (
                <OneFault key={fault.id} fault={fault} />
              ))}
              <Button class="danger" run={() => destroy(removeAll)}>
                Remove all
              </Button>
            </>
          )
        }
      </Loaded>
    </section>
  );
}

/** The planned faults, with the clock that they start and end by. */
export function loadFaults() {
  return Promise.all([workspace().faults.list(), workspace().clock.get()] as const);
}

function OneFault({ fault }: { readonly fault: Fault }) {
  const { id, state, hits, times, probability, expiresAt, held = [] } = fault;
  const remove = {
    title: "Remove the fault",
    loses: "The fault and its hits are lost. Held requests continue.",
    done: "The fault was removed.",
    run: () => workspace().faults.remove(id),
  };
  return (
    <article class="card fault" aria-label={`Fault ${id}`}>
      <p>{sentenceOf(fault)}</p>
      <p class="quiet">
        {state.replace("-", " ")} · {times !== null && `${hits} of `}
        {counted(times ?? hits, "hit")}
        {probability < 1 && ` · ${probability * 100} % of the matching requests`}
        {expiresAt !== null && ` · until ${momentOf(expiresAt)}`} · {id}
      </p>
      {held.length > 0 && (
        <ul class="plain-list" aria-label="Held requests">
          {held.map((request) => (
            <Held key={request.requestId} faultId={id} request={request} />
          ))}
        </ul>
      )}
      <Button run={() => destroy(remove)}>Remove</Button>
    </article>
  );
}

type HeldRequest = NonNullable<Fault["held"]>[number];
type Release = Parameters<ReturnType<typeof workspace>["faults"]["release"]>[1];

function Held({ faultId, request }: Readonly<{ faultId: string; request: HeldRequest }>) {
  const { requestId, method, apiKeyId, since } = request;
  // The strip of every view links here to answer one request.
  const isAsked = place.value.query["answer"] === requestId;
  const [isAnswering, setAnswering] = useState(isAsked);
  useEffect(() => void (isAsked && setAnswering(true)), [isAsked]);
  const release = (how: Release, done: string) =>
    act(() => workspace().faults.release(faultId, { ...how, requestId }), done);
  return (
    <li class="card" aria-label={`Held request ${requestId}`}>
      <p>
        <span class="method mono quiet">{method}</span>{" "}
        <span class="path mono">{targetOf(request)}</span>{" "}
        <span class="quiet">
          waits since {timeOf(since)}
          {apiKeyId !== null && ` · ${apiKeyId}`} · {requestId}
        </span>
      </p>
      <div class="buttons">
        <Button run={() => release({ action: "continue" }, "The request was carried out.")}>
          Carry it out
        </Button>
        <Button run={() => release({ action: "refuse" }, "The request was answered with 503.")}>
          Refuse with 503
        </Button>
        <Button aria-pressed={isAnswering} run={() => setAnswering(!isAnswering)}>
          Answer by hand
        </Button>
      </div>
      {isAnswering && <ByHand onAnswer={release} />}
    </li>
  );
}

/** The status and body of an answer. Sends a body that is not JSON as text. */
function ByHand({ onAnswer }: { readonly onAnswer: (how: Release, done: string) => unknown }) {
  const [status, setStatus] = useState("200");
  const [body, setBody] = useState('{ "data": {} }');
  const given = body === "" ? {} : { body: jsonOrText(body) };
  const answer = () =>
    onAnswer(
      { action: "answer", status: Number(status), ...given },
      `The request was answered with ${status}.`,
    );
  return (
    <Form class="form" run={answer}>
      <label>
        Status
        <Text
          type="number"
          min="200"
          max="599"
          required
          label="Status"
          value={status}
          onText={setStatus}
        />
      </label>
      <Code label="Body" rows={6} value={body} onText={setBody} />
      <button class="primary">Send this answer</button>
    </Form>
  );
}
