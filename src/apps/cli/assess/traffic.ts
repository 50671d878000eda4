/** Recorded traffic for `assess`: HTTP archives, or the journal of a sandbox. */
import { basename } from "node:path";

import { Date } from "../../../base/values/native-timers.ts";
import type { Question } from "../../../harness/assess/questions.ts";
import { questionsOfTraffic } from "../../../harness/assess/questions.ts";
import type { AssessedRun } from "../../../harness/assess/run.ts";
import { operationsIn } from "../../../harness/assess/runs/operation-of.ts";
import type { TrafficEntry } from "../../../harness/assess/runs/traffic.ts";
import { surfaceOfHost, trafficRun } from "../../../harness/assess/runs/traffic.ts";
import { decodedBody } from "../../../harness/har/decode-body.ts";
import type { HarEntry } from "../../../harness/har/har-entry.ts";
import { readHarFile } from "../../../harness/har/read-har.ts";
import { newSandboxClient } from "../../../library/client/sandbox-client.ts";
import { sendRequest } from "../../../library/client/send-request.ts";
import type { JournaledRequest } from "../../../server/sandbox/sandbox.ts";
import { openSandbox } from "../../../server/sandbox/sandbox.ts";
import type { Config } from "../../../server/settings/config.ts";
import type { Environment } from "../command-line.ts";
import { variable } from "../command-line.ts";
import { controlAccess } from "../tester/control-access.ts";
import { sandboxUrl } from "../tester/sandbox-url.ts";
import { UsageError } from "../usage-error.ts";

/** What recorded traffic shows. */
export interface AssessedTraffic {
  /** One for each recording. */
  readonly runs: readonly AssessedRun[];
  readonly questions: readonly Question[];
  /** What was recorded, for the head of the page. */
  readonly name: string;
  readonly source: "har" | "journal";
  readonly notes: readonly string[];
}

/** Requests per page of the journal. */
const pageSize = 500;

/** Reads the traffic that the options name. */
export async function trafficOf(
  { url, har }: { readonly url: string | null; readonly har: readonly string[] },
  config: Config,
  environment: Environment,
): Promise<AssessedTraffic> {
  return har.length > 0 ? recordedIn(har, config) : journalAt(url, config, environment);
}

/** Calls of all recordings that are kept in memory: their number, and the characters of their bodies. */
const [entriesMax, charactersMax] = [10_000, 64 * 1_024 * 1_024];

/** Reads HTTP archives. Throws `HarError` for a file that is none. */
async function recordedIn(files: readonly string[], config: Config): Promise<AssessedTraffic> {
  const reading = await readingOf(config);
  const runs: AssessedRun[] = [];
  const assumed: Assumed = new Map();
  let [entries, characters, left] = [0, 0, 0];
  for (const [at, file] of files.entries()) {
    const kept: TrafficEntry[] = [];
    // oxlint-disable-next-line no-await-in-loop -- one file after the other, to keep memory bounded
    for await (const { entry } of readHarFile(file)) {
      if (entry === null || !isLeadCall(entry, reading)) continue;
      const call = entries < entriesMax ? decodedCall(entry) : null;
      const size = (call?.requestBody?.length ?? 0) + (call?.responseBody?.length ?? 0);
      if (call === null || characters + size > charactersMax) {
        left += 1;
        continue;
      }
      characters += size;
      entries += 1;
      kept.push(call);
      noteAssumed(assumed, entry.responseHeaders.get("x-sandbox-rules") ?? "", {
        method: entry.method,
        path: entry.url.pathname,
      });
    }
    runs.push(trafficRun(kept, "har", at + 1, reading));
  }
  if (entries === 0) {
    throw new UsageError(
      "The recording has no call of the Lead API. Expected calls with the header X-API-Key to paths such as /v1/firms/{id}/leads.",
    );
  }
  const notes =
    left === 0
      ? []
      : [`${left} calls were left out: a report takes 10,000, with 64 MiB of bodies.`];
  const more = files.length === 1 ? "" : ` and ${files.length - 1} more`;
  const name = `Traffic of ${basename(files[0] ?? "")}${more}`;
  return { runs, questions: questionsOfTraffic(assumed), name, source: "har", notes };
}

function decodedCall(entry: HarEntry): TrafficEntry {
  const { requestBody, responseBody } = entry;
  return {
    ...entry,
    requestBody: decodedBody(requestBody),
    responseBody: decodedBody(responseBody),
  };
}

/** A call has a key, or goes to a host that the interface names. Other APIs may have the same paths. */
function isLeadCall(
  { method, url, requestHeaders }: HarEntry,
  { operationOf, surfaceOf }: Parameters<typeof trafficRun>[3],
): boolean {
  if (method === "OPTIONS" || operationOf(method, url.pathname) === null) return false;
  return requestHeaders.has("x-api-key") || surfaceOf(url.host) !== null;
}

async function journalAt(
  url: string | null,
  config: Config,
  environment: Environment,
): Promise<AssessedTraffic> {
  const { address, workspace } = await controlAddress(url, environment);
  const { controlToken } = config;
  const { token, workspaceTokens } = await controlAccess(
    controlToken === null ? {} : { token: controlToken },
    environment,
  );
  const client = newSandboxClient({ url: address, token, workspaceTokens }, sendRequest);
  const requests: JournaledRequest[] = [];
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { data } = await client
      .workspace(workspace)
      .requests.list({ order: "asc", limit: pageSize, offset: requests.length });
    requests.push(...data);
    if (data.length < pageSize || requests.length >= entriesMax) break;
  }
  const run = trafficRun(requests.map(journalEntry), "journal", 1, await readingOf(config));
  if (run.calls.length === 0) {
    throw new UsageError(
      `The journal of workspace ${workspace} at ${address} has no call of the Lead API. Let the client send some, or name another workspace with LEAD_SANDBOX_WORKSPACE.`,
    );
  }
  const questions = questionsOfTraffic(assumedIn(requests));
  const name = `Traffic of workspace ${workspace}`;
  return { runs: [run], questions, name, source: "journal", notes: [] };
}

/** The sandbox and the workspace that a control URL names, such as `LEAD_SANDBOX_CONTROL_URL`. */
async function controlAddress(
  url: string | null,
  environment: Environment,
): Promise<{ readonly address: string; readonly workspace: string }> {
  const [, base = url ?? undefined, named] =
    /^(.*?)\/_sandbox\/workspaces\/([^/]+)\/*$/.exec(url ?? "") ?? [];
  const workspace = named ?? variable(environment, "LEAD_SANDBOX_WORKSPACE") ?? "default";
  return { address: await sandboxUrl({ url: base }, environment), workspace };
}

function journalEntry({
  at,
  durationMs,
  method,
  path,
  query,
  status,
  surface,
  id,
  request,
  response,
}: JournaledRequest): TrafficEntry {
  const host = request.headers["host"] ?? "localhost";
  const target = `${path}${query === "" ? "" : `?${query}`}`;
  return {
    startedAt: Date.parse(at),
    durationMs,
    method,
    url: URL.parse(`http://${host}${target}`) ?? new URL(`http://localhost/`),
    requestHeaders: new Map(Object.entries(request.headers)),
    requestBody: request.body,
    status,
    responseHeaders: new Map(Object.entries(response.headers)),
    responseBody: response.body,
    requestId: id,
    surface,
  };
}

async function readingOf(config: Config): Promise<Parameters<typeof trafficRun>[3]> {
  const sandbox = openSandbox({ ...config, data: null });
  try {
    const request = new Request("http://127.0.0.1/_sandbox/spec/openapi.json", {
      headers:
        config.controlToken === null ? {} : { authorization: `Bearer ${config.controlToken}` },
    });
    const document: unknown = await (await sandbox.fetch(request)).json();
    return { operationOf: operationsIn(document), surfaceOf: surfaceOfHost };
  } finally {
    sandbox.close();
  }
}

/** The first request that cited each assumed rule. */
type Assumed = Map<string, { readonly method: string; readonly path: string }>;

function assumedIn(requests: readonly JournaledRequest[]): Assumed {
  const found: Assumed = new Map();
  for (const { rules, method, path } of requests) {
    noteAssumed(found, rules.join(", "), { method, path });
  }
  return found;
}

/** Notes the assumed rules of a header `x-sandbox-rules`. */
function noteAssumed(
  found: Assumed,
  rules: string,
  request: { readonly method: string; readonly path: string },
): void {
  for (const cited of rules.split(",")) {
    const [rule = "", flag] = cited.split(";").map((part) => part.trim());
    if (flag === "assumed" && !found.has(rule)) found.set(rule, request);
  }
}
