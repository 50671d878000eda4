import { useEffect, useState } from "preact/hooks";

import { targetOf } from "../activity/request.ts";
import { act, destroy } from "../parts/actions.tsx";
import { Button, Code, Form, Select, Text, useText } from "../parts/controls.tsx";
import { dueInMs } from "../parts/due.ts";
import { Empty, Loaded, useClocked } from "../parts/resource.tsx";
import { counted, durationOf, momentOf, timeOf } from "../parts/times.ts";
import { jsonOrText, workspace } from "../shell/connection.ts";
import { place } from "../shell/route.ts";
import type { NewFault } from "./situations.ts";
import { sentenceOf, situations } from "./situations.ts";

type Fault = Awaited<ReturnType<ReturnType<typeof workspace>["faults"]["list"]>>["data"][number];

export function Faults() {
  const faults = useFaults();
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
              <Button class="bad" run={() => destroy(removeAll)}>
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
export function useFaults() {
  return useClocked(
    () => workspace().faults.list(),
    /^(?:fault|clock)/,
    (clock, { data }) =>
      dueInMs(
        clock,
        data.flatMap(({ startsAt, expiresAt }) => [startsAt, expiresAt]),
      ),
  );
}

/** Carries out a held request. */
export function carryOut(faultId: string, requestId: string): Promise<boolean> {
  const release = () => workspace().faults.release(faultId, { action: "continue", requestId });
  return act(release, "The request was carried out.");
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
        <Button run={() => carryOut(faultId, requestId)}>Carry it out</Button>
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
  const status = useText("200");
  const body = useText('{ "data": {} }');
  const given = body.value === "" ? {} : { body: jsonOrText(body.value) };
  const answer = () =>
    onAnswer(
      { action: "answer", status: Number(status.value), ...given },
      `The request was answered with ${status.value}.`,
    );
  return (
    <Form class="form" run={answer}>
      <label>
        Status
        <Text type="number" min="200" max="599" required label="Status" {...status} />
      </label>
      <Code label="Body" rows={6} {...body} />
      <button class="primary">Send this answer</button>
    </Form>
  );
}

type Draft = Readonly<Record<"times" | "method" | "path" | "operationId" | "situation", string>>;

export function FaultForm() {
  const { method = "", path = "", operationId = "" } = place.value.query;
  const [[situation] = [""]] = situations;
  const [draft, setDraft] = useState<Draft>({ times: "1", method, path, operationId, situation });
  const fault: NewFault = {
    match: {
      ...(draft.method === "" ? {} : { method: draft.method }),
      ...(draft.operationId === "" ? {} : { operationId: draft.operationId }),
      ...(draft.path === "" || draft.operationId !== "" ? {} : { path: draft.path }),
    },
    then: situationOf({ situation: draft.situation })?.[2] ?? {},
    times: draft.times === "" ? null : Number(draft.times),
  };
  const [, , , , forMs] = situationOf(draft) ?? [];
  return (
    <Form class="card sentence" run={() => act(() => plan(fault, forMs), "The fault is planned.")}>
      <Sentence draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} />
      <p class="quiet" aria-live="polite">
        {sentenceOf(fault)}
        {forMs !== undefined && ` It ends after ${durationOf(forMs)} of this workspace's clock.`}
      </p>
      <button class="primary">Plan it</button>
    </Form>
  );
}

type SentenceProps = Readonly<{ draft: Draft; onChange: (change: Partial<Draft>) => void }>;

function Sentence({ draft, onChange: set }: SentenceProps) {
  const { operationId } = draft;
  const field = (name: keyof Draft) => ({
    value: draft[name],
    onValue: (to: string) => set({ [name]: to }),
  });
  const happen = (situation: string): void => {
    const [, , , times] = situationOf({ situation }) ?? [];
    set({ situation, times: String(times ?? "") });
  };
  return (
    <div class="buttons">
      <span>The next</span>
      <Text
        type="number"
        min="1"
        label="How many requests; empty for all"
        placeholder="all"
        {...field("times")}
      />
      <Select label="Method" options={methods} {...field("method")} />
      <span>{operationId === "" ? "to" : "of"}</span>
      {operationId === "" ? (
        <Text
          class="mono grow"
          label="Path; * stands for one part, ** for any number"
          placeholder="any path"
          {...field("path")}
        />
      ) : (
        <Button run={() => set({ operationId: "" })}>{operationId} ×</Button>
      )}
      <Select
        label="What happens"
        options={situations.map(([id, does]) => [id, does] as const)}
        {...field("situation")}
        onValue={happen}
      />
    </div>
  );
}

const methods = [["", "requests"], "GET", "POST", "PATCH", "DELETE"] as const;

/** Plans the fault. A fault with a duration expires by the workspace's clock. */
async function plan(fault: NewFault, forMs: number | undefined): Promise<void> {
  const { clock, faults } = workspace();
  if (forMs === undefined) return void (await faults.plan(fault));
  const end = Date.parse((await clock.get()).now) + forMs;
  await faults.plan({ ...fault, expiresAt: new Date(end).toISOString() });
}

function situationOf({ situation }: Pick<Draft, "situation">) {
  return situations.find(([id]) => id === situation);
}
