import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Sandbox } from "../../src/server/sandbox/sandbox.ts";
import { servedDocuments } from "../contract/documents.ts";
import { seeded } from "../property/seeded.ts";
import { collector } from "../support/collector.ts";
import { column, replyOf } from "../support/reply.ts";
import { newSandbox } from "../support/sandbox.ts";
import { isRemote } from "../support/target.ts";
import { brokenInvariants } from "./fuzz-invariants.ts";
import { fuzzJudge } from "./fuzz-judge.ts";
import type { FuzzJudge } from "./fuzz-judge.ts";
import type { FuzzRequest } from "./fuzz-requests.ts";
import { requestsFrom } from "./fuzz-requests.ts";
import type { FuzzWorkspace } from "./fuzz-world.ts";
import { enterWorkspace } from "./fuzz-world.ts";
import { sized } from "./size.ts";

const workspacesAtOnce = 3;
const requestsEach = 200;
const histories = sized(6, 80);

// The test inspects the heap of this process, and sends too many requests for a socket.
describe.skipIf(isRemote)("random requests to any operation, in several workspaces at once", () => {
  it(
    `${histories} histories of ${workspacesAtOnce} workspaces: no fault, schema violation, leak, broken invariant or memory growth`,
    async () => {
      const documents = await servedDocuments();
      const sandbox = newSandbox({ logLevel: "silent", journalEntries: 500 });
      const judge = fuzzJudge(documents.emulated, documents.control);
      const requests = requestsFrom(documents.emulated, documents.control);
      const history = fc.array(requests, { maxLength: requestsEach, size: "max" });
      const run = newRun(sandbox, judge);
      await fc.assert(
        fc.asyncProperty(
          fc.array(history, { minLength: workspacesAtOnce, maxLength: workspacesAtOnce }),
          async (together) => {
            expect(await run.faultsOf(together)).toEqual([]);
          },
        ),
        // Limits the time for shrinking a failure.
        { ...seeded(histories), interruptAfterTimeLimit: sized(60_000, 1_800_000) },
      );
      run.report();
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect(run.growth()).toBeLessThan(1.1);
    },
    sized(120_000, 2_400_000),
  );
});

interface Run {
  /** The faults found while the histories ran concurrently. */
  readonly faultsOf: (together: readonly (readonly FuzzRequest[])[]) => Promise<readonly string[]>;
  /** The largest heap of the last half, divided by the one at its beginning. */
  readonly growth: () => number;
  readonly report: () => void;
}

function newRun(sandbox: Sandbox, judge: FuzzJudge): Run {
  const started = performance.now();
  const collect = collector();
  const heaps: number[] = [];
  const statuses = new Map<string, number>();
  let made = 0;
  let sent = 0;
  return {
    async faultsOf(together) {
      made += 1;
      const marks = together.map((_, index) => `mk${made}q${index}q`);
      const workspaces = await Promise.all(
        marks.map((mark, index) => enterWorkspace(sandbox, `fuzz-${made}-${index}`, mark)),
      );
      const faults = await Promise.all(
        workspaces.map(async (workspace, index) => {
          const others = marks.filter((mark) => mark !== workspace.mark);
          const history = together[index] ?? [];
          const found = await lived(workspace, history, others, judge, statuses);
          sent += history.length;
          return [...found, ...(await brokenInvariants(workspace))];
        }),
      );
      await clear(sandbox);
      if (made % Math.ceil(histories / 20) === 0) {
        collect();
        heaps.push(process.memoryUsage().heapUsed);
      }
      return faults.flat();
    },
    growth() {
      const half = heaps.slice(Math.floor(heaps.length / 2));
      return Math.max(...half) / (half[0] ?? 1);
    },
    report() {
      const seconds = (performance.now() - started) / 1_000;
      const expected = [...statuses].toSorted(([, one], [, other]) => other - one);
      process.stdout.write(
        `${sent} requests in ${seconds.toFixed(0)} s, ${(sent / seconds).toFixed(0)} a second; ` +
          `heap ${heaps.map((bytes) => (bytes / 1_048_576).toFixed(1)).join(" ")} MiB; ` +
          `answers ${expected.map(([status, count]) => `${status}: ${count}`).join(", ")}\n`,
      );
    },
  };
}

/** The faults in the responses to a history. */
async function lived(
  workspace: FuzzWorkspace,
  history: readonly FuzzRequest[],
  others: readonly string[],
  judge: FuzzJudge,
  statuses: Map<string, number>,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const request of history) {
    // oxlint-disable-next-line no-await-in-loop -- a history has an order
    const reply = await workspace.send(request);
    const status = `${request.plane} ${reply?.status ?? "none"}`;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (reply === null) continue;
    const { method, path, query, body } = request;
    const asked = `${method} ${path}?${query} ${body?.slice(0, 300)} -> ${reply.status} ${reply.text.slice(0, 300)}`;
    const fault = judge(request, reply);
    if (fault !== null) faults.push(`${asked}: ${fault}`);
    const isOwn = request.plane !== "server";
    if (isOwn && others.some((mark) => ownPart(reply.text).includes(mark))) {
      faults.push(`${asked}: a leak`);
    }
  }
  return faults;
}

/** An answer without the part of a report that all testers share, requests with no known key. */
function ownPart(text: string): string {
  return text.replace(/^With no key that the sandbox knows .*:\n(?: .*\n)*/m, "");
}

/** Drops all workspaces but the default one, and resets that. */
async function clear(sandbox: Sandbox): Promise<void> {
  const base = "http://127.0.0.1/_sandbox";
  const listed = await replyOf(await sandbox.fetch(new Request(`${base}/workspaces`)));
  const extra = column(listed, "id")
    .map(String)
    .filter((id) => id !== "default");
  await Promise.all(
    extra.map((id) => sandbox.fetch(new Request(`${base}/workspaces/${id}`, { method: "DELETE" }))),
  );
  await sandbox.fetch(new Request(`${base}/reset`, { method: "POST" }));
}
