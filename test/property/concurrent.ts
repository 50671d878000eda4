import { setImmediate } from "node:timers/promises";

import type { Sandbox } from "../../src/server/sandbox/sandbox.ts";
import { text } from "../support/reply.ts";
import { ids } from "../support/world.ts";
import type { ConcurrentHistory, ConcurrentStep, JointStep } from "./concurrent-steps.ts";
import type { ConcurrentWorkspace } from "./concurrent-workspace.ts";
import { enter } from "./concurrent-workspace.ts";

/** Longer than any test may take, so that a response cannot have waited for this timeout. */
const never = 60_000;

/**
 * Runs all histories concurrently in one sandbox. Returns the responses and the final state of
 * each.
 */
export async function livedTogether(
  sandbox: Sandbox,
  histories: readonly ConcurrentHistory[],
): Promise<readonly (readonly string[])[]> {
  const lived = await Promise.all(
    histories.map((history, index) => live(sandbox, nameOf(index), history)),
  );
  await Promise.all(lived.map(end));
  return lived.map(({ lines }) => lines);
}

/** Runs that history alone in the sandbox, and drops its workspace at the end. */
export async function livedAlone(
  sandbox: Sandbox,
  index: number,
  history: ConcurrentHistory,
): Promise<readonly string[]> {
  const workspace = await live(sandbox, nameOf(index), history);
  await end(workspace);
  const lines = [...workspace.lines];
  await workspace.send({ plane: "server", method: "DELETE", path: `/workspaces/${workspace.id}` });
  return lines;
}

/** Keys depend on the workspace id, so a history uses the same id in both sandboxes. */
function nameOf(index: number): string {
  return `together-${index}`;
}

async function live(
  sandbox: Sandbox,
  id: string,
  history: ConcurrentHistory,
): Promise<ConcurrentWorkspace> {
  const workspace = await enter(sandbox, id, history);
  for (const step of history.steps) {
    // oxlint-disable-next-line no-await-in-loop -- a history has an order
    await take(workspace, history, step);
  }
  return workspace;
}

async function take(
  workspace: ConcurrentWorkspace,
  history: ConcurrentHistory,
  step: ConcurrentStep,
): Promise<void> {
  for (let turn = 0; turn < step.pause; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each one yields to the others
    await setImmediate();
  }
  if (step.kind === "call") return workspace.call(step);
  if (step.kind === "drop and make again") return makeAgain(workspace, history);
  return joint[step.kind](workspace, step);
}

type Joint = (workspace: ConcurrentWorkspace, step: JointStep) => Promise<void>;

const joint: Readonly<Record<Exclude<JointStep["kind"], "drop and make again">, Joint>> = {
  "wait for mail": (workspace, { email }) =>
    waitWhile(workspace, `/emails/wait?to=${email}&timeoutMs=${never}`, () =>
      createLead(workspace, email),
    ),
  "wait for requests": (workspace, { email, count }) =>
    waitWhile(workspace, `/requests/wait?status=201&count=${count}&timeoutMs=${never}`, () =>
      createLead(workspace, email),
    ),
  listen,
  hang,
  burst,
  "state out and in": (workspace) => putState(workspace, {}),
  "state without Leads": (workspace) => putState(workspace, { leads: [], plans: [] }),
};

/** Starts a call that waits, does `work`, and then aborts the call if it has not ended. */
async function waitWhile(
  workspace: ConcurrentWorkspace,
  path: string,
  work: () => Promise<void>,
): Promise<void> {
  const giveUp = new AbortController();
  const sent = { plane: "control", method: "GET", path, signal: giveUp.signal } as const;
  const waiting = workspace.fetch(sent);
  await work();
  giveUp.abort();
  const answer = await waiting;
  workspace.note(`${path} ${answer.status} ${steady(await answer.text())}`);
}

async function createLead(workspace: ConcurrentWorkspace, email: string): Promise<void> {
  await workspace.send({
    plane: "api",
    method: "POST",
    path: `/v1/firms/${ids.partnerFirm}/leads`,
    body: { email, firstName: "Joint", lastName: "Step" },
  });
}

/** Reads the live events of one request. */
async function listen(workspace: ConcurrentWorkspace, { email }: JointStep): Promise<void> {
  const path = "/events?after=999999999";
  const headers = { accept: "text/event-stream" };
  const stream = await workspace.fetch({ plane: "control", method: "GET", path, headers });
  const reader = (stream.body ?? new ReadableStream<Uint8Array>()).getReader();
  await createLead(workspace, email);
  const decoder = new TextDecoder();
  const expected = await workspace.send({ plane: "control", method: "GET", path: "/events" });
  const cursors = Array.from(
    (expected?.text ?? "").matchAll(/"cursor":(\d+)/g),
    ([, cursor]) => cursor,
  );
  let read = "";
  while (!read.includes(`id: ${cursors.at(-1)}\n`)) {
    // oxlint-disable-next-line no-await-in-loop -- a stream has an order
    read += decoder.decode((await reader.read()).value);
  }
  await reader.cancel();
  workspace.note(steady(read).replaceAll(": still here\n\n", ""));
}

/** A request that hangs until its sender aborts it. A delaying fault would race with real time. */
async function hang(workspace: ConcurrentWorkspace): Promise<void> {
  await workspace.send({ plane: "control", method: "DELETE", path: "/faults" });
  const fault = { then: { kind: "hang" }, match: { path: "/v1/plans" }, times: 1 };
  await workspace.send({ plane: "control", method: "POST", path: "/faults", body: fault });
  const giveUp = new AbortController();
  const sent = { plane: "api", method: "GET", path: "/v1/plans", signal: giveUp.signal } as const;
  const hanging = workspace.send(sent);
  await setImmediate();
  giveUp.abort();
  await hanging;
}

/** Sends requests at the same moment, so that a quota has to count them. */
async function burst(workspace: ConcurrentWorkspace, { count }: JointStep): Promise<void> {
  const sent = { plane: "api", method: "GET", path: "/v1/leads?limit=1" } as const;
  await Promise.all(Array.from({ length: count }, () => workspace.send(sent)));
}

async function putState(workspace: ConcurrentWorkspace, change: object): Promise<void> {
  const path = "/state";
  const state = await workspace.send({ plane: "control", method: "GET", path });
  const data: unknown = JSON.parse(state?.text ?? "null");
  if (typeof data !== "object" || data === null || !("data" in data)) throw new Error("No state.");
  const body = { ...Object(data.data), ...change };
  await workspace.send({ plane: "control", method: "PUT", path, body });
}

async function makeAgain(
  workspace: ConcurrentWorkspace,
  history: ConcurrentHistory,
): Promise<void> {
  const { id } = workspace;
  const { steps: _steps, ...body } = history;
  await workspace.send({ plane: "server", method: "DELETE", path: `/workspaces/${id}` });
  const path = "/workspaces";
  await workspace.send({ plane: "server", method: "POST", path, body: { id, ...body } });
  workspace.forgetKeys();
}

const tellers = [
  "",
  "/leads?limit=1000",
  "/state",
  "/emails?limit=1000",
  "/emails/count",
  "/requests?limit=1000",
  "/requests/count",
  "/requests.har",
  "/events",
  "/quotas",
  "/api-keys",
  "/clock",
  "/assumptions",
  "/snapshots",
  "/faults",
  "/coverage",
];

/** Everything that the control API shows of a workspace, and the source of each mail. */
async function end(workspace: ConcurrentWorkspace): Promise<void> {
  for (const path of tellers) {
    // oxlint-disable-next-line no-await-in-loop -- the lines have an order
    const reply = await workspace.send({ plane: "control", method: "GET", path });
    if (reply === null || reply.status !== 200) throw new Error(`${path}: ${reply?.text}`);
    if (!path.startsWith("/emails")) continue;
    const mails = reply.text.split('"kind":').length - 1;
    for (let mail = 0; mail < mails; mail += 1) {
      const source = `/emails/${text(reply, `data.${mail}.id`)}/raw`;
      // oxlint-disable-next-line no-await-in-loop -- the lines have an order
      await workspace.send({ plane: "control", method: "GET", path: source });
    }
  }
}

function steady(body: string): string {
  return body.replaceAll(/"durationMs":-?[\d.e+-]+/g, "");
}
