/** Recorded traffic for `assess`: the journal of a sandbox. */
import type { ExpectedOperation } from "../assess/coverage.ts";
import type { Question } from "../assess/questions.ts";
import { questionsOfTraffic } from "../assess/questions.ts";
import type { AssessedRun } from "../assess/run.ts";
import { operationsIn } from "../assess/runs/operation-of.ts";
import type { TrafficEntry } from "../assess/runs/traffic.ts";
import { surfaceOfHost, trafficRun } from "../assess/runs/traffic.ts";
import { newSandboxClient } from "../client/sandbox-client.ts";
import { sendRequest } from "../client/send-request.ts";
import { defaultPermissions } from "../domain/api-key.ts";
import type { JournaledRequest } from "../server/sandbox.ts";
import { openSandbox } from "../server/sandbox.ts";
import type { Config } from "../settings/config.ts";
import type { Environment } from "./command-line.ts";
import { variable } from "./command-line.ts";
import { sandboxUrl } from "./sandbox-url.ts";
import { UsageError } from "./usage-error.ts";

/** What recorded traffic shows. */
export interface AssessedTraffic {
  readonly run: AssessedRun;
  readonly questions: readonly Question[];
  /** What was recorded, for the head of the page. */
  readonly name: string;
  readonly source: "har" | "journal";
}

/** Requests per page of the journal. */
const pageSize = 500;

/** Reads the traffic that the options name. */
export async function trafficOf(
  { url }: { readonly url: string | null },
  config: Config,
  environment: Environment,
): Promise<AssessedTraffic> {
  const { address, workspace } = controlAddress(url, environment);
  const token = config.controlToken ?? variable(environment, "LEAD_SANDBOX_CONTROL_TOKEN");
  const client = newSandboxClient({ url: address, token: token ?? undefined }, sendRequest);
  const requests: JournaledRequest[] = [];
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    const { data } = await client
      .workspace(workspace)
      .requests.list({ order: "asc", limit: pageSize, offset: requests.length });
    requests.push(...data);
    if (data.length < pageSize) break;
  }
  const run = trafficRun(requests.map(journalEntry), "journal", 1, await readingOf(config));
  if (run.calls.length === 0) {
    throw new UsageError(
      `The journal of workspace ${workspace} at ${address} has no call of the Lead API. Let the client send some, or name another workspace with LEAD_SANDBOX_WORKSPACE.`,
    );
  }
  const questions = questionsOfTraffic(assumedIn(requests));
  return { run, questions, name: `Traffic of workspace ${workspace}`, source: "journal" };
}

/** The sandbox and the workspace that a control URL names, such as `LEAD_SANDBOX_CONTROL_URL`. */
function controlAddress(
  url: string | null,
  environment: Environment,
): { readonly address: string; readonly workspace: string } {
  const [, base = url ?? undefined, named] =
    /^(.*?)\/_sandbox\/workspaces\/([^/]+)\/*$/.exec(url ?? "") ?? [];
  const workspace = named ?? variable(environment, "LEAD_SANDBOX_WORKSPACE") ?? "default";
  return { address: sandboxUrl(base, environment), workspace };
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
function assumedIn(
  requests: readonly JournaledRequest[],
): ReadonlyMap<string, { readonly method: string; readonly path: string }> {
  const found = new Map<string, { readonly method: string; readonly path: string }>();
  for (const { rules, method, path } of requests) {
    for (const rule of rules.filter((one) => one.endsWith(";assumed"))) {
      const id = rule.replace(";assumed", "");
      if (!found.has(id)) found.set(id, { method, path });
    }
  }
  return found;
}

/** The operations that a key may call by default. */
export function expectedOperations(config: Config): readonly ExpectedOperation[] {
  const may = new Set<string | null>(
    defaultPermissions.filter((permission) => permission !== "workflows:run"),
  );
  const sandbox = openSandbox({ ...config, data: null });
  try {
    return sandbox
      .operations()
      .filter(({ permission, isByChoice }) => !isByChoice && may.has(permission))
      .map(({ id, statuses }) => ({ id, statuses }));
  } finally {
    sandbox.close();
  }
}
