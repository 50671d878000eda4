/**
 * Measures how much the mail relay slows down the sandbox's answers: `npm run bench:mail`.
 * `-- --requests 2000` sets the number of requests per case. `-- --queued 10000` sets how many mails wait for the
 * server.
 *
 * Each case has its own sandbox process, and all of them run at the same time. The mail server runs in this process.
 * For warm-up, each sandbox first answers as many creates as mails are to wait. The cases alternate every hundred
 * requests, so that other work on the machine affects them equally.
 */
import { Agent, request as httpRequest } from "node:http";
import { parseArgs } from "node:util";

import { silentServer, takingServer } from "./mail-servers.ts";
import type { BenchServer } from "./mail-servers.ts";
import { startMeasured } from "./measured-sandbox.ts";
import type { MeasuredSandbox } from "./measured-sandbox.ts";

const key = "11111111-1111-4111-8111-111111111111";
const turn = 100;
const warmUp = 200;
const slowMs = 1_000;

interface Case {
  readonly title: string;
  readonly sandbox: MeasuredSandbox;
  readonly agent: Agent;
  readonly times: number[];
  /** Resolves when its server has received everything, so that the next case can start. */
  readonly rested: () => Promise<void>;
}

process.exitCode = await measure();

async function measure(): Promise<number> {
  const { values } = parseArgs({
    options: {
      requests: { type: "string", default: "1000" },
      queued: { type: "string", default: "10000" },
    },
  });
  const [requests, queued] = [Number(values.requests), Number(values.queued)];
  const quick = await takingServer({ delayMs: 0, isUp: true });
  const slow = await takingServer({ delayMs: slowMs, isUp: true });
  const silent = await silentServer();
  const backlog = await takingServer({ delayMs: 0, isUp: false });
  const prompt = await newCase("a mail server that takes at once", quick);
  const cases = [
    await newCase("no mail server", null),
    { ...prompt, rested: () => quick.took(queued + prompt.times.length) },
    await newCase(`one that takes ${slowMs} ms a mail`, slow),
    await newCase("one that is down", { url: "smtp://127.0.0.1:9" }),
    await newCase("one that never says anything", silent),
    await newCase(`draining ${queued} queued mails`, backlog),
  ];
  for (const one of cases) {
    // oxlint-disable-next-line no-await-in-loop -- a measurement has an order
    await fill(one, queued);
  }
  await inTurns(cases, warmUp);
  print("The sandboxes are up and the mails are queued.");
  backlog.open();
  await backlog.took(1);
  const started = performance.now();
  await inTurns(cases, requests);
  print(table(cases));
  print(
    `${Math.max(0, queued - backlog.taken().length)} of the queued mails were still queued then.`,
  );
  const wanted = queued + warmUp + requests;
  await backlog.took(wanted);
  print(summaryOf(backlog.taken(), wanted, (performance.now() - started) / 1_000));
  const exitCodes = await Promise.all(cases.map(ended));
  await Promise.all([quick, slow, silent, backlog].map((server) => server.close()));
  return exitCodes.every((code) => code === 0) && isOnceAndInOrder(backlog.taken(), wanted) ? 0 : 1;
}

async function inTurns(cases: readonly Case[], count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += turn) {
    for (const one of cases) {
      // oxlint-disable-next-line no-await-in-loop -- a measurement has an order
      await run(one, turn);
      // oxlint-disable-next-line no-await-in-loop -- a measurement has an order
      await one.rested();
    }
  }
}

async function newCase(title: string, server: Pick<BenchServer, "url"> | null): Promise<Case> {
  const args = server === null ? [] : ["--smtp-url", server.url];
  const sandbox = await startMeasured(args);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return { title, sandbox, agent, times: [], rested: async () => {} };
}

async function ended({ agent, sandbox }: Case): Promise<number | null> {
  agent.destroy();
  return sandbox.stop();
}

/** Creates Leads whose mails go to the server, or wait for it. */
async function fill({ sandbox }: Case, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let next = 0;
  const some = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      // oxlint-disable-next-line no-await-in-loop -- a measurement has an order
      await createLead(agent, sandbox.url, `queued${next}@client.example`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, some));
  agent.destroy();
}

/** Creates Leads in sequence and records how long each answer takes. */
async function run({ sandbox, agent, times }: Case, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const email = `person${times.length}@client.example`;
    const before = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- a measurement has an order
    await createLead(agent, sandbox.url, email);
    times.push(performance.now() - before);
  }
}

function createLead(agent: Agent, url: string, email: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const sent = httpRequest(
    `${url}/v1/firms/Harb0rPt/leads`,
    { agent, method: "POST", headers: { "x-api-key": key, "content-type": "application/json" } },
    (response) => {
      response.resume();
      response.on("end", () => {
        if (response.statusCode === 201) resolve();
        else reject(new Error(`A Lead was answered with ${response.statusCode}.`));
      });
    },
  );
  sent.on("error", reject);
  sent.end(JSON.stringify({ email, firstName: "Maya", lastName: "Moreau" }));
  return promise;
}

function table(cases: readonly Case[]): string {
  const rows = cases.map(({ title, times }) => {
    const sorted = times.slice(warmUp).toSorted((one, other) => one - other);
    const at = (part: number): string =>
      (sorted[Math.ceil(sorted.length * part) - 1] ?? 0).toFixed(2);
    return `| ${[title, sorted.length, at(0.5), at(0.95), at(0.99), at(1)].join(" | ")} |`;
  });
  const head = "| mail server | requests | p50 ms | p95 ms | p99 ms | most ms |";
  return [head, "| --- | ---: | ---: | ---: | ---: | ---: |", ...rows].join("\n");
}

function summaryOf(taken: readonly string[], wanted: number, seconds: number): string {
  const verdict = isOnceAndInOrder(taken, wanted)
    ? "each once, in order"
    : "NOT each once, in order";
  const each = (seconds * 1_000) / taken.length;
  return `${taken.length} mails arrived in ${seconds.toFixed(1)} s, ${verdict}: ${each.toFixed(2)} ms a mail, while requests ran.`;
}

/**
 * Checks that queued mails arrive before those of the requests. Eight connections fill the queue at once, so the
 * order within it is arbitrary.
 */
function isOnceAndInOrder(taken: readonly string[], wanted: number): boolean {
  const kinds = taken.map((email) => ["queued", "person"].indexOf(email.replace(/\d.*/, "")));
  const isRising = kinds.every((kind, index) => index === 0 || kind >= (kinds[index - 1] ?? 0));
  return isRising && taken.length === wanted && new Set(taken).size === wanted;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
